import { matchList, type ListMatch, periodOfList } from '../../../shared/books/match-list.ts';
import { type LedgerSide, matchGroups, type MatchRow, matchRows } from '../../../shared/books/match-rows.ts';
import type { TaxList } from '../../../shared/books/tax-list.ts';
import type { IncomingFile } from '../../../shared/contract/incoming-file.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { type Result, failed, success } from '../../../shared/result.ts';
import type { ListFailure } from './list-failure.ts';
import { readTaxList, parseTaxList } from './read-tax-list.ts';
import type { ReadFolder } from '../../app/data-folder.ts';
import { normalNumber } from '../../../shared/invoice/invoice-key.ts';
import { listedInvoice } from '../../store/search/listed.ts';
import type { Language } from '../../../shared/language.ts';
import { matchFieldName, matchGroupNames, matchSheetTexts } from '../../../shared/texts/books.ts';
import { plainSheet, plainWorkbook, sheetColumn, type SheetColumn } from '../vouchers/encode-vouchers.ts';
import { randomUUID } from 'node:crypto';
import { workbookLimits } from './safe-workbook.ts';
import { localDay } from '../../../shared/local-day.ts';
import type { Handlers } from '../../app/handlers.ts';
import { booksFailure, handedFailure } from '../books-failures.ts';
import type { BooksReads } from '../../app/books-room.ts';
import { readHanded } from '../../app/attachments.ts';
import { pageNotFound } from '../../app/command-failures.ts';

/** A number with and without its leading zeros: a spreadsheet, or an extraction, may have dropped them. */
const formsOf = (number: string): readonly string[] => {
  const whole = normalNumber(number) ?? number;
  const short = whole.replace(/^0+(?=\d)/u, '');
  return short === whole ? [whole] : [whole, short];
};

/**
 * The invoices that a list may refer to: those in it, and those issued in its period. Uses the stored figures
 * of the ledger, because deriving 100,000 invoices from their data takes minutes.
 */
const invoicesForList = async (
  list: TaxList,
  { store }: Pick<ReadFolder, 'store'>,
): Promise<readonly LedgerSide[]> => {
  const numbers = new Set(list.rows.flatMap(({ number }) => (number === null ? [] : formsOf(number))));
  const found = await store.listed([...numbers], periodOfList(list));
  return found.map(listedInvoice);
};

/** Reads a list of the tax bureau from a file. */
export const listFrom = (path: string): Promise<Result<TaxList, ListFailure>> => readTaxList(path);

/** Compares a list of the tax bureau with the invoices of the ledger that it may refer to. */
export const matchLedger = async (
  list: TaxList,
  folder: Pick<ReadFolder, 'store'>,
  { ownCompanies }: Pick<Settings, 'ownCompanies'>,
): Promise<{ readonly ledger: readonly LedgerSide[]; readonly match: ListMatch }> => {
  const ledger = await invoicesForList(list, folder);
  const match = matchList(
    list,
    ledger.map(({ invoice }) => invoice),
    [...ownCompanies],
  );
  return { ledger, match };
};

/** A comparison with a list as a workbook: one sheet for each group that has rows. */
const matchToXlsx = (rows: readonly MatchRow[], language: Language): Buffer => {
  const texts = matchSheetTexts[language];
  const column = sheetColumn<MatchRow>;
  const columns: readonly SheetColumn<MatchRow>[] = [
    column(texts.code, 'id', 14, ({ code }) => code),
    column(texts.number, 'id', 23, ({ number }) => number),
    column(texts.date, 'date', 12, ({ issueDate }) => issueDate),
    column(texts.seller, 'text', 30, ({ seller }) => seller),
    column(texts.gross, 'amount', 14, ({ grossTotal }) => grossTotal),
  ];
  const compared: readonly SheetColumn<MatchRow>[] = [
    column(texts.field, 'text', 16, ({ field }) => field && matchFieldName(field, language)),
    column(texts.list, 'text', 22, ({ list }) => list),
    column(texts.ledger, 'text', 22, ({ ledger }) => ledger),
  ];
  const sheets = matchGroups.flatMap((group) => {
    const own = rows.filter((row) => row.group === group);
    if (own.length === 0) return [];
    const all = group === 'differs' ? [...columns, ...compared] : columns;
    return [plainSheet(matchGroupNames[group][language], all, own)];
  });
  return plainWorkbook(sheets.length > 0 ? sheets : [plainSheet(texts.nothing, columns, [])]);
};

type MatchQueries = Pick<Handlers, 'books.match' | 'books.matchPage' | 'books.exportMatch'>;

/** Compares lists of the tax bureau with the ledger. */
export const matchQueries = ({ folder, originals, delivery, host, settings }: BooksReads): MatchQueries => {
  /** The last comparison of this process, which can be exported as a workbook. */
  let last: { readonly id: string; readonly rows: readonly MatchRow[] } | null = null;

  const compare = async (file: IncomingFile, name?: string): ReturnType<MatchQueries['books.match']> => {
    const read = await readHanded(file, workbookLimits.fileBytes);
    if (!read.ok) return failed(handedFailure(read.failure));
    const list = await parseTaxList(read.value.bytes);
    if (!list.ok) {
      const { reason, message, remedy } = list.failure;
      return failed({ id: `list-${reason}`, message, remedy });
    }
    const { ledger, match } = await matchLedger(list.value, folder, settings());
    const rows = matchRows(list.value, ledger, match);
    last = { id: randomUUID(), rows };
    return success({
      id: last.id,
      name: name ?? read.value.name,
      kind: list.value.kind,
      period: periodOfList(list.value),
      matched: match.matched,
      unreadable: [...match.unreadable],
      rows: [...rows],
    });
  };

  return {
    'books.match': ({ file }) => compare(file),
    'books.matchPage': async ({ id }) => {
      const row = await folder.store.page(id);
      if (!row) return failed(pageNotFound);
      const path = await originals.locate(row);
      return path === null ? failed(handedFailure('unreadable')) : compare({ kind: 'path', path }, row.name);
    },
    'books.exportMatch': ({ id, language }) => {
      if (last?.id !== id) return Promise.resolve(failed(booksFailure('match-gone')));
      const { rows } = last;
      const parcel = { plan: null, ids: rows.flatMap(({ page }) => page ?? []), leftOut: 0 };
      return delivery.file(`vouch-match-${localDay(host.now())}`, 'xlsx', parcel, () =>
        Promise.resolve(matchToXlsx(rows, language)),
      );
    },
  };
};
