import { handleTasks, type TaskOutcome } from '../infra/handle-tasks.ts';
import type { ExportPage } from './export-page.ts';
import type { ExportTask } from './export-task.ts';
import { encodeAll, exportFactsOf, encoderFor, type FileRequest } from './page-encoder.ts';

/**
 * The thread that encodes and draws: a workbook of a hundred thousand lines takes seconds, which must not
 * block the window.
 */
const pages: ExportPage[] = [];

const encodeFile = async (request: FileRequest): Promise<Buffer> => {
  const encoder = await encoderFor(request);
  return Buffer.concat([...encodeAll(pages, encoder(exportFactsOf(pages)))]);
};

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
      return encodeFile(task.request).then(transferred);
    default:
      return task satisfies never;
  }
});
