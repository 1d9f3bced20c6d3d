import { fold, isRateToken } from '../../../../../shared/invoice/characters.ts';
import { exactValue } from '../../../../../shared/invoice/exact-value.ts';
import { fieldOf, lineKeys } from '../../../../../shared/invoice/fields.ts';
import type { FieldPath } from '../../../../../shared/invoice/model.ts';
import { centsOf } from '../../../../../shared/invoice/money.ts';
import { unifyRadicals } from '../../../../../shared/invoice/radicals.ts';
import type { ReaderFinding } from '../../../../../shared/invoice/read-lines.ts';
import {
  fieldsNotCompared,
  hasSureRows,
  isEqual,
  linesNotCompared,
  nothingCompared,
  tellsInvoice,
} from '../../page-text/compare-data.ts';
import { compareExtras, type ComparedExtras } from '../../page-text/compare-extras.ts';
import { originPlace } from '../../page-text/note.ts';
import { valuesOn, type ReadPage } from '../../page-text/page.ts';
import { isDraftComplete, newInvoiceDraft, type InvoiceDraft } from './draft.ts';
import { readerFindingTexts } from '../../../../../shared/texts/reader-findings.ts';

/** The sources of an OFD, the most trusted first. */
export type Source = { readonly id: 'attachment' | 'tags' | 'custom' | 'text'; readonly draft: InvoiceDraft };

const differFinding = (
  path: FieldPath,
  taken: string,
  other: string,
  source: Source['id'],
): ReaderFinding => ({
  id: 'sources-differ',
  fields: [path],
  message: readerFindingTexts.ofdSource(taken, source, other),
});

const linesDifferFinding = (taken: number, other: number, source: Source['id']): ReaderFinding => ({
  id: 'sources-differ',
  fields: Array.from({ length: taken }, (_, index) => `lines.${index}.amount`),
  message: readerFindingTexts.ofdLines(taken, source, other),
});

const numberYearFinding: ReaderFinding = {
  id: 'number-year',
  fields: ['number', 'issueDate'],
  message: readerFindingTexts.numberYear,
};

const isFigure = (path: FieldPath): boolean => /\.(?:quantity|unitPrice)$/.test(path);

const isTax = (path: FieldPath): boolean => path === 'taxTotal' || path.endsWith('.tax');
/** Some sources write no tax as a figure, others as a token. */
const noTax = '0.00';

/** Equal for values with the same meaning that are printed differently. */
const keyOf = (path: FieldPath, value: string): string => {
  const plain = fold(unifyRadicals(value)).replace(/\s+/g, '');
  if (isTax(path) && isRateToken(plain)) return noTax;
  return isFigure(path) && /^-?\d+\.\d*$/.test(plain) ? plain.replace(/\.?0+$/, '') : plain;
};

/** For text read by position, only values with a distinctive form are reliable enough for a finding. */
const certainInText =
  /^(?:code|number|issueDate|total|taxTotal|grossTotal|(?:buyer|seller)\.(?:name|taxId)|lines\.\d+\.(?:amount|tax))$/;

const isLine = (path: FieldPath): boolean => path.startsWith('lines.');

/** A value of the ticket, of journeys or of special business. */
const isExtra = (path: FieldPath): boolean => /^(?:ticket|journeys|special)\./u.test(path);

const sumOf = ({ lineCount, values }: InvoiceDraft): number | null => {
  let sum = 0;
  for (let index = 0; index < lineCount; index += 1) {
    const cents = centsOf(values.get(`lines.${index}.amount`) ?? null);
    if (cents === null) return null;
    sum += cents;
  }
  return sum;
};

/** One row may represent a list on further pages; equal sums show that. */
const sameSum = (one: InvoiceDraft, other: InvoiceDraft): boolean => {
  const sum = sumOf(one);
  return sum !== null && sum === sumOf(other);
};

const take = (into: InvoiceDraft, path: FieldPath, from: InvoiceDraft): void => {
  const value = from.values.get(path);
  const origin = from.origins.get(path);
  if (value === undefined) return;
  into.values.set(path, value);
  if (origin) into.origins.set(path, origin);
};

