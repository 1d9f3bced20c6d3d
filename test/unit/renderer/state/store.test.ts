import { describe, expect, test } from 'vitest';
import { toFetch } from '../../../../renderer/state/listen.ts';
import {
  afterEvent,
  afterFailure,
  firstState,
  shownFor,
  type AppState,
} from '../../../../renderer/state/store.ts';
import { detailOf, summary } from '../page-summaries.ts';
import type { VouchEvent } from '../../../../shared/contract/commands.ts';

const after = (state: AppState, ...events: readonly VouchEvent[]): AppState =>
  events.reduce(afterEvent, state);

const failure = (id: string) => ({ id, message: { zh: '错', en: 'Wrong' }, remedy: null });

const edited = (id: number): VouchEvent => ({
  type: 'pages.changed',
  pages: [summary({ id })],
  details: [detailOf(id, { history: { canUndo: true, canRedo: false } })],
});

describe('an event of the backend', () => {
  test('adds rows to the workspace of their service', () => {
    const state = after(firstState, {
      type: 'pages.changed',
      pages: [summary({ id: 1 }), summary({ id: 2, service: 'face-detect' })],
    });
    expect(state.lists['vat-invoice'].order).toEqual([1]);
    expect(state.lists['face-detect'].order).toEqual([2]);
  });

  test('updates the shown page from its row', () => {
    const detail = detailOf(1, { summary: summary({ id: 1, state: 'calling' }) });
    const shown: AppState = { ...firstState, details: { ...firstState.details, 'vat-invoice': detail } };
    const state = after(shown, { type: 'pages.changed', pages: [summary({ id: 1, state: 'failed' })] });
    expect(state.details['vat-invoice']?.summary.state).toBe('failed');
    expect(after(shown, { type: 'pages.changed', pages: [summary({ id: 2 })] }).details['vat-invoice']).toBe(
      detail,
    );
  });

  test('contains the complete data of an edited page, which is used only where it is shown', () => {
    const shown: AppState = {
      ...firstState,
      current: { ...firstState.current, 'vat-invoice': 1 },
      details: { ...firstState.details, 'vat-invoice': detailOf(1) },
    };
    expect(after(shown, edited(1)).details['vat-invoice']?.history.canUndo).toBe(true);
    expect(after(shown, edited(2)).details['vat-invoice']).toEqual(detailOf(1));
    expect([...toFetch([edited(1)])]).toEqual([]);
    const changed: VouchEvent = { type: 'pages.changed', pages: [summary({ id: 1, state: 'recognized' })] };
    expect([...toFetch([edited(1), changed])]).toEqual([1]);
    expect([...toFetch([changed, edited(1)])]).toEqual([]);
  });

  test('replaces a removed page by its neighbour', () => {
    const pages = [1, 2, 3].map((id) => summary({ id }));
    const shown = after(
      { ...firstState, current: { ...firstState.current, 'vat-invoice': 2 } },
      { type: 'pages.changed', pages },
      { type: 'pages.removed', ids: [2] },
    );
    expect(shown.current['vat-invoice']).toBe(3);
    expect(shown.lists['vat-invoice'].order).toEqual([1, 3]);
  });

  test('replaces a removed page by the document that its file joined', () => {
    const pages = [1, 2, 3].map((id) => summary({ id }));
    const shown = after(
      { ...firstState, current: { ...firstState.current, 'vat-invoice': 3 } },
      { type: 'pages.changed', pages },
      { type: 'pages.removed', ids: [3], into: 1 },
    );
    expect(shown.current['vat-invoice']).toBe(1);
    expect(after(shown, { type: 'pages.removed', ids: [2], into: 3 }).current['vat-invoice']).toBe(1);
  });

  test('shows a page by the one that replaced it, until it is listed again', () => {
    const pages = [1, 2, 3].map((id) => summary({ id }));
    const chained = after(
      firstState,
      { type: 'pages.changed', pages },
      { type: 'pages.removed', ids: [3], into: 2 },
      { type: 'pages.removed', ids: [2], into: 1 },
    );
    expect([1, 2, 3, 4].map((id) => shownFor(chained, id))).toEqual([1, 1, 1, 4]);
    const reversed = after(chained, { type: 'pages.removed', ids: [1], into: 2 });
    expect([1, 2, 3].map((id) => shownFor(reversed, id))).toEqual([2, 2, 2]);
    const listed = after(chained, { type: 'pages.changed', pages: [summary({ id: 2 })] });
    expect([2, 3].map((id) => shownFor(listed, id))).toEqual([2, 2]);
  });

  test('tracks progress per service', () => {
    const progress = { service: 'face-detect', total: 4, finished: 1, failed: 0 } as const;
    const state = after(firstState, { type: 'progress', progress });
    expect(state.progress).toEqual({ 'vat-invoice': null, 'face-detect': progress });
  });

  test('turns failures into notices with unique ids, and keeps only the latest few', () => {
    const failures = Array.from({ length: 9 }, (_, count) => ({
      ...failure(`p${count}`),
      details: `HTTP ${500 + count}`,
    }));
    const state = failures.reduce(afterFailure, firstState);
    expect(state.notices.length).toBeLessThanOrEqual(4);
    expect(new Set(state.notices.map((notice) => notice.id)).size).toBe(state.notices.length);
    expect(state.notices.every((notice) => notice.tone === 'failure')).toBe(true);
    // A repeated notice replaces the earlier one.
    const again = [failure('a'), failure('b'), failure('c')].reduce(afterFailure, firstState);
    expect(again.notices.map(({ id }) => id)).toEqual([3]);
  });
});
