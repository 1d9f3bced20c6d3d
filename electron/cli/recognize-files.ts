import { basename, resolve } from 'node:path';
import { untreated } from '../../shared/preparation.ts';
import type { Failure } from '../../shared/services/failure.ts';
import type { Assessor } from '../backend/assessor.ts';
import type { Batch } from '../backend/batch.ts';
import type { DataFolder } from '../backend/data-folder.ts';
import { keepPage } from '../backend/page-intake.ts';
import type { Intake } from '../intake/intake.ts';
import type { Recognizer } from '../backend/recognizer.ts';
import type { Route } from '../backend/routes.ts';
import { createQueue } from '../jobs/queue.ts';
import type { PageRow } from '../ledger/page-row.ts';
import type { NewPage, Prepared } from '../ledger/pages.ts';
import type { RecognizeCommand } from './arguments.ts';

/** How a file of the command line ended, by its place among them. */
export type FileEnd =
  | { readonly kind: 'page'; readonly source: string; readonly pageId: number }
  | { readonly kind: 'refused'; readonly source: string; readonly failure: Failure }
  | { readonly kind: 'stopped'; readonly source: string };

export type RecognizeFilesDependencies = {
  readonly command: RecognizeCommand;
  readonly folder: DataFolder;
  readonly intake: Intake;
  readonly recognizer: Recognizer;
  readonly assessor: Assessor;
  readonly route: Route;
  readonly batch: Batch;
  /** Aborted when the user wants to stop: what is under way is ended, what waits is not begun. */
  readonly signal: AbortSignal;
  /** A file has come to its end; `finished` counts those that have. */
  readonly onEnd: (end: FileEnd, finished: number) => void;
};

type FileJob = { readonly index: number; readonly source: string };

/** Recognizes files, so many at a time; the ends stand in the order of the files. A failing disk stops all and rejects. */
export const recognizeFiles = async (
  files: readonly string[],
  dependencies: RecognizeFilesDependencies,
): Promise<readonly FileEnd[]> => {
  const { command, folder, intake, recognizer, assessor, route, batch, signal, onEnd } = dependencies;
  const { pages } = folder.ledger;
  const ends: FileEnd[] = files.map((source) => ({ kind: 'stopped', source }));
  const taken = new Set<number>();
  const faults: unknown[] = [];
  let finished = 0;

  const newPage = (source: string, prepared: Prepared): NewPage => ({
    service: command.service,
    name: basename(source),
    source,
    path: resolve(source),
    sandbox: command.sandbox,
    options:
      command.service === 'face-detect' ? { points: command.points, attributes: command.attributes } : {},
    prepared,
  });

  /** The row of the same file from an earlier run, with its corrections; a new one where there is none. */
  const rowFor = (source: string, prepared: Prepared): PageRow => {
    const page = newPage(source, prepared);
    const earlier = pages.same(page, prepared.originalSha256);
    const [id] = earlier && !taken.has(earlier.id) ? [earlier.id] : pages.add([page]);
    if (id === undefined) throw new Error('A page was added without an id');
    taken.add(id);
    if (earlier?.id === id) {
      pages.prepared(id, prepared);
      pages.setOptions([id], page.options);
      pages.setState([id], 'waiting');
    }
    const row = pages.get(id);
    if (!row) throw new Error('A page that was added is not there');
    return row;
  };

  const recognizeOne = async (source: string, stop: AbortSignal): Promise<FileEnd> => {
    const prepared = await keepPage(folder, intake, {
      path: resolve(source),
      page: 1,
      treatment: untreated,
      password: null,
    });
    if (!prepared.ok) return { kind: 'refused', source, failure: prepared.failure };
    const row = rowFor(source, prepared.value);
    const qr = assessor.lookForQr(row);
    const outcome = await recognizer.recognize(row, route, batch, stop);
    await qr;
    return outcome === 'cancelled' ? { kind: 'stopped', source } : { kind: 'page', source, pageId: row.id };
  };

  const queue = createQueue<FileJob>({
    concurrency: command.concurrency,
    idOf: ({ index }) => index,
    groupOf: () => 'files',
    run: async ({ index, source }, stop) => {
      const end = await recognizeOne(source, stop);
      ends[index] = end;
      finished += 1;
      onEnd(end, finished);
      return 'done';
    },
    onDropped: () => {},
    onProgress: () => {},
    onBug: (_, error) => {
      faults.push(error);
      queue.cancel('all');
    },
  });

  const stop = (): void => queue.cancel('all');
  signal.addEventListener('abort', stop, { once: true });
  queue.add(files.map((source, index) => ({ index, source })));
  if (signal.aborted) stop();
  await queue.settled();
  signal.removeEventListener('abort', stop);
  if (faults.length > 0) throw faults[0];
  return ends;
};
