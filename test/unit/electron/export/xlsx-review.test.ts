import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ExportPage, originalLink } from '../../../../electron/export/export-page.ts';
import { startSheet } from '../../../../electron/export/xlsx-sheet-writer.ts';
import { createStyleTable } from '../../../../electron/export/xlsx-styles.ts';
import { checkName } from '../../../../shared/texts/check-names.ts';
import { facePage, failedPage, invoicePage } from './pages.ts';
import { readXlsx, recordsOf, unzip } from './read-xlsx.ts';
import { facesToXlsx, invoicesToCsv, invoicesToXlsx, pagesToJson } from '../../../helpers/exported.ts';

const workbook = (pages: readonly ExportPage[], language: 'zh' | 'en' = 'en') =>
  readXlsx(invoicesToXlsx(pages, { language }));
const names = (language: 'zh' | 'en', header: string) =>
  recordsOf(workbook([invoicePage()], language)[2]!).map((row) => row[header]?.value);
const settled = { by: 'local', at: '2026-01-02T03:04:05.000Z' };
const withSettled = (): ExportPage => {
  const page = invoicePage();
  const [held, finding] = page.invoice?.checks ?? [];
  const checks = held && finding ? [held, { ...finding, settled }] : [];
  return { ...page, invoice: page.invoice && { ...page.invoice, checks } };
};

describe('review and booking state', () => {
  const kept = invoicePage(undefined, {
    booking: { word: '记', number: 12, date: '2024-06-05', period: '2024-06' },
    verification: { result: 'turned-red', day: '2024-06-02' },
  });

  it('is in the workbook, in both languages', () => {
    const [inChinese, without] = recordsOf(workbook([kept, invoicePage()], 'zh')[0]!);
    expect(inChinese).toMatchObject({
      查验结果: { value: '已红冲' },
      // 45,445 days after 1899-12-30.
      查验日期: { type: 'n', value: '45445' },
      凭证号: { type: 's', value: '记-12' },
      记账日期: { type: 'n', value: '45448' },
      会计期间: { type: 's', value: '2024-06' },
    });
    for (const header of ['查验结果', '查验日期', '凭证号', '记账日期', '会计期间'])
      expect(without?.[header]?.value ?? null).toBeNull();
    expect(recordsOf(workbook([kept])[0]!)[0]).toMatchObject({
      Verification: { value: 'reversed' },
      'Verified on': { value: '45445' },
      Voucher: { value: '记-12' },
      'Posting date': { value: '45448' },
      'Accounting period': { value: '2024-06' },
    });
  });

  it('is in the CSV and the JSON, if they have columns for it', () => {
    const csv = Buffer.concat([...invoicesToCsv([kept], { language: 'en', encoding: 'utf8' })]);
    const [header = '', row = ''] = csv.toString('utf8').split('\r\n');
    const at = header.split(',').indexOf('Verification');
    expect(header.split(',').slice(at, at + 5)).toEqual([
      'Verification',
      'Verified on',
      'Voucher',
      'Posting date',
      'Accounting period',
    ]);
    expect(row).toContain('reversed,2024-06-02,记-12,2024-06-05,2024-06');
    const [first, second] = JSON.parse(pagesToJson([kept, invoicePage()], 'en'));
    expect(first).toMatchObject({
      verification: { result: 'turned-red', day: '2024-06-02' },
      booking: { voucher: '记-12', date: '2024-06-05', period: '2024-06' },
    });
    expect(second).not.toHaveProperty('verification');
    expect(second).not.toHaveProperty('booking');
  });
});

describe('tags and notes', () => {
  it('are in the invoices and the lines next to the status', () => {
    const pages = [
      invoicePage(undefined, { tags: ['差旅', 'A & B'], note: '=1+1 问财务' }),
      invoicePage(undefined, { confirmed: true }),
      invoicePage(undefined, { aside: true }),
      withSettled(),
      failedPage(),
    ];
    const [invoices, lines] = workbook(pages, 'zh');
    const rows = recordsOf(invoices!);
    expect(rows.map((row) => row.核对状态?.value ?? null)).toEqual([
      '待核对',
      '已确认',
      '已搁置',
      '已处理',
      null,
    ]);
    expect(rows[0]).toMatchObject({
      标签: { value: '差旅、A & B' },
      内部备注: { type: 's', value: '=1+1 问财务' },
    });
    expect(recordsOf(lines!)[0]).toMatchObject({
      核对状态: { value: '待核对' },
      标签: { value: '差旅、A & B' },
    });
    expect(recordsOf(workbook(pages)[0]!).map((row) => row.Review?.value ?? null)).toEqual([
      'pending',
      'confirmed',
      'set aside',
      'settled',
      null,
    ]);
  });
});

