import type { Totals, TotalsGrouping, TotalsRow, TotalsSum } from '../../shared/review/totals.ts';
import type { Language } from '../../shared/language.ts';
import { groupingNames, keyText, totalsColumnNames } from '../../shared/texts/exports.ts';
import { tableToCsv } from './csv.ts';
import { place, type Column } from './rows.ts';
import { headerCell, toSheetCell } from './xlsx-cell.ts';
import { startSheet } from './xlsx-sheet-writer.ts';
import { createStyleTable } from './xlsx-styles.ts';
import { workbookOf } from './xlsx-workbook.ts';

type Row = TotalsSum & { readonly label: string };

type TotalsTableRequest = {
  readonly by: TotalsGrouping;
  readonly format: 'xlsx' | 'csv';
  readonly language: Language;
};

const columnsFor = (by: TotalsGrouping): readonly Column<Row>[] => [
  { id: 'key', header: groupingNames[by], type: 'text', width: 36, value: ({ label }) => label },
  {
    id: 'invoices',
    header: totalsColumnNames.invoices,
    type: 'number',
    width: 10,
    value: ({ invoices }) => String(invoices),
  },
  ...(['total', 'taxTotal', 'grossTotal'] as const).map((id): Column<Row> => ({
    id,
    header: totalsColumnNames[id],
    type: 'amount',
    width: 18,
    value: (row) => row[id],
  })),
];

const labelled =
  (by: TotalsGrouping, language: Language) =>
  ({ key, ...sum }: TotalsRow): Row => ({ ...sum, label: keyText(by, key, language) });

/** Totals as they are shown: a row for each group, and the sum below them. */
export const totalsTable = (totals: Totals, { by, format, language }: TotalsTableRequest): Buffer => {
  const columns = place(columnsFor(by), language);
  const rows = [
    ...totals.rows.map(labelled(by, language)),
    { ...totals.sum, label: totalsColumnNames.sum[language] },
  ];
  if (format === 'csv')
    return Buffer.concat([...tableToCsv({ columns, rows }, { language, encoding: 'utf8' })]);
  const styles = createStyleTable();
  const widths = columns.map(({ column }) => column.width);
  const name = groupingNames[by][language];
  const sheet = startSheet(name, 1, widths, styles, { isPrinted: true });
  sheet.addRow(columns.map(({ header }) => headerCell(header)));
  for (const [index, row] of rows.entries()) {
    const cells = columns.map(({ column }) => toSheetCell(column.value(row, language), column.type, null));
    // The sum is below the table, so no filter hides it.
    if (index === rows.length - 1) sheet.addSum(cells);
    else sheet.addRow(cells);
  }
  return Buffer.concat([...workbookOf([sheet.end()], styles)]);
};
