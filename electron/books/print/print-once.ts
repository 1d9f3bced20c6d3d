import type { InvoiceExtraction } from '../../../shared/invoice/extraction.ts';
import type { Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { documentReaderOf } from '../../extract/document/document-readers.ts';
import type { FileBytes, TakenFormat } from '../../intake/read-file.ts';
import { haveSameNumber } from '../../pipeline/digital-intake.ts';

/** A file to print, whose bytes are read when they are needed. */
export type FileToPrint = {
  readonly source: string;
  /** Null if the file can't be read. */
  readonly format: TakenFormat['kind'] | null;
  readonly read: () => Promise<Result<FileBytes, Failure>>;
};

/**
 * Formats of one invoice's renditions, the best on paper first: a PDF keeps the issuer's page, an OFD is drawn
 * from its page, and an XML has only data.
 */
const renditionFormats = ['pdf', 'ofd', 'xml'] as const;
type RenditionFormat = (typeof renditionFormats)[number];

const renditionFormat = ({ format }: FileToPrint): RenditionFormat | null =>
  renditionFormats.find((one) => one === format) ?? null;

type Identity = Pick<InvoiceExtraction['invoice'], 'code' | 'number'>;
type Rendition = {
  readonly index: number;
  readonly format: RenditionFormat;
  readonly invoices: readonly Identity[];
};

/** The invoices in a file's data; empty if it has none. */
const invoicesIn = async (file: FileToPrint): Promise<readonly Identity[]> => {
  const content = await file.read();
  const reader = content.ok ? documentReaderOf(content.value) : null;
  if (!content.ok || !reader) return [];
  const { bytes } = content.value;
  const read = await reader.extract({ bytes, password: null }, new AbortController().signal);
  return read.ok ? read.value.extractions.map(({ invoice }) => invoice) : [];
};

/** The renditions that are printed instead of a file: better ones that together have all its invoices. */
const betterOnes = (file: Rendition, printed: readonly Rendition[]): readonly Rendition[] | null => {
  const better = file.invoices.map((invoice) =>
    printed.find(
      (other) => other.format !== file.format && other.invoices.some((each) => haveSameNumber(each, invoice)),
    ),
  );
  return better.length > 0 && better.every((one) => one !== undefined) ? better : null;
};

/**
 * Keeps one of an invoice's PDF, OFD and XML for printing, at the position of the first. Two files of one
 * format are both printed, because they are two documents.
 */
export const printOnce = async (files: readonly FileToPrint[]): Promise<readonly FileToPrint[]> => {
  // Files of one format are never renditions of each other, so they need not be read.
  if (new Set(files.map(renditionFormat).filter((format) => format !== null)).size < 2) return files;
  const renditions: Rendition[] = [];
  for (const [index, file] of files.entries()) {
    const format = renditionFormat(file);
    if (format) renditions.push({ index, format, invoices: await invoicesIn(file) });
  }
  const places = files.map((_, index) => index);
  const left = new Set<number>();
  const printed: Rendition[] = [];
  for (const format of renditionFormats)
    for (const rendition of renditions.filter((one) => one.format === format)) {
      const better = betterOnes(rendition, printed);
      if (better === null) {
        printed.push(rendition);
        continue;
      }
      left.add(rendition.index);
      for (const { index } of better) places[index] = Math.min(places[index] ?? index, rendition.index);
    }
  return files
    .map((file, index) => ({ file, index, place: places[index] ?? index }))
    .filter(({ index }) => !left.has(index))
    .toSorted((one, other) => one.place - other.place || one.index - other.index)
    .map(({ file }) => file);
};
