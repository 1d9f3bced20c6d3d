import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imagePoint } from '../../../../shared/geometry.ts';
import type { Finding } from '../../../../shared/invoice/finding.ts';
import { face, facePage, failedPage, invoice, invoicePage, line } from './pages.ts';
import { readXlsx, recordsOf, unzip } from './read-xlsx.ts';
import { all, parseXml } from './xml-tree.ts';
import { facesToXlsx, invoicesToXlsx } from '../../../helpers/exported.ts';

const read = async (...given: Parameters<typeof invoicesToXlsx>) => readXlsx(invoicesToXlsx(...given));
const check = (changes: Partial<Finding>): Finding => ({
  id: 'c',
  level: 'warn',
  message: { zh: '原因', en: 'reason' },
  fields: [],
  ...changes,
});
const checked = (...checks: Finding[]) => {
  const page = invoicePage();
  return { ...page, invoice: page.invoice && { ...page.invoice, checks } };
};
const text = (value: string | null) => expect.objectContaining({ type: 's', value });

describe('the workbook of invoices', () => {
  it('has sheets for invoices, lines and findings, each with frozen header, filter and widths', async () => {
    const sheets = await read([invoicePage(), failedPage()], { language: 'zh' });
    expect(sheets.map(({ name }) => name)).toEqual(['发票', '明细', '校验']);
    expect(sheets.map(({ filter }) => filter)).toEqual(['A1:BI3', 'A1:Y4', 'A1:H3']);
    for (const { frozenRows, widths } of sheets) {
      expect(frozenRows).toBe('1');
      expect(widths.every((width) => Number(width) >= 6)).toBe(true);
    }
    expect((await read([], { language: 'en' })).map(({ name }) => name)).toEqual([
      'Invoices',
      'Lines',
      'Checks',
    ]);
  });

  it('hides empty columns, keeps the number in view, and prints the first columns', () => {
    const archive = invoicesToXlsx([invoicePage()], {
      language: 'zh',
      made: { by: 'Vouch', at: new Date('2024-05-28T01:02:03.456Z') },
    });
    const files = unzip(archive);
    const sheet = parseXml(files.get('xl/worksheets/sheet1.xml') ?? '');
    const columns = all(sheet, 'col').map(({ attributes: { hidden } }) => hidden === '1');
    expect(columns.length).toBeGreaterThan(50);
    // 席别或舱位: no ticket has one.
    expect(columns[51]).toBe(true);
    expect(columns.slice(0, 15)).not.toContain(true);
    expect(all(sheet, 'pane')[0]?.attributes).toMatchObject({ xSplit: '6', ySplit: '1', topLeftCell: 'G2' });
    expect(files.get('xl/workbook.xml')).toContain("'发票'!$A:$O");
    expect(files.get('docProps/core.xml')).toContain('2024-05-28T01:02:03Z');
    // A program that imports the tax bureau's list finds every column.
    const list = unzip(invoicesToXlsx([invoicePage()], { language: 'zh', layout: 'tax-bureau' }));
    expect(list.get('xl/worksheets/sheet1.xml')).not.toContain('hidden="1"');
    expect(list.get('docProps/core.xml')).toBeUndefined();
  });

  it('writes ids as text with @, amounts as numbers with separators, dates as dates', async () => {
    const value = invoice({ number: '24112000000048542163', total: '-1019.83' });
    const [invoices] = await read([invoicePage(value)], { language: 'zh' });
    const [row] = recordsOf(invoices!);
    expect(row).toMatchObject({
      发票号码: { type: 's', value: '24112000000048542163', format: '@' },
      发票代码: { type: 's', value: '4200161350', format: '@' },
      购买方纳税人识别号: { type: 's', value: '91420100MA4K00000X', format: '@' },
      合计金额: { type: 'n', value: '-1019.83', format: '#,##0.00' },
      '价税合计（小写）': { type: 'n', value: '226', format: '#,##0.00' },
      // 45,440 days after 1899-12-30.
      开票日期: { type: 'n', value: '45440', format: 'yyyy-mm-dd' },
      页: { type: 'n', value: '1' },
      密码区: { type: 's', value: '03+8<>/92*\n-7/<4+>21' },
    });
  });

  it('writes lines with unit prices and derived quantities as numbers', async () => {
    const lines = [line({ unitPrice: '0.123456', amount: '12.35' })];
    const [, sheet] = await read([invoicePage(invoice({ lines }))], { language: 'zh' });
    expect(recordsOf(sheet!)).toEqual([
      expect.objectContaining({
        单价: expect.objectContaining({ type: 'n', value: '0.123456', format: '#,##0.00######' }),
        金额: expect.objectContaining({ type: 'n', value: '12.35', format: '#,##0.00' }),
        税率: text('13%'),
        行号: expect.objectContaining({ type: 'n', value: '1' }),
      }),
    ]);
  });

  it('keeps as text what is neither number nor date, and digits that a number would lose', async () => {
    const value = invoice({
      total: '12345678901234567.89',
      taxTotal: '1.O0',
      grossTotal: '***',
      issueDate: '2024-02-30',
    });
    const [sheet] = await read([invoicePage(value)], { language: 'zh' });
    expect(recordsOf(sheet!)[0]).toMatchObject({
      合计金额: text('12345678901234567.89'),
      合计税额: text('1.O0'),
      '价税合计（小写）': text('***'),
      开票日期: text('2024-02-30'),
    });
  });

  it('includes a failed page with its error, and marks demo data in every sheet', async () => {
    const pages = [invoicePage(invoice(), { demo: true }), failedPage()];
    const sheets = await read(pages, { language: 'en' });
    for (const sheet of sheets) expect(recordsOf(sheet)[0]?.['Demo data']).toEqual(text('demo data'));
    const [, failed] = recordsOf(sheets[0]!);
    expect(failed).toMatchObject({
      File: text('坏.jpg'),
      State: text('failed'),
      'Total without tax': undefined,
    });
    expect(failed?.Error?.value).toContain('37042');
  });

  it('lists every check with its result and field names', async () => {
    const [, , checks] = await read([invoicePage()], { language: 'en' });
    expect(
      recordsOf(checks!).map((row) => [row.Outcome?.value, row.Message?.value, row.Fields?.value]),
    ).toEqual([
      ['ok', '250.00 − 50.00 = 200.00', expect.stringContaining('Line 1: ')],
      ['warning', 'Low confidence', expect.any(String)],
    ]);
  });

  it('writes another layout instead of the default one', async () => {
    const sheets = await read([invoicePage()], { language: 'zh', layout: 'deduction' });
    expect(recordsOf(sheets[0]!)[0]).toMatchObject({
      票面税额: { type: 'n', value: '26', format: '#,##0.00' },
    });
    expect(sheets.map(({ name }) => name)).toEqual(['发票', '明细', '校验']);
  });

  it('has no second sheet of lines for a layout with lines, and marks derived quantities', async () => {
    const lines = [line({ unitPrice: '2.50', amount: '10.00' }), line({ unitPrice: null, amount: '10.00' })];
    const sheets = await read([invoicePage(invoice({ lines }))], { language: 'en', layout: 'tax-bureau' });
    expect(sheets.map(({ name }) => name)).toEqual(['Invoices', 'Checks']);
    const [known, unknown] = recordsOf(sheets[0]!);
    expect(known?.数量).toMatchObject({
      value: '4',
      note: expect.stringContaining('not recognized on the invoice'),
    });
    expect(unknown?.数量).toBeUndefined();
  });
});

