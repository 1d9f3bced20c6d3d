import { parseBlock } from '../pasted-cells.ts';
import { placeOf, type LineKey } from '../../../shared/invoice/fields.ts';
import type { LinesEdit } from '../../../shared/invoice/lines-edit.ts';
import type { PressedKeys } from '../../../shared/contract/local-keys.ts';
import { localKeyOf } from '../../state/keys.ts';

/** The columns of the table, from left to right. */
type ShownColumns = readonly LineKey[];

type Cell = { readonly index: number; readonly column: number };

const cellOf = (path: string, columns: ShownColumns): Cell | null => {
  const place = placeOf(path);
  return place?.kind === 'line' && columns.includes(place.key)
    ? { index: place.index, column: columns.indexOf(place.key) }
    : null;
};

const pathOf = ({ index, column }: Cell, columns: ShownColumns): string | null =>
  index >= 0 && columns[column] !== undefined ? `lines.${index}.${columns[column]}` : null;

/** Menu actions on the line items that need a cell. */
const lineActions = [
  'addLine',
  'deleteLine',
  'mergeLine',
  'moveCellUp',
  'moveCellDown',
  'moveCellLeft',
  'moveCellRight',
] as const;
export type LineAction = (typeof lineActions)[number];

/** An edit of the table, and the cell to focus afterwards. */
type LineChange = { readonly edit: LinesEdit; readonly focus: string | null };

const moved = (path: string, to: string | null): LineChange | null =>
  to === null ? null : { edit: { kind: 'move', from: path, to }, focus: to };

/** The effect of an action in a cell of the line items; null for none. */
export const lineChangeOf = (
  action: LineAction,
  path: string,
  lineCount: number,
  columns: ShownColumns,
): LineChange | null => {
  const cell = cellOf(path, columns);
  if (!cell) return null;
  const { index, column } = cell;
  switch (action) {
    case 'addLine':
      return { edit: { kind: 'add', at: index }, focus: path };
    case 'deleteLine':
      return {
        edit: { kind: 'delete', at: index },
        focus: lineCount === 1 ? null : pathOf({ index: Math.min(index, lineCount - 2), column }, columns),
      };
    case 'mergeLine':
      return index === 0
        ? null
        : { edit: { kind: 'merge', at: index }, focus: pathOf({ index: index - 1, column }, columns) };
    case 'moveCellUp':
      return moved(path, pathOf({ index: index - 1, column }, columns));
    case 'moveCellDown':
      return moved(path, pathOf({ index: index + 1, column }, columns));
    case 'moveCellLeft':
      return moved(path, pathOf({ index, column: column - 1 }, columns));
    case 'moveCellRight':
      return moved(path, pathOf({ index, column: column + 1 }, columns));
    default:
      return action satisfies never;
  }
};

/** The effect of a key in a cell of the line items; null for none. */
export const linesEditOf = (
  event: PressedKeys,
  path: string,
  lineCount: number,
  columns: ShownColumns,
): LineChange | null => {
  const action = localKeyOf(event, lineActions);
  return action ? lineChangeOf(action, path, lineCount, columns) : null;
};

/** Pastes a block starting at a cell of the lines; drops cells beyond the last column. Null for none. */
export const pasteOf = (text: string, path: string, columns: ShownColumns): LinesEdit | null => {
  const cell = cellOf(path, columns);
  if (!cell) return null;
  const cells = parseBlock(text).flatMap((row, down) =>
    row.flatMap((value, right) => {
      const field = pathOf({ index: cell.index + down, column: cell.column + right }, columns);
      return field === null || placeOf(field) === null
        ? []
        : [{ field, value: value.trim() === '' ? null : value.trim() }];
    }),
  );
  return cells.length === 0 ? null : { kind: 'paste', cells };
};
