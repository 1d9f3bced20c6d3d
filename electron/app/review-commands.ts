import type { PageDetail, PageId, ReviewedInvoice } from '../../shared/contract/page.ts';
import { isPossible } from '../../shared/invoice/lines-edit.ts';
import { fieldPathsOf, valueAt } from '../../shared/invoice/fields.ts';
import type { FieldPath, Invoice } from '../../shared/invoice/model.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { linesTable } from '../../shared/invoice/invoice-changes.ts';
import { localAuthor, type ReviewChange } from '../../shared/review/event.ts';
import { changeForState, editHistory, labelsOf, reviewStateOf } from '../../shared/review/replay.ts';
import type { PageSources, WriteStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import { wasJoined } from '../../shared/review/joined.ts';
import { refreshJoins } from '../pipeline/join-invoice.ts';
import { reviewOf, summaryOf } from '../pipeline/page-summary.ts';
import { placeChange } from './joined-changes.ts';
import type { Assessor, OpenedPage } from '../pipeline/assessor.ts';
import type { DataFolder } from './data-folder.ts';
import { orNotApproved, requireApproval, type FourEyes } from './four-eyes.ts';
import type { Caller, Handlers, ValueChange } from './handlers.ts';
import { changedSince, confirmedOver, meanwhileFailure, type Meanwhile } from './conflicting-changes.ts';
import { detailOf } from './page-detail.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import {
  changedMeanwhile,
  changedMeanwhileBy,
  confirmedBy,
  notCorrectable,
  nothingToKeep,
  nothingToRedo,
  nothingToRevert,
  nothingToUndo,
  notReviewable,
  otherData,
  pageNotFound,
} from './command-failures.ts';
import { hasField } from '../pipeline/derive-page.ts';
import type { DerivedInvoice } from '../pipeline/derived.ts';
import { officeCommandFailures } from '../../shared/texts/office-failures.ts';
import type { CommandFailure, VouchEvent } from '../../shared/contract/commands.ts';

type ReviewCommandDependencies = {
  readonly folder: Pick<DataFolder, 'store'>;
  readonly runner: Pick<PageRunner, 'tell'>;
  readonly assessor: Assessor;
  readonly fourEyes: FourEyes;
  readonly emit: (event: VouchEvent) => void;
};

type ReviewCommands = Pick<
  Handlers,
  'pages.correct' | 'pages.editLines' | 'pages.revert' | 'pages.keep' | 'pages.undo' | 'pages.review'
>;

/** Whether the user's current value of a field differs from the extracted one. */
const isTyped = ({ corrections }: Pick<ReviewedInvoice, 'corrections'>, field: FieldPath): boolean => {
  const last = corrections.findLast((correction) => correction.field === field);
  return last !== undefined && last.kind !== 'reverted';
};

/** Appends a change to the page, or to the pages of a joined invoice. Null if another change came first. */
const appendTo = async (
  unit: WriteStore,
  { row, events, derived }: OpenedPage,
  change: ReviewChange,
  by: string,
): Promise<PageSources | null> => {
  const isJoined = row.joined.length > 0 || wasJoined(events);
  if (!isJoined) {
    const appended = await unit.append(row.id, row.version, by, [change]);
    if (!appended.ok) return null;
    const version = row.version + appended.value.length;
    return { row: { ...row, version }, events: [...events, ...appended.value] };
  }
  const placed =
    derived?.service === 'vat-invoice'
      ? placeChange(derived.invoice, row.id, change)
      : new Map([[row.id, [change]]]);
  await unit.appendAll(placed, by);
  // The undone change may be a join.
  if (change.kind === 'undo' || change.kind === 'redo') await refreshJoins(unit, [row.id]);
  return (await unit.sources([row.id]))[0] ?? null;
};

const valuesBetween = (before: Invoice, after: Invoice): readonly ValueChange[] =>
  [...new Set([...fieldPathsOf(before), ...fieldPathsOf(after)])].flatMap((field) => {
    const change = { field, was: valueAt(before, field), now: valueAt(after, field) };
    return change.was === change.now ? [] : [change];
  });

/**
 * Reads the values of invoices before a unit of work changes them, if the caller wants to know.
 * @returns tells the caller what changed since
 */
