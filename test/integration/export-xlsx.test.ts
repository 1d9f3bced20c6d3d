import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportPage } from '../../electron/export/export-page.ts';
import type { Table } from '../../electron/export/rows.ts';
import { facePage, failedPage, invoice, invoicePage, line } from '../unit/electron/export/pages.ts';
import { all, parseXml, textOf, type Element } from '../unit/electron/export/xml-tree.ts';
import { facesToXlsx, invoiceTable, invoicesToXlsx, lineTable } from '../helpers/exported.ts';

/** LibreOffice: a reader that is independent of the library that wrote the file. */
const soffice = [
  process.env.VOUCH_SOFFICE,
  '/usr/bin/soffice',
  '/usr/bin/libreoffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.exe',
].find((path) => path !== undefined && existsSync(path));

type OfficeCell = { readonly type: string; readonly value: string; readonly note: string | null };

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vouch-office-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const readCell = (cell: Element): OfficeCell => {
  const { attributes } = cell;
  const type = attributes['office:value-type'] ?? '';
  const note = all(cell, 'office:annotation')[0];
  const value = attributes['office:value'] ?? attributes['office:date-value'] ?? paragraphs(cell);
  return { type, value, note: note ? paragraphs(note) : null };
};

const paragraphs = (element: Element): string =>
  element.children
    .filter((child) => typeof child !== 'string')
    .filter(({ name }) => name === 'text:p')
    .map(paragraphText)
    .join('\n');

/** OpenDocument writes runs of blanks and tabs as elements. */
const paragraphText = (element: Element): string =>
  element.children
    .map((child) => {
      if (typeof child === 'string') return child;
      if (child.name === 'text:s') return ' '.repeat(Number(child.attributes['text:c'] ?? 1));
      if (child.name === 'text:tab') return '\t';
      if (child.name === 'text:line-break') return '\n';
      return paragraphText(child);
    })
    .join('');

const repeated = (element: Element, attribute: string) =>
  Math.min(Number(element.attributes[attribute] ?? 1), 50);

/** Sheets as rows of cells, as LibreOffice reads them. */
const openInOffice = async (name: string, workbook: Buffer): Promise<ReadonlyMap<string, OfficeCell[][]>> => {
  const path = join(folder, `${name}.xlsx`);
  await writeFile(path, workbook);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  await promisify(execFile)(
    soffice ?? '',
    [profile, '--headless', '--convert-to', 'fods', '--outdir', folder, path],
    {
      timeout: 100_000,
    },
  );
  const root = parseXml(await readFile(join(folder, `${name}.fods`), 'utf8'));
  return new Map(
    all(root, 'table:table').map((table) => [
      table.attributes['table:name'] ?? '',
      all(table, 'table:table-row').flatMap((row) => {
        const cells = row.children
          .filter((child) => typeof child !== 'string')
          .filter(({ name: tag }) => tag === 'table:table-cell')
          .flatMap((cell) =>
            Array.from({ length: repeated(cell, 'table:number-columns-repeated') }, () => readCell(cell)),
          );
        return Array.from({ length: repeated(row, 'table:number-rows-repeated') }, () => cells);
      }),
    ]),
  );
};

/** The expected value of each cell, derived from the table and not from the workbook. */
const expectSheet = <Row>(rows: OfficeCell[][] | undefined, { columns, rows: expected }: Table<Row>) => {
  expect(rows?.[0]?.slice(0, columns.length).map(({ value }) => value)).toEqual(
    columns.map(({ header }) => header),
  );
  let at = 1;
  for (const row of expected) {
    for (const [index, { header, column }] of columns.entries()) {
      const cell = rows?.[at]?.[index] ?? { type: '', value: '', note: null };
      const text = column.value(row, 'zh');
      const where = `${header}, row ${String(at + 1)}`;
      if (text === null) {
        expect(cell.type, where).toBe('');
      } else if (column.type === 'text' || column.type === 'id') {
        expect([cell.type, cell.value], where).toEqual(['string', text]);
      } else if (column.type === 'date') {
        expect([cell.type, cell.value], where).toEqual(['date', text]);
      } else {
        expect([cell.type, Number(cell.value)], where).toEqual(['float', Number(text)]);
      }
    }
    at += 1;
  }
};

const hostile = ['=1+1', '+SUM(A1)', '@x', '-cmd', 'constructor', '<&>"', '_x0041_', ' 前后 ', '𠮷'];
const pages: readonly ExportPage[] = [
  invoicePage(invoice({ number: '24112000000048542163', code: null, kind: '32', total: '-1019.83' })),
  ...hostile.map((name, index) =>
    invoicePage(
      invoice({
        number: String(index).padStart(8, '0'),
        issueDate: `2024-0${String(index + 1)}-29`,
        seller: { ...invoice().seller, name },
        lines: [line({ name, unitPrice: '0.123456' }), line({ unitPrice: null })],
      }),
      { sandbox: index % 2 === 0 },
    ),
  ),
  failedPage(),
];

describe.skipIf(soffice === undefined)('a workbook in LibreOffice (skipped if not installed)', () => {
  it('has the same value in every cell', async () => {
    const sheets = await openInOffice('invoices', invoicesToXlsx(pages, { language: 'zh' }));
    expect([...sheets.keys()]).toEqual(['发票', '明细', '校验']);
    expectSheet(sheets.get('发票'), invoiceTable(pages, 'vouch', 'zh'));
    expectSheet(sheets.get('明细'), lineTable(pages, 'zh'));
    const header = sheets.get('发票')?.[0]?.map(({ value }) => value) ?? [];
    expect(sheets.get('发票')?.[1]?.[header.indexOf('合计金额')]?.note).toBe('置信度偏低');
  });

  it('has the same values in the layouts of the tax bureau', async () => {
    for (const layout of ['tax-bureau', 'deduction'] as const) {
      const sheets = await openInOffice(layout, invoicesToXlsx(pages, { language: 'zh', layout }));
      expectSheet(sheets.get('发票'), invoiceTable(pages, layout, 'zh'));
    }
  });

  it('opens with faces', async () => {
    const options = { language: 'zh', points: true, attributes: true } as const;
    const sheets = await openInOffice('faces', facesToXlsx([facePage()], options));
    const [headers, cells] = sheets.get('人脸') ?? [];
    const at = (name: string) => cells?.[headers?.findIndex(({ value }) => value === name) ?? -1];
    expect(at('照片')).toMatchObject({ type: 'string', value: '照片/合影.png' });
    expect(at('置信度')).toMatchObject({ type: 'float', value: '0.987' });
    expect(at('点2 y')).toMatchObject({ type: 'float', value: '25' });
  });
});

describe('the OpenDocument reader of this test', () => {
  it('keeps blanks and line ends', () => {
    const cell = parseXml(
      '<c office:value-type="string"><text:p>a<text:s text:c="2"/>b</text:p><text:p>c</text:p></c>',
    );
    expect(readCell(cell)).toEqual({ type: 'string', value: 'a  b\nc', note: null });
    expect(textOf(cell)).toBe('abc');
  });
});
