import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

type Column = {
  readonly name: string;
  readonly type: string;
  /** A row without it is refused. */
  readonly isRequired: boolean;
  /** Another name for the row's id, so that the record itself has a null here. */
  readonly isRowId: boolean;
};

/** What the records of a table look like. */
type Shape = { readonly table: string; readonly hasRowIds: boolean; readonly columns: readonly Column[] };

/** A row that was found by its form, with the names of its columns. */
type FoundRow = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly values: readonly SQLInputValue[];
};

const shapesOf = (db: DatabaseSync): readonly Shape[] =>
  db
    .prepare(`SELECT name, wr FROM pragma_table_list WHERE type = 'table' AND strict = 1`)
    .all()
    .map(({ name, wr }) => {
      const table = String(name);
      const columns = db
        .prepare(
          'SELECT name, type, "notnull" AS required, dflt_value AS given, pk FROM pragma_table_info(?)',
        )
        .all(table)
        .map((column) => ({
          name: String(column['name']),
          type: String(column['type']),
          isRequired: column['required'] === 1 && column['given'] === null,
          isRowId: wr === 0 && column['pk'] === 1 && column['type'] === 'INTEGER',
        }));
      return { table, hasRowIds: wr === 0, columns };
    });

/** The pages of a file, from 1. */
type Pages = {
  readonly size: number;
  readonly count: number;
  readonly read: (page: number) => Buffer | null;
};

/** Kinds of pages in SQLite's file format that contain rows. */
const leafOfTable = 13;
const leafOfIndex = 10;
const innerOfIndex = 2;

const mark = Buffer.from('SQLite format 3\0');

const pagesOf = (file: number): Pages => {
  const head = Buffer.alloc(100);
  readSync(file, head, 0, 100, 0);
  const stated = head.readUInt16BE(16);
  const size = [512, 1024, 2048, 4096, 8192, 16_384, 32_768].includes(stated) ? stated : 4096;
  const count = Math.floor(fstatSync(file).size / size);
  return {
    size,
    count,
    read: (page) => {
      if (page < 1 || page > count) return null;
      const bytes = Buffer.alloc(size);
      return readSync(file, bytes, 0, size, (page - 1) * size) === size ? bytes : null;
    },
  };
};

/** Pages that are not in use may still contain rows that were deleted. */
const freePages = ({ read, count }: Pages): ReadonlySet<number> => {
  const free = new Set<number>();
  const first = read(1);
  if (!first?.subarray(0, mark.length).equals(mark)) return free;
  for (let trunk = first.readUInt32BE(32); trunk > 0 && !free.has(trunk);) {
    const list = read(trunk);
    if (!list) break;
    free.add(trunk);
    const listed = Math.min(list.readUInt32BE(4), list.length / 4 - 2, count);
    for (let index = 0; index < listed; index += 1) free.add(list.readUInt32BE(8 + index * 4));
    trunk = list.readUInt32BE(0);
  }
  return free;
};

/** A number of SQLite's variable length; null if it is cut, or larger than an exact number. */
const numberAt = (bytes: Buffer, at: number): { readonly value: number; readonly end: number } | null => {
  let value = 0;
  for (let index = 0; index < 8; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) return null;
    value = value * 128 + (byte & 0x7f);
    if (!Number.isSafeInteger(value)) return null;
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return null;
};

/** A row's place: its beginning on the page, and the page on which it continues. */
type Cell = {
  readonly rowId: number;
  readonly length: number;
  readonly local: Buffer;
  readonly next: number;
};

const cellsOf = (bytes: Buffer, page: number): readonly Cell[] => {
  const start = page === 1 ? 100 : 0;
  const kind = bytes[start] ?? 0;
  const cells: Cell[] = [];
  const list = start + (kind === innerOfIndex ? 12 : 8);
  const most = kind === leafOfTable ? bytes.length - 35 : Math.floor(((bytes.length - 12) * 64) / 255) - 23;
  const least = Math.floor(((bytes.length - 12) * 32) / 255) - 23;
  const count = Math.min(bytes.readUInt16BE(start + 3), Math.floor((bytes.length - list) / 2));
  for (let index = 0; index < count; index += 1) {
    const at = bytes.readUInt16BE(list + index * 2) + (kind === innerOfIndex ? 4 : 0);
    const length = numberAt(bytes, at);
    const rowId =
      kind === leafOfTable && length ? numberAt(bytes, length.end) : { value: 0, end: length?.end ?? 0 };
    if (!length || !rowId) continue;
    const fit = least + ((length.value - least) % (bytes.length - 4));
    const kept = length.value <= most ? length.value : fit <= most ? fit : least;
    const end = rowId.end + kept;
    const isWhole = kept === length.value;
    if (end + (isWhole ? 0 : 4) > bytes.length) continue;
    cells.push({
      rowId: rowId.value,
      length: length.value,
      local: bytes.subarray(rowId.end, end),
      next: isWhole ? 0 : bytes.readUInt32BE(end),
    });
  }
  return cells;
};

