import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { kindOfInvoice } from '../../../../shared/invoice/kind.ts';
import type { InvoiceLine } from '../../../../shared/invoice/model.ts';
import { centsOf } from '../../../../shared/invoice/money.ts';
import { parseQr } from '../../../../shared/invoice/qr.ts';
import { printedBusiness } from '../../document/business-label.ts';
import type { ReadPage } from '../../document/page-text/page.ts';
import { isOfInvoice } from '../../document/page-text/papers.ts';
import { isAnInvoice } from '../../document/page-text/read-printed.ts';
import type { ReadPicture } from '../read-lines.ts';
import { areasOf } from './areas.ts';
import { readScanGoods } from './goods.ts';
import { readScanHeader } from './header.ts';
import { scanTextOf, textPageOf } from './place-form.ts';
import { readScanPersons, readScanRemark } from './notes-area.ts';
import { readScanParties } from './parties.ts';
import { scanPageOf, type ScanPage } from './scan-glyphs.ts';
import { doubtsOf, sidesDoubts } from './doubts.ts';
import { createScanNotes } from './scan-notes.ts';
import { readScanTotals } from './totals.ts';
import { weigh, type ScanEvidence } from './weigh.ts';

/** The title of a digital invoice: a reader may lose its last bracket, which stands alone. */
const titleForm = /电子发票\((?:增值税)?(?:普通|专用)发票|电子发票\([^)]{2,20}\)/u;

/** A list of goods without taxes belongs to no invoice. */
const isTaxed = ({ amount, taxRate, tax }: InvoiceLine): boolean =>
  centsOf(amount) !== null && (taxRate !== null || tax !== null);

/**
 * Reads the values of an invoice from the text of its picture, and weighs them against all evidence. A page whose list of
 * goods goes on, on another page or from one, has what is printed on it. Null if the picture shows no form of an invoice.
 */
export const placeScan = (
  picture: ReadPicture,
  evidence: ScanEvidence,
  scan: ScanPage = scanPageOf(picture),
  page: ReadPage = textPageOf(picture, scan),
): InvoiceExtraction | null => {
  const areas = areasOf(scan);
  if (!areas) return null;
  const notes = createScanNotes(scan, picture);
  // The list of goods goes on: the page has no total, and what looks like one is its own sum.
  const isOpen = areas.gross === Infinity;
  const header = readScanHeader(areas, page, notes);
  const { areSidesKnown, ...parties } = readScanParties(areas, notes);
  const title =
    areas.rows.map(({ text }) => titleForm.exec(text)?.[0]).find((text) => text !== undefined) ?? null;
  const { lines, passages } = readScanGoods(areas, notes);
  const remark = isOpen ? null : readScanRemark(areas, parties.seller.taxId, notes);
  const read = {
    ...emptyInvoice,
    ...header,
    ...parties,
    lines,
    ...(isOpen ? {} : readScanTotals(areas, notes)),
    ...remark?.values,
    ...(isOpen ? {} : readScanPersons(areas, notes)),
  };
  if (isOpen && read.number === null && !lines.some(isTaxed)) return null;
  // What ends with sums may be any paper with a table of goods, or the last page of an invoice.
  const isOwn = isOpen || evidence.qr !== null || lines.some(isTaxed);
  if (!isOwn && !isAnInvoice(read) && !isOfInvoice(page.rows)) return null;
  const weighed = weigh(read, notes, scan, { ...evidence, areSidesKnown });
  const qr = evidence.qr === null ? null : parseQr(evidence.qr);
  const invoice = { ...weighed.invoice, kind: kindOfInvoice({ ...weighed.invoice, title }, qr) };
  const special = printedBusiness([page], { invoice, journeys: passages }, (path, source) =>
    notes.read(path, scanTextOf(source), 'text'),
  );
  return {
    reader: 'local',
    invoice,
    ticket: null,
    ...(passages.length > 0 ? { journeys: passages } : {}),
    ...(special.length > 0 ? { special } : {}),
    origins: notes.origins,
    findings: [
      ...notes.findings,
      ...weighed.findings,
      ...sidesDoubts(weighed.invoice, areSidesKnown),
      ...doubtsOf(weighed.invoice, remark?.isCovered === true),
    ],
    qr: null,
  };
};
