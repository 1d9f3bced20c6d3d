import { inflateRawSync } from 'node:zlib';
import { all, parseXml, textOf, type Element } from './xml-tree.ts';

/** The files of a zip archive, read from its central directory (APPNOTE 4.3). */
export const unzip = (archive: Buffer): ReadonlyMap<string, string> => {
  const files = new Map<string, string>();
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [size, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const start = archive.readUInt32LE(at + 42);
    const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const bytes = archive.subarray(data, data + size);
    const content = archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes;
    files.set(archive.toString('utf8', at + 46, at + 46 + nameLength), content.toString('utf8'));
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
};

type ReadCell = {
  /** s: text, n: number. */
  readonly type: string;
  readonly value: string | null;
  readonly format: string | null;
  readonly fill: string | null;
  readonly note: string | null;
  readonly formula?: string;
  readonly link?: string;
};
export type ReadSheet = {
  readonly name: string;
  /** By address, such as `A1`. */
  readonly cells: ReadonlyMap<string, ReadCell>;
  readonly filter: string | null;
  readonly frozenRows: string | null;
  readonly widths: readonly string[];
  /** Numbers of the hidden rows. */
  readonly hidden: readonly number[];
  /** The values that the initial filter shows. */
  readonly shown: readonly string[];
  /** The print settings. */
  readonly print: Readonly<Record<string, string>> | null;
};

const stylesOf = (xml: string) => {
  const root = parseXml(xml);
  const formats = new Map(
    all(root, 'numFmt').map(({ attributes }) => [attributes.numFmtId, attributes.formatCode ?? null]),
  );
  const fills = all(root, 'fill').map((fill) => all(fill, 'fgColor')[0]?.attributes.rgb ?? null);
  const uses = all(root, 'cellXfs').flatMap((list) => all(list, 'xf'));
  return uses.map(({ attributes }) => ({
    format: formats.get(attributes.numFmtId) ?? null,
    fill: fills[Number(attributes.fillId ?? 0)] ?? null,
  }));
};

const notesOf = (xml: string | undefined): ReadonlyMap<string, string> =>
  new Map(
    xml === undefined
      ? []
      : all(parseXml(xml), 'comment').map((comment) => [comment.attributes.ref ?? '', textOf(comment)]),
  );

/** Link targets of cells, by address. */
const linksOf = (sheet: Element, xml: string | undefined): ReadonlyMap<string, string> => {
  const related = xml === undefined ? [] : all(parseXml(xml), 'Relationship');
  return new Map(
    all(sheet, 'hyperlink').map(({ attributes }) => {
      const target = related.find((relationship) => relationship.attributes.Id === attributes['r:id']);
      if (target?.attributes.TargetMode !== 'External') throw new Error('A link without its relationship');
      return [attributes.ref ?? '', target.attributes.Target ?? ''];
    }),
  );
};

/** Reads a workbook from its files according to the standard, without the library that wrote it. */
export const readXlsx = (archive: Buffer): readonly ReadSheet[] => {
  const files = unzip(archive);
  const file = (path: string) => {
    const content = files.get(path);
    if (content === undefined) throw new Error(`No ${path} in the workbook`);
    return content;
  };
  const styles = stylesOf(file('xl/styles.xml'));
  const readCell = (
    cell: Element,
    notes: ReadonlyMap<string, string>,
    links: ReadonlyMap<string, string>,
  ): ReadCell => {
    const isText = cell.attributes.t === 'inlineStr';
    const value = all(cell, isText ? 't' : 'v')[0];
    const formula = all(cell, 'f')[0];
    const link = links.get(cell.attributes.r ?? '');
    const text = value === undefined ? null : textOf(value);
    const style = styles[Number(cell.attributes.s ?? 0)] ?? { format: null, fill: null };
    return {
      type: isText ? 's' : 'n',
      value: text,
      ...style,
      note: notes.get(cell.attributes.r ?? '') ?? null,
      ...(formula === undefined ? {} : { formula: textOf(formula) }),
      ...(link === undefined ? {} : { link }),
    };
  };
  return all(parseXml(file('xl/workbook.xml')), 'sheet').map(({ attributes }) => {
    const id = attributes.sheetId ?? '';
    const root = parseXml(file(`xl/worksheets/sheet${id}.xml`));
    const notes = notesOf(files.get(`xl/comments${id}.xml`));
    const links = linksOf(root, files.get(`xl/worksheets/_rels/sheet${id}.xml.rels`));
    return {
      name: attributes.name ?? '',
      cells: new Map(all(root, 'c').map((cell) => [cell.attributes.r ?? '', readCell(cell, notes, links)])),
      filter: all(root, 'autoFilter')[0]?.attributes.ref ?? null,
      frozenRows: all(root, 'pane')[0]?.attributes.ySplit ?? null,
      widths: all(root, 'col').map((column) => column.attributes.width ?? ''),
      hidden: all(root, 'row').flatMap(({ attributes: { r, hidden } }) =>
        hidden === '1' ? [Number(r)] : [],
      ),
      shown: all(root, 'filter').map((filter) => filter.attributes.val ?? ''),
      print: all(root, 'pageSetup')[0]?.attributes ?? null,
    };
  });
};

/** The rows of a sheet's table as records by header, without sums below the filtered range. */
export const recordsOf = ({ cells, filter }: ReadSheet): readonly Record<string, ReadCell | undefined>[] => {
  const addresses = [...cells.keys()].map((address) => /^([A-Z]+)(\d+)$/u.exec(address));
  const columns = [...new Set(addresses.map((parts) => parts?.[1] ?? ''))];
  const end = /:[A-Z]+(\d+)$/u.exec(filter ?? '')?.[1];
  const last =
    end === undefined ? Math.max(...addresses.map((parts) => Number(parts?.[2] ?? 0))) : Number(end);
  return Array.from({ length: last - 1 }, (_, index) =>
    Object.fromEntries(
      columns.map((column) => [
        cells.get(`${column}1`)?.value ?? column,
        cells.get(`${column}${String(index + 2)}`),
      ]),
    ),
  );
};
