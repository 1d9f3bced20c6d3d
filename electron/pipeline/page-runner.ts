import type { Progress, VouchEvent } from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { failed as refused, success, type Result } from '../../shared/result.ts';
import type { Failure, FailureReason } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import { pictureRefusal } from '../../shared/services/limits.ts';
import { serviceIdSchema, type ServiceId } from '../../shared/services/service.ts';
import { createQueue, type Counts, type JobEnd } from './queue.ts';
import { createRate, type Rate } from './rate.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Prepared } from '../store/records/page.ts';
import type { Assessor } from './assessor.ts';
import type { Batch } from './batch.ts';
import type { WorkFolder } from './work-folder.ts';
import type { Intake } from '../intake/intake.ts';
import {
  isSettledLocally,
  localExtractions,
  showMostTrusted,
  takeDigital,
  type Taken,
} from './digital-intake.ts';
import { drawLocally } from './drawn-file.ts';
import { keepPage } from './page-intake.ts';
import { summaryOf } from './page-summary.ts';
import type { ReplyDecoder } from '../extract/service/reply-decoder.ts';
import { stopped, type Notice } from './ask-service.ts';
import { createRecognizer } from './recognizer.ts';
import type { RouteRefusal, Routes } from './routes.ts';

export type PageRunnerDependencies = {
  readonly folder: WorkFolder;
  /** Where a page's file lies now; null if it is found nowhere. */
  readonly originals: { readonly locate: (row: PageRow) => Promise<string | null> };
  readonly intake: Intake;
  /** Notes which pages are being prepared, so that one that ends the process is known at the next start. */
  readonly marks: { readonly begin: (page: PageId) => void; readonly end: (page: PageId) => void };
  readonly routes: Routes;
  readonly assessor: Assessor;
  readonly decode: ReplyDecoder['decode'];
  readonly now: () => Date;
  readonly concurrency: number;
  readonly emit: (event: VouchEvent) => void;
  /** Whether the user forbids calls. */
  readonly isLocalOnly: () => boolean;
  /** Tells the user what concerns more than one page. */
  readonly onNotice: (notice: Notice) => void;
  /** A page can't be sent at all. */
  readonly onRefused: (refusal: RouteRefusal) => void;
  /** Logs an error that nobody expected, and tells the user. */
  readonly onFault: (error: unknown) => void;
};

/** The file is not where it was. */
const lostReasons: ReadonlySet<FailureReason> = new Set(['missing', 'changed']);

type PageJob = { readonly page: PageId; readonly service: string; readonly batch: Batch };

/** Runs the pages of the window: each is read, recognized, assessed and told of, one job a page. */
export type PageRunner = {
  readonly add: (pages: readonly PageRow[], batch: Batch) => void;
  /** So many more files for a service are on their way: its batch is not through before they are. */
  readonly expect: (service: ServiceId, files: number) => void;
  readonly cancel: (ids: readonly PageId[] | 'all') => void;
  readonly has: (id: PageId) => boolean;
  /** Holds what waits, or lets it go on. */
  readonly setPaused: (paused: boolean) => void;
  readonly settled: (ids?: readonly PageId[]) => Promise<void>;
  /** Ends when no picture of these pages is still searched for a code. */
  readonly assessed: (ids: readonly PageId[]) => Promise<void>;
  /** Tells the listeners how far each service is, where something is left to do. */
  readonly tellProgress: () => void;
  readonly setConcurrency: (concurrency: number) => void;
  /** Tells the listeners how pages stand now. */
  readonly tell: (ids: readonly PageId[]) => void;
  /** Updates the figures of these pages alone, and tells of them. */
  readonly refresh: (ids: readonly PageId[]) => void;
  /** Keeps a page's figures anew, and those of the pages that look like it. */
  readonly assess: (id: PageId) => void;
  /** Makes up for what an earlier end left undone on recognized pages: figures, and the search for a code. */
  readonly complete: (pages: readonly PageRow[]) => void;
  /** Ends what runs and leaves what waits waiting, for the next start. */
  readonly stop: () => Promise<void>;
};

