import { localAuthor } from '../../../shared/review/event.ts';
import { untreated } from '../../../shared/contract/preparation.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import type { DataFolder } from '../data-folder.ts';
import { isSettledLocally, localExtractions, takeDigital } from '../../pipeline/digital-intake.ts';
import { readDrawnPage, type DrawnWitness } from '../../pipeline/drawn-witness.ts';
import { drawLocally } from '../../pipeline/drawn-file.ts';
import { keepPage, recordPicture, type KeptPage } from '../../pipeline/page-intake.ts';
import type { Intake } from '../../intake/intake.ts';
import type { PageRequest } from '../../intake/page-request.ts';
import type { Asked } from '../../pipeline/ask-service.ts';
import type { AnsweredOutcome } from '../../pipeline/recognizer.ts';
import {
  recognizePage,
  recordReading,
  showKnown,
  type ReadersOfPage,
  type ScanReader,
} from '../../pipeline/scan-intake.ts';
import { partsOfPage } from '../../pipeline/page-summary.ts';
import { createQueue } from '../../pipeline/queue.ts';
import type { NewPage, PageRow, Prepared } from '../../store/records/page.ts';
import type { WriteStore } from '../../store/port.ts';
import type { FilesRequest } from './request.ts';
import type { Sheet } from './sheets.ts';

/** The result of a page, by its position. */
export type SheetEnd =
  | { readonly kind: 'page'; readonly sheet: Sheet; readonly pageId: number; readonly heldBack: boolean }
  | { readonly kind: 'refused'; readonly sheet: Sheet; readonly failure: Failure }
  /** The same invoice already came from another file: both share one page. */
  | { readonly kind: 'folded'; readonly sheet: Sheet; readonly pageId: number }
  /** `pageId` is null if the page was not prepared yet. */
  | { readonly kind: 'stopped'; readonly sheet: Sheet; readonly pageId: number | null };

export type RecognizePage = (
  page: PageRow,
  stop: AbortSignal,
  owesReading?: Asked['owesReading'],
) => Promise<AnsweredOutcome>;

type RecognizeSheetsDependencies = {
  readonly request: FilesRequest;
  readonly folder: DataFolder;
  readonly intake: Intake;
  readonly assessor: Assessor;
  /** How a prepared page is recognized; a failure if calls are forbidden or impossible. */
  readonly recognize: RecognizePage | Failure;
  /** Reads pictures on this computer. */
  readonly scans: ScanReader;
  readonly witness: DrawnWitness;
  readonly readers: ReadersOfPage;
  /** Whether no call is made for a picture whose local reading is proven whole. */
  readonly skipsProven: boolean;
  /** Whether a page of an earlier run is recognized with its current picture, instead of starting over. */
  readonly keepsOld: (page: PageRow) => boolean;
  /** Aborted when the user stops the run: running work ends, waiting work does not start. */
  readonly signal: AbortSignal;
  /** Called at the end of each page; `finished` is the number of ended pages. */
  readonly onEnd: (end: SheetEnd, finished: number) => Promise<void>;
};

/** A file that was folded into a page of an earlier run represents that page, once. */
const withFoldedPages = (ends: readonly SheetEnd[]): readonly SheetEnd[] => {
  const listed = new Set(ends.flatMap((end) => (end.kind === 'page' ? [end.pageId] : [])));
  return ends.map((end) => {
    if (end.kind !== 'folded' || listed.has(end.pageId)) return end;
    listed.add(end.pageId);
    return { kind: 'page', sheet: end.sheet, pageId: end.pageId, heldBack: false };
  });
};

/** The other invoices of a picture follow the first, whoever read it, unless the user has removed them. */
const withParts = async (
  store: DataFolder['store'],
  ends: readonly SheetEnd[],
): Promise<readonly SheetEnd[]> => {
  const listed = new Set(ends.flatMap((end) => (end.kind === 'page' ? [end.pageId] : [])));
  const all: SheetEnd[] = [];
  for (const end of ends) {
    all.push(end);
    if (end.kind !== 'page' || end.sheet.digital) continue;
    const row = await store.page(end.pageId);
    if (row?.part !== 1) continue;
    const parts = (await partsOfPage(store, row)).filter(
      ({ id, part, removedAt }) => part > 1 && removedAt === null && !listed.has(id),
    );
    for (const { id, part } of parts)
      all.push({ kind: 'page', sheet: { ...end.sheet, part }, pageId: id, heldBack: false });
  }
  return all;
};

