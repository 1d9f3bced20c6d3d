import { expect, test } from 'vitest';
import { emptyList, withPages } from '../../../../../renderer/state/page-list.ts';
import { nothingOlder } from '../../../../../renderer/state/store.ts';
import { findingsEnd, reviewEnd, whatIsLeft } from '../../../../../renderer/shell/actions/what-is-left.ts';
import type { PageSummary } from '../../../../../shared/contract/page.ts';
import { summary } from '../../page-summaries.ts';

const confirmed = summary({ id: 1, review: 'confirmed' });
const end = (pages: readonly PageSummary[], older = nothingOlder(), order: readonly number[] = [1]) => {
  const list = withPages(emptyList, [confirmed, ...pages]);
  return {
    review: reviewEnd(whatIsLeft(list, older, order, 'open')),
    findings: findingsEnd(whatIsLeft(list, older, order, 'findings')),
  };
};

test('reports every document as reviewed if each is confirmed', () => {
  const { review, findings } = end([]);
  expect(review.en).toBe('All documents reviewed');
  expect(findings.en).toBe('No other field has findings');
});

test.each([
  [summary({ id: 2 }), '1 hidden by the filter or the search', '1 份被筛选或查找隐藏'],
  [summary({ id: 2, state: 'waiting' }), '1 waiting to be recognized', '1 份等待识别'],
  [summary({ id: 2, state: 'waiting', held: true }), '1 waiting to be recognized', '1 份等待识别'],
  [summary({ id: 2, state: 'calling' }), '1 waiting to be recognized', '1 份等待识别'],
  [summary({ id: 2, state: 'failed' }), '1 not recognized', '1 份未识别'],
  [summary({ id: 2, state: 'interrupted' }), '1 not recognized', '1 份未识别'],
  [summary({ id: 2, review: 'aside' }), '1 set aside', '1 份已搁置'],
  [summary({ id: 2, review: 'aside', state: 'failed' }), '1 set aside', '1 份已搁置'],
])('reports an unreviewed document: %#', (page, en, zh) => {
  const { review } = end([page]);
  expect(review).toEqual({
    zh: `没有其他可核对的单据：${zh}`,
    en: `No other document to review here: ${en}`,
  });
});

test('reports pages too old for the list in addition to all others', () => {
  const pages = [summary({ id: 20, state: 'calling' }), summary({ id: 21, review: 'aside' })];
  const { review, findings } = end(pages, { before: 10, left: 98 });
  expect(review.en).toBe(
    'No other document to review here: 98 older not listed, 1 waiting to be recognized, 1 set aside',
  );
  expect(findings.en).toBe(
    'No other field here has findings: 98 older not listed, 1 waiting to be recognized',
  );
});

test('keeps findings open for a document whose findings the list hides, but not for one without findings', () => {
  expect(end([summary({ id: 2 })]).findings.en).toBe('No other field has findings');
  const withFindings = summary({ id: 2, findings: { warn: 1, error: 0 } });
  expect(end([withFindings]).findings.en).toContain('1 hidden');
});
