import { useCallback } from 'react';
import { localDay } from '../../../shared/local-day.ts';
import { businessNames } from '../../../shared/texts/business-names.ts';
import { kindNames, readerNames, shortKindNames, sideNames } from '../../../shared/texts/names.ts';
import { centsOf } from '../../../shared/invoice/money.ts';
import type { ReaderId } from '../../../shared/invoice/extraction.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import type { Language } from '../../../shared/language.ts';
import {
  isBlankPage,
  isNoInvoicePage,
  placeInFile,
  type PageSummary,
} from '../../../shared/contract/page.ts';
import { formatAmount } from '../../../shared/texts/format.ts';
import { voucherName } from '../../../shared/books/books-state.ts';
import { verificationResultNames } from '../../../shared/texts/verification.ts';
import { paperTitle } from '../../../shared/texts/papers.ts';
import { tableColumnNames, tableTexts } from '../../../shared/texts/table.ts';
import type { ColumnId } from '../../state/batch-view.ts';
import { outcomeOf } from '../../state/outcome.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';

const isNamedHere = (id: ColumnId): id is keyof typeof tableColumnNames => id in tableColumnNames;

/** The names of the columns in the user's language. */
export const useColumnName = () => {
  const { t, language } = useTexts();
  return useCallback(
    (id: ColumnId): string => (isNamedHere(id) ? tableColumnNames[id][language] : t(`batch.columns.${id}`)),
    [t, language],
  );
};

/** Texts that the columns need, in the user's language. */
export type ColumnWords = {
  readonly language: Language;
  readonly state: (page: PageSummary) => string;
  readonly findings: (page: PageSummary) => string;
};

type BatchColumn = {
  /** The field that the cells show and edit; null if they can't be edited here. */
  readonly path: FieldPath | null;
  readonly align: 'start' | 'end';
  /** The text of the cell, which is also copied; empty for nothing. */
  readonly text: (page: PageSummary, words: ColumnWords) => string;
  /** What a filter compares where the text depends on the language; the text elsewhere. */
  readonly code?: (page: PageSummary) => string;
  /** The short text of the cell if its text is too long for a column; the full text is then the tooltip. */
  readonly short?: (page: PageSummary, words: ColumnWords) => string | null;
  /** The sort key of a cell; null comes last. */
  readonly key: (page: PageSummary, words: ColumnWords) => number | string | null;
};

type Amount = 'total' | 'taxTotal' | 'grossTotal';

const amount = (name: Amount): BatchColumn => ({
  path: name,
  align: 'end',
  text: ({ headline }) => (headline[name] === null ? '' : formatAmount(headline[name])),
  key: ({ headline }) => centsOf(headline[name]),
});

type Plain = 'code' | 'number' | 'seller' | 'sellerTaxId' | 'buyer' | 'buyerTaxId' | 'issueDate';

const plain = (name: Plain, path: FieldPath): BatchColumn => ({
  path,
  align: 'start',
  text: ({ headline }) => headline[name] ?? '',
  key: ({ headline }) => headline[name],
});

const day = (instant: string | null): string => (instant === null ? '' : localDay(new Date(instant)));

/** A column that only shows a text. */
const fixed = (text: (page: PageSummary, words: ColumnWords) => string): BatchColumn => ({
  path: null,
  align: 'start',
  text,
  key: (page, words) => text(page, words) || null,
});

const sourceCodes = ({ reader, demo }: PageSummary): readonly ReaderId[] => [
  ...(reader === null ? [] : [reader]),
  ...(demo && reader !== 'sandbox' ? (['sandbox'] as const) : []),
];

/** Who read the shown data. A sample of the program is demo data, whoever read it. */
const sourceText = (page: PageSummary, { language }: ColumnWords): string =>
  sourceCodes(page)
    .map((reader) => readerNames[reader][language])
    .join(' · ');

const kindText = (page: PageSummary, { language }: ColumnWords): string => {
  const { kind, paper } = page.headline;
  if (isBlankPage(page)) return tableTexts.blankPage[language];
  if (paper !== null) return paperTitle(paper.type, language);
  return kind === null ? '' : (kindNames[kind]?.[language] ?? kind);
};

const shortKind = (page: PageSummary, { language }: ColumnWords): string | null => {
  const { kind } = page.headline;
  return kind === null || isNoInvoicePage(page) ? null : (shortKindNames[kind]?.[language] ?? null);
};

const sideText = ({ headline }: PageSummary, { language }: ColumnWords): string =>
  headline.side === null ? '' : sideNames[headline.side][language];

