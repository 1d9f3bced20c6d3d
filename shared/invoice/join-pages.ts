import { evidenceTexts } from '../texts/evidence-texts.ts';
import { rowFindingTexts } from '../texts/findings.ts';
import { readerFindingTexts } from '../texts/reader-findings.ts';
import { fold } from './characters.ts';
import { isSameInvoice } from './checks/duplicates.ts';
import { linePath, placeOf, plainFields, valueAt } from './fields.ts';
import { linesTable } from './invoice-changes.ts';
import { unknownKind } from './kind.ts';
import { centsOf } from './money.ts';
import type { FieldPath, Invoice, InvoiceLine, Origin, Origins } from './model.ts';
import type { ReaderFinding } from './read-lines.ts';
import { isSumLabel } from './rows/settle-rows.ts';

/** One page of an invoice, with its corrections. */
export type InvoicePage = {
  readonly invoice: Invoice;
  readonly origins: Origins;
  readonly findings: readonly ReaderFinding[];
  /** Fields that the user has changed on this page: an emptied one is not filled from another page. */
  readonly corrected: ReadonlySet<FieldPath>;
};

/** The position of a line of a joined invoice: the index of its page, and its index there, both from 0. */
export type LinePlace = { readonly page: number; readonly index: number };

type JoinedPages = {
  readonly invoice: Invoice;
  readonly origins: Origins;
  readonly findings: readonly ReaderFinding[];
  readonly lines: readonly LinePlace[];
  /** The page of each value outside the lines that does not come from the main page. */
  readonly filled: ReadonlyMap<FieldPath, number>;
};

/** `(详见销货清单)`: the invoice states that its goods are on further pages. */
const standsForList = ({ name }: InvoiceLine): boolean =>
  name !== null && /^\(?(?:详见|见|附).*清单\)?$/u.test(fold(name).replaceAll(/\s/gu, ''));

const sumOf = (lines: readonly InvoiceLine[]): number | null => {
  let sum = 0;
  for (const { amount } of lines) {
    const cents = centsOf(amount);
    if (cents === null) return null;
    sum += cents;
  }
  return lines.length === 0 ? null : sum;
};

/**
 * The indices of the lines that count. Omits the line that refers to a goods list if the list is present. Omits
 * sums over several pages that are printed like a line.
 */
const linesOf = (pages: readonly InvoicePage[]): readonly LinePlace[] => {
  const all = pages.flatMap(({ invoice }, page) =>
    invoice.lines.map((line, index) => ({ line, page, index })),
  );
  const hasList = all.some(({ line }) => !standsForList(line));
  const counting: LinePlace[] = [];
  let sum = 0;
  for (const { line, page, index } of all) {
    const cents = centsOf(line.amount);
    if (hasList && standsForList(line)) continue;
    if (page > 0 && cents !== null && cents === sum && isSumLabel(line.name ?? '')) continue;
    counting.push({ page, index });
    sum += cents ?? 0;
  }
  return counting;
};

/** Paths of a page under their names in the joined invoice; null for a line that does not count. */
export const joinedPathOf = (
  lines: readonly LinePlace[],
  page: number,
): ((path: FieldPath) => FieldPath | null) => {
  const indices = new Map(
    lines.flatMap((place, index) => (place.page === page ? [[place.index, index] as const] : [])),
  );
  return (path) => {
    const place = placeOf(path);
    if (place?.kind !== 'line') return path;
    const index = indices.get(place.index);
    return index === undefined ? null : linePath(index, place.key);
  };
};

const isOfLine = (path: FieldPath): boolean => path === linesTable || placeOf(path)?.kind === 'line';

/** An amount that is missing on one page may be on another; the check of the sum shows whether it is. */
const aboutOnePage: ReadonlySet<string> = new Set(
  [
    rowFindingTexts['amounts-off'],
    readerFindingTexts.lineLost,
    evidenceTexts.contradicted(['line-sum']),
    evidenceTexts.contradicted(['tax-sum']),
  ].map(({ zh }) => zh),
);

const isAboutOnePage = ({ message }: ReaderFinding): boolean => aboutOnePage.has(message.zh);

const onPage = (origin: Origin, page: number, main: number): Origin =>
  page === main ? origin : { ...origin, part: page + 1 };

const isEmpty = (value: string | null): boolean => value === null || value === unknownKind;

/**
 * One invoice from its pages: all lines in the order of the pages, and the other values from the main page.
 * A value that the main page lacks comes from the first page that has it.
 * @param main the index of the main page
 */
export const joinPages = (pages: readonly InvoicePage[], main: number): JoinedPages => {
  const first = pages[main];
  if (!first) throw new Error('A joined invoice without its main page');
  const lines = linesOf(pages);
  const filled = new Map<FieldPath, number>();
  let invoice: Invoice = {
    ...first.invoice,
    lines: lines.flatMap(({ page, index }) => pages[page]?.invoice.lines[index] ?? []),
  };
  for (const { path } of plainFields) {
    if (!isEmpty(valueAt(invoice, path)) || first.corrected.has(path)) continue;
    const other = pages.findIndex((page) => !isEmpty(valueAt(page.invoice, path)));
    const value = valueAt(pages[other]?.invoice ?? first.invoice, path);
    if (value === null || other < 0) continue;
    filled.set(path, other);
    invoice = withPlain(invoice, path, value);
  }
  const origins: Record<FieldPath, Origin> = {};
  const findings: ReaderFinding[] = [];
  for (const [index, page] of pages.entries()) {
    const pathOf = joinedPathOf(lines, index);
    const isShown = (path: FieldPath): boolean => isOfLine(path) || (filled.get(path) ?? main) === index;
    for (const [path, origin] of Object.entries(page.origins)) {
      const joined = isShown(path) ? pathOf(path) : null;
      if (joined !== null) origins[joined] = onPage(origin, index, main);
    }
    for (const finding of page.findings) {
      if (isAboutOnePage(finding)) continue;
      if (index !== main && !finding.fields.some((path) => isShown(path))) continue;
      // What a page lacks may be on another one.
      const isMissing = (path: FieldPath): boolean =>
        finding.id !== 'text-incomplete' || isOfLine(path) || (index === main && !filled.has(path));
      const own = finding.fields.filter(isMissing);
      if (own.length === 0 && finding.fields.length > 0) continue;
      const fields = own.map(pathOf).filter((path) => path !== null);
      if (fields.length > 0 || finding.fields.length === 0) findings.push({ ...finding, fields });
    }
  }
  return { invoice, origins, findings, lines, filled };
};

