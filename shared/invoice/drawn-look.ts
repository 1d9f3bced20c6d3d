import { z } from 'zod';
import type { Immutable } from '../members.ts';
import { readerFindingTexts } from '../texts/reader-findings.ts';
import { fold } from './characters.ts';
import { comparable } from './checks/compare-extractions.ts';
import { fieldLabelsOf } from './checks/outcome.ts';
import type { InvoiceExtraction } from './extraction.ts';
import { fieldOf, valueAt } from './fields.ts';
import type { FieldPath, Invoice, Origins } from './model.ts';
import type { ReaderFinding } from './read-lines.ts';
import { readValue } from './read-value.ts';

/**
 * What the drawn page of a digital file shows at the places of the file's values. It is an independent witness: what a
 * person sees may differ from the text of the file.
 */
export const drawnLookSchema = z.object({
  /** SHA-256 of the file whose page was drawn. */
  file: z.string(),
  /** The fields whose places show their value to the local reader; none if it was not available. */
  read: z.array(z.string()),
  /** The fields whose places were read, but not for certain. */
  unclear: z.array(z.string()).default([]),
  /** The money fields whose places were read and show no digit. */
  blank: z.array(z.string()).default([]),
  /** `shown` is null if the place shows nothing of the text. */
  differences: z.array(z.object({ field: z.string(), value: z.string(), shown: z.string().nullable() })),
});
export type DrawnLook = Immutable<z.infer<typeof drawnLookSchema>>;

/** A text read at a place of a picture. */
export type PlaceReading = {
  readonly text: string;
  /** The score of its least certain character that is part of the value. */
  readonly least: number;
  /** Whether there is room for a character that the recognizer lost, as happens where two touch. */
  readonly isGapped: boolean;
  /** Whether the place was extended to adjacent marks that are not page text. */
  readonly hasMarks: boolean;
  /** What the marks before and after the text read as by themselves. */
  readonly before?: MarkReading | null;
  readonly after?: MarkReading | null;
};
export type MarkReading = Pick<PlaceReading, 'text' | 'least'>;
type ReadCharacter = { readonly text: string; readonly score: number };

/** What the recognizer makes of a currency sign, which it is never certain of. */
const currencySign = '[¥￥YV半羊]';
const isSign = new RegExp(`^(?:${currencySign}|\\s*)$`, 'iu');

/** The reading of a place. Blanks, and the currency sign before an amount, say nothing of how certain the value is. */
export const readingOf = (field: FieldPath, read: readonly ReadCharacter[]): MarkReading => {
  const isMoney = fieldOf(field)?.kind === 'money';
  const first = isMoney ? read.findIndex(({ text }) => /\d/u.test(text)) : 0;
  const ofValue = read.filter(
    ({ text }, index) => !(isMoney && (index < first ? isSign : /^\s*$/u).test(text)),
  );
  return {
    text: read.map(({ text }) => text).join(''),
    least: Math.min(...ofValue.map(({ score }) => score)),
  };
};

/** Whether a place shows the value, another one, nothing that can be told, or no digit of an amount. */
type Shown =
  | { readonly kind: 'same' | 'unclear' | 'blank' }
  | { readonly kind: 'other'; readonly value: string };

const header: readonly FieldPath[] = ['code', 'number', 'issueDate', 'total', 'taxTotal', 'grossTotal'];
const parties: readonly FieldPath[] = ['buyer.name', 'buyer.taxId', 'seller.name', 'seller.taxId'];

/** Lines whose amounts are read. A longer invoice is proven by its sums. */
const mostLines = 60;

/** Whether the text at a value's place states it. A value may be calculated from texts at several places. */
const isStatedBy = (field: FieldPath, value: string, raw: string): boolean => {
  const kind = fieldOf(field)?.kind;
  const read = kind && readValue(raw, kind).value;
  return read !== undefined && read !== null && comparable(read) === comparable(value);
};

/** The values that are read on the drawn page, as far as the invoice has them and one place states each. */
export const readOnPage = (invoice: Invoice, origins: Origins): readonly FieldPath[] => {
  const amounts = invoice.lines.slice(0, mostLines).map((_, index): FieldPath => `lines.${index}.amount`);
  return [...header, ...parties, ...amounts].filter((path) => {
    const [value, origin] = [valueAt(invoice, path), origins[path]];
    return value !== null && origin !== undefined && isStatedBy(path, value, origin.raw);
  });
};

/** A reading below this score may be wrong itself. */
const sure = 0.8;
/** Characters that a recognizer confuses even if it is certain. */
const lookAlikes: readonly (readonly [RegExp, string])[] = [
  [/[oqd]/gu, '0'],
  [/[il|]/gu, '1'],
  [/z/gu, '2'],
  [/s/gu, '5'],
  [/b/gu, '8'],
  [/g/gu, '6'],
];
const unlike = (text: string): string =>
  lookAlikes.reduce((known, [confused, meant]) => known.replaceAll(confused, meant), text);