const businessText = ({ headline }: PageSummary, { language }: ColumnWords): string =>
  headline.business === null ? '' : businessNames[headline.business][language];

export const columns: Readonly<Record<ColumnId, BatchColumn>> = {
  kind: {
    path: 'kind',
    align: 'start',
    text: kindText,
    code: (page) => {
      const { kind, paper } = page.headline;
      if (isBlankPage(page)) return 'blank';
      return paper === null ? (kind ?? '') : `paper ${paper.type}`;
    },
    short: shortKind,
    key: (page, words) => kindText(page, words) || null,
  },
  number: plain('number', 'number'),
  issueDate: plain('issueDate', 'issueDate'),
  seller: plain('seller', 'seller.name'),
  buyer: plain('buyer', 'buyer.name'),
  total: amount('total'),
  taxTotal: amount('taxTotal'),
  grossTotal: amount('grossTotal'),
  state: {
    path: null,
    align: 'start',
    text: (page, { state }) => state(page),
    code: (page) => {
      const { state, review, confirmedErrors } = page;
      if (state !== 'recognized') return state;
      if (review === 'open' && isBlankPage(page)) return 'aside';
      return review === 'open' || confirmedErrors === 0 ? review : `confirmed ${String(confirmedErrors)}`;
    },
    key: (page, { state }) => state(page),
  },
  findings: {
    path: null,
    align: 'start',
    text: (page, { findings, language }) =>
      outcomeOf(page) === 'comparing' ? tableTexts.comparing[language] : findings(page),
    code: (page) => {
      const { error, warn } = page.findings;
      return outcomeOf(page) === 'comparing' ? 'comparing' : `${String(error)} ${String(warn)}`;
    },
    key: ({ findings }) => findings.error * 1000 + findings.warn,
  },
  tags: {
    path: null,
    align: 'start',
    text: ({ tags }) => tags.join(', '),
    key: ({ tags }) => (tags.length === 0 ? null : tags.join(', ')),
  },
  exported: {
    path: null,
    align: 'start',
    text: ({ exportedAt }) => day(exportedAt),
    key: ({ exportedAt }) => exportedAt,
  },
  file: {
    path: null,
    align: 'start',
    text: (row) => [row.name, placeInFile(row) ?? []].flat().join(' · '),
    key: ({ name }) => name,
  },
  note: { path: null, align: 'start', text: ({ note }) => note ?? '', key: ({ note }) => note },
  side: { ...fixed(sideText), code: ({ headline }) => headline.side ?? '' },
  code: plain('code', 'code'),
  sellerTaxId: plain('sellerTaxId', 'seller.taxId'),
  buyerTaxId: plain('buyerTaxId', 'buyer.taxId'),
  rate: fixed(({ headline }) => headline.rates.join(', ')),
  source: { ...fixed(sourceText), code: (page) => sourceCodes(page).join(' ') },
  verification: {
    ...fixed(({ books: { verification } }, { language }) =>
      verification === null ? '' : verificationResultNames[verification.result][language],
    ),
    code: ({ books }) => books.verification?.result ?? '',
  },
  verified: fixed(({ books }) => books.verification?.day ?? ''),
  voucher: {
    ...fixed(({ books: { booking } }) => (booking === null ? '' : voucherName(booking))),
    key: ({ books: { booking } }) => (booking === null ? null : `${booking.period} ${voucherName(booking)}`),
  },
  business: { ...fixed(businessText), code: ({ headline }) => headline.business ?? '' },
  booked: fixed(({ books }) => books.booking?.date ?? ''),
  archived: fixed(({ books }) => day(books.archivedAt)),
  printed: fixed(({ books }) => day(books.printedAt)),
  added: { ...fixed(({ addedAt }) => day(addedAt)), key: ({ addedAt }) => addedAt },
};

/** The value of a cell that a filter compares, the same in every language; empty for nothing. */
export const filterValue = (id: ColumnId, page: PageSummary, words: ColumnWords): string =>
  columns[id].code?.(page) ?? columns[id].text(page, words);

/** The initial text of a cell's editor. */
export const typedValue = ({ headline }: PageSummary, path: FieldPath): string => {
  const values: Readonly<Record<string, string | null>> = {
    kind: headline.kind,
    code: headline.code,
    number: headline.number,
    issueDate: headline.issueDate,
    'seller.name': headline.seller,
    'seller.taxId': headline.sellerTaxId,
    'buyer.name': headline.buyer,
    'buyer.taxId': headline.buyerTaxId,
    total: headline.total,
    taxTotal: headline.taxTotal,
    grossTotal: headline.grossTotal,
  };
  return values[path] ?? '';
};
