import type { ExportPage } from '../export/export-page.ts';
import type { FileRequest } from '../export/export-task.ts';
import { startExportThread } from '../export/export-thread.ts';

/** Pages in one message to the thread: copying them takes a few milliseconds. */
const pagesAtOnce = 200;

/** Tables need neither a page's text lines nor the places of its values. */
const forTable = (page: ExportPage): ExportPage =>
  page.invoice === null ? page : { ...page, invoice: { ...page.invoice, regions: [], origins: {} } };

/** The bytes of an export, encoded in a separate thread. */
export const encodeInThread = async (
  pages: readonly ExportPage[],
  request: FileRequest,
): Promise<Uint8Array> => {
  const thread = startExportThread();
  try {
    for (let from = 0; from < pages.length; from += pagesAtOnce) {
      const some = pages.slice(from, from + pagesAtOnce);
      await thread.add(request.format === 'json' ? some : some.map(forTable));
    }
    return await thread.encode(request);
  } finally {
    await thread.close();
  }
};
