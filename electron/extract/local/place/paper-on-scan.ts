import { paperExtraction } from '../../../../shared/invoice/checks/no-invoice.ts';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { textRowsOf } from '../../document/page-text/rows.ts';
import { paperIn } from '../../document/page-text/papers.ts';
import type { ReadPicture } from '../read-lines.ts';
import { scanPageOf } from './scan-glyphs.ts';

/**
 * What a picture shows instead of an invoice, if its words say so; null if they don't.
 * @param qr the code of an invoice on the picture: with it, it is no other paper
 */
export const paperOnScan = (picture: ReadPicture, qr: string | null): InvoiceExtraction | null => {
  const paper = qr === null ? paperIn(textRowsOf(scanPageOf(picture).glyphs)) : null;
  return paper && paperExtraction('local', paper);
};