const withPlain = (invoice: Invoice, path: FieldPath, value: string): Invoice => {
  const place = placeOf(path);
  if (place?.kind === 'kind') return { ...invoice, kind: value };
  if (place?.kind === 'header') return { ...invoice, [place.key]: value };
  if (place?.kind === 'party')
    return { ...invoice, [place.role]: { ...invoice[place.role], [place.key]: value } };
  return invoice;
};

const lineKey = ({ name, amount, tax }: InvoiceLine): string =>
  JSON.stringify([name === null ? null : fold(name).replaceAll(/\s/gu, ''), centsOf(amount), centsOf(tax)]);

/** The number of lines of one list that are also in another, each counted once. */
const sharedLines = (one: readonly InvoiceLine[], other: readonly InvoiceLine[]): number => {
  const left = new Map<string, number>();
  for (const line of other) left.set(lineKey(line), (left.get(lineKey(line)) ?? 0) + 1);
  let shared = 0;
  for (const line of one) {
    const count = left.get(lineKey(line)) ?? 0;
    if (count === 0) continue;
    left.set(lineKey(line), count - 1);
    shared += 1;
  }
  return shared;
};

const totals = ['total', 'taxTotal', 'grossTotal'] as const;

const haveSameTotals = (one: Invoice, other: Invoice): boolean => {
  const known = totals.filter((key) => centsOf(one[key]) !== null && centsOf(other[key]) !== null);
  return known.length > 0 && known.every((key) => centsOf(one[key]) === centsOf(other[key]));
};

/** Whether the goods of a page are only on further pages. */
export const isListOnly = ({ lines }: Invoice): boolean => lines.length > 0 && lines.every(standsForList);

/** All goods are on this page, so a page with other lines does not belong to this invoice. */
const isWhole = (invoice: Invoice): boolean =>
  !isListOnly(invoice) && sumOf(invoice.lines) !== null && sumOf(invoice.lines) === centsOf(invoice.total);

/**
 * Whether two pages are pages of one invoice with certainty: they have the same number and totals, and other
 * lines. Two scans of one page have the same lines, or most of them if one was misread: those are duplicates.
 */
export const arePagesOfOne = (one: Invoice, other: Invoice): boolean => {
  if (!isSameInvoice(one, other) || !haveSameTotals(one, other)) return false;
  if (one.lines.length === 0 || other.lines.length === 0) return false;
  if (isListOnly(one) !== isListOnly(other)) return true;
  if (isWhole(one) || isWhole(other)) return false;
  const fewer = Math.min(one.lines.length, other.lines.length);
  return sharedLines(one.lines, other.lines) * 2 < fewer;
};

/** Whether the goods of a page are not those of its total: they go on, or began on another page. */
export const isPart = (invoice: Invoice): boolean =>
  invoice.lines.length > 0 && (isListOnly(invoice) || sumOf(invoice.lines) !== centsOf(invoice.total));

/** The taxes of lines are rounded each by itself. */
const isTaxOf = ({ lines, taxTotal }: Invoice): boolean => {
  const printed = centsOf(taxTotal);
  const sum = lines.reduce((all, { tax }) => all + (centsOf(tax) ?? 0), 0);
  return printed === null || Math.abs(sum - printed) <= lines.length;
};

const wholeOf = (pages: readonly Invoice[]): Invoice =>
  joinPages(
    pages.map((invoice) => ({ invoice, origins: {}, findings: [], corrected: new Set<FieldPath>() })),
    0,
  ).invoice;

/** Whether each value that several pages print is the same on all of them. */
const agree = (pages: readonly Invoice[]): boolean =>
  totals.every(
    (key) => new Set(pages.map((page) => centsOf(page[key])).filter((cents) => cents !== null)).size < 2,
  );

/**
 * How many pages in a row, from the first one, are certainly one invoice: no page has another number, and their lines add up
 * to the total, which those of the first one alone do not. 0 if there is no such number of pages.
 */
export const pagesAddingUp = (pages: readonly Invoice[]): number => {
  const [first] = pages;
  if (!first || first.number === null || !isPart(first)) return 0;
  const other = pages.findIndex(({ number }) => number !== null && number !== first.number);
  const own = other < 0 ? pages : pages.slice(0, other);
  for (let count = 2; count <= own.length; count += 1) {
    const whole = wholeOf(own.slice(0, count));
    const sum = sumOf(whole.lines);
    if (sum !== null && sum === centsOf(whole.total) && isTaxOf(whole) && agree(own.slice(0, count)))
      return count;
  }
  return 0;
};
