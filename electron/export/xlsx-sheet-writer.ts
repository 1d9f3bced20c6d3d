import { startPart } from '../formats/zip/deflated-part.ts';
import type { ZipPart } from '../formats/zip/write-zip.ts';
import { type SheetCell, cellAddress, columnLetters, xmlText } from './xlsx-cell.ts';
import type { Note } from './xlsx-notes.ts';
import type { StyleTable } from './xlsx-styles.ts';

/** A finished sheet: its part is deflated, its notes are not yet. */
export type WrittenSheet = {
  readonly name: string;
  readonly part: ZipPart;
  readonly notes: readonly Note[];
  readonly links: readonly LinkTarget[];
  /** Rows of the table with header, without the sums below: no filter hides those. */
  readonly rows: number;
  readonly columns: number;
  /** Whether the header row has a filter. */
  readonly hasFilter: boolean;
  /** Set up for printing: landscape, fit to page width, header on each page. */
  readonly isPrinted: boolean;
  /** The first columns that are printed. */
  readonly printedColumns: number;
};

/** A link target and the id of its relationship. */
type LinkTarget = { readonly id: string; readonly target: string };

/** A filter active from the start: the rows it hides are written as hidden. */
type SheetFilter = { readonly column: number; readonly shown: readonly string[] };

type SheetOptions = {
  readonly hasFilter?: boolean;
  readonly filter?: SheetFilter | null;
  readonly isPrinted?: boolean;
  /** Columns that stay in view. */
  readonly frozenColumns?: number;
  /** Whether columns without a value below the header are hidden. */
  readonly hidesEmpty?: boolean;
  /** The first columns that are printed; all without it. */
  readonly printedColumns?: number;
};

/** Excel's limit of links per sheet. */
const mostLinks = 65_530;

type SheetWriter = {
  readonly addRow: (cells: readonly SheetCell[], isHidden?: boolean) => void;
  /** Adds a row below the table; no row of the table may follow. */
  readonly addSum: (cells: readonly SheetCell[]) => void;
  /** Links a cell of the next row to an original. False if the sheet has too many links. */
  readonly link: (column: number, target: string) => boolean;
  readonly note: (note: Note) => void;
  /** Rows so far with header, which equals the index of the next one, from 0. */
  readonly rows: () => number;
  readonly end: () => WrittenSheet;
};

/** The relationship from a sheet to the boxes of its notes. */
export const notesBoxId = 'rId1';

/** The first row stays in view, and the columns up to a given number. */
const panes = (frozen: number): string =>
  frozen === 0
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    : `<pane xSplit="${String(frozen)}" ySplit="1" topLeftCell="${columnLetters(frozen)}2" activePane="bottomRight" state="frozen"/>`;

const head = (
  widths: readonly number[],
  { isPrinted = false, frozenColumns = 0 }: SheetOptions,
  isEmpty: (column: number) => boolean,
): string =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"' +
  ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">' +
  (isPrinted ? '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' : '') +
  `<sheetViews><sheetView workbookViewId="0">${panes(frozenColumns)}` +
  '</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>' +
  widths
    .map((width, index) => {
      const number = String(index + 1);
      const hidden = isEmpty(index) ? ' hidden="1"' : '';
      return `<col min="${number}" max="${number}" width="${String(width)}"${hidden} customWidth="1"/>`;
    })
    .join('') +
  '</cols><sheetData>';

/** A4 landscape (paper 9), all columns on one page width, page numbers at the bottom. */
const printSetup =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
  '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>' +
  '<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>';

const filterXml = (rows: number, columns: number, filter: SheetFilter | null): string => {
  const criteria =
    filter === null
      ? ''
      : `<filterColumn colId="${String(filter.column)}"><filters>${filter.shown
          .map((value) => `<filter val="${xmlText(value)}"/>`)
          .join('')}</filters></filterColumn>`;
  return `<autoFilter ref="A1:${cellAddress(rows - 1, columns - 1)}">${criteria}</autoFilter>`;
};

/**
 * @param number of the sheet, from 1
 * @param widths of the columns, in characters
 */
export const startSheet = (
  name: string,
  number: number,
  widths: readonly number[],
  styles: StyleTable,
  options: SheetOptions = {},
): SheetWriter => {
  const { hasFilter = true, filter = null, isPrinted = false, hidesEmpty = false } = options;
  const { printedColumns = widths.length } = options;
  const part = startPart(`xl/worksheets/sheet${String(number)}.xml`);
  const letters = widths.map((_, column) => columnLetters(column));
  const notes: Note[] = [];
  const targets = new Map<string, LinkTarget>();
  const links: string[] = [];
  let [rows, sums] = [0, 0];
  const used = new Set<number>();

  const cellXml = (cell: SheetCell, column: number): string => {
    if (cell === null) return '';
    const place = `r="${letters[column] ?? columnLetters(column)}${String(rows + sums + 1)}" s="${String(styles.idOf(cell.style))}"`;
    if (cell.value === null) return `<c ${place}/>`;
    if (typeof cell.value === 'number') {
      const formula = cell.formula === undefined ? '' : `<f>${xmlText(cell.formula)}</f>`;
      return `<c ${place}>${formula}<v>${String(cell.value)}</v></c>`;
    }
    return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell.value)}</t></is></c>`;
  };

  const addRow = (cells: readonly SheetCell[], look = ''): void =>
    part.add(`<row r="${String(rows + sums + 1)}"${look}>${cells.map(cellXml).join('')}</row>`);

  return {
    addRow: (cells, isHidden = false) => {
      if (rows > 0) for (const [column, cell] of cells.entries()) if (cell !== null) used.add(column);
      addRow(cells, isHidden ? ' hidden="1"' : '');
      rows += 1;
    },
    addSum: (cells) => {
      addRow(cells);
      sums += 1;
    },
    link: (column, target) => {
      if (links.length >= mostLinks) return false;
      const known = targets.get(target) ?? { id: `rIdLink${String(targets.size + 1)}`, target };
      targets.set(target, known);
      links.push(`<hyperlink ref="${cellAddress(rows, column)}" r:id="${known.id}"/>`);
      return true;
    },
    note: (note) => notes.push(note),
    rows: () => rows,
    end: () => {
      const columns = widths.length;
      part.add(`</sheetData>${hasFilter ? filterXml(rows, columns, filter) : ''}`);
      if (links.length > 0) part.add(`<hyperlinks>${links.join('')}</hyperlinks>`);
      if (isPrinted) part.add(printSetup);
      part.add(`${notes.length > 0 ? `<legacyDrawing r:id="${notesBoxId}"/>` : ''}</worksheet>`);
      return {
        name,
        part: part.end(head(widths, options, (column) => hidesEmpty && rows > 1 && !used.has(column))),
        notes,
        links: [...targets.values()],
        rows,
        columns,
        hasFilter,
        isPrinted,
        printedColumns: Math.min(printedColumns, columns),
      };
    },
  };
};
