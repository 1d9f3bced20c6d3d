import { startPart } from '../formats/zip/deflated-part.ts';
import type { ZipPart } from '../formats/zip/write-zip.ts';
import { cellAddress, xmlText } from './xlsx-cell.ts';

/** A note on a cell; row and column from 0. */
export type Note = { readonly row: number; readonly column: number; readonly text: string };

/* A note has two parts in the file: its text (SpreadsheetML comments, ECMA-376 part 1, 18.7) and the box
 * that shows it (a VML drawing, part 4, 19). Relationships link both to the sheet. */
const commentsPart = (notes: readonly Note[], sheet: number): ZipPart => {
  const part = startPart(`xl/comments${String(sheet)}.xml`);
  part.add(
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
      '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
      '<authors><author>Vouch</author></authors><commentList>',
  );
  for (const { row, column, text } of notes)
    part.add(
      `<comment ref="${cellAddress(row, column)}" authorId="0"><text><r>` +
        `<t xml:space="preserve">${xmlText(text)}</t></r></text></comment>`,
    );
  part.add('</commentList></comments>');
  return part.end();
};

/** Shape ids are assigned in blocks of 1024; a block belongs to one drawing only. */
const blockSize = 1024;

/** Number of blocks for the notes of a sheet. */
export const blocksFor = (notes: readonly Note[]): number => Math.ceil((notes.length + 1) / blockSize);

const boxOf = ({ row, column, text }: Note, shape: number): string => {
  const lines = text.split('\n').reduce((count, line) => count + Math.ceil((line.length + 1) / 24), 1);
  const top = Math.max(row - 1, 0);
  const anchor = [column + 1, 15, top, 4, column + 4, 15, top + lines + 1, 4];
  return (
    `<v:shape id="_x0000_s${String(shape)}" type="#_x0000_t202" style="position:absolute;visibility:hidden"` +
    ' fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:path o:connecttype="none"/>' +
    '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"/></v:textbox>' +
    `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor.join(',')}</x:Anchor>` +
    `<x:AutoFill>False</x:AutoFill><x:Row>${String(row)}</x:Row><x:Column>${String(column)}</x:Column>` +
    '</x:ClientData></v:shape>'
  );
};

const drawingPart = (notes: readonly Note[], sheet: number, firstBlock: number): ZipPart => {
  const blocks = Array.from({ length: blocksFor(notes) }, (_, index) => String(firstBlock + index));
  const part = startPart(`xl/drawings/vmlDrawing${String(sheet)}.vml`);
  part.add(
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"' +
      ' xmlns:x="urn:schemas-microsoft-com:office:excel">' +
      `<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks.join(',')}"/></o:shapelayout>` +
      '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">' +
      '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>',
  );
  for (const [index, note] of notes.entries()) part.add(boxOf(note, firstBlock * blockSize + index + 1));
  part.add('</xml>');
  return part.end();
};

/**
 * The parts with a sheet's notes.
 * @param sheet its number, from 1
 * @param firstBlock first block of shape ids, from 1
 */
export const noteParts = (notes: readonly Note[], sheet: number, firstBlock: number): readonly ZipPart[] => [
  commentsPart(notes, sheet),
  drawingPart(notes, sheet, firstBlock),
];
