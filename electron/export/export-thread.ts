import { createTaskThread } from '../infra/task-thread.ts';
import { threadAddress } from '../infra/thread-address.ts';
import type { Language } from '../../shared/language.ts';
import type { ExportPage } from './export-page.ts';
import type { FileRequest } from './page-encoder.ts';
import type { ExportTask } from './export-task.ts';

/** A separate thread for one export. An exception in it is a bug and rejects. */
type ExportThread = {
  /** Adds pages, which `encode` then writes in this order. */
  readonly add: (pages: readonly ExportPage[]) => Promise<void>;
  readonly encode: (request: FileRequest) => Promise<Uint8Array>;
  /** Null if the picture can't be decoded here. */
  readonly annotate: (
    picture: Uint8Array,
    page: ExportPage,
    language: Language,
  ) => Promise<Uint8Array | null>;
  readonly close: () => Promise<void>;
};

export const startExportThread = (): ExportThread => {
  const thread = createTaskThread<ExportTask, Uint8Array | null>({
    address: threadAddress(import.meta.url, 'worker.ts', 'export-worker.js'),
    // The thread holds the pages that were added.
    idleMs: null,
  });
  const run = async (task: ExportTask): Promise<Uint8Array | null> => {
    const result = await thread.run(task);
    if (!result.ok) throw new Error(`The export thread ended: ${result.failure}`);
    return result.value;
  };
  return {
    add: async (pages) => {
      await run({ kind: 'pages', pages });
    },
    encode: async (request) => {
      const bytes = await run({ kind: 'encode', request });
      if (!bytes) throw new Error('The export thread wrote nothing');
      return bytes;
    },
    annotate: (picture, page, language) => run({ kind: 'annotate', picture, page, language }),
    close: thread.close,
  };
};
