import type { z } from 'zod';
import { documentReaderOf } from '../extract/document/document-readers.ts';
import {
  journeySchema,
  specialBlockSchema,
  ticketSchema,
  type InvoiceExtraction,
  type Seal,
} from '../../shared/invoice/extraction.ts';
import { fieldPathsOf, valueAt } from '../../shared/invoice/fields.ts';
import { invoiceSchema } from '../../shared/invoice/model.ts';
import type { ReaderFinding } from '../../shared/invoice/read-lines.ts';
import { readerFindingTexts } from '../../shared/texts/reader-findings.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { openKeptPdf } from './kept-pdf.ts';
import { readWholeFile, type TakenFormat } from './read-file.ts';
import { sha256Of } from '../infra/bytes.ts';

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

/** Characters of a value: as many as a user can type. The longest real ones are remarks of a few hundred. */
const longest = 10_000;

const cut = (text: string): string => (text.length > longest ? text.slice(0, longest) : text);

/** Data with each of its texts cut. */
const cutIn = <Data>(schema: z.ZodType<Data>, data: Data): Data =>
  schema.parse(
    JSON.parse(JSON.stringify(data), (_, member: unknown) =>
      typeof member === 'string' ? cut(member) : member,
    ),
  );

const cutMessage = ({ message: { zh, en }, ...finding }: ReaderFinding): ReaderFinding => ({
  ...finding,
  message: { zh: cut(zh), en: cut(en) },
});

/**
 * An extraction without endless values, which nobody can review, and which would be sent to the window with each list.
 * A cut value is a finding.
 */
const withShortValues = (read: InvoiceExtraction): InvoiceExtraction => {
  const { invoice, ticket, findings, journeys, special } = read;
  if (JSON.stringify([invoice, ticket, findings, journeys, special]).length <= longest) return read;
  const fields = fieldPathsOf(invoice).filter((path) => (valueAt(invoice, path) ?? '').length > longest);
  return {
    ...read,
    invoice: cutIn(invoiceSchema, invoice),
    ticket: ticket && cutIn(ticketSchema, ticket),
    findings: [
      ...findings.map(cutMessage),
      ...(fields.length > 0
        ? [{ id: 'value-cut', fields, message: readerFindingTexts.valueCut(longest) }]
        : []),
    ],
    ...(journeys && { journeys: journeys.map((one) => cutIn(journeySchema, one)) }),
    ...(special && { special: special.map((one) => cutIn(specialBlockSchema, one)) }),
  };
};

/**
 * Extracts the data of a file without any call. Null for a format that contains no data.
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
  const { bytes } = file.value;
  const reader = documentReaderOf(file.value);
  if (!reader) return success(null);
  const read = await reader.extract({ bytes, password }, new AbortController().signal);
  if (!read.ok) return read;
  const { extractions, seal } = read.value;
  const pages =
    reader.id === 'pdf' ? await pagesOfPdf(extractions, path, password) : success(onePageEach(extractions));
  if (!pages.ok) return pages;
  return success({
    format: reader.id,
    sha256: sha256Of(bytes),
    bytes: bytes.length,
    extractions: extractions.map(withShortValues),
    seal,
    ...pages.value,
  });
};
