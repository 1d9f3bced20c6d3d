import { getCellAddress, sanitizeTextContent } from 'write-excel-file/utility';
import type { LibraryFeature } from './xlsx-library.ts';

/** A note on a cell; row and column from 0. */
export type Note = { readonly row: number; readonly column: number; readonly text: string };

/*
 * The library writes no notes. A note is two parts of the file: its text (SpreadsheetML comments, ECMA-376 part 1,
 * 18.7) and the box in which it is shown (a VML drawing, part 4, 19), both tied to the sheet by relationships.
 */
const commentsOf = (notes: readonly Note[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<authors><author>Vouch</author></authors><commentList>',
    ...notes.map(
      ({ row, column, text }) =>
        `<comment ref="${getCellAddress(row, column)}" authorId="0"><text><r>` +
        `<t xml:space="preserve">${sanitizeTextContent(text)}</t></r></text></comment>`,
    ),
    '</commentList></comments>',
  ].join('');

/** Shape ids come in blocks of 1024, and no block belongs to two drawings. */
const blockSize = 1024;

const boxOf = ({ row, column, text }: Note, shape: number): string => {
  const lines = text.split('\n').reduce((count, line) => count + Math.ceil((line.length + 1) / 24), 1);
  const anchor = [
    column + 1,
    15,
    Math.max(row - 1, 0),
    4,
    column + 4,
    15,
    Math.max(row - 1, 0) + lines + 1,
    4,
  ];
  return (
    `<v:shape id="_x0000_s${String(shape)}" type="#_x0000_t202" style="position:absolute;visibility:hidden"` +
    ' fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:path o:connecttype="none"/>' +
    '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"/></v:textbox>' +
    `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor.join(',')}</x:Anchor>` +
    `<x:AutoFill>False</x:AutoFill><x:Row>${String(row)}</x:Row><x:Column>${String(column)}</x:Column>` +
    '</x:ClientData></v:shape>'
  );
};

const drawingOf = (notes: readonly Note[], firstBlock: number): string => {
  const blocks = Array.from({ length: blocksFor(notes) }, (_, index) => String(firstBlock + index));
  return [
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"' +
      ' xmlns:x="urn:schemas-microsoft-com:office:excel">',
    `<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks.join(',')}"/></o:shapelayout>`,
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">',
    '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>',
    ...notes.map((note, index) => boxOf(note, firstBlock * blockSize + index + 1)),
    '</xml>',
  ].join('');
};

const blocksFor = (notes: readonly Note[]): number => Math.ceil((notes.length + 1) / blockSize);

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const contentTypes = 'application/vnd.openxmlformats-officedocument';

/** Adds notes to the sheets of a workbook, by the sheet's index; sheets without notes have an empty list. */
export const notesFeature = (notesBySheet: readonly (readonly Note[])[]): LibraryFeature => {
  const has = (sheetIndex: number) => (notesBySheet[sheetIndex]?.length ?? 0) > 0;
  const noted = notesBySheet
    .map((notes, index) => ({ notes, id: index + 1 }))
    .filter(({ notes }) => notes.length > 0);
  return {
    files: {
      transform: {
        '[Content_Types].xml': {
          insert: () =>
            noted.length === 0
              ? undefined
              : `<Default Extension="vml" ContentType="${contentTypes}.vmlDrawing"/>` +
                noted
                  .map(
                    ({ id }) =>
                      `<Override PartName="/xl/comments${String(id)}.xml" ContentType="${contentTypes}.spreadsheetml.comments+xml"/>`,
                  )
                  .join(''),
        },
        'xl/worksheets/sheet{id}.xml': {
          insert: (_, { sheetIndex }) =>
            has(sheetIndex) ? '<legacyDrawing r:id="rId-notes-box"/>' : undefined,
        },
        'xl/worksheets/_rels/sheet{id}.xml.rels': {
          insert: (_, { sheetIndex, sheetId }) =>
            has(sheetIndex)
              ? `<Relationship Id="rId-notes-box" Type="${relationships}/vmlDrawing" Target="../drawings/vmlDrawing${sheetId}.vml"/>` +
                `<Relationship Id="rId-notes" Type="${relationships}/comments" Target="../comments${sheetId}.xml"/>`
              : undefined,
        },
      },
      write: {
        files: () => {
          let block = 1;
          const files: Record<string, string> = {};
          for (const { notes, id } of noted) {
            files[`xl/comments${String(id)}.xml`] = commentsOf(notes);
            files[`xl/drawings/vmlDrawing${String(id)}.vml`] = drawingOf(notes, block);
            block += blocksFor(notes);
          }
          return files;
        },
      },
    },
  };
};
