import type { Language } from '../../shared/language.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { ExportPage } from '../export/export-page.ts';

export type ExportRequest = {
  readonly service: ServiceId;
  readonly format: 'csv' | 'json';
  readonly language: Language;
  readonly encoding: 'utf8' | 'gb18030';
};

/** The bytes of an export; the code for it is loaded when it is first needed. */
export const encodeExport = async (
  pages: readonly ExportPage[],
  { service, format, language, encoding }: ExportRequest,
): Promise<Buffer> => {
  if (format === 'json') {
    const { pagesToJson } = await import('../export/json.ts');
    return Buffer.from(pagesToJson(pages, language));
  }
  const { facesToCsv, invoicesToCsv } = await import('../export/csv.ts');
  const options = { language, encoding };
  const parts =
    service === 'vat-invoice'
      ? invoicesToCsv(pages, options)
      : facesToCsv(pages, { ...options, points: true, attributes: true });
  return Buffer.concat([...parts]);
};
