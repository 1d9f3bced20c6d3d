import { parseCapitalAmount } from '../../../../shared/invoice/capital-amount.ts';
import { printedCopies, provenFindings } from '../../../../shared/invoice/checks/extraction.ts';
import { correctedValues } from './corrected-values.ts';
import type { Evidence, EvidenceKind } from '../../../../shared/invoice/evidence/equations.ts';
import type { ConfirmedPair, EvidenceContext } from '../../../../shared/invoice/evidence/identities.ts';
import { otherReadings, type Alternatives } from '../../../../shared/invoice/evidence/readings.ts';
import { evidenceOf, provenBy, repairsOf, type Repair } from '../../../../shared/invoice/evidence/repair.ts';
import { fieldOf, lineKeys, linePath, valueAt } from '../../../../shared/invoice/fields.ts';
import type { FieldPath, Invoice, InvoiceLine } from '../../../../shared/invoice/model.ts';
import { parseQr } from '../../../../shared/invoice/qr.ts';
import type { ReaderFinding } from '../../../../shared/invoice/read-lines.ts';
import { readValue } from '../../../../shared/invoice/read-value.ts';
import { taxpayerIdState } from '../../../../shared/invoice/taxpayer-id.ts';
import { evidenceTexts } from '../../../../shared/texts/evidence-texts.ts';
import { readerFindingTexts } from '../../../../shared/texts/reader-findings.ts';
import type { PageGlyph } from '../../document/page-text/glyphs.ts';
import { asFigure } from './figures.ts';
import { plainSign, type ScanPage } from './scan-glyphs.ts';
import type { ScanNotes } from './scan-notes.ts';

/** What is known about an invoice beside its picture's text. */
export type ScanEvidence = {
  /** The text of the picture's QR code; null if none was found. */
  readonly qr: string | null;
  /** Companies of invoices that the user confirmed. */
  readonly confirmed: readonly ConfirmedPair[];
};

/** A reading of a field as a value; null if it is none. */
const valueOfReading = (path: FieldPath, text: string): string | null => {
  const kind = fieldOf(path)?.kind ?? 'text';
  switch (kind) {
    case 'money':
    case 'unitPrice':
    case 'quantity':
    case 'rate':
      return readValue(asFigure(text), kind).value;
    case 'words': {
      const words = text.replace(/[圓园元]/gu, '圆').replace(/[叄参參]/gu, '叁');
      return parseCapitalAmount(words) === null ? null : words;
    }
    case 'code':
      return /^\d+$/u.test(text) ? text : null;
    case 'taxId':
      return taxpayerIdState(text) === 'valid' ? text : null;
    case 'date':
      return readValue(text, 'date').value;
    case 'kind':
    case 'lines':
    case 'text':
      return text;
    default:
      return kind satisfies never;
  }
};

/** An id may have a character of its label at its start, or of its neighbour at its end. */
const idsWithin = (text: string): readonly string[] => {
  const found: string[] = [];
  for (let start = 0; start + 18 <= text.length; start += 1) {
    const id = text.slice(start, start + 18);
    if (id !== text && taxpayerIdState(id) === 'valid') found.push(id);
  }
  return found;
};

/** The point before the two decimals of an amount is lost more easily than a digit. */
const withPoint = (text: string): readonly string[] =>
  /^[¥￥]?-?\d{3,}$/u.test(text)
    ? [readValue(text.replace(/(?=\d{2}$)/u, '.'), 'money').value].filter((value) => value !== null)
    : [];

/** Below this score a recognizer does not know a digit: it may be any. */
const illegible = 0.5;
const anyDigit = Array.from('0123456789', (text) => ({ text, score: 0.001 }));

/** What a character may be, in plain signs. */
const alternativesOf = (glyph: PageGlyph, page: ScanPage): Alternatives => {
  const read = page.read.get(glyph)?.alternatives ?? [{ text: glyph.text, score: 1 }];
  const plain = read.map(({ text, score }) => ({ text: plainSign(text), score }));
  const [first] = plain;
  if (!first || first.score >= illegible || !/^\d$/u.test(first.text)) return plain;
  return [...plain, ...anyDigit.filter(({ text }) => !plain.some((one) => one.text === text))];
};

