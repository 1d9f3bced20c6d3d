import { documentReaderOf } from '../extract/document/document-readers.ts';
import {
  journeySchema,
  specialBlockSchema,
  ticketSchema,
  type InvoiceExtraction,
  type Seal,
} from '../../shared/invoice/extraction.ts';
import { paperSchema } from '../../shared/invoice/paper.ts';
import { cutIn, cutText, withShortValues } from '../../shared/invoice/short-values.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { closeLargePdf, openKeptPdf } from './kept-pdf.ts';
import { largeFileBytes } from './limits.ts';
import { readWholeFile, type TakenFormat } from './read-file.ts';
import { releaseBytes, sha256Of } from '../infra/bytes.ts';

/** A file whose data contains invoices. */
export type DigitalFile = {
  readonly format: 'xml' | 'ofd' | 'pdf';
  readonly sha256: string;
  readonly bytes: number;
  /** Empty if its pages can only be recognized from their pictures. */
  readonly extractions: readonly InvoiceExtraction[];
  /** The page on which each invoice starts, from 1. */
  readonly pages: readonly number[];
  /** Pages without data, which can only be recognized from their pictures. */
  readonly otherPages: readonly number[];
  /** The result of checking its signatures; null if it has none. */
  readonly seal: Seal | null;
};

/** Whether files of a format can contain an invoice as data. */
export const mayHoldData = (format: TakenFormat): boolean => documentReaderOf({ format }) !== null;

type Pages = Pick<DigitalFile, 'pages' | 'otherPages'>;

/**
 * The pages with an extraction's values, and those whose text continues it. Data inside the file counts for its first
 * page.
 */
const pagesOf = ({ origins, pages: own = [] }: InvoiceExtraction): readonly number[] => {
  const pages = new Set([...own, ...Object.values(origins).map(({ page = 1 }) => page)]);
  return pages.size === 0 ? [1] : [...pages].toSorted((one, other) => one - other);
};

/** In a PDF an invoice may continue on other pages, and pages without data may follow. */
const pagesOfPdf = async (
  extractions: readonly InvoiceExtraction[],
  path: string,
  password: string | null,
): Promise<Result<Pages, Failure>> => {
  const opened = await openKeptPdf(path, password);
  if (!opened.ok) return opened;
  const covered = extractions.map(pagesOf);
  const isCovered = new Set(covered.flat());
  const all = Array.from({ length: opened.value.document.proxy.numPages }, (_, index) => index + 1);
  return success({
    pages: covered.map(([first = 1]) => first),
    otherPages: all.filter((page) => !isCovered.has(page)),
  });
};

const onePageEach = (extractions: readonly InvoiceExtraction[]): Pages => ({
  pages: extractions.map((_, index) => index + 1),
  otherPages: [],
});

/** An extraction without endless texts. */
const withShortTexts = (given: InvoiceExtraction): InvoiceExtraction => {
  const read = withShortValues(given);
  const { ticket, journeys, special, paper, qr, codeInFile } = read;
  return {
    ...read,
    ticket: ticket && cutIn(ticketSchema, ticket),
    ...(journeys && { journeys: journeys.map((one) => cutIn(journeySchema, one)) }),
    ...(special && { special: special.map((one) => cutIn(specialBlockSchema, one)) }),
    ...(paper && { paper: cutIn(paperSchema, paper) }),
    qr: qr && cutText(qr),
    ...(codeInFile && { codeInFile: cutText(codeInFile) }),
  };
};

/**
 * Extracts the data of a file without any call. Null for a format that contains no data.
 */
export const readDigital = async ({
  path,
  password,
  bytes: fileBytes,
}: {
  readonly path: string;
  readonly password: string | null;
  /** The length of the file. */
  readonly bytes: number;
}): Promise<Result<DigitalFile | null, Failure>> => {
  // Never two large files at once.
  if (fileBytes > largeFileBytes) await closeLargePdf((open) => open !== path);
  const file = await readWholeFile(path);
  if (!file.ok) return failed(file.failure);
  const { bytes } = file.value;
  const { length } = bytes;
  const reader = documentReaderOf(file.value);
  if (!reader) return success(null);
  const sha256 = sha256Of(bytes);
  const read = await reader.extract({ bytes, password }, new AbortController().signal);
  if (!read.ok) return read;
  const { extractions, seal } = read.value;
  if (length > largeFileBytes) releaseBytes(bytes);
  const pages =
    reader.id === 'pdf' ? await pagesOfPdf(extractions, path, password) : success(onePageEach(extractions));
  if (!pages.ok) return pages;
  return success({
    format: reader.id,
    sha256,
    bytes: length,
    extractions: extractions.map(withShortTexts),
    seal,
    ...pages.value,
  });
};