export const watchValues = async (
  assessor: Pick<Assessor, 'open'>,
  unit: WriteStore,
  ids: readonly PageId[],
  { onValues }: Caller,
): Promise<() => Promise<void>> => {
  const valuesOf = async (id: PageId): Promise<Invoice | null> => {
    const derived = (await assessor.open(id, unit))?.derived;
    return derived?.service === 'vat-invoice' ? derived.invoice.value : null;
  };
  const before = new Map<PageId, Invoice>();
  for (const id of onValues ? ids : []) {
    const values = await valuesOf(id);
    if (values) before.set(id, values);
  }
  return async () => {
    for (const [id, values] of before) {
      const now = await valuesOf(id);
      if (now) onValues?.(id, valuesBetween(values, now));
    }
  };
};

/** Reviews, tags and notes don't change extracted data, so no check runs again. */
export const refreshReviews = async (unit: WriteStore, rows: readonly PageRow[]): Promise<void> => {
  const events = await unit.eventsOf(rows.map(({ id }) => id));
  const reviews = rows.map(({ id, extractionId, figures }) => {
    const { standing } = editHistory(events.get(id) ?? []);
    const review = reviewStateOf(standing, extractionId, figures?.digest ?? null);
    return [id, { review, ...labelsOf(standing) }] as const;
  });
  await unit.setReviews(new Map(reviews));
};

/** A page whose reading ended without data can be set aside, so that nothing waits for it. */
export const canBeSetAside = ({ state }: PageRow): boolean =>
  state === 'failed' || state === 'cancelled' || state === 'interrupted';

