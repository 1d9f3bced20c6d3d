import type { PageId } from '../../shared/contract/page.ts';
import { isOpenFinding, type Finding } from '../../shared/invoice/finding.ts';
import { ownChangesTexts } from '../../shared/texts/command-failures.ts';
import { officeCommandFailures } from '../../shared/texts/office-failures.ts';
import type { CommandFailure } from '../../shared/contract/commands.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { isClean, type MetPages } from '../../shared/contract/batch-commands.ts';
import type { ReviewChange } from '../../shared/review/event.ts';
import { changeForState, editHistory } from '../../shared/review/replay.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import { refreshJoins } from '../pipeline/join-invoice.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import { isFurtherPage, summaryOf } from '../pipeline/page-summary.ts';
import type { WriteStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import type { DataFolder } from './data-folder.ts';
import { orNotApproved, requireApproval, type FourEyes } from './four-eyes.ts';
import { answering, type Caller, type Handlers } from './handlers.ts';
import { describeUndo, lastStep, lastUndone } from './last-step.ts';
import { detailOf } from './page-detail.ts';
import { canBeSetAside, refreshReviews, watchValues } from './review-commands.ts';
import {
  changedMeanwhile,
  confirmedBy,
  notReviewable,
  nothingToRedo,
  nothingToUndo,
  pageNotFound,
} from './command-failures.ts';
import {
  changedSince,
  confirmedOver,
  meanwhileFailure,
  metPages,
  type Meanwhile,
} from './conflicting-changes.ts';

type Dependencies = {
  readonly folder: DataFolder;
  readonly runner: Pick<PageRunner, 'tell'>;
  readonly assessor: Pick<Assessor, 'assessIn' | 'reviewed' | 'open'>;
  readonly fourEyes: FourEyes;
};

type BatchCommands = Pick<
  Handlers,
  'batch.review' | 'batch.tag' | 'batch.undo' | 'pages.note' | 'pages.accept'
>;

/** A finding about confidence is accepted for this field only; any other finding for all its fields together. */
const acceptOf = ({ id, fields }: Finding, field: string): ReviewChange => ({
  kind: 'accept',
  finding: id,
  fields: id.includes('confidence') ? [field] : [...fields],
});

/**
 * A page that is set aside is not a duplicate, so setting aside or reopening changes the findings of other
 * pages.
 */
const turnedAside = async (unit: WriteStore, before: readonly PageRow[]): Promise<readonly PageId[]> => {
  const now = await unit.pages(before.map(({ id }) => id));
  const reviews = new Map(now.map(({ id, figures }) => [id, figures?.review]));
  return before
    .filter(({ id, figures }) => (figures?.review === 'aside') !== (reviews.get(id) === 'aside'))
    .map(({ id }) => id);
};

type PagesChange = {
  /** The author, if the change confirms. */
  readonly approver?: Caller;
  /** @param digest of the page's data */
  readonly changeOf: (digest: string | null) => ReviewChange;
  readonly by: string;
  /** The version of each page that the author saw. */
  readonly versions: ReadonlyMap<PageId, number>;
  /** The digest of the data of each page that the author saw; absent if the change is about no data. */
  readonly digests?: ReadonlyMap<PageId, string | null>;
};

const byPage = <Value>(ids: readonly PageId[], values: readonly Value[]): ReadonlyMap<PageId, Value> =>
  new Map(values.flatMap((value, index) => [[ids[index] ?? 0, value] as const]));

/** The changes by other users since the author saw the pages, if they contradict the author's change. */
const metOn = async (
  unit: WriteStore,
  rows: readonly PageRow[],
  { versions, changeOf, by }: PagesChange,
): Promise<ReadonlyMap<PageId, Meanwhile>> => {
  const newer = rows.filter(({ id, version }) => version > (versions.get(id) ?? 0));
  const events = await unit.eventsOf(newer.map(({ id }) => id));
  return new Map(
    newer.flatMap(({ id }) => {
      const met = changedSince(events.get(id) ?? [], versions.get(id) ?? 0, by, changeOf(null));
      return met ? [[id, met] as const] : [];
    }),
  );
};

const digestOf = ({ figures }: PageRow): string | null => figures?.digest ?? null;

const hasFigures = ({ figures }: PageRow): boolean => figures !== null;

const isConfirmed = ({ figures }: PageRow): boolean => figures?.review === 'confirmed';

type PagesChanged = {
  readonly found: readonly PageRow[];
  readonly met: ReadonlyMap<PageId, Meanwhile>;
  /** Pages whose data is not what the author saw. */
  readonly other: readonly PageId[];
  /** Pages that the author may not confirm, because the author changed them. */
  readonly own: readonly PageId[];
};

/** Says both what other users changed meanwhile, and what the author may not confirm. */
const withOwn = (own: readonly PageId[], met: MetPages): MetPages => {
  if (own.length === 0) return met;
  const { message, remedy } = ownChangesTexts(own.length);
  if (!met) return { pages: [...own], message, remedy };
  const both = { zh: `${message.zh}；${met.message.zh}`, en: `${message.en}. ${met.message.en}` };
  return { pages: [...own, ...met.pages], message: both, remedy: met.remedy ?? remedy };
};

/** Actions on many pages at once, and undo across all pages. Each action is one undo step. */
export const batchCommands = ({ folder, runner, assessor, fourEyes }: Dependencies): BatchCommands => {
  const { store } = folder;

  const assessAll = async (unit: WriteStore, ids: readonly PageId[]): Promise<readonly PageId[]> => {
    const changed: PageId[] = [];
    for (const id of ids) changed.push(...(await assessor.assessIn(unit, id)));
    return changed;
  };

  /** Rows with the digest of their data, which earlier versions of Vouch did not keep. */
  const withDigests = async (unit: WriteStore, rows: readonly PageRow[]): Promise<readonly PageRow[]> => {
    const without = rows.filter((row) => row.figures && digestOf(row) === null).map(({ id }) => id);
    if (without.length === 0) return rows;
    await assessAll(unit, without);
    return unit.pages(rows.map(({ id }) => id));
  };

  /**
   * Appends the same change to the selected pages.
   * @param answerOf the answer, by their earlier rows and the skipped pages
   */
  const changePages = async <Answer>(
    ids: readonly PageId[],
    isMeant: (row: PageRow) => boolean,
    made: PagesChange,
    answerOf: (changed: PagesChanged) => Promise<Answer> | Answer,
  ): Promise<Answer> => {
    const { digests } = made;
    const isSeen = (row: PageRow) => !digests || (digests.get(row.id) ?? null) === digestOf(row);
    const changed = await store.transact(async (unit) => {
      const rows = (await unit.pages([...new Set(ids)])).filter((row) => !isFurtherPage(row));
      const wanted = rows.filter(isMeant);
      const own = made.approver ? await fourEyes(unit, wanted, made.approver) : new Set<PageId>();
      const meant = wanted.filter(({ id }) => !own.has(id));
      const met = await metOn(unit, meant, made);
      const unmet = meant.filter(({ id }) => !met.has(id));
      const found = await withDigests(unit, unmet.filter(isSeen));
      await unit.appendAll(new Map(found.map((row) => [row.id, [made.changeOf(digestOf(row))]])), made.by);
      await refreshReviews(unit, found);
      // The review of a joined invoice depends on all its pages.
      const joined = found.filter((row) => row.joinedTo !== null).map(({ id }) => id);
      const assessed = await assessAll(unit, [...new Set([...joined, ...(await turnedAside(unit, found))])]);
      const other = unmet.filter((row) => !isSeen(row)).map(({ id }) => id);
      const answer = await answerOf({ found, met, other, own: [...own] });
      return { answer, found, assessed };
    });
    await runner.tell([...new Set([...changed.found.map(({ id }) => id), ...changed.assessed])]);
    return changed.answer;
  };

  const detail = async (id: PageId, by: string) => {
    const page = await assessor.open(id);
    return page
      ? success(await detailOf(store, page, await assessor.reviewed(page), by))
      : failed(pageNotFound);
  };

  /**
   * Accepts the open findings about a field; null if the page is not an invoice, else the pages that changed.
   */
  const accept = async (
    unit: WriteStore,
    id: PageId,
    field: string,
    by: string,
  ): Promise<readonly PageId[] | null> => {
    const page = await assessor.open(id, unit);
    const reviewed = page && (await assessor.reviewed(page, unit));
    if (reviewed?.service !== 'vat-invoice') return null;
    const open = reviewed.invoice.checks.filter(
      (check) => isOpenFinding(check) && check.fields.includes(field),
    );
    const changes = open.map((finding) => acceptOf(finding, field));
    if (changes.length === 0) return [];
    await unit.appendAll(new Map([[id, changes]]), by);
    return assessor.assessIn(unit, id);
  };

  /** Undoes the last step, or redoes the last undone one. */
  const undoOrRedo = async (unit: WriteStore, redo: boolean, caller: Caller) => {
    const { by, nameOf, may } = caller;
    const step = await (redo ? lastUndone(unit, by) : lastStep(unit, by));
    const rows = step ? await unit.pages([...step.pages.keys()]) : [];
    const [first] = rows;
    if (!step || !first) return failed(redo ? nothingToRedo : nothingToUndo);
    if (redo && step.event.change.kind === 'confirm' && may?.('approver') === false)
      return failed(officeCommandFailures.notAllowed);
    const invoices = [...new Set(rows.map(({ id, joinedTo }) => joinedTo ?? id))];
    const before = new Set((await unit.pages(invoices)).filter(isConfirmed).map(({ id }) => id));
    const reviewed = await unit.eventsOf(invoices);
    for (const events of reviewed.values()) {
      const over = confirmedOver(editHistory(events).standing, by, [step.event.change]);
      if (over !== null) return failed(confirmedBy((await nameOf?.(over)) ?? null));
    }
    const kind = redo ? 'redo' : 'undo';
    const changes = [...step.pages].map(
      ([page, count]) => [page, Array.from({ length: count }, () => ({ kind }) as const)] as const,
    );
    const described = describeUndo(step);
    const isOnlyReviews =
      described.change === 'review' || described.change === 'tag' || described.change === 'note';
    const isJoin = described.change === 'join' || described.change === 'split';
    const tellValues = await watchValues(assessor, unit, isOnlyReviews || isJoin ? [] : invoices, caller);
    await unit.appendAll(new Map(changes), by);
    const ids = rows.map(({ id }) => id);
    if (isOnlyReviews) await refreshReviews(unit, rows);
    const touched = isJoin ? await refreshJoins(unit, ids) : ids;
    const changed = await assessAll(unit, isOnlyReviews ? await turnedAside(unit, rows) : touched);
    await tellValues();
    // A further page is shown as part of its invoice.
    const shown = (await unit.pages(ids)).map(({ id, joinedTo }) => joinedTo ?? id);
    const pages = [...new Set(shown)];
    const confirmed = (await unit.pages(pages)).filter((row) => isConfirmed(row) && !before.has(row.id));
    await requireApproval(fourEyes, unit, confirmed, caller);
    const told = new Set([...ids, ...pages, ...changed]);
    return success({ answer: { service: first.service, pages, ...described }, changed: told });
  };

  return {
    'batch.review': async ({ ids, mark: wanted, onlyClean, versions, digests }, caller) => {
      const isMeant = (row: PageRow): boolean => {
        const page = summaryOf(row);
        if (page.review === wanted) return false;
        if (page.state !== 'recognized') return wanted !== 'confirmed' && canBeSetAside(row);
        return !onlyClean || isClean(page);
      };
      const made = {
        changeOf: (digest: string | null) => changeForState(wanted, digest),
        by: caller.by,
        versions: byPage(ids, versions),
        ...(wanted === 'confirmed' && { approver: caller, digests: byPage(ids, digests) }),
      };
      const answer = await changePages(ids, isMeant, made, async ({ found, met, other, own }) => {
        const changed = found.map(({ id }) => id);
        return answering(caller, { changed, met: withOwn(own, await metPages(met, other, caller)) });
      });
      return success(answer);
    },
    'batch.tag': async ({ ids, add, remove, versions }, caller) => {
      const made = {
        changeOf: () => ({ kind: 'tag', add, remove }) as const,
        by: caller.by,
        versions: byPage(ids, versions),
      };
      const answer = await changePages(ids, hasFigures, made, async ({ met }) =>
        answering(caller, { met: await metPages(met, [], caller) }),
      );
      return success(answer);
    },
    'pages.note': async ({ id, text, version }, caller) => {
      const { by } = caller;
      const change = { kind: 'note', text: text?.trim() ? text.trim() : null } as const;
      const versions = byPage([id], [version]);
      const made = { changeOf: () => change, by, versions };
      const { found, met } = await changePages(
        [id],
        () => true,
        made,
        (changed) => changed,
      );
      const other = met.get(id);
      if (other) return await meanwhileFailure(other, caller);
      return found.length === 0 ? failed(pageNotFound) : detail(id, by);
    },
    'pages.accept': async ({ id, field, version }, caller) => {
      const { by } = caller;
      let met: Meanwhile | null = null;
      const accepted = await store.transact(
        async (unit): Promise<Result<readonly PageId[], CommandFailure>> => {
          if (!(await unit.page(id))) return failed(pageNotFound);
          met = changedSince(await unit.events(id), version, by, { kind: 'keep', field });
          if (met) return failed(changedMeanwhile);
          const changed = await accept(unit, id, field, by);
          return changed === null ? failed(notReviewable) : success(changed);
        },
      );
      if (met) return await meanwhileFailure(met, caller);
      if (!accepted.ok) return accepted;
      await runner.tell(accepted.value);
      return detail(id, by);
    },
    'batch.undo': async ({ redo }, caller) => {
      const done = await orNotApproved(store.transact((unit) => undoOrRedo(unit, redo, caller)));
      if (!done.ok) return done;
      await runner.tell([...done.value.changed]);
      return success(done.value.answer);
    },
  };
};
