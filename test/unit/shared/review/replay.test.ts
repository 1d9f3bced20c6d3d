import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReviewChange } from '../../../../shared/review/event.ts';
import {
  editHistory,
  changeForState,
  reviewStateOf,
  type ReviewState,
} from '../../../../shared/review/replay.ts';
import { eventOf } from '../../../helpers/review-events.ts';

const undoField = 'undo';
const redoField = 'redo';
/** A review event in short form: undo, redo, or a correction of the field. */
const shortChange = (field: string, value: string): ReviewChange =>
  field === undoField || field === redoField ? { kind: field } : { kind: 'correct', field, value };
const events = (...fields: string[]) => fields.map((field, id) => eventOf(shortChange(field, `v${id}`), id));
const standing = (...fields: string[]) => editHistory(events(...fields)).standing.map(({ id }) => id);

const edits = fc.array(fc.constantFrom('total', 'number', 'lines'), { maxLength: 20 });

describe('undo and redo', () => {
  test('take back the last edit and restore it', () => {
    expect(standing('total', 'number', undoField)).toEqual([0]);
    expect(standing('total', 'number', undoField, undoField)).toEqual([]);
    expect(standing('total', 'number', undoField, undoField, redoField)).toEqual([0]);
    expect(standing('total', undoField, 'number', redoField)).toEqual([2]);
    expect(standing(undoField, redoField, 'total')).toEqual([2]);
  });

  test('cancel each other out', () => {
    fc.assert(
      fc.property(edits, fc.nat(25), (fields, times) => {
        const undone = Array.from({ length: times }, () => undoField);
        const count = Math.min(times, fields.length);
        expect(standing(...fields, ...undone)).toEqual(
          fields.map((_, id) => id).slice(0, fields.length - count),
        );
        const redone = Array.from({ length: times }, () => redoField);
        expect(standing(...fields, ...undone, ...redone)).toEqual(fields.map((_, id) => id));
      }),
    );
  });

  test('report whether there is anything to undo or redo', () => {
    expect(editHistory([])).toMatchObject({ undo: null, redo: null });
    expect(editHistory(events('total'))).toMatchObject({ undo: { id: 0 }, redo: null });
    expect(editHistory(events('total', undoField))).toMatchObject({ undo: null, redo: { id: 0 } });
  });
});

const stateAfter = (...changes: (ReviewState | ReviewChange)[]) => {
  const made = changes.map((change, id) =>
    eventOf(typeof change === 'string' ? changeForState(change, 'd') : change, id),
  );
  return reviewStateOf(editHistory(made).standing, 1, 'd');
};
const correct: ReviewChange = { kind: 'correct', field: 'total', value: '1' };

const by = (author: string, change: ReviewChange, id: number) => ({ ...eventOf(change, id), by: author });

describe('two authors on one page', () => {
  const undo: ReviewChange = { kind: 'undo' };

  test('undo and redo only their own events', () => {
    const made = [by('a', correct, 0), by('b', correct, 1), by('a', undo, 2)];
    expect(editHistory(made).standing.map(({ id }) => id)).toEqual([1]);
    expect(editHistory(made, 'a')).toMatchObject({ undo: null, redo: { id: 0 } });
    expect(editHistory(made, 'b')).toMatchObject({ undo: { id: 1 }, redo: null });
    const redone = [...made, by('b', { kind: 'redo' }, 3), by('a', { kind: 'redo' }, 4)];
    expect(editHistory(redone).standing.map(({ id }) => id)).toEqual([1, 0]);
  });

  test('keep what the other can redo', () => {
    const made = [by('a', correct, 0), by('a', undo, 1), by('b', correct, 2)];
    expect(editHistory(made, 'a').redo).toMatchObject({ id: 0 });
  });
});

describe('the review state of a page', () => {
  test('is the last one set', () => {
    expect(stateAfter()).toBe('open');
    expect(stateAfter('confirmed')).toBe('confirmed');
    expect(stateAfter('confirmed', 'aside')).toBe('aside');
    expect(stateAfter('confirmed', 'open')).toBe('open');
  });

  test('of one extraction does not apply to another, unless its extraction is unknown', () => {
    const reviewed = eventOf(changeForState('confirmed', 'd'), 5, 2);
    expect(reviewStateOf([reviewed], 2, 'd')).toBe('confirmed');
    expect(reviewStateOf([reviewed], 3, 'd')).toBe('open');
    expect(reviewStateOf([reviewed], 1, 'd')).toBe('open');
    expect(reviewStateOf([{ ...reviewed, extractionId: null }], 3, 'd')).toBe('confirmed');
    // A page that was set aside without data opens with its first extraction.
    const aside = { ...eventOf({ kind: 'set-aside' }, 5), extractionId: null };
    expect([reviewStateOf([aside], null, null), reviewStateOf([aside], 3, 'd')]).toEqual(['aside', 'open']);
  });

  test('ends with other data, whoever has changed it, and returns with the data that was confirmed', () => {
    const confirmed = eventOf(changeForState('confirmed', 'd'), 5);
    expect(reviewStateOf([confirmed], 1, 'other')).toBe('open');
    expect(reviewStateOf([confirmed], 1, null)).toBe('open');
    expect(reviewStateOf([confirmed], 1, 'd')).toBe('confirmed');
    // A digest is about what is confirmed, and setting aside confirms nothing.
    expect(reviewStateOf([eventOf(changeForState('aside', 'd'), 5)], 1, 'other')).toBe('aside');
    // Earlier versions of Vouch kept none.
    expect(reviewStateOf([eventOf({ kind: 'confirm' }, 5)], 1, 'other')).toBe('confirmed');
  });

  test('ends with a later edit, and returns when that is undone', () => {
    expect(stateAfter('confirmed', correct)).toBe('open');
    expect(stateAfter('confirmed', correct, { kind: 'undo' })).toBe('confirmed');
  });
});
