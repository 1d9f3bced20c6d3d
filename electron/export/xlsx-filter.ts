import { getCellAddress, sanitizeTextContent } from 'write-excel-file/utility';
import type { LibraryFeature } from './xlsx-library.ts';

/** The size of a sheet's table, its header row included. */
export type TableSize = { readonly sheet: string; readonly rows: number; readonly columns: number };

const absolute = (address: string): string => address.replace(/^([A-Z]+)(\d+)$/u, '$$$1$$$2');

const definedName = ({ sheet, rows, columns }: TableSize, index: number): string => {
  const range = `${absolute(getCellAddress(0, 0))}:${absolute(getCellAddress(rows - 1, columns - 1))}`;
  const formula = `'${sheet.replaceAll("'", "''")}'!${range}`;
  return `<definedName name="_xlnm._FilterDatabase" localSheetId="${String(index)}" hidden="1">${sanitizeTextContent(formula)}</definedName>`;
};

/**
 * Puts a filter on the header row of each sheet, which the library can't: an `autoFilter` right after the sheet's
 * data (ECMA-376 part 1, 18.3.1.2), and the hidden name under which Excel looks for the filtered range.
 */
export const filterFeature = (sizes: readonly TableSize[]): LibraryFeature => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml, _, { sheetIndex }) => {
          const size = sizes[sheetIndex];
          const end = xml.lastIndexOf('</sheetData>');
          if (!size || end < 0) return xml;
          const at = end + '</sheetData>'.length;
          const range = `A1:${getCellAddress(size.rows - 1, size.columns - 1)}`;
          return `${xml.slice(0, at)}<autoFilter ref="${range}"/>${xml.slice(at)}`;
        },
      },
      'xl/workbook.xml': {
        transform: (xml) =>
          xml.replace(
            '<definedNames/>',
            () => `<definedNames>${sizes.map(definedName).join('')}</definedNames>`,
          ),
      },
    },
  },
});
