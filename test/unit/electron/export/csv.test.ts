import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { tableToCsv } from '../../../../electron/export/csv.ts';
import { guardCell } from '../../../../shared/formula-guard.ts';
import { imagePoint } from '../../../../shared/geometry.ts';
import type { Column } from '../../../../electron/export/rows.ts';
import { face, facePage, failedPage, invoice, invoicePage, line } from './pages.ts';
import { facesToCsv, invoicesToCsv, linesToCsv } from '../../../helpers/exported.ts';

const whole = (pieces: Iterable<Uint8Array>) => Buffer.concat([...pieces]);
const records = (text: string): Record<string, string>[] => parse(text, { columns: true, bom: true });
const zh = { language: 'zh', encoding: 'utf8' } as const;
const en = { language: 'en', encoding: 'utf8' } as const;

describe('invoices as CSV', () => {
  it('have a byte-order mark, CRLF and one row per invoice', () => {
    const bytes = whole(invoicesToCsv([invoicePage(), invoicePage()], zh));
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString('utf8');
    expect(text.endsWith('\r\n')).toBe(true);
    expect(records(text)).toHaveLength(2);
    expect(records(text)[0]).toMatchObject({
      文件: '发票/一.jpg',
      页: '1',
      状态: '已识别',
      发票种类: '增值税普通发票',
      发票代码: '4200161350',
      发票号码: '00512384',
      开票日期: '2024-05-28',
      购买方名称: '青禾（武汉）文化有限公司',
      购买方纳税人识别号: '91420100MA4K00000X',
      销售方名称: '远山纸业有限公司',
      合计金额: '200.00',
      合计税额: '26.00',
      '价税合计（小写）': '226.00',
      '价税合计（大写）': '贰佰贰拾陆圆整',
      明细行数: '2',
      密码区: "03+8<>/92*\n'-7/<4+>21",
      校验提示: '置信度偏低',
      错误: '',
      演示数据: '',
    });
  });

  it('have the tags and the note of an invoice, also in the rows of its lines', () => {
    const tagged = invoicePage(invoice(), { tags: ['差旅', '2024-05'], note: '已付' });
    for (const write of [invoicesToCsv, linesToCsv]) {
      const [first] = records(whole(write([tagged], zh)).toString());
      expect(first).toMatchObject({ 标签: '差旅、2024-05', 内部备注: '已付' });
    }
    const [row, plain] = records(whole(invoicesToCsv([tagged, invoicePage()], en)).toString());
    expect(row).toMatchObject({ Tags: '差旅, 2024-05' });
    expect(plain).toMatchObject({ Tags: '' });
  });

  it('have headers in the chosen language', () => {
    const [row] = records(whole(invoicesToCsv([invoicePage()], en)).toString());
    expect(row).toMatchObject({
      File: '发票/一.jpg',
      State: 'recognized',
      'Seller name': '远山纸业有限公司',
    });
  });

  it('include a failed page with its reason and remedy, and mark demo data', () => {
    const rows = records(
      whole(invoicesToCsv([invoicePage(invoice(), { demo: true }), failedPage()], en)).toString(),
    );
    expect(rows[0]).toMatchObject({ 'Demo data': 'demo data' });
    expect(rows[1]).toMatchObject({
      File: '坏.jpg',
      State: 'failed',
      'Invoice number': '',
      'Total without tax': '',
    });
    expect(rows[1]?.Error).toContain('37042');
    expect(rows[1]?.Error?.length).toBeGreaterThan(30);
  });

  it('separate the reason from the remedy', () => {
    const missing = {
      ...failedPage().failure!,
      kind: 'input',
      reason: 'missing',
      code: null,
      detail: null,
    } as const;
    const pages = [failedPage({ failure: missing })];
    expect(records(whole(invoicesToCsv(pages, zh)).toString())[0]?.['错误']).toMatch(/^[^。]+。[^。]+/u);
    expect(records(whole(invoicesToCsv(pages, en)).toString())[0]?.Error).toMatch(/^[A-Z][^.]+\. [A-Z]/u);
  });

  it('keep long numbers, leading zeros and negative amounts digit by digit', () => {
    const page = invoicePage(invoice({ number: '24112000000048542163', total: '-1019.83' }));
    const text = whole(invoicesToCsv([page], zh)).toString();
    expect(text).toContain(',24112000000048542163,');
    expect(text).toContain(',-1019.83,');
  });

  it('neutralize formulas in extracted values and file names', () => {
    const hostile = '=HYPERLINK("http://x.example","总额")';
    const value = invoice({ seller: { ...invoice().seller, name: hostile } });
    const [row] = records(whole(invoicesToCsv([invoicePage(value, { source: '@a.jpg' })], zh)).toString());
    expect(row).toMatchObject({ 销售方名称: `'${hostile}`, 文件: "'@a.jpg" });
  });
});

