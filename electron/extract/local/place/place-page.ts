import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { parseQr } from '../../../../shared/invoice/qr.ts';
import { severalFinding } from '../../document/page-text/findings.ts';
import type { ReadPage } from '../../document/page-text/page.ts';
import { partsOf, severalNumbers } from '../../document/page-text/several.ts';
import type { ReadLine, ReadPicture } from '../read-lines.ts';
import { placeForm, textPageOf } from './place-form.ts';
import { placeScan } from './place-scan.ts';
import { scanPageOf, type ScanPage } from './scan-glyphs.ts';
import type { ScanEvidence } from './weigh.ts';

/** The lines of the first of several invoices on a picture, and the numbers of all; null if there is only one. */
const firstOfSeveral = (
  { glyphs, read }: ScanPage,
  page: ReadPage,
): { readonly numbers: readonly string[]; readonly lines: readonly ReadLine[] } | null => {
  const found = severalNumbers(page);
  const [first] = partsOf(glyphs, found);
  if (found.length === 0 || !first) return null;
  const lines = new Set(first.glyphs.flatMap((glyph) => read.get(glyph)?.line ?? []));
  return { numbers: found.map(({ number }) => number), lines: [...lines] };
};

/**
 * Reads the invoice on a picture, by its form. Of several invoices only the first is read, so that no value mixes two, and
 * an error names the numbers of all. Null if the picture shows none.
 */
export const placePage = (picture: ReadPicture, evidence: ScanEvidence): InvoiceExtraction | null => {
  const scan = scanPageOf(picture);
  const page = textPageOf(picture, scan);
  const several = firstOfSeveral(scan, page);
  if (!several) return placeForm(picture, scan, page) ?? placeScan(picture, evidence, scan);
  const { numbers, lines } = several;
  const code = evidence.qr === null ? null : parseQr(evidence.qr);
  // The code may be that of another one.
  const qr = code?.number === numbers[0] ? evidence.qr : null;
  const part = { ...picture, lines };
  const first = scanPageOf(part);
  const placed =
    placeForm(part, first, textPageOf(part, first)) ?? placeScan(part, { ...evidence, qr }, first);
  return placed && { ...placed, findings: [...placed.findings, severalFinding(numbers)] };
};