describe('cells with findings', () => {
  it('are tinted by level, with the reasons in a note', async () => {
    const page = checked(
      check({ fields: ['total', 'lines.1.amount'] }),
      check({ id: 'd', level: 'error', fields: ['total'], message: { zh: '另一原因', en: 'another' } }),
      check({ id: 'e', level: 'ok', fields: ['number'] }),
      check({ id: 'f', level: 'info', fields: ['code'] }),
    );
    const [invoices, lines] = await read([page], { language: 'zh' });
    const [row] = recordsOf(invoices!);
    expect(row).toMatchObject({
      合计金额: { fill: 'FFF8CBAD', note: '原因\n另一原因', value: '200' },
      发票号码: { fill: null, note: null },
      发票代码: { fill: null, note: null },
    });
    expect(recordsOf(lines!).map((entry) => entry['金额']?.note)).toEqual([null, '原因']);
    expect(recordsOf(lines!)[1]?.['金额']?.fill).toBe('FFFFF2CC');
  });

  it('are tinted even if empty, and for a finding about a whole line or all lines', async () => {
    const page = invoicePage(invoice({ lines: [line({ tax: null }), line()] }));
    const checks = [check({ fields: ['lines.0'] }), check({ id: 'g', fields: ['seller'], level: 'error' })];
    const [invoices, lines] = await read(
      [{ ...page, invoice: page.invoice && { ...page.invoice, checks } }],
      {
        language: 'en',
      },
    );
    expect(recordsOf(lines!)[0]).toMatchObject({
      Tax: { value: null, note: 'reason' },
      Amount: { note: 'reason' },
    });
    expect(recordsOf(lines!)[1]).toMatchObject({ Amount: { note: null } });
    expect(recordsOf(invoices!)[0]).toMatchObject({
      'Seller name': { note: 'reason' },
      'Buyer name': { note: null },
    });
  });

  it('can exceed a block of shape ids', async () => {
    const pages = Array.from({ length: 1100 }, () => checked(check({ fields: ['total', 'lines'] })));
    const files = unzip(invoicesToXlsx(pages, { language: 'zh' }));
    const ids = [1, 2].map((sheet) => {
      const drawing = files.get(`xl/drawings/vmlDrawing${String(sheet)}.vml`) ?? '';
      parseXml(drawing);
      const blocks = /data="([\d,]+)"/u.exec(drawing)?.[1]?.split(',').map(Number) ?? [];
      const shapes = [...drawing.matchAll(/_x0000_s(\d+)/gu)].map(([, id]) => Number(id));
      expect(shapes.every((id) => blocks.includes(Math.floor(id / 1024)))).toBe(true);
      return shapes;
    });
    const every = ids.flat();
    expect(new Set(every).size).toBe(every.length);
    expect(ids[0]).toHaveLength(1100);
  }, 30_000);
});

