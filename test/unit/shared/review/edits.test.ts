import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  editHistory,
  redoField,
  reviewMarkOf,
  undoField,
  type Edit,
} from '../../../../shared/review/edits.ts';

const event = (field: string, value: string | null, id: number, callId = 1): Edit => ({
  id,
  field,
  value,
  at: new Date(id).toISOString(),
  callId,
});
const events = (...fields: string[]) => fields.map((field, id) => event(field, `v${id}`, id));
const standing = (...fields: string[]) => editHistory(events(...fields)).standing.map(({ id }) => id);

const edits = fc.array(fc.constantFrom('total', 'number', 'lines'), { maxLength: 20 });

describe('undo and redo', () => {
  test('take the last edit back and have it again', () => {
    expect(standing('total', 'number', undoField)).toEqual([0]);
    expect(standing('total', 'number', undoField, undoField)).toEqual([]);
    expect(standing('total', 'number', undoField, undoField, redoField)).toEqual([0]);
    expect(standing('total', undoField, 'number', redoField)).toEqual([2]);
    expect(standing(undoField, redoField, 'total')).toEqual([2]);
  });

  test('as often undone as redone is as it was, however often', () => {
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

  test('tell whether there is anything to undo or to redo', () => {
    expect(editHistory([])).toMatchObject({ undo: null, redo: null });
    expect(editHistory(events('total'))).toMatchObject({ undo: { id: 0 }, redo: null });
    expect(editHistory(events('total', undoField))).toMatchObject({ undo: null, redo: { id: 0 } });
  });
});

const mark = (...marks: [string, string | null][]) =>
  reviewMarkOf(editHistory(marks.map(([field, value], id) => event(field, value, id))).standing, 1);

describe('the mark of a page', () => {
  test('is the last one', () => {
    expect(mark()).toBe('open');
    expect(mark(['review', 'confirmed'])).toBe('confirmed');
    expect(mark(['review', 'confirmed'], ['review', 'aside'])).toBe('aside');
    expect(mark(['review', 'nonsense'])).toBe('open');
  });

  test('of one reading does not hold for another, and does where it is not known for which it was made', () => {
    const marked = event('review', 'confirmed', 5, 2);
    expect(reviewMarkOf([marked], 2)).toBe('confirmed');
    expect(reviewMarkOf([marked], 3)).toBe('open');
    expect(reviewMarkOf([marked], 1)).toBe('open');
    expect(reviewMarkOf([{ ...marked, callId: null }], 3)).toBe('confirmed');
  });

  test('is gone when something is edited after it, and back when that is undone', () => {
    expect(mark(['review', 'confirmed'], ['total', '1'])).toBe('open');
    expect(mark(['review', 'confirmed'], ['total', '1'], [undoField, null])).toBe('confirmed');
  });
});
