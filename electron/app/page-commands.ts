import type { PageId } from '../../shared/contract/page.ts';
import { isPossible } from '../../shared/invoice/lines-edit.ts';
import type { FieldPath } from '../../shared/invoice/model.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { linesTable } from '../../shared/invoice/invoice-acts.ts';
import { localAuthor, type ReviewAct, type ReviewEvent } from '../../shared/review/event.ts';
import { editHistory, markAct } from '../../shared/review/replay.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { PageRow } from '../store/records/page.ts';
import type { DroppedPicture } from '../store/records/page.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import { newBatch } from '../pipeline/batch.ts';
import type { DataFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';
import { optionsFor } from './intake-commands.ts';
import { dropAttachment } from './books/attachments.ts';
import { lossOf } from '../pipeline/lost-reply.ts';
import { dropOriginal, dropPicture } from '../pipeline/page-intake.ts';
import { detailOf } from './page-detail.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import type { ReadAside } from './read-aside.ts';
import { summaryOf } from '../pipeline/page-summary.ts';
import {
  callsOff,
  changedMeanwhile,
  notCorrectable,
  nothingToKeep,
  nothingToRedo,
  nothingToRevert,
  nothingToUndo,
  notReviewable,
  pageNotFound,
} from './problems.ts';
import type { AppRoutes } from './app-routes.ts';
import { isCorrectable, type InvoiceMeaning } from '../pipeline/derive-page.ts';
import { isSettledLocally, localExtractions } from '../pipeline/digital-intake.ts';
import type { Problem, VouchEvent } from '../../shared/contract/commands.ts';

export type PageCommandDependencies = {
  readonly folder: DataFolder;
  readonly runner: PageRunner;
  readonly routes: AppRoutes;
  readonly assessor: Assessor;
  readonly settings: () => Settings;
  readonly aside: Pick<ReadAside, 'recent' | 'older'>;
  readonly emit: (event: VouchEvent) => void;
};

/**
 * So many of the newest documents stand in the list of a window at once. Older ones that are still to be looked at come
 * after them, and all are found by the history.
 */
const mostListed = 1_000;

/** Whether the user's last word on a field is another value than what was read. */
const isTyped = ({ corrections }: Pick<InvoiceMeaning, 'corrections'>, field: FieldPath): boolean => {
  const last = corrections.findLast((correction) => correction.field === field);
  return last !== undefined && last.said !== 'reverted';
};

type PageCommands = Pick<
  Handlers,
  | 'pages.list'
  | 'pages.older'
  | 'pages.open'
  | 'pages.recognize'
  | 'pages.compare'
  | 'pages.cancel'
  | 'pages.remove'
  | 'pages.correct'
  | 'pages.editLines'
  | 'pages.revert'
  | 'pages.keep'
  | 'pages.undo'
  | 'pages.review'
>;

export const pageCommands = (dependencies: PageCommandDependencies): PageCommands => {
  const { folder, runner, routes, assessor, settings, aside, emit } = dependencies;
  const { pages, results } = folder.ledger;

  const rowsOf = (ids: readonly PageId[]): readonly PageRow[] =>
    ids.map((id) => pages.get(id)).filter((row) => row !== null);

  const detail = (row: PageRow) => success(detailOf(folder.ledger, row, assessor.meaning(row)));

  /** The page as it shows now and what its events make of it; null for the second if it shows no extraction. */
  const opened = (id: PageId) => {
    const row = pages.get(id);
    return row && { row, derived: assessor.derive(row) };
  };

  /**
   * Appends an act and returns the page with it. The event and the figures that follow from it are one unit; the page is
   * derived once, and the event that tells other windows carries it.
   */
  const keep = (row: PageRow, act: ReviewAct, before: readonly ReviewEvent[]) => {
    const kept = folder.ledger.transact(() => {
      const appended = results.append(row.id, before.length, localAuthor, [act]);
      if (!appended.ok) return appended;
      const events = [...before, ...appended.value];
      return success({ events, assessed: assessor.assessWith(row, events) });
    });
    if (!kept.ok) return Promise.resolve(failed(changedMeanwhile));
    const { events, assessed } = kept.value;
    const shown = detailOf(folder.ledger, assessed?.row ?? row, assessed?.meaning ?? null, events);
    const isPhoto = row.service === 'face-detect';
    emit({ type: 'pages.changed', pages: [shown.summary], ...(isPhoto ? {} : { details: [shown] }) });
    runner.refresh(assessed?.alike ?? []);
    return Promise.resolve(success(shown));
  };

  /** Pages that look like some others: their checks name those. */
  const alike = (rows: readonly PageRow[]): readonly PageId[] =>
    rows.flatMap(({ id, sandbox, figures }) =>
      figures ? results.alike(id, sandbox, figures).map(({ pageId }) => pageId) : [],
    );

  const removeFiles = async (
    files: readonly Pick<PageRow, 'path'>[],
    pictures: readonly DroppedPicture[],
  ): Promise<void> => {
    for (const picture of pictures) await dropPicture(folder, picture);
    for (const file of files) await dropOriginal(folder, file);
  };

  /** Has pages asked about by new calls. */
  const askAnew = async (ids: readonly PageId[]): Promise<Result<Record<string, never>, Problem>> => {
    // Refused bytes that no file holds can't be read again: that page stays as it is.
    const rows = rowsOf(ids).filter(
      ({ id, picture, path }) => !runner.has(id) && (picture !== null || path !== null),
    );
    for (const sandbox of new Set(rows.map((row) => row.sandbox))) {
      const route = await routes.to(sandbox);
      if (!route.ok) return route;
    }
    for (const { id, service } of rows) pages.setOptions([id], optionsFor(service, settings()));
    const asked = rows.map(({ id }) => id);
    pages.setHeld(asked, false);
    pages.askAnew(asked);
    runner.tell(asked);
    runner.add(rowsOf(asked), newBatch(folder.ledger, true));
    return success({});
  };

  return {
    'pages.list': async ({ service }) => success((await aside.recent(service, mostListed)).map(summaryOf)),
    'pages.older': async ({ service, before, limit }) => {
      const older = await aside.older({ service, before, documents: mostListed, pages: limit });
      return success({ pages: older.rows.map(summaryOf), before: older.before, left: older.left });
    },
    'pages.open': async ({ id }) => {
      const asked = pages.get(id);
      if (asked) await assessor.prepare(asked);
      const row = pages.get(id);
      if (!row) return failed(pageNotFound);
      if (!lossOf(row, assessor.meaning(row))) return detail(row);
      runner.assess(id);
      const lost = pages.get(id);
      return lost ? detail(lost) : failed(pageNotFound);
    },
    // A digital invoice is sent only where the user asks to have it compared.
    'pages.recognize': ({ ids }) => askAnew(ids.filter((id) => !isSettledLocally(folder, id))),
    'pages.compare': async ({ id }) => {
      if (localExtractions(folder, id).length === 0) return failed(pageNotFound);
      if (settings().localOnly) return failed(callsOff);
      // Its data is shown before its page is drawn.
      await runner.settled([id]);
      return askAnew([id]);
    },
    'pages.cancel': ({ ids }) => {
      runner.cancel(ids);
      // What waits for the user's word alone is in no queue; "all" stops the queue and leaves it waiting.
      const held = ids === 'all' ? [] : rowsOf(ids).filter((row) => row.held && row.state === 'waiting');
      const dropped = held.map(({ id }) => id);
      pages.setHeld(dropped, false);
      pages.setState(dropped, 'cancelled');
      runner.tell(dropped);
      return Promise.resolve(success({}));
    },
    'pages.remove': async ({ ids }) => {
      runner.cancel(ids);
      await runner.settled(ids);
      const gone = rowsOf(ids);
      // Asked before they are removed: the renditions of a document leave the store with its last page.
      const files = [
        ...gone,
        ...gone.flatMap(({ document }) => folder.ledger.documents.renditions(document)),
      ];
      await removeFiles(files, pages.remove(ids));
      for (const { books } of gone) await dropAttachment(folder, books.verification);
      // Asked for when they are gone: whoever has many others still is a duplicate as before.
      const others = alike(gone);
      emit({ type: 'pages.removed', ids: [...ids] });
      for (const id of new Set(others)) runner.assess(id);
      return success({});
    },
    'pages.correct': ({ id, field, value }) => {
      const page = opened(id);
      if (!page) return Promise.resolve(failed(pageNotFound));
      const { row, derived } = page;
      if (derived?.service !== 'vat-invoice' || !isCorrectable(derived.invoice.value, field))
        return Promise.resolve(failed(notCorrectable));
      return keep(row, { kind: 'correct', field, value }, derived.events);
    },
    'pages.editLines': ({ id, edit }) => {
      const page = opened(id);
      if (!page) return Promise.resolve(failed(pageNotFound));
      const { row, derived } = page;
      if (derived?.service !== 'vat-invoice' || !isPossible(edit, derived.invoice.value.lines.length))
        return Promise.resolve(failed(notCorrectable));
      return keep(row, { kind: 'edit-lines', edit }, derived.events);
    },
    'pages.revert': ({ id, field }) => {
      const page = opened(id);
      if (!page) return Promise.resolve(failed(pageNotFound));
      const { row, derived } = page;
      if (derived?.service !== 'vat-invoice') return Promise.resolve(failed(nothingToRevert));
      const { invoice, events } = derived;
      const isChanged = field === linesTable ? invoice.linesEdited : isTyped(invoice, field);
      return isChanged
        ? keep(row, { kind: 'revert', field }, events)
        : Promise.resolve(failed(nothingToRevert));
    },
    'pages.keep': ({ id, field }) => {
      const page = opened(id);
      if (!page) return Promise.resolve(failed(pageNotFound));
      const { row, derived } = page;
      if (derived?.service !== 'vat-invoice') return Promise.resolve(failed(nothingToKeep));
      const { invoice, events } = derived;
      const isOpen =
        field === linesTable
          ? invoice.linesConflict !== null
          : invoice.conflicts.some((conflict) => conflict.field === field);
      return isOpen ? keep(row, { kind: 'keep', field }, events) : Promise.resolve(failed(nothingToKeep));
    },
    'pages.undo': ({ id, redo }) => {
      const row = pages.get(id);
      if (!row) return Promise.resolve(failed(pageNotFound));
      const events = results.events(id);
      const history = editHistory(events, localAuthor);
      if (!(redo ? history.redo : history.undo))
        return Promise.resolve(failed(redo ? nothingToRedo : nothingToUndo));
      return keep(row, { kind: redo ? 'redo' : 'undo' }, events);
    },
    'pages.review': ({ id, mark }) => {
      const row = pages.get(id);
      if (!row) return Promise.resolve(failed(pageNotFound));
      if (row.state !== 'recognized') return Promise.resolve(failed(notReviewable));
      return (row.figures?.review ?? 'open') === mark
        ? Promise.resolve(detail(row))
        : keep(row, markAct(mark), results.events(id));
    },
  };
};
