import type { VouchEvent } from '../../shared/contract/commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { failed as refused, success, type Result } from '../../shared/result.ts';
import type { Failure, FailureReason } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import type { Intake } from '../intake/intake.ts';
import type { WriteStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Batch } from './batch.ts';
import { indexInFile, localExtractions, takeDigital, type Taken } from './digital-intake.ts';
import { drawLocally } from './drawn-file.ts';
import { createPageDrawing, type PageDrawing } from './page-drawing.ts';
import { dropUnused, keepPage, recordPicture, type KeptPage } from './page-intake.ts';
import type { WorkFolder } from './work-folder.ts';

/**
 * Records which pages are being prepared, so that the next start knows which page was in progress when the program
 * died. A file that crashes its decoder must not crash Vouch at every start.
 */
export type PreparationJournal = {
  readonly begin: (page: PageId) => void;
  readonly end: (page: PageId) => void;
  /** Whether the program died twice while preparing this page: it is not started automatically again. */
  readonly crashedTwice: (page: PageId) => boolean;
};

export type PreparationDependencies = {
  readonly folder: WorkFolder;
  /** The current path of a page's file; null if it can't be found. */
  readonly originals: { readonly locate: (row: PageRow) => Promise<string | null> };
  readonly intake: Intake;
  readonly journal: PreparationJournal;
  /** Adds the other pages of a file at the end of the queue. */
  readonly addSiblings: (page: PageRow, count: number, batch: Batch) => Promise<void>;
  /** Puts pages that were added beside a page at the end of the queue. */
  readonly queueRest: (page: PageRow, rest: readonly PageId[], batch: Batch) => Promise<void>;
  /** Fingerprints of the keys of signers that the user trusts. */
  readonly trustedKeys: () => readonly string[];
  /** Computes the figures of a page in a unit of work. */
  readonly keepFigures: (unit: WriteStore, page: PageId) => Promise<void>;
  /** Notifies the listeners of a page with its figures. */
  readonly changed: (page: PageId) => Promise<void>;
  readonly tell: (pages: readonly PageId[]) => Promise<void>;
  /** The same for rows that were just read or written. */
  readonly tellRows: (rows: readonly PageRow[]) => Promise<void>;
  /** A page of a digital file was drawn: its witnesses can be heard. */
  readonly onDrawn: (page: PageId) => Promise<void>;
  readonly emit: (event: VouchEvent) => void;
  readonly onBug: (error: unknown) => void;
};

/** From a page's file to its data and its picture. */
type PagePreparation = {
  readonly drawing: PageDrawing;
  /** Extracts the data of the page's file; null if it has none, or if this was done before. */
  readonly takeData: (page: PageRow, batch: Batch) => Promise<Taken | Failure | null>;
  /** Prepares a page that only has a name so far; null if it is refused. */
  readonly prepared: (page: PageRow, batch: Batch) => Promise<PageRow | null>;
};

/** The file was moved or deleted. */
const lostReasons: ReadonlySet<FailureReason> = new Set(['missing', 'changed']);

