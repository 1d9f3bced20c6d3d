import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ExportPage } from './export-page.ts';
import type { ExportResult, ExportTask, FileRequest } from './export-task.ts';
import type { Language } from '../../shared/language.ts';

/**
 * The URL of the thread's code: next to this file in the sources, at the root of the built output otherwise.
 */
const exportWorkerAddress = (here: string = import.meta.url): URL => {
  if (here.endsWith('.ts')) return new URL('worker.ts', here);
  return new URL(here.includes('/parts/') ? '../export-worker.js' : 'export-worker.js', here);
};

/** A separate thread for one export. An exception in it is a bug and rejects. */
type ExportThread = {
  /** Adds pages, which `encode` then writes in this order. */
  readonly add: (pages: readonly ExportPage[]) => void;
  readonly encode: (request: FileRequest) => Promise<Uint8Array>;
  /** Null if the picture can't be decoded here. */
  readonly annotate: (
    picture: Uint8Array,
    page: ExportPage,
    language: Language,
  ) => Promise<Uint8Array | null>;
  readonly close: () => Promise<void>;
};

const isAnswer = (value: unknown): value is ExportResult =>
  typeof value === 'object' && value !== null && 'bytes' in value;

export const startExportThread = (): ExportThread => {
  const worker = new Worker(exportWorkerAddress());
  // A thread terminated from outside emits no `error`: its callers must not wait forever.
  const ended = once(worker, 'exit').then((): never => {
    throw new Error('The export thread ended before its answer');
  });
  ended.catch(() => {});
  const tell = (task: ExportTask): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(task);
  };
  const ask = async (task: ExportTask): Promise<Uint8Array | null> => {
    // `once` rejects on an `error` event, which a broken thread emits.
    const answered = once(worker, 'message');
    tell(task);
    const [answer] = await Promise.race([answered, ended]);
    if (!isAnswer(answer)) throw new Error('The export thread gave no answer');
    return answer.bytes;
  };
  return {
    add: (pages) => tell({ kind: 'pages', pages }),
    encode: async (request) => {
      const bytes = await ask({ kind: 'encode', request });
      if (!bytes) throw new Error('The export thread wrote nothing');
      return bytes;
    },
    annotate: (picture, page, language) => ask({ kind: 'annotate', picture, page, language }),
    close: async () => {
      await worker.terminate();
    },
  };
};
