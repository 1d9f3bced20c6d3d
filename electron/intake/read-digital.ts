import { readPlacedXml } from '../extract/document/xml/placed-xml.ts';
import type { InvoiceExtraction, Seal } from '../../shared/invoice/extraction.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { readWholeFile, type TakenFormat } from './read-file.ts';
import { sha256Of } from './sha256.ts';

/** A file whose data states invoices. */
export type DigitalFile = {
  readonly format: 'xml' | 'ofd' | 'pdf';
  readonly sha256: string;
  readonly bytes: number;
  readonly extractions: readonly InvoiceExtraction[];
  /** Of its signatures; null where it has none. */
  readonly seal: Seal | null;
};

/** Whether a format may hold an invoice as data at all. */
export const mayHoldData = ({ kind }: TakenFormat): boolean => kind === 'xml';

type Read = Pick<DigitalFile, 'extractions' | 'seal'>;

const sealIn = (extractions: readonly InvoiceExtraction[]): Seal | null =>
  extractions.find(({ seal }) => seal !== undefined)?.seal ?? null;

const readXmlFile = (bytes: Uint8Array): Result<Read | null, Failure> => {
  const read = readPlacedXml(bytes);
  return read.ok ? success({ extractions: read.value, seal: sealIn(read.value) }) : read;
};

/**
 * Reads what a file states, without any call. Null where a page can only be recognized from its picture; an XML without
 * invoice data is a failure, since there is no page to recognize.
 */
export const readDigital = async ({
  path,
}: {
  readonly path: string;
  readonly password: string | null;
}): Promise<Result<DigitalFile | null, Failure>> => {
  const file = await readWholeFile(path);
  if (!file.ok) return failed(file.failure);
  const { bytes, format } = file.value;
  if (format.kind !== 'xml') return success(null);
  const read = readXmlFile(bytes);
  if (!read.ok) return read;
  return success(
    read.value && { format: format.kind, sha256: sha256Of(bytes), bytes: bytes.length, ...read.value },
  );
};
