import { describe, expect, test } from 'vitest';
import { linesEditOf, pasteOf } from '../../../../../renderer/features/invoice/lines-keys.ts';
import { parseBlock } from '../../../../../renderer/features/pasted-cells.ts';
import { serviceLineKeys } from '../../../../../shared/invoice/fields.ts';
import { linesEditSchema } from '../../../../../shared/invoice/lines-edit.ts';

const press = (key: string, ctrlKey = false, isComposing = false) => ({
  key,
  code: '',
  ctrlKey,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing,
  keyCode: 0,
});

describe('keys in the line items', () => {
  test.each([
    [press('Insert'), { kind: 'add', at: 1 }, 'lines.1.amount'],
    [press('Delete', true), { kind: 'delete', at: 1 }, 'lines.0.amount'],
    [press('j', true), { kind: 'merge', at: 1 }, 'lines.0.amount'],
    [
      press('ArrowUp', true),
      { kind: 'move', from: 'lines.1.amount', to: 'lines.0.amount' },
      'lines.0.amount',
    ],
    [
      press('ArrowRight', true),
      { kind: 'move', from: 'lines.1.amount', to: 'lines.1.taxRate' },
      'lines.1.taxRate',
    ],
  ])('%o', (event, edit, focus) => {
    expect(linesEditOf(event, 'lines.1.amount', 2, serviceLineKeys)).toEqual({ edit, focus });
  });

  test('have no effect outside the lines, at their edges, or while an input method is composing', () => {
    expect(linesEditOf(press('Insert'), 'total', 2, serviceLineKeys)).toBeNull();
    expect(linesEditOf(press('ArrowUp', true), 'lines.0.amount', 2, serviceLineKeys)).toBeNull();
    expect(linesEditOf(press('ArrowRight', true), 'lines.0.tax', 2, serviceLineKeys)).toBeNull();
    expect(linesEditOf(press('j', true), 'lines.0.name', 2, serviceLineKeys)).toBeNull();
    expect(linesEditOf(press('Delete'), 'lines.0.name', 2, serviceLineKeys)).toBeNull();
    expect(linesEditOf(press('j', true, true), 'lines.1.name', 2, serviceLineKeys)).toBeNull();
  });
});

describe('a copied block of a spreadsheet', () => {
  test('has cells separated by tabs and rows by line ends, with quotes around cells that contain either', () => {
    expect(parseBlock('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    for (const end of ['\r', '\n', '\r\n'])
      expect(parseBlock(`a\t1${end}b\t2${end}`)).toEqual([
        ['a', '1'],
        ['b', '2'],
      ]);
    expect(parseBlock('"x\r\ny"\t1')).toEqual([['x\ny', '1']]);
    expect(parseBlock('"x\ny"\t"say ""hi"""')).toEqual([['x\ny', 'say "hi"']]);
    expect(parseBlock('318.00')).toEqual([['318.00']]);
  });

  test('is pasted starting at the selected cell', () => {
    const edit = pasteOf('纸\t1\t2\n墨\t\t3\n', 'lines.1.name', serviceLineKeys);
    expect(edit).toEqual({
      kind: 'paste',
      cells: [
        { field: 'lines.1.name', value: '纸' },
        { field: 'lines.1.unitPrice', value: '1' },
        { field: 'lines.1.amount', value: '2' },
        { field: 'lines.2.name', value: '墨' },
        { field: 'lines.2.unitPrice', value: null },
        { field: 'lines.2.amount', value: '3' },
      ],
    });
    expect(linesEditSchema.safeParse(edit).success).toBe(true);
    // Cells beyond the last column are dropped.
    expect(pasteOf('1\t2\t3', 'lines.0.tax', serviceLineKeys)).toMatchObject({
      cells: [{ field: 'lines.0.tax', value: '1' }],
    });
    expect(pasteOf('1', 'seller.name', serviceLineKeys)).toBeNull();
  });
});
