import { expect, it } from 'vitest';
import { booksStateOf } from '../../../../shared/books/books-state.ts';
import {
  decodeChange,
  encodeChange,
  localAuthor,
  type ReviewChange,
} from '../../../../shared/review/event.ts';
import { editHistory, isOnlyReview, reviewStateOf } from '../../../../shared/review/replay.ts';

const booking = { word: '记', number: 12, date: '2024-05-31', period: '2024-05' };
const changes: readonly ReviewChange[] = [
  { kind: 'verify', verification: { result: 'consistent', day: '2024-06-01' } },
  { kind: 'book', booking },
  { kind: 'archive', from: '2024-05-01', to: '2024-05-31' },
  { kind: 'print' },
];
const events = changes.map((change, index) => ({
  change,
  at: `2024-06-0${index + 1}T00:00:00Z`,
  by: localAuthor,
  extractionId: null,
}));

it('returns the last voucher, result and archive of an invoice', () => {
  expect(booksStateOf(events)).toEqual({
    booking,
    verification: { result: 'consistent', day: '2024-06-01' },
    archivedAt: '2024-06-03T00:00:00Z',
    printedAt: '2024-06-04T00:00:00Z',
  });
  const takenBack = { at: '', change: { kind: 'book', booking: null } };
  expect(booksStateOf([...events, takenBack]).booking).toBeNull();
  expect(booksStateOf([])).toEqual({
    booking: null,
    verification: null,
    archivedAt: null,
    printedAt: null,
  });
});

it('is stored as events that change no value or review state and are skipped by undo', () => {
  for (const change of changes) {
    expect(decodeChange(encodeChange(change))).toEqual(change);
    expect(isOnlyReview(change)).toBe(true);
  }
  const confirmed = { change: { kind: 'confirm' } as const, by: localAuthor, extractionId: null };
  expect(reviewStateOf([confirmed, ...events], null, null)).toBe('confirmed');
  const { standing, undo } = editHistory([confirmed, ...events], localAuthor);
  expect([standing.length, undo]).toEqual([5, confirmed]);
});
