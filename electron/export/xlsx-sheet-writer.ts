import { startPart, type DeflatedPart } from './deflated-part.ts';
import type { SheetCell } from './xlsx-cell.ts';
import type { Note } from './xlsx-notes.ts';
import type { StyleTable } from './xlsx-styles.ts';
import { cellAddress, columnLetters, xmlText } from './xlsx-xml.ts';

/** A sheet that was written: its part is deflated, and its notes are not. */
export type WrittenSheet = {
  readonly name: string;
  readonly part: DeflatedPart;
  readonly notes: readonly Note[];
  /** Header included. */
  readonly rows: number;
  readonly columns: number;
  /** The header row filters the rows below it. */
  readonly hasFilter: boolean;
};

export type SheetWriter = {
  readonly addRow: (cells: readonly SheetCell[]) => void;
  readonly note: (note: Note) => void;
  /** Rows so far, header included: the number of the next one, from 0. */
  readonly rows: () => number;
  readonly end: () => WrittenSheet;
};

/** The relationship that leads from a sheet to the boxes of its notes. */
export const notesBoxId = 'rId1';

const head = (widths: readonly number[]): string =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"' +
  ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>' +
  widths
    .map((width, index) => {
      const number = String(index + 1);
      return `<col min="${number}" max="${number}" width="${String(width)}" customWidth="1"/>`;
    })
    .join('') +
  '</cols><sheetData>';

/** @param number of the sheet, from 1 @param widths of the columns, in characters */
export const startSheet = (
  name: string,
  number: number,
  widths: readonly number[],
  styles: StyleTable,
  { hasFilter = true }: { readonly hasFilter?: boolean } = {},
): SheetWriter => {
  const part = startPart(`xl/worksheets/sheet${String(number)}.xml`);
  const letters = widths.map((_, column) => columnLetters(column));
  const notes: Note[] = [];
  let rows = 0;
  part.add(head(widths));

  const cellXml = (cell: SheetCell, column: number): string => {
    if (cell === null) return '';
    const place = `r="${letters[column] ?? columnLetters(column)}${String(rows + 1)}" s="${String(styles.idOf(cell.style))}"`;
    if (cell.value === null) return `<c ${place}/>`;
    if (typeof cell.value === 'number') return `<c ${place}><v>${String(cell.value)}</v></c>`;
    return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell.value)}</t></is></c>`;
  };

  return {
    addRow: (cells) => {
      part.add(`<row r="${String(rows + 1)}">${cells.map(cellXml).join('')}</row>`);
      rows += 1;
    },
    note: (note) => notes.push(note),
    rows: () => rows,
    end: () => {
      const columns = widths.length;
      part.add(
        `</sheetData>${hasFilter ? `<autoFilter ref="A1:${cellAddress(rows - 1, columns - 1)}"/>` : ''}` +
          `${notes.length > 0 ? `<legacyDrawing r:id="${notesBoxId}"/>` : ''}</worksheet>`,
      );
      return { name, part: part.end(), notes, rows, columns, hasFilter };
    },
  };
};
