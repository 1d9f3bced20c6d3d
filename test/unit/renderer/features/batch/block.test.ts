import { describe, expect, test } from 'vitest';
import { blockOf, copiedCells, downOf, typedInto } from '../../../../../renderer/features/batch/block.ts';
import { nearestRow, placeAmong } from '../../../../../renderer/features/batch/active-cell.ts';
import { firstColumns, shownOf, type ColumnId } from '../../../../../renderer/state/batch-view.ts';
import { htmlTable, readText, textTable } from '../../../../../renderer/features/batch/table-clipboard.ts';
import { noHeadline, summary } from '../../page-summaries.ts';

const words = { language: 'en', state: () => 'To review', findings: () => '' } as const;
const shown = ['number', 'seller', 'grossTotal', 'state'] as const;

const row = (id: number, seller: string, grossTotal = '10.00') =>
  summary({
    id,
    headline: { ...noHeadline, number: `2533200000023796570${id}`, seller, grossTotal },
  });
const rows = [row(1, '甲'), row(2, '乙'), row(3, '丙'), row(4, '丁')];
const ids = (...some: readonly number[]) => new Set(some);

describe('the selected cells', () => {
  test('are those of the selected rows between two columns, or the active cell', () => {
    const block = blockOf(rows, shown, ids(2, 3), { id: 3, column: 2, from: 1 });
    expect(block.rows.map(({ id }) => id)).toEqual([2, 3]);
    expect(block.columns).toEqual(['seller', 'grossTotal']);
    expect(blockOf(rows, shown, ids(), { id: 4, column: 1, from: 1 })).toEqual({
      rows: [rows[3]],
      columns: ['seller'],
    });
  });
  test('are whole rows if rows were selected', () => {
    expect(blockOf(rows, shown, ids(1), { id: 1, column: 2, from: null }).columns).toEqual(shown);
    // Without a selection, only the active cell is left.
    const { columns } = blockOf(rows, shown, ids(), { id: 1, column: 2, from: null });
    expect(columns).toEqual(['grossTotal']);
  });
  test('leave out selected rows that a filter hides', () => {
    expect(blockOf(rows, shown, ids(2, 99), { id: 2, column: 0, from: 0 }).rows).toEqual([rows[1]]);
  });
});

const typed = (
  texts: readonly (readonly string[])[],
  selected: readonly number[],
  column = 1,
  from = column,
) =>
  typedInto(
    texts,
    blockOf(rows, shown, ids(...selected), { id: selected[0] ?? 1, column, from }),
    rows,
    shown,
    words,
  );

