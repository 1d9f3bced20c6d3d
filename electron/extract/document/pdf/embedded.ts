import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { readXml } from '../xml/read-xml.ts';

/** More files than any invoice carries; the others are not looked at. */
const maxFiles = 8;
const maxBytes = 16 * 1024 * 1024;

/** An XML starts with a bracket, behind a byte order mark or blanks, in one or two bytes a character. */
const looksLikeXml = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1').replaceAll('\0', '');
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</u.test(head);
};

/** Invoices in the files that a PDF carries, told by what is in them: their names say nothing. */
export const readEmbedded = async (proxy: PDFDocumentProxy): Promise<readonly InvoiceExtraction[]> => {
  const attachments = await proxy.getAttachments();
  if (!attachments) return [];
  for (const id of [...attachments.keys()].slice(0, maxFiles)) {
    const content: unknown = await proxy.getAttachmentContent(id);
    if (!(content instanceof Uint8Array) || content.length > maxBytes || !looksLikeXml(content)) continue;
    const read = readXml(content);
    if (read.ok) return read.value;
  }
  return [];
};
