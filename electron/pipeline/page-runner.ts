import type { VouchEvent } from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { createProgress } from './progress.ts';
import { createQueue, type JobEnd } from './queue.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Assessor } from './assessor.ts';
import type { WriteStore } from '../store/port.ts';
import type { Leases, PageSharing } from './leases.ts';
import { newBatch, type Batch } from './batch.ts';
import { createDrawnWitness } from './drawn-witness.ts';
import { keepShown, localExtractions, showAgain } from './digital-intake.ts';
import { atOurCopy } from './page-intake.ts';
import { createPagePreparation, type PreparationDependencies } from './page-preparation.ts';
import { isAtEnd, lacksFigures, summaryOf, withMainPages } from './page-summary.ts';
import { createQrSearch } from './qr-search.ts';
import type { ResponseDecoder } from '../extract/service/response-decoder.ts';
import { stopped, type Notice } from './ask-service.ts';
import { breakOff, createRecognizer, type CallOutcome } from './recognizer.ts';
import { createScanReader, readersWith, recognizePage } from './scan-intake.ts';
import type { RouteRefusal, Routes } from './routes.ts';
import type { LineReader } from '../extract/local/engine/line-reader.ts';
import type { Settings } from '../../shared/contract/settings.ts';

type PageRunnerDependencies = Pick<PreparationDependencies, 'folder' | 'originals' | 'intake' | 'journal'> & {
  readonly routes: Routes;
  readonly assessor: Assessor;
  readonly decode: ResponseDecoder['decode'];
  readonly graceMs?: number | undefined;
  /** The leases of this process in the store. */
  readonly leases: Leases;
  readonly now: () => Date;
  readonly concurrency: number;
  readonly emit: (event: VouchEvent) => void;
  readonly sharing: PageSharing;
  /** Reads the text of pictures on this computer. */
  readonly lines: Pick<LineReader, 'read'>;
  readonly settings: () => Pick<Settings, 'localOnly' | 'invoiceReader' | 'skipProvenCalls'>;
  /** Notifies the user of something that concerns more than one page. */
  readonly onNotice: (notice: Notice) => void;
  /** A page can't be sent at all. */
  readonly onRefused: (refusal: RouteRefusal) => void;
  /** Logs an unexpected error, and notifies the user. */
  readonly onBug: (error: unknown) => void;
};

type PageJob = {
  readonly page: PageId;
  readonly service: string;
  readonly sandbox: boolean;
  readonly batch: Batch;
  /** Only compares the local reader's values with those that are shown. */
  readonly compares: boolean;
};

const jobOf = ({ id, service, sandbox }: PageRow, batch: Batch): PageJob => ({
  page: id,
  service,
  sandbox,
  batch,
  compares: false,
});

/** Runs the pages of the window: each page is read, recognized, assessed and reported, as one job. */
export type PageRunner = {
  readonly add: (pages: readonly PageRow[], batch: Batch) => void;
  /** Reads the picture of a page on this computer, and compares its values with those that are shown. */
  readonly compare: (page: PageRow) => void;
  /** More files for a service are about to be added: its batch is not complete before they are. */
  readonly expect: (service: ServiceId, files: number) => void;
  readonly cancel: (ids: readonly PageId[] | 'all') => Promise<void>;
  readonly has: (id: PageId) => boolean;
  /** Waits for the jobs and pictures of those pages that already show a result: it is reported before its job ends. */
  readonly ended: (ids: readonly PageId[]) => Promise<void>;
  /** Holds waiting jobs, or releases them. */
  readonly setPaused: (paused: boolean) => void;
  /** Resolves when no page waits, runs or is drawn; with ids, only those pages count. */
  readonly settled: (ids?: readonly PageId[]) => Promise<void>;
  /** Draws a page of a digital invoice before all others; resolves when it is drawn. */
  readonly drawn: (id: PageId) => Promise<void>;
  /** Resolves when no picture of these pages is being searched for a code; of any page by default. */
  readonly assessed: (ids?: readonly PageId[]) => Promise<void>;
  /** Notifies the listeners of the progress of each service that has work left. */
  readonly tellProgress: () => void;
  readonly setConcurrency: (concurrency: number) => void;
  /** Notifies the listeners of the current state of pages. */
  readonly tell: (ids: readonly PageId[]) => Promise<void>;
  /** The same for rows that were just read or written. */
  readonly tellRows: (rows: readonly PageRow[]) => Promise<void>;
  /** Updates the figures of a page and of similar pages. */
  readonly assess: (id: PageId) => Promise<void>;
  /** Completes recognized pages after an earlier shutdown: figures, pictures, the search for a code. */
  readonly complete: (pages: readonly PageRow[]) => Promise<void>;
  /** Stops running jobs and leaves waiting pages for the next start. */
  readonly stop: () => Promise<void>;
};

