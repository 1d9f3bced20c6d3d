import { parseCapitalAmount } from '../../../../shared/invoice/capital-amount.ts';
import { comparable } from '../../../../shared/invoice/checks/compare-extractions.ts';
import { labelOf } from '../../../../shared/invoice/checks/outcome.ts';
import { taxCents } from '../../../../shared/invoice/checks/tax-cents.ts';
import { tellingFields } from '../../../../shared/invoice/drawn-look.ts';
import { unknownKind } from '../../../../shared/invoice/kind.ts';
import type { FieldPath } from '../../../../shared/invoice/model.ts';
import type { ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { extraNameOf } from '../../../../shared/texts/columns.ts';
import { joinItems } from '../../../../shared/texts/phrases.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';

/** Text that may be wrapped, cut or continued on the page. Names of parties are printed whole. */
const prose =
  /^(?:(?:buyer|seller)\.(?:addressPhone|bankAccount)|remark|payee|reviewer|drawer|lines\.\d+\.(?:name|specification))$/u;
/** Every character counts: a zero in front, too. */
const identity = /^(?:code|number|reverses|machineNumber|(?:buyer|seller)\.taxId)$/u;
const figure = /^lines\.\d+\.(?:quantity|unitPrice)$/u;
/** Blanks and the form of brackets and colons depend on the printer. */
export const bareText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s*·]/gu, '')
    .toLowerCase();

/** A cut text still has most of its characters: a few of them could be part of any other text. */
const isPart = (one: string, other: string): boolean => {
  const [a = '', b = ''] = [bareText(one), bareText(other)].toSorted((x, y) => x.length - y.length);
  return a.length * 2 >= b.length && b.includes(a);
};

const decimalsOf = (text: string): number => (text.split('.')[1] ?? '').length;

/** A page prints fewer decimals than the data has. */
const isRounded = (one: string, other: string): boolean => {
  const digits = Math.min(decimalsOf(one), decimalsOf(other), 15);
  return Math.abs(Number(one) - Number(other)) <= 0.51 * 10 ** -digits;
};

/** Whether two values mean the same, whatever the printer does with their form. */
export const isEqual = (path: FieldPath, stated: string, shown: string): boolean => {
  if (stated === shown) return true;
  if (identity.test(path)) return bareText(stated) === bareText(shown);
  if (comparable(stated) === comparable(shown)) return true;
  if (path === 'taxTotal' || path.endsWith('.tax')) return taxCents(stated) === taxCents(shown);
  if (path === 'grossTotalWords') {
    const words = parseCapitalAmount(stated);
    return words !== null && words === parseCapitalAmount(shown);
  }
  if (path === 'kind') return stated === unknownKind || shown === unknownKind;
  // Some makers write only the last digits of the check code.
  if (path === 'checkCode') return stated.endsWith(shown) || shown.endsWith(stated);
  if (figure.test(path)) return isRounded(stated, shown);
  return bareText(stated) === bareText(shown) || (prose.test(path) && isPart(stated, shown));
};

export const ofLine = /^lines\.\d+\./u;

/** Rows that could not be read with certainty are no witness against the data. */
export const hasSureRows = ({ findings }: { readonly findings: readonly ReaderFinding[] }): boolean =>
  !findings.some(({ id, fields }) => id === 'rows-settled' || fields.some((path) => ofLine.test(path)));

/** The data is not compared, because the page shows no text of an invoice: it may be a picture of another one. */
export const nothingCompared: ReaderFinding = {
  id: 'not-compared',
  level: 'warn',
  fields: [],
  message: readerFindingTexts.notCompared,
};

/** A file has attachments that were not read: they may be pictures as well as data. */
export const dataUnread: ReaderFinding = {
  id: 'data-unread',
  level: 'info',
  fields: [],
  message: readerFindingTexts.dataUnread,
};

export const linesNotCompared: ReaderFinding = {
  id: 'not-compared',
  fields: ['lines'],
  message: readerFindingTexts.linesNotCompared,
};

const mostNamed = 8;

/** What only the data or only the page states. */
export const fieldsNotCompared = (silent: readonly FieldPath[]): readonly ReaderFinding[] => {
  if (silent.length === 0) return [];
  const named = [...new Set(silent.slice(0, mostNamed).map((path) => extraNameOf(path) ?? labelOf(path)))];
  const labels = {
    zh: joinItems(
      named.map(({ zh }) => zh),
      'zh',
    ),
    en: joinItems(
      named.map(({ en }) => en),
      'en',
    ),
  };
  const message = readerFindingTexts.fieldsNotCompared(labels, silent.length > mostNamed);
  return [{ id: 'not-compared', fields: silent, message }];
};

/** Whether the text of a page is about an invoice at all: without these values, it does not tell which one. */
export const tellsInvoice = (valueOf: (path: FieldPath) => unknown): boolean =>
  tellingFields.some((path) => (valueOf(path) ?? null) !== null);