describe('lines as CSV', () => {
  it('have one row per line, and one for an invoice without lines or a failed page', () => {
    const pages = [invoicePage(), invoicePage(invoice({ lines: [] })), failedPage()];
    const rows = records(whole(linesToCsv(pages, zh)).toString());
    expect(rows.map((row) => row['行号'])).toEqual(['1', '2', '', '']);
    expect(rows[1]).toMatchObject({
      发票号码: '00512384',
      '货物或应税劳务、服务名称': '*纸制品*信封',
      单价: '0.50',
      '数量（金额÷单价推算）': '-100',
      金额: '-50.00',
      税率: '13%',
      税额: '-6.50',
    });
    expect(rows[3]?.['错误']).toContain('37042');
  });

  it('leave missing cells empty', () => {
    const bare = line({ unitPrice: null, taxRate: null, tax: null });
    const [row] = records(whole(linesToCsv([invoicePage(invoice({ lines: [bare] }))], zh)).toString());
    expect(row).toMatchObject({ 单价: '', '数量（金额÷单价推算）': '', 税率: '', 税额: '', 金额: '250.00' });
  });
});

describe('faces as CSV', () => {
  const options = { ...en, points: true, attributes: true };

  it('have one row per face, attributes as text, unknown ones as numbers', () => {
    const rows = records(
      whole(facesToCsv([facePage([face(), face({ index: 2, points: [] })])], options)).toString(),
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      Photo: '照片/合影.png',
      Face: '1',
      Score: '0.987',
      x: '10',
      y: '20',
      w: '30',
      h: '40',
      Beard: 'no',
      Expression: 'happy',
      Gender: 'female',
      Glasses: 'yes',
      Hair: 'long',
      Mask: '7',
      'point 1 x': '12.5',
      'point 2 y': '25',
    });
    expect(rows[1]).toMatchObject({ Face: '2', 'point 1 x': '' });
  });

  it('have each point in the columns of its own ordinal, even if others are missing', () => {
    const faces = [
      face({ points: [1, 3, 4].map((x) => imagePoint(x, 0)), pointNumbers: [1, 3, 2 ** 40] }),
      face({ index: 2, points: [10, 20, 30].map((x) => imagePoint(x, 0)) }),
    ];
    const text = whole(facesToCsv([facePage(faces)], options)).toString();
    const xs = records(text).map((row) => [1, 2, 3, 2 ** 40].map((ordinal) => row[`point ${ordinal} x`]));
    expect(xs).toEqual([
      ['1', '', '3', '4'],
      ['10', '20', '30', ''],
    ]);
    expect(text.match(/point \d+ x/gu)).toHaveLength(4);
  });

  it('have every point, regardless of their number', () => {
    const points = Array.from({ length: 9000 }, (_, x) => imagePoint(x, 0));
    const [row] = records(whole(facesToCsv([facePage([face({ points })])], options)).toString());
    expect(row?.['point 9000 x']).toBe('8999');
    expect(Object.keys(row ?? {}).filter((name) => name.startsWith('Total points'))).toEqual([]);
  });

  it('leave out points and attributes if not requested', () => {
    const text = whole(facesToCsv([facePage()], { ...options, points: false, attributes: false })).toString();
    expect(text).not.toContain('point');
    expect(text).not.toContain('Beard');
  });

  it('keep a photo without a face, a face without a box, and a face without attributes', () => {
    const pages = [facePage([]), facePage([face({ box: null, attributes: null, score: null })])];
    const rows = records(whole(facesToCsv(pages, options)).toString());
    expect(rows[0]).toMatchObject({ State: 'no face found', Face: '' });
    expect(rows[1]).toMatchObject({ State: 'recognized', Face: '1', x: '', Beard: '', Score: '' });
  });

  it('mark faces drawn by hand, and the recognized values of corrected attributes', () => {
    const faceNotes = new Map([
      [1, { byHand: false, excluded: null, corrected: { gender: 0, mask: 7, hair: null } }],
      [2, { byHand: true, excluded: null, corrected: {} }],
    ]);
    const pages = [facePage([face(), face({ index: 2 }), face({ index: 3 })], { faceNotes })];
    const [first, second, third] = records(whole(facesToCsv(pages, options)).toString());
    expect(first).toMatchObject({
      'By hand': '',
      'Before correction': 'Gender: male; Hair: nothing; Mask: 7',
    });
    expect(second).toMatchObject({ 'By hand': 'yes', 'Before correction': '' });
    expect(third).toMatchObject({ 'By hand': '', 'Before correction': '' });
    const chinese = whole(facesToCsv(pages, { ...options, language: 'zh' })).toString();
    expect(chinese).toContain('性别：男；头发：未返回；口罩：7');
  });

  it('write tiny and huge numbers without an exponent', () => {
    const text = whole(facesToCsv([facePage([face({ score: 1e-7 })])], options)).toString();
    expect(text).toContain('0.0000001');
  });
});

