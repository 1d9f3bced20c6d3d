import { readOfd } from '../extract/document/ofd/read/read-ofd.ts';
import { pageQrTexts } from '../extract/document/pdf/page-qr.ts';
import { readPdfInvoice } from '../extract/document/pdf/read-pdf.ts';
import { checkPdfSeals } from '../extract/document/seal/check-pdf-seals.ts';
import { checkOfdSeals } from '../extract/document/seal/check-ofd-seals.ts';
import { readXml } from '../extract/document/xml/read-xml.ts';
import type { InvoiceExtraction, Seal } from '../../shared/invoice/extraction.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { openKeptPdf } from './kept-pdf.ts';
import { readWholeFile, type TakenFormat } from './read-file.ts';
import { sha256Of } from './sha256.ts';

/** A file whose data contains invoices. */
export type DigitalFile = {
  readonly format: 'xml' | 'ofd' | 'pdf';
  readonly sha256: string;
  readonly bytes: number;
  /** Empty if its pages can only be recognized from their pictures. */
  readonly extractions: readonly InvoiceExtraction[];
  /** The page on which each of them starts, from 1. */
  readonly pages: readonly number[];
  /** Pages without data, which can only be recognized from their pictures. */
  readonly otherPages: readonly number[];
  /** The result of checking its signatures; null if it has none. */
  readonly seal: Seal | null;
};

/** Whether files of a format can contain an invoice as data. */
export const mayHoldData = ({ kind }: TakenFormat): boolean =>
  kind === 'xml' || kind === 'ofd' || kind === 'pdf';

type Read = Pick<DigitalFile, 'extractions' | 'seal' | 'pages' | 'otherPages'>;

const onePageEach = (extractions: readonly InvoiceExtraction[]) => ({
  extractions,
  pages: extractions.map((_, index) => index + 1),
  otherPages: [],
});

const sealIn = (extractions: readonly InvoiceExtraction[]): Seal | null =>
  extractions.find(({ seal }) => seal !== undefined)?.seal ?? null;

/**
 * An XML without invoice data is a failure, because it has no page to recognize. Its values have no positions
 * yet: they follow from the form, which is laid out only when shown.
 */
const readXmlFile = (bytes: Uint8Array): Result<Read, Failure> => {
  const read = readXml(bytes);
  return read.ok ? success({ ...onePageEach(read.value), seal: sealIn(read.value) }) : read;
};

/** A page without data can still be recognized from its picture. Its seal is checked in any case. */
const readOfdFile = async (bytes: Uint8Array): Promise<Result<Read, Failure>> => {
  const read = await readOfd(bytes);
  if (!read.ok && read.failure.reason !== 'no-invoice-data') return read;
  return success({ ...onePageEach(read.ok ? read.value : []), seal: await checkOfdSeals(bytes) });
};

/**
 * The pages with an extraction's values, and those whose text continues it. Data inside the file counts for its first
 * page.
 */
const pagesOf = ({ origins, pages: own = [] }: InvoiceExtraction): readonly number[] => {
  const pages = new Set([...own, ...Object.values(origins).map(({ page = 1 }) => page)]);
  return pages.size === 0 ? [1] : [...pages].toSorted((one, other) => one - other);
};

const readPdfFile = async (
  bytes: Uint8Array,
  path: string,
  password: string | null,
): Promise<Result<Read, Failure>> => {
  const read = await readPdfInvoice({ bytes, password }, { qrTexts: pageQrTexts });
  if (!read.ok && read.failure.reason !== 'no-invoice-data') return read;
  const extractions = read.ok ? read.value : [];
  const opened = await openKeptPdf(path, password);
  if (!opened.ok) return opened;
  const covered = extractions.map(pagesOf);
  const isCovered = new Set(covered.flat());
  const all = Array.from({ length: opened.value.document.proxy.numPages }, (_, index) => index + 1);
  return success({
    extractions,
    pages: covered.map(([first = 1]) => first),
    otherPages: all.filter((page) => !isCovered.has(page)),
    seal: await checkPdfSeals(bytes),
  });
};

/**
 * Extracts the data of a file without any call. Null for a format that contains no data. The reader is named
 * after the file's format, wherever the data is inside the file.
 */
export const readDigital = async ({
  path,
  password,
}: {
  readonly path: string;
  readonly password: string | null;
}): Promise<Result<DigitalFile | null, Failure>> => {
  const file = await readWholeFile(path);
  if (!file.ok) return failed(file.failure);
  const { bytes, format } = file.value;
  const { kind } = format;
  if (kind !== 'xml' && kind !== 'ofd' && kind !== 'pdf') return success(null);
  const read =
    kind === 'xml'
      ? readXmlFile(bytes)
      : await (kind === 'ofd' ? readOfdFile(bytes) : readPdfFile(bytes, path, password));
  if (!read.ok) return read;
  const extractions = read.value.extractions.map((one) => ({
    ...one,
    reader: one.reader === 'qr' ? one.reader : kind,
  }));
  return success({
    format: kind,
    sha256: sha256Of(bytes),
    bytes: bytes.length,
    ...read.value,
    extractions,
  });
};