export const createPagePreparation = (dependencies: PreparationDependencies): PagePreparation => {
  const {
    folder,
    originals,
    intake,
    journal,
    addSiblings,
    keepFigures,
    changed,
    tell,
    tellRows,
    onDrawn,
    emit,
  } = dependencies;
  const { queueRest, trustedKeys } = dependencies;
  const { store } = folder;

  /** Adds the rest of a file whose first page is being processed, at the end of the queue. */
  const addRest = async (page: PageRow, path: string, batch: Batch): Promise<Result<null, Failure>> => {
    if (page.page !== 1) return success(null);
    const count = await intake.pagesOf(path, null);
    if (!count.ok) return count;
    if (count.value <= page.pageCount) return success(null);
    await addSiblings(page, count.value, batch);
    return success(null);
  };

  /** Uses a page's file, which may have been moved since its first pages were made. */
  const withFile = async <Value>(
    row: PageRow,
    path: string,
    work: (path: string) => Promise<Result<Value, Failure>>,
  ): Promise<{ readonly result: Result<Value, Failure>; readonly path: string }> => {
    const result = await work(path);
    const isLost = !result.ok && row.originalSha256 !== null && lostReasons.has(result.failure.reason);
    const moved = isLost ? await originals.locate(row) : null;
    return moved === null ? { result, path } : { result: await work(moved), path: moved };
  };

  const keep = async (row: PageRow, batch: Batch): Promise<Result<KeptPage, Failure>> => {
    const { path, page, treatment, originalSha256 } = row;
    if (path === null) return refused(failureOf('missing'));
    const keepFrom = async (from: string): Promise<Result<KeptPage, Failure>> => {
      const rest = await addRest(row, from, batch);
      const request = { path: from, page, treatment, password: null };
      return rest.ok ? keepPage(folder, intake, request, originalSha256, row.service) : rest;
    };
    return (await withFile(row, path, keepFrom)).result;
  };

  /** The next start must know which page was being prepared when the program died. */
  const markedAs = async <Value>(id: PageId, work: () => Promise<Value>): Promise<Value> => {
    journal.begin(id);
    try {
      return await work();
    } finally {
      journal.end(id);
    }
  };

  const prepared = async (page: PageRow, batch: Batch): Promise<PageRow | null> => {
    if (page.picture) return page;
    const kept = await markedAs(page.id, () => keep(page, batch));
    const ready = await store.transact(async (unit) => {
      const isKept = kept.ok && (await recordPicture(unit, page.id, kept.value));
      if (!isKept) await unit.refuse(page.id, kept.ok ? failureOf('changed') : kept.failure);
      return isKept ? await unit.page(page.id) : null;
    });
    if (kept.ok && !ready) await dropUnused(folder, [kept.value.prepared.picture]);
    await (ready ? tellRows([ready]) : tell([page.id]));
    return ready;
  };

  const draw = async (id: PageId): Promise<void> => {
    await markedAs(id, () => drawLocally(folder, intake, id));
    await tell([id]);
    await onDrawn(id);
  };
  const drawing = createPageDrawing({ draw, onBug: dependencies.onBug });

  const takeData = async (page: PageRow, batch: Batch): Promise<Taken | Failure | null> => {
    if (page.service !== 'vat-invoice' || page.path === null) return null;
    const hasData = page.extractionCount > 0 && (await localExtractions(store, page.id)).length > 0;
    if (hasData) return null;
    const readFrom = (from: string) => markedAs(page.id, () => intake.readDigital(from, null));
    const { result, path } = await withFile(page, page.path, readFrom);
    if (!result.ok) return result.failure.reason === 'encrypted-pdf' ? null : result.failure;
    const file = result.value;
    if (!file) return null;
    const index = indexInFile(file, page);
    if (index < 0) {
      const { seal } = file;
      if (seal) await store.transact((unit) => unit.setSeal(page.document, seal));
      return null;
    }
    // Before: a first page that is folded into another leaves no row to add the rest beside.
    const count = Math.max(...file.pages, ...file.otherPages);
    if (page.page === 1 && count > page.pageCount) await addSiblings(page, count, batch);
    const taken = await takeDigital(
      folder,
      { ...page, path },
      file,
      index,
      trustedKeys(),
      async (unit, id) => {
        await keepFigures(unit, id);
        if (id === page.id) await unit.setHeld([id], false);
      },
    );
    if (taken.parts.length > 0) await queueRest(page, taken.parts, batch);
    if (taken.kind === 'folded') {
      emit({ type: 'pages.removed', ids: [page.id], into: taken.into });
      drawing.add([taken.into]);
      await changed(taken.into);
      return taken;
    }
    drawing.add([page.id]);
    await changed(page.id);
    return taken;
  };

  return { drawing, takeData, prepared };
};