describe('the file name of an invoice', () => {
  it('links to the original in every sheet', () => {
    const link = '../%E5%8F%91%E7%A5%A8/a%26b.pdf';
    for (const sheet of workbook([invoicePage(undefined, { link })]))
      expect(recordsOf(sheet)[0]?.File).toMatchObject({ value: '发票/一.jpg', link });
    expect(recordsOf(workbook([invoicePage()])[0]!)[0]?.File?.link).toBeUndefined();
  });

  it('has no more links than Excel allows', () => {
    const sheet = startSheet('s', 1, [10], createStyleTable());
    const taken = Array.from({ length: 65_531 }, () => sheet.link(0, 'a.pdf'));
    expect(taken.indexOf(false)).toBe(65_530);
    expect(sheet.end().links).toEqual([{ id: 'rIdLink1', target: 'a.pdf' }]);
  });

  it('links relative to the workbook, encoded for any file name', () => {
    const folder = resolve('/books');
    const from = (path: string) => originalLink(join(folder, path), join(folder, 'out', 'book.xlsx'));
    expect(from('scans/发票 1#.pdf')).toBe('../scans/%E5%8F%91%E7%A5%A8%201%23.pdf');
    expect(from('out/javascript:alert(1).pdf')).toBe('javascript%3Aalert(1).pdf');
    expect(from('out/"><x.pdf')).toBe('%22%3E%3Cx.pdf');
    expect(from(`${'长'.repeat(300)}.pdf`)).toBeNull();
    expect(originalLink(null, 'book.xlsx')).toBeNull();
  });
});

describe('the sheets', () => {
  it('are set up for printing, with the header on each page', () => {
    const archive = invoicesToXlsx([invoicePage()], { language: 'zh' });
    for (const { print } of readXlsx(archive))
      expect(print).toMatchObject({ orientation: 'landscape', fitToWidth: '1', fitToHeight: '0' });
    const book = unzip(archive).get('xl/workbook.xml') ?? '';
    for (const [index, name] of ['发票', '明细', '校验'].entries())
      expect(book).toContain(`"_xlnm.Print_Titles" localSheetId="${index}">'${name}'!$1:$1<`);
    const faces = readXlsx(facesToXlsx([facePage()], { language: 'en', points: false, attributes: true }));
    expect(faces[0]?.print).toMatchObject({ orientation: 'landscape' });
  });

  it('have their elements in the order required by the standard', () => {
    const archive = invoicesToXlsx([invoicePage(undefined, { link: 'a.pdf' })], { language: 'zh' });
    const sheet = unzip(archive).get('xl/worksheets/sheet1.xml') ?? '';
    const order = ['sheetPr', 'sheetViews', 'sheetFormatPr', 'cols', 'sheetData', 'autoFilter'];
    order.push('hyperlinks', 'pageMargins', 'pageSetup', 'headerFooter', 'legacyDrawing');
    const places = order.map((name) => sheet.indexOf(`<${name}`));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });
});

describe('the sheet of findings', () => {
  it('hides passed checks by an initial filter', () => {
    const [, , checks] = workbook([invoicePage(), invoicePage()]);
    expect(recordsOf(checks!).map((row) => row.Outcome?.value)).toEqual(['ok', 'warning', 'ok', 'warning']);
    expect(checks).toMatchObject({ hidden: [2, 4], shown: ['info', 'warning', 'error'] });
    expect(workbook([invoicePage()])[0]).toMatchObject({ hidden: [], shown: [] });
  });

  it('shows readable names of checks', () => {
    expect(names('zh', '校验项')).toEqual(['各行金额合计', '置信度']);
    expect(names('en', 'Check')).toEqual(['Line amounts add up', 'Confidence']);
    expect(checkName('constructor')).toEqual({ zh: 'constructor', en: 'constructor' });
  });

  it('names the amounts of a ticket in its fields', () => {
    const page = invoicePage();
    const [check] = page.invoice?.checks ?? [];
    if (!page.invoice || !check) throw new Error('A page without a finding');
    const fields = ['total', 'ticket.fare', 'ticket.fuelSurcharge', 'ticket.fund', 'ticket.otherTaxes'];
    const air = { ...page, invoice: { ...page.invoice, checks: [{ ...check, fields }] } };
    const fieldsIn = (language: 'zh' | 'en') =>
      recordsOf(workbook([air], language)[2]!)[0]?.[language === 'zh' ? '相关栏目' : 'Fields']?.value;
    for (const language of ['zh', 'en'] as const) {
      expect(fieldsIn(language)?.split(/, |、/u)).toHaveLength(5);
      expect(fieldsIn(language)).not.toContain('ticket.');
    }
  });

  it('has a name for every check in the code', () => {
    const root = resolve(import.meta.dirname, '../../../..');
    const reported =
      /\b(?:outcome|equation|sumCheck)\(\s*'([a-z-]+)'|\bid: '([a-z-]+)',\s*(?:fields|level|message)\b/gu;
    const ids = ['shared/invoice', 'electron/pipeline', 'electron/extract'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(join(root, folder, name), 'utf8'))
        .flatMap((code) => Array.from(code.matchAll(reported)))
        .map(([, called, id = called ?? '']) => id),
    );
    expect(ids.length).toBeGreaterThan(30);
    expect([...new Set(ids)].filter((id) => checkName(id).zh === id)).toEqual([]);
  });
});