/** Length of the longest common subsequence of two short texts. */
const commonLength = (one: string, other: string): number => {
  const letters = Array.from(other);
  let before = Array.from({ length: letters.length + 1 }, () => 0);
  for (const letter of one) {
    const now = [0];
    for (const [at, own] of letters.entries())
      now.push(own === letter ? (before[at] ?? 0) + 1 : Math.max(before[at + 1] ?? 0, now[at] ?? 0));
    before = now;
  }
  return before.at(-1) ?? 0;
};

/** A share of common characters below which two names are different ones, and not one with misread characters. */
const sameName = 0.75;
const shortestName = 4;

const letters = (text: string): string => fold(text).replaceAll(/[\p{P}\p{S}\s]/gu, '');

const unclear: Shown = { kind: 'unclear' };

const shownName = (value: string, { text, least, hasMarks }: PlaceReading): Shown => {
  const [mine, theirs] = [letters(value), letters(text)];
  if (theirs.includes(mine)) return hasMarks && theirs !== mine ? unclear : { kind: 'same' };
  if (least < sure || theirs.length < shortestName) return unclear;
  const isOther = commonLength(mine, theirs) < sameName * Math.max(mine.length, theirs.length);
  return isOther ? { kind: 'other', value: text } : unclear;
};

/** Whether a reading has all characters of a value but some, in their order, or but its decimal point. */
const lacksSome = (value: string, read: string): boolean => {
  const [mine, theirs] = [letters(value), letters(read)];
  return theirs === mine || (theirs.length < mine.length && commonLength(mine, theirs) === theirs.length);
};

/** A label in brackets before a value, such as that of figures. */
const formLabel = /^[(（]\p{Script=Han}+[)）]/u;

const shownText = (field: FieldPath, value: string, reading: PlaceReading): Shown => {
  const { text, least, isGapped } = reading;
  const kind = fieldOf(field)?.kind;
  if (kind === undefined) return unclear;
  if (kind === 'text') return shownName(value, reading);
  const unlabelled = text.replace(formLabel, '');
  const trimmed = unlabelled.replaceAll(/^[^\p{L}\p{N}(+-]+|[^\p{L}\p{N})]+$/gu, '');
  const read = readValue(trimmed, kind).value;
  if (read === null) return unclear;
  const [mine, theirs] = [comparable(value), comparable(read)];
  if (mine === theirs) return { kind: 'same' };
  if (least < sure || (kind === 'taxId' && unlike(mine) === unlike(theirs))) return unclear;
  return isGapped && lacksSome(value, text.replaceAll(/[年月日]/gu, ''))
    ? unclear
    : { kind: 'other', value: read };
};

/** A label before a value, which a form may draw as lines. */
const label = /^\D*[:：]/u;
const currency = new RegExp(`^(?:\\s|${currencySign})+`, 'iu');
/** A letter instead of a currency sign may be the first digit as well. */
const doubtfulSign = /[YV半羊]\s*\d/iu;

/** Whether a reading has all characters of a value, in one piece, and more. */
const hasMore = (value: string, text: string): boolean => {
  const [mine, theirs] = [letters(value), letters(text.replaceAll(/[年月日]/gu, ''))];
  return theirs.length > mine.length && theirs.includes(mine);
};

/** A mark that reads as a digit by itself. A bar is not told from a 1, nor a ring from a 0. */
const digitOf = (mark: MarkReading | null | undefined): string => {
  const text = mark?.text.trim() ?? '';
  return mark && mark.least >= sure && /^[2-9]$/u.test(text) ? text : '';
};

/** The text with adjacent digits that its own reading may have skipped, as beside a currency sign; null if there are none. */
const withDigits = (
  field: FieldPath,
  value: string,
  { text, before, after }: PlaceReading,
): string | null => {
  const [first, last] = [digitOf(before), digitOf(after)];
  if (first + last === '' || fieldOf(field)?.kind === 'text') return null;
  return hasMore(value, text) ? text : `${first}${text.trim()}${last}`;
};

/** Whether a text has a digit, or a letter that may be a misread one. */
const hasDigit = (text: string): boolean => /\d/u.test(unlike(text.toLowerCase()));

/** What a place shows instead of its value, or whether it shows it. An adjacent mark that reads as a character changes it. */
export const shownAt = (field: FieldPath, value: string, reading: PlaceReading): Shown => {
  const changed = reading.hasMarks ? withDigits(field, value, reading) : null;
  if (changed !== null) return { kind: 'other', value: changed };
  const isMoney = fieldOf(field)?.kind === 'money';
  if (isMoney && hasDigit(value) && !hasDigit(reading.text)) return { kind: 'blank' };
  const printed = isMoney || reading.hasMarks ? reading.text.replace(label, '') : reading.text;
  const text = isMoney ? printed.replace(formLabel, '').replace(currency, '') : printed;
  const shown = shownText(field, value, { ...reading, text });
  if (shown.kind === 'other' && isMoney && doubtfulSign.test(printed) && lacksSome(value, text))
    return unclear;
  return shown.kind === 'unclear' && reading.hasMarks && reading.least >= sure && hasMore(value, text)
    ? { kind: 'other', value: text }
    : shown;
};

