import { parentPort } from 'node:worker_threads';
import { encodeFile } from './encode-file.ts';
import type { ExportPage } from './export-page.ts';
import type { ExportResult, ExportTask } from './export-task.ts';

/**
 * The thread that encodes and draws: a workbook of a hundred thousand lines takes seconds, which must not
 * block the window.
 */
const port = parentPort;
if (!port) throw new Error('Only a worker thread can run this');

const pages: ExportPage[] = [];

const drawn = async (task: Extract<ExportTask, { kind: 'annotate' }>): Promise<Uint8Array | null> => {
  const { annotate } = await import('./annotate.ts');
  try {
    return await annotate(task.picture, task.page, task.language);
  } catch {
    return null;
  }
};

/** A separate copy: a Buffer may be part of a pool, which can't be transferred. */
const answer = (bytes: Uint8Array | null): void => {
  const own = bytes && new Uint8Array(bytes);
  port.postMessage({ bytes: own } satisfies ExportResult, own ? [own.buffer] : []);
};

port.on('message', (task: ExportTask) => {
  if (task.kind === 'pages') pages.push(...task.pages);
  else if (task.kind === 'annotate') void drawn(task).then(answer);
  else void encodeFile(pages, task.request).then(answer);
});
