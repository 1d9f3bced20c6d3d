import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { formOn, readFixedForm } from '../../document/page-text/fixed-form.ts';
import type { Notes, TextSource } from '../../document/page-text/note.ts';
import { pageOfGlyphs, type ReadPage } from '../../document/page-text/page.ts';
import { checkHeader, isAnInvoice, isATicket } from '../../document/page-text/read-printed.ts';
import type { ReadPicture } from '../read-lines.ts';
import type { ScanPage } from './scan-glyphs.ts';
import { createScanNotes, type ScanText } from './scan-notes.ts';

/** The read picture as a page of text. */
export const textPageOf = ({ width, height }: ReadPicture, { glyphs }: ScanPage): ReadPage =>
  pageOfGlyphs({ turn: 0, width, height }, glyphs, 1);

export const scanTextOf = ({ text, pieces }: TextSource): ScanText => ({
  text,
  glyphs: pieces.flatMap(({ glyphs }) => glyphs),
});

/**
 * Reads a fixed form, such as a taxi receipt, from the text of its picture: by the descriptions that read it from the text
 * of files. Null if the picture shows none.
 */
export const placeForm = (picture: ReadPicture, scan: ScanPage, page: ReadPage): InvoiceExtraction | null => {
  const pages = [page];
  const form = formOn(pages);
  if (!form) return null;
  const own = createScanNotes(scan, picture);
  const notes: Notes = {
    origins: own.origins,
    findings: own.findings,
    read: (path, source, kind) => own.read(path, source && scanTextOf(source), kind),
    reject: (path, source) => void own.read(path, scanTextOf(source), 'text'),
  };
  const read = readFixedForm(pages, form, null, notes);
  checkHeader(read.invoice, notes);
  if (!isATicket(read, pages) && !isAnInvoice(read.invoice)) return null;
  return { ...read, reader: 'local', origins: own.origins, findings: own.findings, qr: null };
};
