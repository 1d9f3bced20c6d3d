import { centsOf } from '../../../../shared/invoice/money.ts';
import { isComplete } from '../../../../shared/invoice/complete.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { codesOfInvoices, parseQr, provingCode } from '../../../../shared/invoice/qr.ts';
import { cutPapers } from '../../document/page-text/beside.ts';
import { besideFinding, severalFinding } from '../../document/page-text/findings.ts';
import type { PageGlyph } from '../../document/page-text/glyphs.ts';
import type { ReadPage } from '../../document/page-text/page.ts';
import { waysToDivide } from '../../document/page-text/gap-parts.ts';
import { copiesOn, evenParts, severalNumbers, type Part } from '../../document/page-text/several.ts';
import type { ReadPicture } from '../read-lines.ts';
import { coarseFinding } from './doubts.ts';
import { linesOfPart } from './part-lines.ts';
import { placeForm, textPageOf } from './place-form.ts';
import { placeScan } from './place-scan.ts';
import { scanPageOf, type ScanPage } from './scan-glyphs.ts';
import { pointIn } from './scan-notes.ts';
import type { ScanEvidence } from './weigh.ts';

/** What is known about the invoices on a page beside its picture's text. */
export type PageEvidence = Pick<ScanEvidence, 'confirmed'> & {
  /** The texts of all QR codes on the picture. */
  readonly codes: readonly string[];
};

const placeOne = (
  picture: ReadPicture,
  evidence: ScanEvidence,
  scan: ScanPage,
  page: ReadPage,
): InvoiceExtraction | null => {
  const placed = placeForm(picture, scan, page) ?? placeScan(picture, evidence, scan, page);
  if (!placed || !picture.isCoarse) return placed;
  return { ...placed, findings: [...placed.findings, coarseFinding(placed.invoice, placed.findings)] };
};

/** Whether net amount and tax do not contradict the gross amount. */
const addsUp = ({ ticket, invoice }: InvoiceExtraction): boolean => {
  const [total, tax] = [centsOf(invoice.total), centsOf(invoice.taxTotal)];
  if (ticket || total === null || tax === null) return true;
  return total + tax === centsOf(invoice.grossTotal);
};

/** A number behind its label, or that of a digital invoice alone. */
const turnedForm = /^(?:发票号码[:：]?(?<number>\d{20}|\d{8})|(?<digital>\d{20}))$/u;

/** The numbers of invoices that lie the other way round. */
const turnedNumbers = ({ turned = [] }: ReadPicture): readonly string[] => [
  ...new Set(
    turned.flatMap((text) => {
      const { number, digital } = turnedForm.exec(text.replaceAll(/\s/gu, ''))?.groups ?? {};
      return number ?? digital ?? [];
    }),
  ),
];

/** Whether each of several invoices on a picture has a number and sums of its own. */
const areWhole = (read: readonly InvoiceExtraction[]): boolean =>
  read.every((one) => isComplete(one) && addsUp(one)) &&
  new Set(read.map(({ invoice }) => invoice.number)).size === read.length;

/** The first of the copies of one invoice on a page; null if they are not alike. */
const firstOfCopies = ([
  first,
  ...others
]: readonly (InvoiceExtraction | null)[]): InvoiceExtraction | null => {
  if (!first || others.length === 0 || !isComplete(first)) return null;
  const { number, total, grossTotal } = first.invoice;
  const isAlike = (one: InvoiceExtraction | null): boolean =>
    one?.invoice.number === number && one.invoice.total === total && one.invoice.grossTotal === grossTotal;
  return others.every(isAlike) ? first : null;
};

const withSeveral = (one: InvoiceExtraction, numbers: readonly string[]): InvoiceExtraction => ({
  ...one,
  findings: [...one.findings, severalFinding(numbers)],
});

/**
 * Reads the invoices on a picture, each by its form; several only if each has a number and sums of its own. Otherwise
 * only the first is read, so that no value mixes two, and an error names the numbers of all. Empty if there is none.
 */
export const placePage = (
  picture: ReadPicture,
  { codes, confirmed }: PageEvidence,
): readonly InvoiceExtraction[] => {
  const scan = scanPageOf(picture);
  const page = textPageOf(picture, scan);
  const { glyphs: invoiceGlyphs, beside } = cutPapers(page);
  if (beside) {
    const part = { ...picture, lines: linesOfPart(scan, invoiceGlyphs) };
    const finding = besideFinding(beside);
    return placePage(part, { codes, confirmed }).map((one) =>
      Object.assign(one, { findings: [...one.findings, finding] }),
    );
  }
  const found = severalNumbers(page);
  const turned = turnedNumbers(picture);
  const known = codes.filter((code) => {
    const parsed = parseQr(code);
    return parsed !== null && !turned.includes(parsed.number ?? '');
  });
  const coded = codesOfInvoices(known) ?? '';
  const placePart = (glyphs: readonly PageGlyph[], qr: string | null): InvoiceExtraction | null => {
    const part = { ...picture, lines: linesOfPart(scan, glyphs) };
    const own = scanPageOf(part);
    return placeOne(part, { qr, confirmed }, own, textPageOf(part, own));
  };
  if (found.length === 0) {
    const qr = provingCode(coded, parseQr(coded)?.number ?? null)?.text ?? null;
    const copies = evenParts(scan.glyphs, copiesOn(page)).map(({ glyphs }) => placePart(glyphs, qr));
    const placed = firstOfCopies(copies) ?? placeOne(picture, { qr, confirmed }, scan, page);
    const others = turned.filter((number) => number !== placed?.invoice.number);
    if (!placed || others.length === 0) return placed ? [placed] : [];
    return [
      withSeveral(placed, [...(placed.invoice.number === null ? [] : [placed.invoice.number]), ...others]),
    ];
  }
  const readParts = (parts: readonly Part[]) => {
    const read = parts.map(({ glyphs }) => {
      const isOwn = new Set(glyphs);
      const number = found.find(({ label }) => label.glyphs.some((glyph) => isOwn.has(glyph)))?.number;
      // A code may be that of another one.
      const own = provingCode(coded, number ?? null);
      const qr = own?.qr.number === number ? (own?.text ?? null) : null;
      return placePart(glyphs, qr);
    });
    const all = read.filter((one) => one !== null);
    return { parts, all, isWhole: turned.length === 0 && all.length === parts.length && areWhole(all) };
  };
  let best: ReturnType<typeof readParts> | null = null;
  for (const parts of waysToDivide(scan.glyphs, found)) {
    const read = readParts(parts);
    if (!best || read.isWhole) best = read;
    if (read.isWhole) break;
  }
  const { parts = [], all = [], isWhole = false } = best ?? {};
  const [first] = all;
  if (!isWhole) return first ? [withSeveral(first, [...found.map(({ number }) => number), ...turned])] : [];
  const numbers = all.flatMap(({ invoice }) => invoice.number ?? []);
  return all.map((one, index): InvoiceExtraction => {
    const { left = 0, top = 0, right = 0, bottom = 0 } = parts[index] ?? {};
    const area = [
      pointIn(picture, left, top),
      pointIn(picture, right, top),
      pointIn(picture, right, bottom),
      pointIn(picture, left, bottom),
    ] as const;
    return Object.assign(one, { part: { place: index + 1, numbers, area } });
  });
};
