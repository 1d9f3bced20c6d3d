import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { InvoiceExtraction } from '../../../../shared/invoice/extraction.ts';
import { readXml } from '../xml/read-xml.ts';
import { bufferOver } from '../../../infra/bytes.ts';

/** More files than any invoice has; the others are not read. */
const maxFiles = 8;
const maxBytes = 16 * 1024 * 1024;

/** An XML starts with a bracket, after a byte order mark or blanks, in one or two bytes per character. */
const looksLikeXml = (bytes: Uint8Array): boolean => {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1').replaceAll('\0', '');
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</u.test(head);
};

/**
 * A stream expands to at most a thousand times its length. The data of an invoice takes a few kilobytes when
 * compressed.
 */
const maxPackedBytes = 128 * 1024;

/** Whether an embedded file is so long, even compressed, that decompressing it could fill the memory. */
const holdsLargeFile = (file: Buffer): boolean => {
  const mark = '/EmbeddedFile';
  for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + 1)) {
    if (/^[A-Za-z]/u.test(file.toString('latin1', at + mark.length, at + mark.length + 1))) continue;
    const start = file.indexOf('stream', at);
    const end = start < 0 ? -1 : file.indexOf('endstream', start + 6);
    const dictionary = file.toString(
      'latin1',
      Math.max(0, at - 200),
      start < 0 ? at : Math.min(start, at + 400),
    );
    const stated = Number(/\/Length\s+(\d+)(?!\s+\d+\s+R)/u.exec(dictionary)?.[1] ?? 0);
    if (end < 0 || Math.max(end - start, stated) > maxPackedBytes) return true;
  }
  return false;
};

/** Maximum number of pages that are searched for annotations with files. */
const maxPages = 3;

const fileIdOf = (annotation: unknown): string | null => {
  const isObject = typeof annotation === 'object' && annotation !== null;
  return isObject && 'fileId' in annotation && typeof annotation.fileId === 'string'
    ? annotation.fileId
    : null;
};

/** The files embedded in a PDF document, followed by those attached to its pages as annotations. */
async function* filesIn(proxy: PDFDocumentProxy, hasAnnotations: boolean): AsyncGenerator {
  const attachments = await proxy.getAttachments();
  for (const id of attachments?.keys() ?? []) yield proxy.getAttachmentContent(id);
  if (!hasAnnotations) return;
  for (let number = 1; number <= Math.min(proxy.numPages, maxPages); number += 1) {
    const annotations: readonly unknown[] = await (await proxy.getPage(number)).getAnnotations();
    for (const annotation of annotations) {
      const id = fileIdOf(annotation);
      if (id !== null) yield proxy.getAttachmentContent(id);
    }
  }
}

/** The data embedded in a PDF. */
type Embedded = {
  /** The invoices of the first file that has some, or else papers that are none. */
  readonly stated: readonly InvoiceExtraction[];
  /** Invoices of the other files. */
  readonly further: readonly InvoiceExtraction[];
  /** Not every file was read: there are too many, or one is too large. */
  readonly isUnread: boolean;
};

/** The data in the embedded files of a PDF, identified by content, because their names are meaningless. */
export const readEmbedded = async (proxy: PDFDocumentProxy, bytes: Uint8Array): Promise<Embedded> => {
  const file = bufferOver(bytes);
  if (holdsLargeFile(file)) return { stated: [], further: [], isUnread: true };
  let [count, isUnread] = [0, false];
  const found: (readonly InvoiceExtraction[])[] = [];
  let papers: readonly InvoiceExtraction[] | null = null;
  for await (const content of filesIn(proxy, file.includes('/FileAttachment') || file.includes('/ObjStm'))) {
    count += 1;
    const isBytes = content instanceof Uint8Array;
    isUnread ||= count > maxFiles || (isBytes && content.length > maxBytes);
    if (count > maxFiles) break;
    if (!isBytes || content.length > maxBytes || !looksLikeXml(content)) continue;
    const read = readXml(content);
    if (!read.ok) continue;
    if (read.value.some((one) => one.paper === undefined)) found.push(read.value);
    else papers ??= read.value;
  }
  const [stated = papers ?? [], ...further] = found;
  return { stated, further: further.flat().filter(({ paper }) => paper === undefined), isUnread };
};