describe('typing into cells', () => {
  test('fills all selected cells of the column with one text, and leaves equal ones alone', () => {
    expect(typed([['乙']], [1, 2, 4]).values).toEqual([
      { id: 1, field: 'seller.name', value: '乙' },
      { id: 4, field: 'seller.name', value: '乙' },
    ]);
  });
  test('goes on below and beside the active cell', () => {
    expect(
      typed(
        [
          ['A', '1'],
          ['B', '2*3'],
        ],
        [3],
      ).values,
    ).toEqual([
      { id: 3, field: 'seller.name', value: 'A' },
      { id: 3, field: 'grossTotal', value: '1.00' },
      { id: 4, field: 'seller.name', value: 'B' },
      { id: 4, field: 'grossTotal', value: '6.00' },
    ]);
  });
  test('repeats rows that divide the selection', () => {
    const { values } = typed([['A'], ['B']], [1, 2, 3, 4]);
    expect(values.map(({ value }) => value)).toEqual(['A', 'B', 'A', 'B']);
  });
  test('goes into the selected rows only, without repeating a rest', () => {
    expect(typed([['A'], ['B']], [1, 3, 4]).values.map(({ id, value }) => [id, value])).toEqual([
      [1, 'A'],
      [3, 'B'],
    ]);
  });
  test('goes on below the selected rows and beside the columns if it is larger', () => {
    const { values, lost } = typed([['A'], ['B'], ['C']], [1, 2]);
    expect(values.map(({ id, value }) => [id, value])).toEqual([
      [1, 'A'],
      [2, 'B'],
      [3, 'C'],
    ]);
    expect(lost).toBe(0);
    expect(typed([['A', '1']], [1]).values).toHaveLength(2);
  });
  test('counts texts without a row or a column', () => {
    expect(typed([['A'], ['B'], ['C']], [4])).toMatchObject({ values: [{ value: 'A' }], lost: 2 });
    expect(typed([['1.00', 'To review', 'x', '']], [4], 2).lost).toBe(1);
  });
  test('repeats columns that divide the selection', () => {
    const block = { rows: rows.slice(0, 2), columns: ['seller', 'buyer', 'code', 'sellerTaxId'] as const };
    const { values, refused } = typedInto([['P', 'Q']], block, rows, [...block.columns, 'state'], words);
    const into = [...values, ...refused].map((cell) => `${cell.id} ${cell.field}`);
    expect(into.toSorted()).toEqual(
      [1, 2].flatMap((id) =>
        ['buyer.name', 'code', 'seller.name', 'seller.taxId'].map((field) => `${id} ${field}`),
      ),
    );
    expect(values.filter(({ field }) => field === 'buyer.name').map(({ value }) => value)).toEqual([
      'Q',
      'Q',
    ]);
  });
  test('names the cells that have the value already', () => {
    expect(typed([['甲']], [1]).same).toEqual([{ id: 1, field: 'seller.name' }]);
  });
  test('keeps what is not valid apart, and counts cells that can’t be edited', () => {
    const { values, refused, fixed } = typed([['12x', 'Confirmed']], [1], 2);
    expect(values).toEqual([]);
    expect(refused).toMatchObject([{ id: 1, field: 'grossTotal', text: '12x' }]);
    expect(fixed).toBe(1);
  });
  test('empties cells, and counts those that can’t be edited or can’t be empty', () => {
    const columns = ['kind', 'seller', 'buyer', 'grossTotal', 'state'] as const;
    const of04 = summary({ ...row(5, '戊'), headline: { ...row(5, '戊').headline, kind: '04' } });
    const block = { rows: [of04], columns };
    const { values, refused, same, fixed } = typedInto([['']], block, [of04], columns, words);
    expect(values).toEqual([
      { id: 5, field: 'seller.name', value: null },
      { id: 5, field: 'grossTotal', value: null },
    ]);
    expect(refused).toEqual([]);
    expect(same).toEqual([{ id: 5, field: 'buyer.name' }]);
    expect(fixed).toBe(2);
  });
  test('changes no page that was not recognized', () => {
    const waiting = [summary({ id: 9, state: 'waiting' })];
    const block = blockOf(waiting, shown, ids(), { id: 9, column: 1, from: 1 });
    expect(typedInto([['A']], block, waiting, shown, words)).toMatchObject({ values: [], fixed: 1 });
  });
  test('makes no invoice of a blank page or another paper, until a value typed by hand has', () => {
    const receipt = {
      type: 'bank-receipt',
      number: '1',
      date: null,
      amount: '9.00',
      payer: null,
      payee: null,
    } as const;
    const paper = summary({ id: 6, headline: { ...noHeadline, paper: receipt } });
    const blank = summary({ id: 7, failedGroups: ['blank'] });
    const typedOn = summary({ ...blank, headline: { ...noHeadline, buyer: '甲' } });
    const into = (page: typeof paper, text: string) =>
      typedInto([[text]], { rows: [page], columns: ['kind', 'seller'] }, [page], ['kind', 'seller'], words);
    for (const page of [paper, blank])
      expect(into(page, '04')).toMatchObject({ values: [], refused: [], fixed: 2 });
    expect(into(paper, '')).toMatchObject({ values: [], fixed: 1 });
    expect(into(typedOn, '04').values).toHaveLength(2);
  });
  test('fills downwards from the first row', () => {
    const block = blockOf(rows, shown, ids(1, 2, 3), { id: 1, column: 1, from: 1 });
    expect(typedInto(downOf(block), block, rows, shown, words).values).toEqual([
      { id: 2, field: 'seller.name', value: '甲' },
      { id: 3, field: 'seller.name', value: '甲' },
    ]);
  });
  test('takes the names of kinds', () => {
    const block = blockOf(rows, ['kind'], ids(), { id: 1, column: 0, from: 0 });
    expect(typedInto([['nonsense']], block, rows, ['kind'], words).refused).toHaveLength(1);
    expect(typedInto([['04']], block, rows, ['kind'], words).values).toEqual([
      { id: 1, field: 'kind', value: '04' },
    ]);
  });
});