/** The whole record of a cell; null if one of its pages is missing. */
const recordOf = ({ length, local, next }: Cell, { read, size, count }: Pages): Buffer | null => {
  if (length > size * count) return null;
  const parts = [local];
  let have = local.length;
  for (let page = next; have < length;) {
    const bytes = read(page);
    if (!bytes) return null;
    const part = bytes.subarray(4, 4 + Math.min(size - 4, length - have));
    parts.push(part);
    have += part.length;
    page = bytes.readUInt32BE(0);
  }
  return Buffer.concat(parts);
};

type Header = { readonly types: readonly number[]; readonly end: number };

/** The types of a record's values, as far as they are on its first page. */
const headerOf = ({ local }: Cell): Header | null => {
  const length = numberAt(local, 0);
  if (!length || length.value > local.length) return null;
  const types: number[] = [];
  for (let at = length.end; at < length.value;) {
    const type = numberAt(local, at);
    if (!type) return null;
    types.push(type.value);
    at = type.end;
  }
  return { types, end: length.value };
};

const fits = ({ type, isRequired, isRowId }: Column, stored: number): boolean => {
  if (isRowId) return stored === 0;
  if (stored === 0) return !isRequired;
  if (type === 'INTEGER') return stored <= 6 || stored === 8 || stored === 9;
  return type === 'TEXT' ? stored >= 13 && stored % 2 === 1 : stored >= 12 && stored % 2 === 0;
};

/** A record that was written before columns were added has fewer values. */
const hasShape = ({ columns }: Shape, { types }: Header): boolean =>
  types.length <= columns.length &&
  columns.every((column, index) => {
    const stored = types[index];
    return stored === undefined ? !column.isRequired : fits(column, stored);
  });

const integerSizes = [0, 1, 2, 3, 4, 6, 8] as const;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The values of a record. @throws if they are cut, or a text is none */
const valuesOf = (
  record: Buffer,
  { types, end }: Header,
  rowId: number,
  { columns }: Shape,
): SQLInputValue[] => {
  let at = end;
  return types.map((type, index) => {
    if (columns[index]?.isRowId) return rowId;
    if (type === 0) return null;
    if (type === 8 || type === 9) return type - 8;
    const size = type < 12 ? (integerSizes[type] ?? 0) : Math.floor((type - 12) / 2);
    const bytes = record.subarray(at, at + size);
    if (bytes.length < size) throw new RangeError('A record is cut');
    at += size;
    if (type >= 12) return type % 2 === 1 ? utf8.decode(bytes) : new Uint8Array(bytes);
    return size === 8 ? bytes.readBigInt64BE(0) : bytes.readIntBE(0, size);
  });
};

/** The only shape that most of a page's records have; null if several have, or none. */
const shapeOfPage = (shapes: readonly Shape[], headers: readonly (Header | null)[]): Shape | null => {
  const counts = shapes
    .map((shape) => ({
      shape,
      count: headers.filter((header) => header && hasShape(shape, header)).length,
      whole: headers.filter((header) => header?.types.length === shape.columns.length).length,
    }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || other.whole - one.whole);
  const [best, next] = counts;
  if (!best || (next?.count === best.count && next.whole === best.whole)) return null;
  return best.shape;
};

/**
 * Every row in the pages of a database file whose form says which table it is of, whatever the file's own table
 * definitions and trees say. For files that SQLite can't read.
 * @param like a sound database with the same tables
 * @param isWanted whether a row is worth reading: its table, and the row's id (0 in a table without ids)
 */
export function* scanRows(
  path: string,
  like: DatabaseSync,
  isWanted: (table: string, rowId: number) => boolean,
): Generator<FoundRow> {
  const shapes = shapesOf(like);
  const file = openSync(path, 'r');
  try {
    const pages = pagesOf(file);
    const free = freePages(pages);
    for (let page = 1; page <= pages.count; page += 1) {
      const bytes = free.has(page) ? null : pages.read(page);
      const kind = bytes?.[page === 1 ? 100 : 0] ?? 0;
      if (!bytes || ![leafOfTable, leafOfIndex, innerOfIndex].includes(kind)) continue;
      const found = cellsOf(bytes, page).map((cell) => ({ cell, header: headerOf(cell) }));
      const possible = shapes.filter(({ hasRowIds }) => hasRowIds === (kind === leafOfTable));
      const shape = shapeOfPage(
        possible,
        found.map(({ header }) => header),
      );
      if (!shape) continue;
      const columns = shape.columns.map(({ name }) => name);
      for (const { cell, header } of found) {
        if (!header || !hasShape(shape, header) || !isWanted(shape.table, cell.rowId)) continue;
        const record = recordOf(cell, pages);
        if (!record) continue;
        let values: SQLInputValue[];
        try {
          values = valuesOf(record, header, cell.rowId, shape);
        } catch {
          continue;
        }
        yield { table: shape.table, columns: columns.slice(0, values.length), values };
      }
    }
  } finally {
    closeSync(file);
  }
}