describe('hostile text', () => {
  it.each([
    ['=HYPERLINK("http://x.example")', '=HYPERLINK("http://x.example")'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
    ['toString', 'toString'],
    ['<b>&amp;"\'</b>', '<b>&amp;"\'</b>'],
    ['</t></si></sst>', '</t></si></sst>'],
    ['_x0041_', '_x005F_x0041_'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['a\0\x07b', 'ab'],
    ['a\ud800b', 'ab'],
    ['a\ufffdb', 'a\ufffdb'],
    ['𠮷野家', '𠮷野家'],
    ['  kept  ', '  kept  '],
  ])('%j is written as text %j', async (value, expected) => {
    const page = invoicePage(invoice({ seller: { ...invoice().seller, name: value } }));
    const archive = invoicesToXlsx([page], { language: 'zh' });
    expect(recordsOf(readXlsx(archive)[0]!)[0]?.['销售方名称']).toEqual(text(expected));
    const formulas = readXlsx(archive).flatMap(({ cells }) =>
      [...cells.values()].flatMap((cell) => cell.formula ?? []),
    );
    expect(formulas.every((formula) => /^SUBTOTAL\(109,[A-Z]+\d+:[A-Z]+\d+\)$/u.test(formula))).toBe(true);
  });

  it('is unchanged after reading', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('=', '<', '&', '"', '\n', ' ', '发', '_x0041_', '1') }),
      fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 30 }), async (words) => {
        const pages = words.map((name) => invoicePage(invoice({ seller: { ...invoice().seller, name } })));
        const rows = recordsOf(readXlsx(invoicesToXlsx(pages, { language: 'zh' }))[0]!);
        const back = rows.map((row) => row['销售方名称']?.value?.replaceAll('_x005F_', '_') ?? '');
        expect(back).toEqual(words);
      }),
      { numRuns: 12 },
    );
  }, 30_000);

  it("is cut at Excel's limit", async () => {
    const page = invoicePage(invoice({ cipherArea: '长'.repeat(40_000) }));
    const [sheet] = await read([page], { language: 'zh' });
    const cell = recordsOf(sheet!)[0]?.['密码区']?.value ?? '';
    expect(cell.length).toBeLessThanOrEqual(32_767);
    expect(cell.endsWith('…')).toBe(true);
  });

  it('is harmless in a note or a header', async () => {
    const bad = '</t><x>&\u0001';
    const page = checked(check({ fields: ['total'], message: { zh: bad, en: bad } }));
    const layout = { name: 'n', rows: 'invoice', columns: [{ column: 'total', header: bad }] } as const;
    const [sheet] = readXlsx(
      invoicesToXlsx([page], { language: 'zh', layout: { ...layout, columns: [...layout.columns] } }),
    );
    expect(sheet?.cells.get('A1')?.value).toBe('</t><x>&');
    expect(sheet?.cells.get('A2')?.note).toBe('</t><x>&');
  });
});

