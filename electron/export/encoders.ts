import type { ExportChoice } from '../../shared/contract/export/choice.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { ExportFacts, PageEncoder } from './page-encoder.ts';

/** One file for all pages, in any format except pictures. */
export type FileRequest = Omit<Required<ExportChoice>, 'format'> & {
  readonly service: ServiceId;
  readonly format: Exclude<ExportChoice['format'], 'annotated'>;
  /** Whether a table of faces contains their attributes. */
  readonly attributes: boolean;
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
    return (facts) => encoder(facts, request);
  }
  const { faceCsvEncoder, invoiceCsvEncoder, lineCsvEncoder } = await import('./csv.ts');
  if (service === 'face-detect') return (facts) => faceCsvEncoder(facts, request);
  return format === 'lines-csv'
    ? () => lineCsvEncoder(request)
    : (facts) => invoiceCsvEncoder(facts, request);
};