/** Adopts the position of a value from another source, if its own source has none. */
const takePlace = (into: InvoiceDraft, path: FieldPath, from: InvoiceDraft): void => {
  const [own, other] = [into.origins.get(path), from.origins.get(path)];
  if (!own || own.quad || !other?.quad) return;
  into.origins.set(path, {
    ...own,
    quad: other.quad,
    ...(other.page === undefined ? {} : { page: other.page }),
  });
};

const takeLines = (into: InvoiceDraft, from: InvoiceDraft): void => {
  into.lineCount = from.lineCount;
  for (let index = 0; index < from.lineCount; index += 1)
    for (const key of lineKeys) {
      const path = `lines.${index}.${key}`;
      take(into, path, from);
      const origin = from.origins.get(path);
      if (origin && !into.origins.has(path)) into.origins.set(path, origin);
    }
};

/**
 * Compares attached data with the text of the page, as far as `compare` does not: each field, and what only one of the
 * two states. Rows that are uncertain are no witness.
 */
const compareWithText = (
  attached: InvoiceDraft,
  text: InvoiceDraft,
  extras: ComparedExtras,
): readonly ReaderFinding[] => {
  const hasRows = attached.lineCount === text.lineCount && hasSureRows(text);
  const paths = new Set([...attached.values.keys(), ...text.values.keys()]);
  const compared = [...paths].filter((path) => path !== 'kind' && (hasRows || !isLine(path)));
  // Words are compared with the figures anyway.
  const silent = compared.filter(
    (path) => path !== 'grossTotalWords' && !(attached.values.has(path) && text.values.has(path)),
  );
  const differing = compared.flatMap((path) => {
    const [value, other] = [attached.values.get(path), text.values.get(path)];
    if (value === undefined || other === undefined || certainInText.test(path)) return [];
    return keyOf(path, value) === keyOf(path, other) || isEqual(path, value, other)
      ? []
      : [differFinding(path, value, other, 'text')];
  });
  return [
    ...differing,
    ...extras.differing.map(([path, value, other]) => differFinding(path, value, other, 'text')),
    // A ticket prints no lines.
    ...(hasRows || attached.lineCount === 0 || (text.ticket && text.lineCount === 0)
      ? []
      : [linesNotCompared]),
    ...fieldsNotCompared([...silent, ...extras.silent]),
  ];
};

const compare = (merged: InvoiceDraft, { id, draft }: Source): void => {
  const linesMatch = merged.lineCount === draft.lineCount;
  for (const [path, value] of draft.values) {
    const taken = merged.values.get(path);
    if (taken === undefined || (isLine(path) && !linesMatch)) continue;
    const isSame = keyOf(path, taken) === keyOf(path, value);
    // Also of a different value on the page: the drawn page is read there.
    if (isSame || id === 'text') takePlace(merged, path, draft);
    if (isSame) continue;
    if (id !== 'text' || certainInText.test(path))
      merged.findings.push(differFinding(path, taken, value, id));
  }
  const hasLines = draft.lineCount > 0 && merged.lineCount > 0;
  if (hasLines && !linesMatch && !sameSum(merged, draft))
    merged.findings.push(linesDifferFinding(merged.lineCount, draft.lineCount, id));
};

/**
 * The findings of a source about values that were taken from it, or that are still missing. A finding that a value is
 * not in the source counts for the first source only.
 */
const openFindings = (
  merged: InvoiceDraft,
  draft: InvoiceDraft,
  inOrder: readonly Source[],
): readonly ReaderFinding[] => {
  const isFirst = draft === inOrder[0]?.draft;
  const lined = inOrder.find((source) => source.draft.lineCount > 0) ?? inOrder[0];
  const hasLines = draft === lined?.draft;
  const isOpen = (path: FieldPath): boolean => {
    if (isLine(path) && !hasLines) return false;
    const origin = draft.origins.get(path);
    if (merged.values.has(path) || isExtra(path))
      return origin !== undefined && merged.origins.get(path) === origin;
    return isFirst || origin !== undefined;
  };
  // What attached data says of itself as a whole, such as that it is a record of an invoice.
  const isOfWhole = inOrder.find((source) => source.draft === draft)?.id === 'attachment';
  return draft.findings.filter(({ fields }) =>
    fields.length === 0 ? isFirst && isOfWhole : fields.some(isOpen),
  );
};