/** The sheet of a face with `count` points and one with two. */
const withPoints = async (count: number) => {
  const points = Array.from({ length: count }, (_, x) => imagePoint(x, 0));
  const pages = [facePage([face({ points }), face({ index: 2 })])];
  const [sheet] = readXlsx(facesToXlsx(pages, { language: 'en', points: true, attributes: true }));
  const rows = recordsOf(sheet!);
  const headers = Object.keys(rows[0] ?? {});
  const counted = headers.find((name) => name.startsWith('Total points'));
  return { rows, width: headers.length, last: headers.at(-1), counted };
};

describe('the workbook of faces', () => {
  it('has one row per face, with numbers as numbers', async () => {
    const pages = [facePage([face(), face({ index: 2 })], { demo: true })];
    const [sheet] = readXlsx(facesToXlsx(pages, { language: 'en', points: true, attributes: true }));
    expect(sheet?.name).toBe('Faces');
    const rows = recordsOf(sheet!);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      Photo: text('照片/合影.png'),
      Score: { type: 'n', value: '0.987' },
      w: { type: 'n', value: '30' },
      Expression: text('happy'),
      'point 1 x': { type: 'n', value: '12.5' },
      'Demo data': text('demo data'),
    });
  });

  it('ends at the last column of a sheet, and contains the number of points', async () => {
    const whole = await withPoints(8000);
    expect(whole).toMatchObject({ last: 'point 8000 y', counted: undefined });
    const room = 16_384 - (whole.width - 16_000);
    const pairs = Math.floor(room / 2);
    expect(await withPoints(pairs)).toMatchObject({ last: `point ${pairs} y`, counted: undefined });
    const cut = await withPoints(pairs + 1);
    const held = Math.floor((room - 1) / 2);
    expect(cut.width).toBe(16_384 - room + 1 + held * 2);
    expect(cut.width).toBeLessThanOrEqual(16_384);
    expect(cut).toMatchObject({
      last: `point ${held} y`,
      counted: `Total points (this table has ${held}; CSV and JSON have all)`,
    });
    expect(cut.rows.map((row) => row[cut.counted ?? '']?.value)).toEqual([String(pairs + 1), '2']);
    expect(cut.rows[0]?.[`point ${held} x`]?.value).toBe(String(held - 1));
  });
});