export const createPageRunner = (dependencies: PageRunnerDependencies): PageRunner => {
  const { folder, originals, intake, routes, assessor, now, emit, onFault } = dependencies;
  const { pages } = folder.ledger;

  const tell = (ids: readonly PageId[]): void => {
    const rows = ids.map((id) => pages.get(id)).filter((row) => row !== null);
    if (rows.length > 0) emit({ type: 'pages.changed', pages: rows.map(summaryOf) });
  };
  const refresh = (ids: readonly PageId[], also: readonly PageId[] = []): void => {
    for (const id of ids) {
      const row = pages.get(id);
      if (row) assessor.assess(row);
    }
    tell([...also, ...ids]);
  };
  const assess = (id: PageId): void => {
    const page = pages.get(id);
    if (page) refresh(assessor.assess(page), [id]);
  };

  /** A page is told of as recognized together with what it says. */
  const changed = (id: PageId): void => {
    if (pages.get(id)?.state === 'recognized') assess(id);
    else tell([id]);
  };
  let paused = false;
  let offline = false;
  const lastCounts = new Map<string, Counts>();
  const rates = new Map<string, Rate>();

  const progressOf = (service: string, counts: Counts): Progress => {
    const { total, finished, failed, running } = counts;
    const rate = rates.get(service);
    return {
      service: serviceIdSchema.parse(service),
      total,
      finished,
      failed,
      calling: running,
      paused,
      offline,
      perMinute: rate?.perMinute() ?? null,
      secondsLeft: rate?.secondsFor(total - finished) ?? null,
    };
  };

  const countsChanged = (service: string, counts: Counts): void => {
    const rate = rates.get(service) ?? createRate();
    rates.set(service, rate);
    if (counts.finished > (lastCounts.get(service)?.finished ?? 0)) rate.tick();
    if (counts.finished === counts.total) rate.forget();
    lastCounts.set(service, counts);
    emit({ type: 'progress', progress: progressOf(service, counts) });
  };

  /** What holds the queue has changed, and not the queue. */
  const tellProgress = (): void => {
    for (const [service, counts] of lastCounts)
      if (counts.finished < counts.total) emit({ type: 'progress', progress: progressOf(service, counts) });
  };

  const recognizer = createRecognizer({
    folder,
    now,
    onChange: changed,
    onAnswer: assessor.keep,
    onNotice: (notice) => {
      if (notice.kind === 'unreached' || notice.kind === 'reached') {
        offline = notice.kind === 'unreached';
        tellProgress();
      }
      dependencies.onNotice(notice);
    },
    waitsForNetwork: true,
    decode: dependencies.decode,
  });

  /**
   * A page whose job broke off must not look as if it were still running. It is interrupted only if a request had left;
   * otherwise it failed without a call.
   */
  const giveUp = (id: PageId): void => {
    try {
      const state = pages.get(id)?.state;
      if (state === 'calling' || state === 'waiting') {
        if (folder.ledger.calls.interruptOf(id)) pages.setState([id], 'interrupted');
        else pages.refused(id, failureOf('internal'));
      }
      tell([id]);
    } catch (error) {
      // The disk that failed before fails again: the next start finds the page as it was left.
      if (folder.storageCode(error) === null) throw error;
    }
  };

  /** The rest of a file whose first page is looked at: they wait behind what waits already. */
  const addRest = async (page: PageRow, path: string, batch: Batch): Promise<Result<null, Failure>> => {
    if (page.page !== 1) return success(null);
    const count = await intake.pagesOf(path, null);
    if (!count.ok) return count;
    if (count.value <= page.pageCount) return success(null);
    const rest = pages.addRest(page.id, count.value);
    tell([page.id, ...rest]);
    queue.add(rest.map((id) => ({ page: id, service: page.service, batch })));
    return success(null);
  };

  const keep = async (row: PageRow, batch: Batch): Promise<Result<Prepared, Failure>> => {
    const { path, page, treatment, originalSha256 } = row;
    if (path === null) return refused(failureOf('missing'));
    const keepFrom = async (from: string): Promise<Result<Prepared, Failure>> => {
      const rest = await addRest(row, from, batch);
      const request = { path: from, page, treatment, password: null };
      const made = rest.ok ? await keepPage(folder, intake, request, originalSha256) : rest;
      const small = made.ok ? pictureRefusal(row.service, made.value.picture) : null;
      return small ? refused(failureOf(small)) : made;
    };
    const kept = await keepFrom(path);
    // Its first pages were made before it was moved.
    const isLost = !kept.ok && originalSha256 !== null && lostReasons.has(kept.failure.reason);
    const moved = isLost ? await originals.locate(row) : null;
    return moved === null ? kept : keepFrom(moved);
  };

  /** The next start has to know what was under way when the program died. */
  const markedAs = async <Value>(id: PageId, work: () => Promise<Value>): Promise<Value> => {
    dependencies.marks.begin(id);
    try {
      return await work();
    } finally {
      dependencies.marks.end(id);
    }
  };

  /** Makes a page ready that was only named so far; null where it is refused. */
  const prepared = async (page: PageRow, batch: Batch): Promise<PageRow | null> => {
    if (page.picture) return page;
    const kept = await markedAs(page.id, () => keep(page, batch));
    const isKept = kept.ok && pages.prepared(page.id, kept.value);
    if (!isKept) pages.refused(page.id, kept.ok ? failureOf('changed') : kept.failure);
    tell([page.id]);
    return isKept ? pages.get(page.id) : null;
  };

  /** What goes to the same service would end the same way: it waits until the reason is mended. */
  const holdBack = (page: PageRow): JobEnd => {
    queue.letGo(({ page: id }) => pages.get(id)?.sandbox === page.sandbox);
    return 'cancelled';
  };

  /** The other invoices of a file come beside the first one. */
  const addInvoices = (page: PageRow, count: number, batch: Batch): void => {
    if (page.page !== 1 || count < 2) return;
    const rest = pages.addRest(page.id, count);
    tell([page.id, ...rest]);
    queue.add(rest.map((id) => ({ page: id, service: page.service, batch })));
  };

  const draw = async (id: PageId): Promise<void> => {
    await markedAs(id, () => drawLocally(folder, intake, id));
    tell([id]);
  };

  /** Reads what the page's file states; null where it states nothing, or was read before. */
  const takeData = async (page: PageRow, batch: Batch): Promise<Taken | Failure | null> => {
    if (page.service !== 'vat-invoice' || page.path === null) return null;
    if (localExtractions(folder, page.id).length > 0) return null;
    const readFrom = (path: string) => markedAs(page.id, () => intake.readDigital(path, null));
    const there = await readFrom(page.path);
    // Its first pages were read before it was moved.
    const isLost = !there.ok && page.originalSha256 !== null && lostReasons.has(there.failure.reason);
    const moved = isLost ? await originals.locate(page) : null;
    const path = moved ?? page.path;
    const read = moved === null ? there : await readFrom(moved);
    if (!read.ok) return read.failure.reason === 'encrypted-pdf' ? null : read.failure;
    if (!read.value) return null;
    const index = read.value.pages.indexOf(page.page);
    if (index < 0) {
      if (read.value.seal) folder.ledger.documents.setSeal(page.document, read.value.seal);
      return null;
    }
    const taken = await takeDigital(folder, { ...page, path }, read.value, index);
    if (taken.kind === 'folded') {
      emit({ type: 'pages.removed', ids: [page.id], into: taken.into });
      changed(taken.into);
      await draw(taken.into);
      return taken;
    }
    pages.setHeld([page.id], false);
    changed(page.id);
    addInvoices(page, Math.max(...read.value.pages, ...read.value.otherPages), batch);
    return taken;
  };

  /** A call that the user asked for beside the page's own data: the data stays what is shown, and a failure beside it. */
  const showOwnData = (id: PageId): void => {
    const row = pages.get(id);
    const isShown = row?.state === 'recognized' && row.callId === null;
    if (!row || isShown || !isSettledLocally(folder, id)) return;
    showMostTrusted(folder, id);
    changed(id);
  };

  const run = async ({ page: id, batch }: PageJob, signal: AbortSignal): Promise<JobEnd> => {
    const found = pages.get(id);
    if (!found) return 'cancelled';
    const taken = await takeData(found, batch);
    if (taken && 'reason' in taken) {
      pages.refused(id, taken);
      tell([id]);
      return 'failed';
    }
    if (taken?.kind === 'folded') return 'done';
    if (taken) await draw(id);
    if (taken?.complete) return 'done';
    const page = await prepared(pages.get(id) ?? found, batch);
    if (!page) return 'failed';
    // Made ready and shown; the call waits for the user's word.
    if (page.held) return 'done';
    if (dependencies.isLocalOnly()) {
      if (!taken) pages.refused(id, failureOf('calls-off'));
      tell([id]);
      return taken ? 'done' : 'failed';
    }
    const route = await routes.to(page.sandbox);
    if (!route.ok) {
      dependencies.onRefused(route.failure);
      pages.setState([id], 'cancelled');
      tell([id]);
      return 'cancelled';
    }
    const outcome = await recognizer.recognize(page, route.value, batch, signal);
    if (outcome === 'recognized') lookForQr([page]);
    showOwnData(id);
    if (outcome === 'held-back') return holdBack(page);
    return outcome === 'recognized' ? 'done' : outcome;
  };

  const lookForQr = (rows: readonly PageRow[]): void => {
    qrQueue.add(rows.filter(assessor.needsQr).map(({ id }) => id));
  };

  /** Codes are looked for one after the other, beside the calls: a page is shown before its code is found. */
  const qrQueue = createQueue<PageId>({
    concurrency: 1,
    idOf: (id) => id,
    groupOf: () => 'qr',
    run: async (id) => {
      const page = pages.get(id);
      if (page) await assessor.lookForQr(page);
      assess(id);
      return 'done';
    },
    onDropped: () => {},
    onProgress: () => {},
    onBug: (_, error) => onFault(error),
  });

  const queue = createQueue<PageJob>({
    concurrency: dependencies.concurrency,
    idOf: ({ page }) => page,
    groupOf: ({ service }) => service,
    run,
    onDropped: ({ page }) => {
      pages.setState([page], 'cancelled');
      tell([page]);
    },
    onProgress: countsChanged,
    onBug: ({ page }, error) => {
      onFault(error);
      giveUp(page);
    },
  });

  return {
    add: (rows, batch) => {
      queue.add(rows.map(({ id, service }) => ({ page: id, service, batch })));
    },
    expect: queue.expect,
    cancel: (ids) => {
      queue.cancel(ids);
      const named = ids === 'all' ? pages.inState('waiting').map(({ id }) => id) : ids;
      // What a stopped batch left waiting is in no queue.
      const left = named.filter((id) => {
        const page = queue.has(id) ? null : pages.get(id);
        const isWaiting = page?.state === 'waiting' && !page.held;
        // Asking once more failed, and the user lets it be.
        const isKept = page?.state === 'recognized' && page.failure !== null;
        return isWaiting || isKept;
      });
      pages.setState(left, 'cancelled');
      tell(left);
    },
    has: queue.has,
    settled: queue.settled,
    assessed: qrQueue.settled,
    setPaused: (wanted) => {
      paused = wanted;
      queue.setPaused(wanted);
      for (const rate of rates.values()) rate.forget();
      tellProgress();
    },
    setConcurrency: queue.setConcurrency,
    tellProgress,
    tell,
    refresh: (ids) => refresh(ids),
    assess,
    stop: async () => {
      await Promise.all([queue.stop(stopped), qrQueue.stop(stopped)]);
    },
    complete: (rows) => {
      for (const { id, figures } of rows) if (!figures) assess(id);
      lookForQr(rows);
    },
  };
};