const othersOf = (
  invoice: Invoice,
  notes: ScanNotes,
  page: ScanPage,
): ReadonlyMap<FieldPath, readonly string[]> => {
  const others = new Map<FieldPath, readonly string[]>();
  for (const [path, glyphs] of notes.sources) {
    const kind = fieldOf(path)?.kind;
    if (
      kind === undefined ||
      kind === 'lines' ||
      path.endsWith('addressPhone') ||
      path.endsWith('bankAccount')
    )
      continue;
    const characters = glyphs.map((glyph) => alternativesOf(glyph, page));
    const read = otherReadings(characters).flatMap(({ text }) => valueOfReading(path, text) ?? []);
    const whole = glyphs.map(({ text }) => text).join('');
    const all = [
      ...read,
      ...(kind === 'taxId' ? idsWithin(whole) : []),
      ...(kind === 'money' ? withPoint(whole) : []),
    ];
    const current = valueAt(invoice, path);
    const values = [...new Set(all)].filter((value) => value !== current);
    if (values.length > 0) others.set(path, values);
  }
  // A detector finds all digits but a 1 that stands alone.
  for (const [index, { quantity, unitPrice }] of invoice.lines.entries())
    if (quantity === null && unitPrice !== null && !others.has(linePath(index, 'quantity')))
      others.set(linePath(index, 'quantity'), ['1']);
  return others;
};

/**
 * Whether a repair may be chance: one in 31 texts has a valid check character, and a recognizer has many other readings.
 */
const isByChance = ({ evidence }: Repair): boolean => evidence.every((kind) => kind === 'check-character');

const repairFinding = (repair: Repair): ReaderFinding => ({
  id: 'value-repaired',
  ...(isByChance(repair) ? {} : { level: 'info' }),
  fields: [repair.path],
  message: evidenceTexts.repaired(repair.from, repair.to, repair.evidence),
});

/**
 * The lines agree with themselves but not with the total: one of them may have been lost, and what follows it may have
 * moved up.
 */
const lostLineFindings = (
  lines: readonly InvoiceLine[],
  failing: readonly Evidence[],
): readonly ReaderFinding[] => {
  const has = (kinds: readonly EvidenceKind[]): boolean => failing.some(({ kind }) => kinds.includes(kind));
  if (!has(['line-sum', 'tax-sum']) || has(['product', 'rate'])) return [];
  const fields = lines.flatMap((_, index) => lineKeys.map((key) => linePath(index, key)));
  return [{ id: 'rows-settled', fields, message: readerFindingTexts.lineLost }];
};

type Weighed = { readonly invoice: Invoice; readonly findings: readonly ReaderFinding[] };

/** Weighs the values of a scan against all evidence: repairs what has one reading, and names what is proven. */
export const weigh = (
  invoice: Invoice,
  notes: ScanNotes,
  page: ScanPage,
  { qr, confirmed, areSidesKnown }: ScanEvidence & { readonly areSidesKnown: boolean },
): Weighed => {
  const context: EvidenceContext = {
    lineCount: invoice.lines.length,
    qr: qr === null ? null : parseQr(qr),
    copies: printedCopies(invoice, notes.origins),
    confirmed,
  };
  const repairs = repairsOf((path) => valueAt(invoice, path), othersOf(invoice, notes, page), context);
  const repaired = correctedValues(invoice, repairs);
  const get = (path: FieldPath): string | null => valueAt(repaired, path);
  const failing = evidenceOf(get, context).filter(({ holds }) => !holds);
  const byChance = new Set(repairs.filter(isByChance).map(({ path }) => path));
  // A check digit proves an ID, but not whose it is.
  const isProvable = (path: FieldPath): boolean =>
    !byChance.has(path) && (areSidesKnown || !path.endsWith('.taxId'));
  const proven = [...provenBy(get, context)].filter(([path]) => isProvable(path));
  return {
    invoice: repaired,
    findings: [
      ...repairs.map(repairFinding),
      ...failing.map(({ kind, fields }) => ({
        id: 'evidence-differs',
        fields,
        message: evidenceTexts.contradicted([kind]),
      })),
      ...lostLineFindings(repaired.lines, failing),
      ...provenFindings(proven),
    ],
  };
};
