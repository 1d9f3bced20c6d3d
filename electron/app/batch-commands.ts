import type { PageId } from '../../shared/contract/page.ts';
import { isOpenFinding, type Finding } from '../../shared/invoice/finding.ts';
import { failed, success } from '../../shared/result.ts';
import { isClean } from '../../shared/review/clean.ts';
import { localAuthor, type ReviewAct } from '../../shared/review/event.ts';
import { editHistory, labelsOf, markAct, reviewMarkOf } from '../../shared/review/replay.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import { summaryOf } from '../pipeline/page-summary.ts';
import type { PageRow } from '../store/records/page.ts';
import type { DataFolder } from './data-folder.ts';
import type { Handlers } from './handlers.ts';
import { describeStep, lastStep, lastUndone } from './last-step.ts';
import { detailOf } from './page-detail.ts';
import { notReviewable, nothingToRedo, nothingToUndo, pageNotFound } from './problems.ts';

type Dependencies = {
  readonly folder: DataFolder;
  readonly runner: Pick<PageRunner, 'assess' | 'tell'>;
  readonly assessor: Pick<Assessor, 'meaning'>;
};

type BatchCommands = Pick<
  Handlers,
  'batch.review' | 'batch.tag' | 'batch.undo' | 'pages.note' | 'pages.accept'
>;

/** Of a finding about confidence each field stands for itself; any other ties its fields together. */
const acceptOf = ({ id, fields }: Finding, field: string): ReviewAct => ({
  kind: 'accept',
  finding: id,
  fields: id.includes('confidence') ? [field] : [...fields],
});

/** Actions on many pages at once, and the undo that reaches over all pages. Each is one step of undo. */
export const batchCommands = ({ folder, runner, assessor }: Dependencies): BatchCommands => {
  const { pages, results } = folder.ledger;
  const rowsOf = (ids: Iterable<PageId>): readonly PageRow[] =>
    [...new Set(ids)].flatMap((id) => pages.get(id) ?? []);
  const act = (rows: readonly PageRow[], acts: readonly ReviewAct[]): void =>
    results.appendAll(new Map(rows.map(({ id }) => [id, acts])), localAuthor);

  /** Marks, tags and notes change nothing that was extracted: no check runs again. */
  const refreshMarks = (rows: readonly PageRow[]): void => {
    for (const { id, extractionId } of rows) {
      const { standing } = editHistory(results.events(id), localAuthor);
      results.setMarks(id, { review: reviewMarkOf(standing, extractionId), ...labelsOf(standing) });
    }
    runner.tell(rows.map(({ id }) => id));
  };
  /** What is set aside is nobody's duplicate: pages that were set aside or taken back change others' findings. */
  const refreshLookalikes = (before: readonly PageRow[]): void => {
    for (const { id, figures } of before) {
      const now = pages.get(id)?.figures?.review;
      if ((figures?.review === 'aside') !== (now === 'aside')) runner.assess(id);
    }
  };
  const detail = (row: PageRow) => {
    const now = pages.get(row.id) ?? row;
    return success(detailOf(folder.ledger, now, assessor.meaning(now)));
  };

  return {
    'batch.review': ({ ids, mark, onlyClean }) => {
      const rows = rowsOf(ids).filter((row) => {
        const page = summaryOf(row);
        if (page.state !== 'recognized' || page.review === mark) return false;
        return !onlyClean || isClean(page);
      });
      act(rows, [markAct(mark)]);
      refreshMarks(rows);
      refreshLookalikes(rows);
      return Promise.resolve(success({ changed: rows.map(({ id }) => id) }));
    },
    'batch.tag': ({ ids, add, remove }) => {
      const rows = rowsOf(ids).filter(({ figures }) => figures !== null);
      act(rows, [{ kind: 'tag', add, remove }]);
      refreshMarks(rows);
      return Promise.resolve(success({}));
    },
    'pages.note': ({ id, text }) => {
      const [row] = rowsOf([id]);
      if (!row) return Promise.resolve(failed(pageNotFound));
      act([row], [{ kind: 'note', text: text?.trim() ? text.trim() : null }]);
      refreshMarks([row]);
      return Promise.resolve(detail(row));
    },
    'pages.accept': ({ id, field }) => {
      const [row] = rowsOf([id]);
      if (!row) return Promise.resolve(failed(pageNotFound));
      const meaning = assessor.meaning(row);
      if (meaning?.service !== 'vat-invoice') return Promise.resolve(failed(notReviewable));
      const open = meaning.invoice.checks.filter(
        (check) => isOpenFinding(check) && check.fields.includes(field),
      );
      if (open.length > 0) {
        const acts = open.map((finding) => acceptOf(finding, field));
        act([row], acts);
        runner.assess(row.id);
      }
      return Promise.resolve(detail(row));
    },
    'batch.undo': ({ redo }) => {
      const step = redo ? lastUndone(results) : lastStep(results);
      const rows = step ? rowsOf(step.pages.keys()) : [];
      const [first] = rows;
      if (!step || !first) return Promise.resolve(failed(redo ? nothingToRedo : nothingToUndo));
      const kind = redo ? 'redo' : 'undo';
      const acts = new Map<PageId, readonly ReviewAct[]>();
      for (const [page, count] of step.pages)
        acts.set(
          page,
          Array.from({ length: count }, () => ({ kind })),
        );
      results.appendAll(acts, localAuthor);
      const described = describeStep(step);
      if (described.act === 'review' || described.act === 'tag' || described.act === 'note') {
        refreshMarks(rows);
        refreshLookalikes(rows);
      } else for (const { id } of rows) runner.assess(id);
      return Promise.resolve(
        success({ service: first.service, pages: rows.map(({ id }) => id), ...described }),
      );
    },
  };
};