describe('the clipboard', () => {
  const hostile = row(5, '=cmd|\'/C calc\'!A0 <b>&"x"', '-1234.50');
  const cells = copiedCells({ rows: [hostile], columns: ['number', 'seller', 'grossTotal'] }, words);

  test('has numbers as numbers, days as days, and codes and 20 digits as text, in HTML', () => {
    const html = htmlTable(cells);
    const dated = { ...hostile, headline: { ...hostile.headline, issueDate: '2025-03-14' } };
    expect(htmlTable(copiedCells({ rows: [dated], columns: ['issueDate'] }, words))).toContain(
      String.raw`<td style="mso-number-format:'yyyy\-mm\-dd'">2025-03-14</td>`,
    );
    expect(html).toContain(String.raw`<td style="mso-number-format:'\@'">25332000000237965705</td>`);
    expect(html).toContain(String.raw`<td style="mso-number-format:'\#\,\#\#0\.00'">-1234.50</td>`);
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;&amp;&quot;x&quot;');
  });
  test('guards formulas in the text, and its own paste takes the guard off', () => {
    const text = textTable(cells);
    expect(text.split('\t')[1]).toBe(`"'=cmd|'/C calc'!A0 <b>&""x"""`);
    expect(readText(text)).toEqual([['25332000000237965705', '=cmd|\'/C calc\'!A0 <b>&"x"', '-1234.50']]);
  });
  test('reads cells with line ends and quotes', () => {
    expect(readText('a\t"b\n""c"""\r\n\td\r\n')).toEqual([
      ['a', 'b\n"c"'],
      ['', 'd'],
    ]);
  });
});

const columnsOf = (hidden: readonly string[] = [], frozen: readonly string[] = []) =>
  firstColumns.map(({ id, isShown, width }) => ({
    id,
    width,
    isShown: isShown && !hidden.includes(id),
    isFrozen: frozen.includes(id),
  }));
const nameAt = (some: typeof firstColumns, wanted: ColumnId) => shownOf(some)[placeAmong(some, wanted)]?.id;

describe('the active cell', () => {
  test('stays in its column if others are hidden or moved', () => {
    expect(placeAmong(columnsOf(), 'buyer')).toBe(4);
    expect(placeAmong(columnsOf(['kind', 'number']), 'buyer')).toBe(2);
    const [first, ...rest] = columnsOf();
    expect(nameAt([...rest, first!], 'buyer')).toBe('buyer');
    expect(nameAt(columnsOf([], ['tags']), 'buyer')).toBe('buyer');
  });
  test('goes to the nearest column if its own is hidden', () => {
    expect(nameAt(columnsOf(['buyer']), 'buyer')).toBe('total');
    expect(nameAt(columnsOf(['side']), 'side')).toBe('exported');
  });
  test('goes to the nearest row if its own leaves', () => {
    expect(nearestRow(rows, 1, [rows[0]!, rows[2]!, rows[3]!])).toBe(3);
    expect(nearestRow(rows, 3, rows.slice(0, 2))).toBe(2);
    expect(nearestRow([], -1, rows)).toBe(1);
    expect(nearestRow(rows, 1, [])).toBeNull();
  });
});