/** Maximum number of texts searched for a value; an invoice has some hundreds. */
const maxSearched = 4000;

/** Finds positions of values without one, if the pages contain exactly the same text once. */
const findPlaces = (merged: InvoiceDraft, pages: readonly ReadPage[]): void => {
  const open = [...merged.origins].filter(([path, { quad }]) => !quad && !isLine(path));
  if (open.length === 0) return;
  const texts = pages
    .flatMap((page) => valuesOn(page).map((piece) => ({ piece, page })))
    .slice(0, maxSearched);
  for (const [path, origin] of open) {
    const value = merged.values.get(path);
    if (value === undefined) continue;
    const key = keyOf(path, value);
    const kind = fieldOf(path)?.kind ?? 'text';
    const found = texts.filter(({ piece: { text } }) => {
      if (text.length > 3 * key.length + 12) return false;
      if (keyOf(path, text) === key) return true;
      const read = exactValue(text, kind).value;
      return read !== null && keyOf(path, read) === key;
    });
    const [only, second] = found;
    if (!only || second) continue;
    merged.origins.set(path, { ...origin, ...originPlace({ pieces: [only.piece], page: only.page }) });
  }
};

const checkYear = ({ values, findings }: InvoiceDraft): void => {
  const [number, date] = [values.get('number'), values.get('issueDate')];
  if (number?.length === 20 && date !== undefined && number.slice(0, 2) !== date.slice(2, 4))
    findings.push(numberYearFinding);
};

/**
 * Merges the sources of a file. The most trusted complete one wins. The others add missing values and
 * positions, and are compared: a difference is a finding and is never settled silently.
 * @param sources in the order of trust
 * @param unsealed sources that are only compared, because no signature covers them
 */
export const mergeDrafts = (
  sources: readonly Source[],
  pages: readonly ReadPage[],
  unsealed: readonly Source[] = [],
): InvoiceDraft => {
  const first = sources.find(({ draft }) => isDraftComplete(draft)) ?? sources[0];
  const merged = newInvoiceDraft();
  if (!first) return merged;
  const inOrder = [first, ...sources.filter((source) => source !== first)];
  for (const { draft } of inOrder) {
    for (const path of draft.values.keys())
      if (!isLine(path) && !merged.values.has(path)) take(merged, path, draft);
    for (const [path, origin] of draft.origins)
      if (!isLine(path) && !merged.origins.has(path) && !merged.values.has(path))
        merged.origins.set(path, origin);
    if (merged.lineCount === 0 && draft.lineCount > 0) takeLines(merged, draft);
    if (merged.journeys.length === 0) merged.journeys.push(...draft.journeys);
    if (merged.special.length === 0) merged.special.push(...draft.special);
    merged.ticket ??= draft.ticket;
    merged.title ??= draft.title;
    merged.qr ??= draft.qr;
  }
  for (const { draft } of inOrder) merged.findings.push(...openFindings(merged, draft, inOrder));
  for (const source of [...inOrder, ...unsealed]) if (source !== first) compare(merged, source);
  const text = [...sources, ...unsealed].find(({ id }) => id === 'text');
  if (text && text !== first) {
    if (!tellsInvoice((path) => text.draft.values.get(path))) merged.findings.push(nothingCompared);
    else if (first.id === 'attachment') {
      const extras = compareExtras(first.draft, text.draft);
      merged.findings.push(...compareWithText(first.draft, text.draft, extras));
      for (const path of extras.same) takePlace(merged, path, text.draft);
    }
  }
  findPlaces(merged, pages);
  checkYear(merged);
  return merged;
};
