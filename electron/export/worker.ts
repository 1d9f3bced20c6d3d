import { handleTasks, type TaskOutcome } from '../infra/handle-tasks.ts';
import type { ExportPage } from './export-page.ts';
import type { ExportTask, FileRequest } from './export-task.ts';

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
const encodeFile = async (pages: readonly ExportPage[], request: FileRequest): Promise<Buffer> => {
  if (request.format === 'xlsx') return xlsxOf(pages, request);
  if (request.format !== 'json') return csvOf(pages, request);
  const { pagesToJson } = await import('./json.ts');
  return Buffer.from(pagesToJson(pages, request.language));
};

/**
 * The thread that encodes and draws: a workbook of a hundred thousand lines takes seconds, which must not
 * block the window.
 */
const pages: ExportPage[] = [];

/** Null if the picture can't be drawn on here, although the service could read it. */
const drawn = async (task: Extract<ExportTask, { kind: 'annotate' }>): Promise<Uint8Array | null> => {
  const { annotate } = await import('./annotate.ts');
  try {
    return await annotate(task.picture, task.page, task.language);
  } catch {
    return null;
  }
};

/** A separate copy: a Buffer may be part of a pool, which can't be transferred. */
const transferred = (bytes: Uint8Array | null): TaskOutcome<Uint8Array | null> => {
  const value = bytes && new Uint8Array(bytes);
  return { value, transfer: value ? [value.buffer] : [] };
};

handleTasks<ExportTask, Uint8Array | null>((task) => {
  switch (task.kind) {
    case 'pages':
      pages.push(...task.pages);
      return { value: null };
    case 'annotate':
      return drawn(task).then(transferred);
    case 'encode':
      return encodeFile(pages, task.request).then(transferred);
    default:
      return task satisfies never;
  }
});