/** A whole page is read at no known places: what scores less would be marked on a scan, too. */
const sureOnScan = 0.9;

/** The values of an invoice compared with what a picture of the whole page was read as. */
export const comparedWithScan = (
  invoice: Invoice,
  scan: Pick<InvoiceExtraction, 'invoice' | 'origins' | 'findings'>,
): Omit<DrawnLook, 'file'> => {
  const isSure = (field: FieldPath): boolean =>
    (scan.origins[field]?.score ?? 0) >= sureOnScan &&
    !scan.findings.some(({ fields, level = 'warn' }) => level === 'warn' && fields.includes(field));
  const shown = [...header, ...parties].flatMap((field) => {
    const [value, text] = [valueAt(invoice, field), valueAt(scan.invoice, field)];
    if (value === null) return [];
    const least = isSure(field) ? 1 : 0;
    const at =
      text === null ? unclear : shownAt(field, value, { text, least, isGapped: false, hasMarks: false });
    return [{ field, value, at }];
  });
  return lookOf(shown);
};

type ShownValue = { readonly field: FieldPath; readonly value: string; readonly at: Shown };

/** Sorts the values of a file by what the page shows instead of them. */
export const lookOf = (shown: readonly ShownValue[]): Omit<DrawnLook, 'file'> => {
  const fieldsAs = (kind: 'same' | 'unclear' | 'blank') =>
    shown.flatMap(({ field, at }) => (at.kind === kind ? [field] : []));
  return {
    read: fieldsAs('same'),
    unclear: fieldsAs('unclear'),
    blank: fieldsAs('blank'),
    differences: shown.flatMap(({ field, value, at }) =>
      at.kind === 'other' ? [{ field, value, shown: at.value }] : [],
    ),
  };
};

/** The values that tell one invoice from another. */
export const tellingFields: readonly FieldPath[] = ['number', 'grossTotal'];

/** Whether the text of a file has the places of the values that tell its invoice. */
export const hasPlaces = ({ origins }: Pick<InvoiceExtraction, 'origins'>): boolean =>
  tellingFields.some((field) => (origins[field]?.quad ?? null) !== null);

/** The findings of a reader without those that a look at the drawn page settles. */
export const settledByLook = (
  findings: readonly ReaderFinding[],
  look: DrawnLook,
): readonly ReaderFinding[] =>
  tellingFields.every((field) => look.read.includes(field))
    ? findings.filter(
        ({ id, level, fields }) => id !== 'not-compared' || level !== 'warn' || fields.length > 0,
      )
    : findings;

const mostNamed = 4;

/** What a look at the drawn page says of an invoice, and the values that the page does not show. */
export const lookFindings = (
  look: DrawnLook,
  invoice: Invoice,
): { readonly findings: readonly ReaderFinding[]; readonly unseen: readonly FieldPath[] } => {
  // The data may have been read again, or come from another file of the invoice.
  const different = look.differences.filter(({ field, value }) => valueAt(invoice, field) === value);
  const differing = new Set(different.map(({ field }) => field));
  const same = look.read.filter((field) => !differing.has(field) && valueAt(invoice, field) !== null);
  const findings = different.map(({ field, value, shown }): ReaderFinding =>
    shown === null
      ? { id: 'text-not-visible', fields: [field], message: readerFindingTexts.notVisible(value, null) }
      : { id: 'page-shows-other', fields: [field], message: readerFindingTexts.pageShows(value, shown) },
  );
  if (same.length > 0)
    findings.push({
      id: 'page-shows-same',
      level: 'ok',
      fields: same,
      message: readerFindingTexts.pageShowsSame(
        fieldLabelsOf(same.slice(0, mostNamed)),
        same.length,
        same.length - mostNamed,
      ),
    });
  const notCompared = (
    fields: readonly FieldPath[],
    level: 'info' | 'warn',
    message: typeof readerFindingTexts.pageUnclear,
  ): void => {
    const open = fields.filter((field) => valueAt(invoice, field) !== null);
    if (open.length === 0) return;
    const labels = fieldLabelsOf(open.slice(0, mostNamed));
    findings.push({
      id: 'not-compared',
      level,
      fields: open,
      message: message(labels, open.length > mostNamed),
    });
  };
  notCompared(look.unclear, 'info', readerFindingTexts.pageUnclear);
  notCompared(look.blank, 'warn', readerFindingTexts.pageBlank);
  return {
    findings,
    unseen: different.flatMap(({ field, shown }) => (shown === null ? [field] : [])),
  };
};