/** Whether no page has a result for want of an account: then nothing is written. */
export const needsOnlyAccount = (ends: readonly SheetEnd[]): boolean =>
  ends.every((end) => end.kind === 'refused' && end.failure.reason === 'no-account');

/** Documents are sent without rotation or masks, because no user has previewed them. */
const pageRequest = ({ path, page }: Sheet): PageRequest => ({
  path,
  page,
  treatment: untreated,
  password: null,
});

type SheetJob = { readonly index: number; readonly sheet: Sheet };

/**
 * Storage code of the data folder's disk if it failed and stopped the run; the pages recognized before are
 * included.
 */
type RecognizedSheets = { readonly ends: readonly SheetEnd[]; readonly storageCode: string | null };

/**
 * Recognizes pages, a fixed number at a time; results are in page order. A failing disk stops the run.
 *
 * The window's pages have another loop, `page-runner.ts`: it records a page before its file is read. Here a page is
 * recorded only when it can be recognized, a page of an earlier run continues, and digital files count in the order
 * of the paths. Both use the same steps.
 */
export const recognizeSheets = async (
  sheets: readonly Sheet[],
  dependencies: RecognizeSheetsDependencies,
): Promise<RecognizedSheets> => {
  const { request, folder, intake, recognize, scans, witness, readers, keepsOld, assessor, signal, onEnd } =
    dependencies;
  const { store } = folder;
  const ends: SheetEnd[] = sheets.map((sheet) => ({ kind: 'stopped', sheet, pageId: null }));
  const taken = new Set<number>();
  /** The first row of each file. Its other pages join that row's document. */
  const firstOf = new Map<string, number>();
  const errors: unknown[] = [];
  let finished = 0;
  let lastTaken: Promise<void> = Promise.resolve();

  const newPage = ({ source, name, path, page, part, mail }: Sheet, prepared: Prepared | null): NewPage => ({
    author: localAuthor,
    mail,
    service: request.service,
    name,
    source,
    path,
    page,
    part,
    beside: firstOf.get(source) ?? null,
    sandbox: request.sandbox,
    options:
      request.service === 'face-detect' ? { points: request.points, attributes: request.attributes } : {},
    prepared,
  });

  /**
   * The row of the same file from an earlier run. To name a file is to ask for it: its invoice leaves the bin. With the
   * first of several on a picture, the others leave it, too.
   */
  const earlierIn = async (unit: WriteStore, page: NewPage, sha256: string): Promise<PageRow | null> => {
    const earlier = await unit.samePage(page, sha256);
    if (!earlier || taken.has(earlier.id)) return null;
    if (earlier.removedAt === null) return earlier;
    const parts = page.part === 0 && earlier.part === 1 ? await partsOfPage(unit, earlier) : [];
    const removed = parts.filter(({ part, removedAt }) => part > 1 && removedAt !== null);
    const back = new Set<number>();
    for (const { id, joined } of [earlier, ...removed]) for (const one of [id, ...joined]) back.add(one);
    await unit.takeFromBin([...back]);
    return earlier;
  };

  /** The row of the same file from an earlier run, or a new one. */
  const rowIn = async (unit: WriteStore, sheet: Sheet, page: NewPage, sha256: string) => {
    const earlier = await earlierIn(unit, page, sha256);
    const isOld = earlier !== null;
    const [id] = isOld ? [earlier.id] : await unit.addPages([page]);
    if (id === undefined) throw new Error('A page was added without an id');
    taken.add(id);
    // A file given twice is two documents.
    if ((sheet.pageCount > 1 || sheet.part > 0) && !firstOf.has(sheet.source)) firstOf.set(sheet.source, id);
    return { id, isOld };
  };

  /** The row of the same file from an earlier run, with its corrections; a new one if there is none. */
  const rowFor = (sheet: Sheet, kept: KeptPage): Promise<PageRow> =>
    store.transact(async (unit) => {
      const { prepared } = kept;
      const page = newPage(sheet, prepared);
      const { id, isOld } = await rowIn(unit, sheet, page, prepared.originalSha256);
      const old = isOld ? await unit.page(id) : null;
      if (old && !keepsOld(old)) {
        await unit.setTreatment(id, untreated, null);
        await recordPicture(unit, id, kept);
        await unit.setOptions([id], page.options);
        await unit.setState([id], 'waiting');
      }
      if (!isOld) await kept.restore();
      const row = await unit.page(id);
      if (!row) throw new Error('An added page is missing');
      if (sheet.seal) await unit.setSeal(row.document, sheet.seal);
      return row;
    });

  /** The row of an earlier run, if the page needs no reading; null otherwise. */
  const knownScan = (sheet: Sheet, kept: KeptPage): Promise<number | null> =>
    store.transact(async (unit) => {
      const sha256 = kept.prepared.originalSha256;
      const page = newPage(sheet, kept.prepared);
      const old = request.force ? null : await earlierIn(unit, page, sha256);
      if (!old) return null;
      const isAsked = request.reader === 'local';
      if (!(await showKnown(unit, old, kept, isAsked, assessor.trustedKeys()))) return null;
      return (await rowIn(unit, sheet, page, sha256)).id;
    });

  /** A page is recorded together with what was read: one that waits may be sent by the window. */
  const recognizeHere = async (sheet: Sheet, stop: AbortSignal): Promise<SheetEnd> => {
    const prepared = await keepPage(folder, intake, pageRequest(sheet), null);
    if (!prepared.ok) return { kind: 'refused', sheet, failure: prepared.failure };
    const kept = prepared.value;
    const known = await knownScan(sheet, kept);
    if (known !== null) return { kind: 'page', sheet, pageId: known, heldBack: false };
    const reading = await scans.read(kept.prepared.picture, stop).catch((error: unknown) => {
      if (stop.aborted) return null;
      throw error;
    });
    if (!reading) return { kind: 'stopped', sheet, pageId: null };
    const pageId = await store.transact(async (unit) => {
      const page = newPage(sheet, kept.prepared);
      const { id } = await rowIn(unit, sheet, page, kept.prepared.originalSha256);
      await recordReading(unit, id, kept, reading, assessor.trustedKeys());
      const row = sheet.seal ? await unit.page(id) : null;
      if (row && sheet.seal) await unit.setSeal(row.document, sheet.seal);
      return id;
    });
    return { kind: 'page', sheet, pageId, heldBack: false };
  };

  /** The row of a digital file, with its data saved. A row of an earlier run keeps its corrections. */
  const takeData = async (
    sheet: Sheet,
    { file, index }: NonNullable<Sheet['digital']>,
  ): Promise<PageRow | number> => {
    const row = await store.transact(async (unit) => {
      const page = newPage(sheet, null);
      // A user has put the invoices of the page together again: the whole page has all of them.
      const whole = sheet.part > 0 ? await unit.samePage({ ...page, part: 0 }, file.sha256) : null;
      if (whole?.part === 0 && whole.state === 'recognized') {
        if (whole.removedAt !== null) await unit.takeFromBin([whole.id, ...whole.joined]);
        const isShown = taken.has(whole.id);
        taken.add(whole.id);
        return isShown ? whole.id : whole;
      }
      const { id } = await rowIn(unit, sheet, page, file.sha256);
      return unit.page(id);
    });
    if (typeof row === 'number') return row;
    if (!row) throw new Error('An added page is missing');
    if (row.state === 'recognized' && (await localExtractions(store, row.id)).length > 0) return row;
    // Its figures are saved at once, because the next file may contain the same invoice.
    const end = await takeDigital(folder, row, file, index, assessor.trustedKeys(), async (unit, id) => {
      await assessor.assessIn(unit, id);
    });
    if (end.kind === 'folded') return end.into;
    const kept = await store.page(row.id);
    if (!kept) throw new Error('A stored page is missing');
    return kept;
  };

  const recognizeDigital = async (
    sheet: Sheet,
    digital: NonNullable<Sheet['digital']>,
    stop: AbortSignal,
  ): Promise<SheetEnd> => {
    // In the order of the files: the first file of an invoice names the page.
    const ahead = lastTaken;
    const own = Promise.withResolvers<void>();
    lastTaken = own.promise;
    await ahead;
    const row = await takeData(sheet, digital).finally(own.resolve);
    const { annotate } = request.outputs;
    if (typeof row === 'number') {
      // This file may show how the invoice was printed.
      if (annotate !== null) await drawLocally(folder, intake, row);
      return { kind: 'folded', sheet, pageId: row };
    }
    const isSettled = await isSettledLocally(store, row.id);
    // A call can't be told which invoice of a page it reads.
    const mayAsk = !('reason' in recognize) && digital.file.format !== 'xml' && sheet.part === 0;
    if (annotate !== null || (!isSettled && mayAsk)) await drawLocally(folder, intake, row.id);
    // A copy of the file in another format says more than a page that is laid out here.
    if (digital.file.format !== 'xml') await readDrawnPage(folder, intake, witness, row.id, stop);
    const drawn = await store.page(row.id);
    if (isSettled || !mayAsk || 'reason' in recognize || !drawn?.picture)
      return { kind: 'page', sheet, pageId: row.id, heldBack: false };
    const outcome = await recognize(drawn, stop);
    return { kind: 'page', sheet, pageId: row.id, heldBack: outcome === 'held-back' };
  };

  const recognizeOne = async (sheet: Sheet, stop: AbortSignal): Promise<SheetEnd> => {
    if (sheet.failure) return { kind: 'refused', sheet, failure: sheet.failure };
    if (sheet.digital) return recognizeDigital(sheet, sheet.digital, stop);
    if (!readers.calls) return recognizeHere(sheet, stop);
    if ('reason' in recognize) return { kind: 'refused', sheet, failure: recognize };
    const prepared = await keepPage(folder, intake, pageRequest(sheet), null, request.service);
    if (!prepared.ok) return { kind: 'refused', sheet, failure: prepared.failure };
    const row = await rowFor(sheet, prepared.value);
    const outcome = await recognizePage(row, stop, {
      scans,
      here: readers.here,
      skipsProven: dependencies.skipsProven,
      call: (asked, owesReading) => recognize(asked, stop, owesReading),
    });
    return outcome === 'cancelled'
      ? { kind: 'stopped', sheet, pageId: row.id }
      : { kind: 'page', sheet, pageId: row.id, heldBack: outcome === 'held-back' };
  };

  /** A file that was refused is in the ledger, too: an archive names what it does not hold. */
  const recordRefused = async (): Promise<void> => {
    const refused = ends.flatMap((end) =>
      // A mistyped path is no file.
      end.kind === 'refused' && end.failure.reason !== 'missing' ? [end] : [],
    );
    if (request.service !== 'vat-invoice' || refused.length === 0 || needsOnlyAccount(ends)) return;
    for (const { sheet, failure } of refused)
      await store.transact(async (unit) => {
        const page = newPage(sheet, null);
        const earlier = await unit.samePage(page, null);
        const isOld = earlier !== null && !taken.has(earlier.id);
        const [id] = isOld ? [earlier.id] : await unit.addPages([page]);
        if (id === undefined) throw new Error('A page was added without an id');
        taken.add(id);
        await unit.refuse(id, failure);
      });
  };

  const queue = createQueue<SheetJob>({
    concurrency: request.concurrency,
    idOf: ({ index }) => index,
    groupOf: () => 'files',
    run: async ({ index, sheet }, stop) => {
      const end = await recognizeOne(sheet, stop);
      ends[index] = end;
      finished += 1;
      await onEnd(end, finished);
      return 'done';
    },
    onDropped: () => {},
    onProgress: () => {},
    onBug: (_, error) => {
      errors.push(error);
      queue.cancel('all');
    },
  });

  const stop = (): void => queue.cancel('all');
  signal.addEventListener('abort', stop, { once: true });
  queue.add(sheets.map((sheet, index) => ({ index, sheet })));
  if (signal.aborted) stop();
  await queue.settled();
  signal.removeEventListener('abort', stop);
  const codes = errors.map(folder.storageCode);
  const bug = codes.indexOf(null);
  if (bug >= 0) throw errors[bug];
  if (errors.length === 0) await recordRefused();
  return { ends: await withParts(store, withFoldedPages(ends)), storageCode: codes[0] ?? null };
};
