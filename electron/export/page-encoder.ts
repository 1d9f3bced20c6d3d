import type { Face } from '../../shared/face/model.ts';
import type { ExportPage } from './export-page.ts';
import { stateOf } from './page-words.ts';
import type { ExportChoice } from '../../shared/contract/export/exported.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { auditDigestText } from '../../shared/texts/exports.ts';

/** Encodes pages one at a time, so that no list of them is in memory. */
export type PageEncoder = {
  /** The bytes ready to be written; null while there are too few. */
  readonly add: (page: ExportPage) => Uint8Array | null;
  readonly end: () => Iterable<Uint8Array>;
};

/** Facts about all pages that must be known before the first is written, because columns depend on them. */
export type ExportFacts = {
  /** Some pages are demo data. */
  readonly demo: boolean;
  /** Some pages failed or wait. */
  readonly incomplete: boolean;
  /** Ordinals of the feature points of all faces, ascending. */
  readonly pointOrdinals: readonly number[];
};

/** Collects the facts page by page. */
export const createFacts = () => {
  const ordinals = new Set<number>();
  let [counted, demo, incomplete] = [0, false, false];
  const seeFace = ({ points, pointNumbers }: Face): void => {
    if (pointNumbers) for (const ordinal of pointNumbers) ordinals.add(ordinal);
    else counted = Math.max(counted, points.length);
  };
  return {
    see: (page: ExportPage): void => {
      demo ||= page.demo;
      incomplete ||= stateOf(page) !== 'recognized';
      for (const face of page.faces ?? []) seeFace(face);
    },
    facts: (): ExportFacts => {
      for (let ordinal = 1; ordinal <= counted; ordinal += 1) ordinals.add(ordinal);
      return { demo, incomplete, pointOrdinals: [...ordinals].sort((one, other) => one - other) };
    },
  };
};

export const exportFactsOf = (pages: Iterable<ExportPage>): ExportFacts => {
  const { see, facts } = createFacts();
  for (const page of pages) see(page);
  return facts();
};

/** All bytes of a list of pages. */
export const encodeAll = function* (
  pages: Iterable<ExportPage>,
  { add, end }: PageEncoder,
): Generator<Uint8Array, void, undefined> {
  for (const page of pages) {
    const piece = add(page);
    if (piece) yield piece;
  }
  yield* end();
};

/** The bytes of pages from an async source. */
export const encodeStream = async function* (
  pages: AsyncIterable<ExportPage> | Iterable<ExportPage>,
  { add, end }: PageEncoder,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const page of pages) {
    const piece = add(page);
    if (piece) yield piece;
  }
  yield* end();
};

/** One file for all pages, in any format except pictures. */
export type FileRequest = Omit<Required<ExportChoice>, 'format'> & {
  readonly service: ServiceId;
  readonly format: Exclude<ExportChoice['format'], 'annotated'>;
  /** Whether a table of faces contains their attributes. */
  readonly attributes: boolean;
  /** The newest digest of an office's audit log, for the properties of a workbook; null or absent outside of one. */
  readonly auditDigest?: string | null;
};

/** Makes an encoder for each write of a file. The code for each format is loaded on first use. */
export const encoderFor = async (request: FileRequest): Promise<(facts: ExportFacts) => PageEncoder> => {
  const { service, format } = request;
  if (format === 'json') {
    const { jsonEncoder } = await import('./json.ts');
    return () => jsonEncoder(request.language);
  }
  if (format === 'xlsx') {
    const { faceXlsxEncoder, invoiceXlsxEncoder } = await import('./xlsx.ts');
    const encoder = service === 'face-detect' ? faceXlsxEncoder : invoiceXlsxEncoder;
    const { auditDigest = null } = request;
    const description = auditDigest === null ? null : auditDigestText(auditDigest);
    return (facts) => encoder(facts, { ...request, made: { by: 'Vouch', at: new Date(), description } });
  }
  const { faceCsvEncoder, invoiceCsvEncoder, lineCsvEncoder } = await import('./csv.ts');
  if (service === 'face-detect') return (facts) => faceCsvEncoder(facts, request);
  return format === 'lines-csv'
    ? () => lineCsvEncoder(request)
    : (facts) => invoiceCsvEncoder(facts, request);
};
