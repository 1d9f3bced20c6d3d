import type { InvoiceExtraction, Seal } from '../../../shared/invoice/extraction.ts';
import { success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { DocumentExtraction, DocumentReader, FileHead } from '../reader.ts';
import { openOfd, readOpenedOfd } from './ofd/read/read-ofd.ts';
import { pageQrTexts } from './pdf/page-qr.ts';
import { readPdfInvoice } from './pdf/read-pdf.ts';
import { checkOfdPackage } from './seal/check-ofd-seals.ts';
import { checkPdfSeals } from './seal/check-pdf-seals.ts';
import { readXml } from './xml/read-xml.ts';

type Extracted = Result<readonly InvoiceExtraction[], Failure>;

/** A page without data can still be recognized from its picture. */
const orNone = (read: Extracted): Extracted =>
  !read.ok && read.failure.reason === 'no-invoice-data' ? success([]) : read;

/** The reader is named after the file's format, wherever the data is inside the file. */
const namedBy =
  (reader: DocumentReader['id']) =>
  (one: InvoiceExtraction): InvoiceExtraction =>
    one.reader === 'qr' || one.reader === reader ? one : { ...one, reader };

/** The seal is always checked, unless the file can't be opened. */
const withSeal = async (
  id: DocumentReader['id'],
  read: Extracted,
  checkSeal: () => Promise<Seal | null>,
): Promise<Result<DocumentExtraction, Failure>> =>
  read.ok ? success({ extractions: read.value.map(namedBy(id)), seal: await checkSeal() }) : read;

/** The type of an XML file shows only in its elements. */
const xmlReader: DocumentReader = {
  id: 'xml',
  subject: 'invoice',
  cost: 'free',
  accepts: ({ format }) => (format.kind === 'xml' ? 'maybe' : 'no'),
  // An XML without invoice data is a failure, because it has no page to recognize.
  extract: ({ bytes }) => {
    const read = readXml(bytes);
    if (!read.ok) return Promise.resolve(read);
    const seal = read.value.find((one) => one.seal !== undefined)?.seal ?? null;
    return Promise.resolve(success({ extractions: read.value.map(namedBy('xml')), seal }));
  },
};

const ofdReader: DocumentReader = {
  id: 'ofd',
  subject: 'invoice',
  cost: 'free',
  accepts: ({ format }) => (format.kind === 'ofd' ? 'yes' : 'no'),
  // The seal is checked over the very parts that are read.
  extract: async ({ bytes }) => {
    const opened = await openOfd(bytes);
    if (!opened.ok) return opened;
    const parts = opened.value;
    const { sealAfter, covered } = await checkOfdPackage(parts);
    return withSeal('ofd', orNone(await readOpenedOfd(parts, covered)), () =>
      Promise.resolve(sealAfter(parts.used)),
    );
  },
};

/** A scan has no data, so only the service can read it. */
const pdfReader: DocumentReader = {
  id: 'pdf',
  subject: 'invoice',
  cost: 'free',
  accepts: ({ format }) => (format.kind === 'pdf' ? 'maybe' : 'no'),
  extract: async ({ bytes, password }) =>
    withSeal('pdf', orNone(await readPdfInvoice({ bytes, password }, { qrTexts: pageQrTexts })), () =>
      checkPdfSeals(bytes),
    ),
};

const readers: readonly DocumentReader[] = [xmlReader, ofdReader, pdfReader];

/** The reader of a file's own data; null if such files have none. */
export const documentReaderOf = (head: FileHead): DocumentReader | null =>
  readers.find((reader) => reader.accepts(head) !== 'no') ?? null;