const endOf = (outcome: CallOutcome): JobEnd =>
  outcome === 'recognized' ? 'done' : outcome === 'failed' ? 'failed' : 'cancelled';

export const createPageRunner = (dependencies: PageRunnerDependencies): PageRunner => {
  const { folder, originals, intake, journal, routes, assessor, lines, settings } = dependencies;
  const { sharing, leases, now, emit, onBug } = dependencies;
  const { store } = folder;

  /** Notifies the listeners of rows as they were just read or written. */
  const tellRows = async (asked: readonly PageRow[]): Promise<void> => {
    const rows = await withMainPages(store, asked);
    if (rows.length > 0) emit({ type: 'pages.changed', pages: rows.map(summaryOf) });
  };
  const tell = async (ids: readonly PageId[]): Promise<void> => {
    if (ids.length > 0) await tellRows(await store.pages(ids));
  };
  const assess = async (id: PageId): Promise<void> => tell(await assessor.assess(id));

  /** Pages whose figures were saved together with a response, by the page of the response. */
  const settled = new Map<PageId, readonly PageId[]>();
  const keepFigures = async (unit: WriteStore, id: PageId): Promise<void> => {
    settled.set(id, await assessor.assessIn(unit, id));
  };
  /** A call was made in addition to the page's own data: that data stays shown. */
  const keepExtraction = async (unit: WriteStore, id: PageId): Promise<void> => {
    await keepShown(unit, id, assessor.trustedKeys());
    await keepFigures(unit, id);
  };

  /** Nothing reads the page that was asked for again. */
  const keepAgain = async (id: PageId): Promise<void> => {
    await store.transact(async (unit) => {
      await showAgain(unit, id);
      await keepExtraction(unit, id);
    });
    await changed(id);
  };

  /** A page is reported as recognized only together with its data. */
  const changed = async (id: PageId): Promise<void> => {
    const kept = settled.get(id);
    settled.delete(id);
    if (kept) return tell(kept);
    const row = await store.page(id);
    if (row?.state === 'recognized') return assess(id);
    return tellRows(row ? [row] : []);
  };
  const refuse = async (id: PageId, failure: Failure): Promise<void> => {
    await store.transact((unit) => unit.refuse(id, failure));
    await tell([id]);
  };
  const cancelled = async (ids: readonly PageId[]): Promise<void> => {
    if (ids.length === 0) return;
    // What has ended meanwhile keeps its end.
    await store.transact((unit) => unit.setStateFrom(ids, ['waiting', 'calling', 'recognized'], 'cancelled'));
    await tell(ids);
  };

  /** Background work; the runner ends when it is done. */
  const underWay = new Set<Promise<void>>();
  const beside = (work: Promise<void>): void => {
    const watched = work.catch(onBug).finally(() => underWay.delete(watched));
    underWay.add(watched);
  };
  const progress = createProgress((one) => emit({ type: 'progress', progress: one }));

  const recognizer = createRecognizer({
    folder,
    now,
    onChange: changed,
    onExtraction: assessor.keep,
    responseOf: assessor.responseOf,
    onKept: keepExtraction,
    onNotice: (notice) => {
      if (notice.kind === 'unreached' || notice.kind === 'reached')
        progress.setOffline(notice.kind === 'unreached');
      dependencies.onNotice(notice);
    },
    waitsForNetwork: true,
    leases,
    decode: dependencies.decode,
    graceMs: dependencies.graceMs,
  });

  const scans = createScanReader({
    folder,
    intake,
    lines,
    trustedKeys: assessor.trustedKeys,
    onKept: keepFigures,
    onChange: changed,
    onBug,
  });

  const giveUp = async (id: PageId): Promise<void> => {
    try {
      await store.transact((unit) => breakOff(unit, id));
      await tell([id]);
    } catch (error) {
      // A disk that failed before fails again: the next start finds the page in its last state.
      if (folder.storageCode(error) === null) throw error;
    }
  };

  const queueRest = async (page: PageRow, rest: readonly PageId[], batch: Batch): Promise<void> => {
    await tell([page.id, ...rest]);
    queue.add(rest.map((id) => jobOf({ ...page, id }, batch)));
  };

  /** Adds the other pages of a file at the end of the queue. */
  const addSiblings = async (page: PageRow, count: number, batch: Batch): Promise<void> => {
    await queueRest(page, await store.transact((unit) => unit.addRest(page.id, count)), batch);
  };

  /** In the background, after the page is shown. */
  const hearDrawnCode = async (id: PageId): Promise<void> => {
    const page = await store.page(id);
    if (page) qrSearch.add([page]);
  };

  const { drawing, takeData, prepared } = createPagePreparation({
    folder,
    originals,
    intake,
    journal,
    addSiblings,
    queueRest,
    trustedKeys: assessor.trustedKeys,
    keepFigures,
    changed,
    tell,
    tellRows,
    onDrawn: hearDrawnCode,
    emit,
    onBug,
  });

  /** Pages for the same service would end the same way: this one waits until the cause is removed. */
  const holdBack = (page: PageRow): JobEnd => {
    queue.letGo(({ sandbox }) => sandbox === page.sandbox);
    return 'cancelled';
  };

  const handsOver = (page: PageRow): boolean => !settings().localOnly && sharing.handsOver(page);

  /** Who reads a page's picture, and the route of its call; no route if this process can't or must not call. */
  const readersFor = async (page: PageRow) => {
    const route = settings().localOnly || handsOver(page) ? null : await routes.to(page.sandbox);
    const hasAccount = route === null || route.ok || route.failure.reason !== 'no-account';
    return { ...readersWith(settings(), page, hasAccount), route };
  };

  const run = async (job: PageJob, signal: AbortSignal): Promise<JobEnd> => {
    const { page: id, batch } = job;
    const there = await store.page(id);
    if (!there) return 'cancelled';
    const found = await atOurCopy(folder, there);
    const taken = await takeData(found, batch);
    if (taken && 'reason' in taken) {
      await refuse(id, taken);
      return 'failed';
    }
    if (taken?.kind === 'folded' || taken?.isSettled) return 'done';
    // What follows takes long. A complete page ends here instead, and the next file begins before anything is drawn.
    drawing.endFile(id);
    if (taken) await drawing.soon([id]);
    // Taking data has changed the row.
    const then = taken ? await store.page(id) : null;
    const page = await prepared(then ? await atOurCopy(folder, then) : found, batch);
    if (!page) return 'failed';
    if (job.compares) return endOf(await scans.recognize(page, 'compared', signal));
    const { here, calls, route } = await readersFor(page);
    if (!calls) {
      // Exact data of the file, although incomplete, is not replaced by a reading of its picture unless asked.
      const mayHaveData = page.options.reader !== 'local' && page.extractionCount > 0;
      if (mayHaveData && (await localExtractions(store, id)).length > 0) {
        if (page.state !== 'recognized') await keepAgain(id);
        return 'done';
      }
      if (page.held) await store.transact((unit) => unit.setHeld([id], false));
      return endOf(await scans.recognize(page, 'alone', signal));
    }
    // Prepared and shown; the call waits for the user's approval.
    if (page.held) return 'done';
    if (handsOver(page)) {
      await sharing.handOver(page);
      return 'done';
    }
    if (!route) {
      if (!taken) await refuse(id, failureOf('calls-off'));
      return taken ? 'done' : 'failed';
    }
    if (!route.ok) {
      dependencies.onRefused(route.failure);
      await cancelled([id]);
      return 'cancelled';
    }
    const outcome = await recognizePage(page, signal, {
      scans,
      here,
      skipsProven: settings().skipProvenCalls,
      call: async (asked, owesReading) => {
        const end = await recognizer.recognize(asked, route.value, batch, signal, owesReading);
        if (end === 'recognized') qrSearch.add([asked]);
        return end;
      },
    });
    return outcome === 'held-back' ? holdBack(page) : endOf(outcome);
  };

  const witness = createDrawnWitness({ folder, intake, lines });
  const qrSearch = createQrSearch({ store, assessor, witness, tell, onBug });

  /** Jobs that were stopped while they waited, until their pages are marked. */
  let dropped: PageId[] = [];

  const queue = createQueue<PageJob>({
    concurrency: dependencies.concurrency,
    idOf: ({ page }) => page,
    groupOf: ({ service }) => service,
    run: (job, signal) => {
      drawing.beginFile(job.page);
      return sharing.exclusively(job.page, leases, () => run(job, signal));
    },
    onEnd: ({ page }) => drawing.endFile(page),
    onDropped: ({ page }) => dropped.push(page),
    onProgress: progress.changed,
    onBug: ({ page }, error) => {
      onBug(error);
      beside(giveUp(page));
    },
    // Another process may continue with it.
    onBrokenOff: (_, error) => onBug(error),
  });

  const ended = async (ids: readonly PageId[]): Promise<void> => {
    const rows = await store.pages(ids.filter(queue.has));
    await queue.settled(rows.filter(isAtEnd).map(({ id }) => id));
    await drawing.soon(ids);
  };

  return {
    ended,
    add: (rows, batch) => queue.add(rows.map((row) => jobOf(row, batch))),
    compare: (row) => queue.add([{ ...jobOf(row, newBatch()), compares: true }]),
    expect: (service, files) => {
      queue.expect(service, files);
      drawing.expect(service, files);
    },
    cancel: async (ids) => {
      queue.cancel(ids);
      const stoppedJobs = dropped;
      dropped = [];
      await cancelled(stoppedJobs);
      if (ids !== 'all') await ended(ids);
      const named =
        ids === 'all'
          ? [...(await store.pagesInState('waiting')), ...(await store.pagesInState('calling'))]
          : await store.pages(ids);
      // Pages that a stopped batch left waiting are in no queue.
      const left = named.filter((page) => {
        if (queue.has(page.id)) return false;
        const isWaiting = page.state === 'waiting' && !page.held;
        // Another attempt failed, and the user does not retry.
        const isKept = page.state === 'recognized' && page.failure !== null;
        // The other process stops the call when it receives the cancellation.
        return isWaiting || isKept || sharing.isCalledElsewhere(page);
      });
      await cancelled(left.map(({ id }) => id));
    },
    has: queue.has,
    settled: async (ids) => {
      await queue.settled(ids);
      await (ids ? drawing.soon(ids) : drawing.settled());
    },
    drawn: async (id) => {
      if (journal.crashedTwice(id)) return;
      drawing.add([id]);
      await drawing.soon([id]);
    },
    assessed: qrSearch.settled,
    setPaused: (wanted) => {
      queue.setPaused(wanted);
      progress.setPaused(wanted);
    },
    setConcurrency: queue.setConcurrency,
    tellProgress: progress.tell,
    tell,
    tellRows,
    assess,
    stop: async () => {
      await Promise.all([queue.stop(stopped), qrSearch.stop(), drawing.stop()]);
      await Promise.all(underWay);
    },
    complete: async (rows) => {
      for (const row of rows) if (lacksFigures(row)) await assess(row.id);
      qrSearch.add(rows);
      const undrawn = rows.filter((row) => row.picture === null && !journal.crashedTwice(row.id));
      drawing.add(undrawn.map(({ id }) => id));
    },
  };
};
