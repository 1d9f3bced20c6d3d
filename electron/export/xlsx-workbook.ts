import { startPart } from '../formats/zip/deflated-part.ts';
import { zipOfParts, type ZipPart } from '../formats/zip/write-zip.ts';
import { blocksFor, noteParts } from './xlsx-notes.ts';
import { notesBoxId, type WrittenSheet } from './xlsx-sheet-writer.ts';
import type { StyleTable } from './xlsx-styles.ts';
import { columnLetters, xmlText } from './xlsx-cell.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const partOf = (name: string, xml: string): ZipPart => {
  const part = startPart(name);
  part.add(xml);
  return part.end();
};

const coreRelationship = `<Relationship Id="rIdCore" Type="${packaged}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`;

type Relationship = readonly [id: string, type: string, target: string, mode?: 'External'];

const relationships = (name: string, list: readonly Relationship[], hasCore = false): ZipPart =>
  partOf(
    name,
    `${declaration}<Relationships xmlns="${packaged}/relationships">${list
      .map(
        ([id, type, target, mode]) =>
          `<Relationship Id="${id}" Type="${office}/${type}" Target="${xmlText(target)}"${
            mode === undefined ? '' : ` TargetMode="${mode}"`
          }/>`,
      )
      .join('')}${hasCore ? coreRelationship : ''}</Relationships>`,
  );

const override = (name: string, type: string): string =>
  `<Override PartName="/xl/${name}" ContentType="${spreadsheet}.${type}+xml"/>`;

const contentTypes = (sheets: readonly WrittenSheet[], hasCore: boolean): ZipPart => {
  return partOf(
    '[Content_Types].xml',
    [
      `${declaration}<Types xmlns="${packaged}/content-types">`,
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
      '<Default Extension="xml" ContentType="application/xml"/>',
      '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>',
      override('workbook.xml', 'sheet.main'),
      override('styles.xml', 'styles'),
      ...sheets.map((_, index) => override(`worksheets/sheet${String(index + 1)}.xml`, 'worksheet')),
      ...sheets.flatMap(({ notes }, index) =>
        notes.length > 0 ? [override(`comments${String(index + 1)}.xml`, 'comments')] : [],
      ),
      hasCore
        ? `<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>`
        : '',
      '</Types>',
    ].join(''),
  );
};

const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`;

/** The name that Excel uses for the rows repeated on each printed page. */
const printTitles = ({ name, isPrinted }: WrittenSheet, index: number): string =>
  isPrinted
    ? `<definedName name="_xlnm.Print_Titles" localSheetId="${String(index)}">${xmlText(`${quoted(name)}!$1:$1`)}</definedName>`
    : '';

/** The name that Excel uses for the printed columns, if they are not all. */
const printArea = ({ name, isPrinted, columns, printedColumns }: WrittenSheet, index: number): string =>
  isPrinted && printedColumns < columns
    ? `<definedName name="_xlnm.Print_Area" localSheetId="${String(index)}">${xmlText(`${quoted(name)}!$A:$${columnLetters(printedColumns - 1)}`)}</definedName>`
    : '';

/** The hidden name that Excel uses for the filtered range of a sheet (ECMA-376 part 1, 18.3.1.2). */
const filterName = ({ name, rows, columns, hasFilter }: WrittenSheet, index: number): string => {
  if (!hasFilter) return '';
  const formula = `${quoted(name)}!$A$1:$${columnLetters(columns - 1)}$${String(rows)}`;
  return `<definedName name="_xlnm._FilterDatabase" localSheetId="${String(index)}" hidden="1">${xmlText(formula)}</definedName>`;
};

const workbook = (sheets: readonly WrittenSheet[]): ZipPart =>
  partOf(
    'xl/workbook.xml',
    [
      `${declaration}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}">`,
      '<sheets>',
      ...sheets.map(({ name }, index) => {
        const number = String(index + 1);
        return `<sheet name="${xmlText(name)}" sheetId="${number}" r:id="rId${number}"/>`;
      }),
      '</sheets>',
      ...(sheets.some(({ hasFilter, isPrinted }) => hasFilter || isPrinted)
        ? [
            `<definedNames>${[
              ...sheets.map(filterName),
              ...sheets.map(printArea),
              ...sheets.map(printTitles),
            ].join('')}</definedNames>`,
          ]
        : []),
      '</workbook>',
    ].join(''),
  );

/** Who made a workbook, and when; a description for what else its reader may check. */
export type Made = { readonly by: string; readonly at: Date; readonly description?: string | null };

const coreProperties = ({ by, at, description = null }: Made): ZipPart =>
  partOf(
    'docProps/core.xml',
    `${declaration}<cp:coreProperties xmlns:cp="${packaged}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:creator>${xmlText(by)}</dc:creator>${description === null ? '' : `<dc:description>${xmlText(description)}</dc:description>`}<cp:lastModifiedBy>${xmlText(by)}</cp:lastModifiedBy><dcterms:created xsi:type="dcterms:W3CDTF">${at.toISOString().slice(0, 19)}Z</dcterms:created></cp:coreProperties>`,
  );

/**
 * The bytes of a workbook of finished sheets.
 * @param made without it, equal sheets give equal bytes
 */
export const workbookOf = function* (
  sheets: readonly WrittenSheet[],
  styles: StyleTable,
  made: Made | null = null,
): Generator<Uint8Array, void, undefined> {
  const parts: ZipPart[] = [
    contentTypes(sheets, made !== null),
    relationships('_rels/.rels', [['rId1', 'officeDocument', 'xl/workbook.xml']], made !== null),
    ...(made ? [coreProperties(made)] : []),
    workbook(sheets),
    relationships('xl/_rels/workbook.xml.rels', [
      ...sheets.map((_, index): Relationship => {
        const number = String(index + 1);
        return [`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`];
      }),
      ['rIdStyles', 'styles', 'styles.xml'],
    ]),
    partOf('xl/styles.xml', styles.xml()),
  ];
  let block = 1;
  for (const [index, { part, notes, links }] of sheets.entries()) {
    parts.push(part);
    if (notes.length === 0 && links.length === 0) continue;
    const number = String(index + 1);
    const linked = links.map(({ id, target }): Relationship => [id, 'hyperlink', target, 'External']);
    if (notes.length === 0) {
      parts.push(relationships(`xl/worksheets/_rels/sheet${number}.xml.rels`, linked));
      continue;
    }
    parts.push(
      relationships(`xl/worksheets/_rels/sheet${number}.xml.rels`, [
        [notesBoxId, 'vmlDrawing', `../drawings/vmlDrawing${number}.vml`],
        ['rId2', 'comments', `../comments${number}.xml`],
        ...linked,
      ]),
      ...noteParts(notes, index + 1, block),
    );
    block += blocksFor(notes);
  }
  yield* zipOfParts(parts);
};
