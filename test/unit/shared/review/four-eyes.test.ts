import { expect, test } from 'vitest';
import type { ReviewChange, ReviewEvent } from '../../../../shared/review/event.ts';
import { authorsSinceApproval } from '../../../../shared/review/four-eyes.ts';

let last = 0;
const event = (by: string, change: ReviewChange): ReviewEvent => {
  last += 1;
  return { id: last, version: last, by, at: '2026-11-28T00:00:00.000Z', extractionId: 1, change };
};
const correct = (by: string) => event(by, { kind: 'correct', field: 'number', value: '1' });
const confirm = (by: string) => event(by, { kind: 'confirm', digest: 'd' });
const undo = (by: string) => event(by, { kind: 'undo' });
const redo = (by: string) => event(by, { kind: 'redo' });

const authors = (...pages: ReviewEvent[][]) => [...authorsSinceApproval(pages)].toSorted();

test.each<[string, ReviewChange]>([
  ['a correction', { kind: 'correct', field: 'number', value: '1' }],
  ['an edit of the lines', { kind: 'edit-lines', edit: { kind: 'delete', index: 0 } as never }],
  ['a reverted value', { kind: 'revert', field: 'number' }],
  ['an accepted finding', { kind: 'accept', finding: 'x', fields: ['number'] }],
  ['a join', { kind: 'join', to: 1, pages: [1, 2] }],
  ['a split', { kind: 'split' }],
])('%s keeps its author from approving', (_, change) => {
  expect(authors([event('li', change)])).toEqual(['li']);
  expect(authors([event('li', change), confirm('wang')])).toEqual([]);
});

test.each<[string, ReviewChange]>([
  ['a note', { kind: 'note', text: 'x' }],
  ['a tag', { kind: 'tag', add: ['x'], remove: [] }],
  ['setting aside', { kind: 'set-aside' }],
  ['reopening', { kind: 'reopen' }],
])('%s does not', (_, change) => expect(authors([event('li', change)])).toEqual([]));

test('only what stands counts: not what was undone, but what was restored', () => {
  expect(authors([correct('li'), undo('li')])).toEqual([]);
  expect(authors([correct('li'), undo('li'), redo('li')])).toEqual(['li']);
});

test('an approval that was undone is none', () => {
  expect(authors([correct('li'), confirm('wang'), undo('wang')])).toEqual(['li']);
});

test('a change after the approval counts again', () => {
  expect(authors([correct('li'), confirm('wang'), correct('wang')])).toEqual(['wang']);
});

test('the pages of a joined invoice count together, in the order of the changes', () => {
  const first = correct('li');
  const approval = confirm('wang');
  const later = correct('chen');
  expect(authors([first], [approval, later])).toEqual(['chen']);
});

test.each<[string, ReviewChange]>([
  ['a correction', { kind: 'correct', field: 'number', value: '1' }],
  ['an accepted finding', { kind: 'accept', finding: 'x', fields: ['number'] }],
])('%s that is restored after an approval counts from then', (_, change) => {
  expect(authors([event('li', change), undo('li'), confirm('wang'), redo('li')])).toEqual(['li']);
  expect(authors([event('li', change), undo('li'), redo('li'), confirm('wang')])).toEqual([]);
});

test('an undo after an approval brings back an own value that nobody else has seen', () => {
  expect(authors([correct('li'), correct('li'), confirm('wang'), undo('li')])).toEqual(['li']);
  expect(authors([correct('li'), confirm('wang'), correct('li'), undo('li')])).toEqual([]);
});

test('a restored approval covers nothing that came after it', () => {
  expect(authors([confirm('wang'), undo('wang'), correct('li'), redo('wang')])).toEqual(['li']);
});

test('an own approval covers no own change', () => {
  expect(authors([correct('li'), confirm('li')])).toEqual(['li']);
  expect(authors([correct('li'), confirm('li'), confirm('wang')])).toEqual([]);
});
