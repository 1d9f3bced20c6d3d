import { readOfd } from '../extract/document/ofd/read/read-ofd.ts';
import { checkOfdSeals } from '../extract/document/seal/check-ofd-seals.ts';
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
  /** Empty where its pages can only be recognized from their pictures. */
  readonly extractions: readonly InvoiceExtraction[];
  /** Of its signatures; null where it has none. */
  readonly seal: Seal | null;
};

/** Whether a format may hold an invoice as data at all. */
export const mayHoldData = ({ kind }: TakenFormat): boolean => kind === 'xml' || kind === 'ofd';

type Read = Pick<DigitalFile, 'extractions' | 'seal'>;

const sealIn = (extractions: readonly InvoiceExtraction[]): Seal | null =>
  extractions.find(({ seal }) => seal !== undefined)?.seal ?? null;

/** An XML without invoice data is a failure: there is no page to recognize. */
const readXmlFile = (bytes: Uint8Array): Result<Read, Failure> => {
  const read = readPlacedXml(bytes);
  return read.ok ? success({ extractions: read.value, seal: sealIn(read.value) }) : read;
};

/** A page without data can still be recognized from its picture; its seal is checked all the same. */
const readOfdFile = async (bytes: Uint8Array): Promise<Result<Read, Failure>> => {
  const read = await readOfd(bytes);
  if (!read.ok && read.failure.reason !== 'no-invoice-data') return read;
  return success({ extractions: read.ok ? read.value : [], seal: await checkOfdSeals(bytes) });
};

/**
 * Reads what a file states, without any call. Null for a format that holds no data. The reader of
 * a file is named after its format, wherever in the file the data stands.
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
  const { kind } = format;
  if (kind !== 'xml' && kind !== 'ofd') return success(null);
  const read = kind === 'xml' ? readXmlFile(bytes) : await readOfdFile(bytes);
  if (!read.ok) return read;
  const extractions = read.value.extractions.map((one) => ({ ...one, reader: kind }));
  return success({
    format: kind,
    sha256: sha256Of(bytes),
    bytes: bytes.length,
    extractions,
    seal: read.value.seal,
  });
};