/** The review of one page: edits, review state and undo. Reviews of a batch are in `batch-commands.ts`. */
export const reviewCommands = ({
  folder,
  runner,
  assessor,
  fourEyes,
  emit,
}: ReviewCommandDependencies): ReviewCommands => {
  const { store } = folder;

  /** A page with its current data. */
  const detail = async (page: OpenedPage, by: string) => {
    const reviewed = await assessor.reviewed(page);
    return success(await detailOf(store, page, reviewed, by, await assessor.joinOffers(reviewed)));
  };

  /**
   * Appends a change that is decided on the current page, and returns the page with it; null means no change.
   * The event and the resulting figures are one unit. The page is derived once, and the event to other
   * windows includes it.
   */
  const keep = async (
    id: PageId,
    caller: Caller,
    decide: (page: OpenedPage) => Result<ReviewChange | null, CommandFailure>,
    version: number,
  ): Promise<Result<PageDetail, CommandFailure>> => {
    const { by } = caller;
    let met: Meanwhile | null = null;
    const change = async (unit: WriteStore) => {
      const page = await assessor.open(id, unit);
      if (!page) return failed(pageNotFound);
      const decided = decide(page);
      if (!decided.ok) return decided;
      if (decided.value === null) return success(null);
      met = changedSince(page.events, version, by, decided.value);
      if (met) return failed(changedMeanwhile);
      const now = await appendTo(unit, page, decided.value, by);
      if (!now) return failed(changedMeanwhile);
      // A join or its undo changes which pages count as other invoices.
      const all = [...new Set([...page.row.joined, ...now.row.joined])];
      const joined = all.filter((other) => other !== now.row.id);
      const assessed = await assessor.assessWith(unit, now, joined.length > 0);
      if (!assessed) await refreshReviews(unit, [now.row]);
      const bare = (assessed ? null : await unit.page(id)) ?? page.row;
      const { row, reviewed, similar, alike } = assessed ?? { row: bare, reviewed: null, alike: [] };
      if (page.derived?.service === 'vat-invoice' && reviewed?.service === 'vat-invoice')
        caller.onValues?.(id, valuesBetween(page.derived.invoice.value, reviewed.invoice.value));
      const isNowConfirmed = row.figures?.review === 'confirmed' && page.derived?.review !== 'confirmed';
      await requireApproval(fourEyes, unit, isNowConfirmed ? [row] : [], caller);
      const offers = await assessor.joinOffers(reviewed, unit, similar);
      const shown = await detailOf(unit, { ...now, row }, reviewed, by, offers);
      return success({ shown, alike, joined });
    };
    const kept = await orNotApproved(store.transact(change));
    if (met) return await meanwhileFailure(met, caller);
    if (!kept.ok) return kept;
    if (kept.value === null) {
      const page = await assessor.open(id);
      return page ? detail(page, by) : failed(pageNotFound);
    }
    const { shown, alike, joined } = kept.value;
    const isPhoto = shown.summary.service === 'face-detect';
    // The undo state belongs to the author's windows only, so other windows request the page.
    const isForAll = !isPhoto && by === localAuthor;
    const summaries = [shown.summary, ...alike.map(summaryOf)];
    emit({ type: 'pages.changed', pages: summaries, ...(isForAll ? { details: [shown] } : {}) });
    await runner.tell(joined);
    return success(shown);
  };

  /** The same for a change on an invoice. */
  const keepOn = (
    id: PageId,
    caller: Caller,
    other: CommandFailure,
    decide: (invoice: DerivedInvoice) => ReviewChange | null,
    version: number,
  ): Promise<Result<PageDetail, CommandFailure>> => {
    const decideOn = ({ derived }: OpenedPage) => {
      const change = derived?.service === 'vat-invoice' ? decide(derived.invoice) : null;
      return change ? success(change) : failed(other);
    };
    return keep(id, caller, decideOn, version);
  };

  return {
    'pages.correct': async ({ id, field, value, was, version }, caller) => {
      let met: { readonly by: string; readonly now: string | null } | null = null;
      const decide = ({ derived, events }: OpenedPage): Result<ReviewChange, CommandFailure> => {
        if (derived?.service !== 'vat-invoice' || !hasField(derived.invoice.value, field))
          return failed(notCorrectable);
        const now = valueAt(derived.invoice.value, field);
        const other = events.findLast(({ by }) => by !== caller.by);
        if (now === was || !other) return success({ kind: 'correct', field, value });
        met = { by: other.by, now };
        return failed(changedMeanwhile);
      };
      const kept = await keep(id, caller, decide, version);
      if (!met) return kept;
      const { by, now }: { by: string; now: string | null } = met;
      return failed(changedMeanwhileBy((await caller.nameOf?.(by)) ?? null, now, value));
    },
    'pages.editLines': ({ id, edit, version }, caller) => {
      // Validated against the lines that the user has seen: after another user deletes a line, an index refers to
      // another line.
      const decide = ({ value }: DerivedInvoice): ReviewChange | null =>
        isPossible(edit, value.lines.length) ? { kind: 'edit-lines', edit } : null;
      return keepOn(id, caller, notCorrectable, decide, version);
    },
    'pages.revert': ({ id, field, version }, caller) => {
      const decide = (invoice: DerivedInvoice): ReviewChange | null => {
        const isChanged = field === linesTable ? invoice.linesEdited : isTyped(invoice, field);
        return isChanged ? { kind: 'revert', field } : null;
      };
      return keepOn(id, caller, nothingToRevert, decide, version);
    },
    'pages.keep': ({ id, field, version }, caller) => {
      const decide = (invoice: DerivedInvoice): ReviewChange | null => {
        const isOpen =
          field === linesTable
            ? invoice.linesConflict !== null
            : invoice.conflicts.some((conflict) => conflict.field === field);
        return isOpen ? { kind: 'keep', field } : null;
      };
      return keepOn(id, caller, nothingToKeep, decide, version);
    },
    'pages.undo': async ({ id, redo, version }, caller) => {
      let over: string | null = null;
      const decide = ({ events }: OpenedPage): Result<ReviewChange, CommandFailure> => {
        const history = editHistory(events, caller.by);
        const step = redo ? history.redo : history.undo;
        if (!step) return failed(redo ? nothingToRedo : nothingToUndo);
        if (redo && step.change.kind === 'confirm' && caller.may?.('approver') === false)
          return failed(officeCommandFailures.notAllowed);
        over = confirmedOver(history.standing, caller.by, [step.change]);
        return over === null ? success({ kind: redo ? 'redo' : 'undo' }) : failed(confirmedBy(null));
      };
      const kept = await keep(id, caller, decide, version);
      return over === null ? kept : failed(confirmedBy((await caller.nameOf?.(over)) ?? null));
    },
    'pages.review': ({ id, mark, version, digest }, caller) => {
      const decide = ({ row, derived, events }: OpenedPage): Result<ReviewChange | null, CommandFailure> => {
        if (mark !== 'confirmed' && canBeSetAside(row))
          return success(reviewOf(row) === mark ? null : changeForState(mark, null));
        if (row.state !== 'recognized' || !derived) return failed(notReviewable);
        if (derived.review === mark) return success(null);
        const change = changeForState(mark, derived.digest);
        // What another user has just changed is named below.
        const isSeen = mark !== 'confirmed' || digest === derived.digest;
        return isSeen || changedSince(events, version, caller.by, change)
          ? success(change)
          : failed(otherData);
      };
      return keep(id, caller, decide, version);
    },
  };
};
