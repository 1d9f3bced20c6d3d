import type { ExportPage } from './export-page.ts';
import type { FileRequest } from './export-task.ts';

const csvOf = async (
  pages: readonly ExportPage[],
  { service, format, layout, language, encoding, points = true }: FileRequest,
): Promise<Buffer> => {
  const { facesToCsv, invoicesToCsv, linesToCsv } = await import('./csv.ts');
  const options = { language, encoding };
  if (service === 'face-detect')
    return Buffer.concat([...facesToCsv(pages, { ...options, points, attributes: true })]);
  const pieces =
    format === 'lines-csv' ? linesToCsv(pages, options) : invoicesToCsv(pages, { ...options, layout });
  return Buffer.concat([...pieces]);
};

const xlsxOf = async (
  pages: readonly ExportPage[],
  { service, layout, language, points = true }: FileRequest,
): Promise<Buffer> => {
  const { facesToXlsx, invoicesToXlsx } = await import('./xlsx.ts');
  return service === 'face-detect'
    ? facesToXlsx(pages, { language, points, attributes: true })
    : invoicesToXlsx(pages, { language, layout });
};

/** The bytes of an export. The code for each format is loaded on first use. */
export const encodeFile = async (pages: readonly ExportPage[], request: FileRequest): Promise<Buffer> => {
  if (request.format === 'xlsx') return xlsxOf(pages, request);
  if (request.format !== 'json') return csvOf(pages, request);
  const { pagesToJson } = await import('./json.ts');
  return Buffer.from(pagesToJson(pages, request.language));
};