describe('encodings', () => {
  const rare = '镕㐂𠮷€ʤ①龥';

  it('writes GB18030 without a byte-order mark, including characters beyond GBK', () => {
    const page = invoicePage(invoice({ seller: { ...invoice().seller, name: rare } }));
    const bytes = whole(invoicesToCsv([page], { ...zh, encoding: 'gb18030' }));
    expect(bytes.includes(Buffer.from([0x95, 0x34, 0xb7, 0x32]))).toBe(false);
    expect(records(iconv.decode(bytes, 'gb18030'))[0]).toMatchObject({ 销售方名称: rare });
    // An independent decoder.
    expect(new TextDecoder('gb18030').decode(bytes)).toContain(rare);
  });

  it('never splits a character between two pieces', () => {
    const pages = Array.from({ length: 3000 }, (_, index) => invoicePage(invoice({ number: String(index) })));
    for (const encoding of ['utf8', 'gb18030'] as const) {
      const pieces = [...invoicesToCsv(pages, { language: 'zh', encoding })];
      expect(pieces.length).toBeGreaterThan(5);
      const text = iconv.decode(Buffer.concat(pieces), encoding);
      expect(text).not.toContain('\ufffd');
      expect(records(text).map((row) => row['发票号码'])).toEqual(pages.map((_, index) => String(index)));
    }
  });
});

describe('round trip', () => {
  const columns = [0, 1, 2].map((index) => {
    const column: Column<readonly string[]> = {
      id: String(index),
      header: { zh: `列${String(index)}`, en: `column ${String(index)}` },
      type: 'text',
      width: 10,
      value: (row) => row[index] ?? null,
    };
    return { header: column.header.en, column };
  });
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('=', '-', '\n', '\r', '"', ',', ' ', '发', '1') }),
  );
  const row = fc.tuple(cell, cell, cell);

  it.each(['utf8', 'gb18030'] as const)(
    'any cell is unchanged in %s, except for the documented apostrophe',
    (encoding) => {
      fc.assert(
        fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
          const bytes = whole(tableToCsv({ columns, rows }, { language: 'en', encoding }));
          const read: string[][] = parse(iconv.decode(bytes, encoding), {
            record_delimiter: '\r\n',
            from: 2,
          });
          expect(read).toEqual(rows.map((cells) => cells.map(guardCell)));
        }),
        { numRuns: 300 },
      );
    },
  );
});
