import { Buffer } from 'node:buffer';
import iconv from 'iconv-lite';
import writeXlsxFile, { type Cell } from 'write-excel-file/node';
import { describe, expect, it } from 'vitest';
import { parseTaxList, readTaxList } from '../../../../electron/books/tax-list/read-tax-list.ts';
import { zipOf } from '../../../../electron/formats/zip/write-zip.ts';
import { unzip } from '../../../helpers/unzip.ts';

type Value = string | number | Date | null;
const cell = (value: Value): Cell => {
  if (value === null) return null;
  if (typeof value === 'string') return { value, type: String };
  if (typeof value === 'number') return { value, type: Number };
  return { value, type: Date, format: 'yyyy-mm-dd' };
};
const workbook = (rows: readonly (readonly Value[])[], sheet = '发票'): Promise<Buffer> =>
  writeXlsxFile([{ sheet, data: rows.map((row) => row.map(cell)) }]).toBuffer();

const full = [
  '序号',
  '发票代码',
  '发票号码',
  '数电发票号码',
  '销方识别号',
  '销方名称',
  '购方识别号',
  '购买方名称',
  '开票日期',
  '税收分类编码',
  '特定业务类型',
  '货物或应税劳务名称',
  '规格型号',
  '单位',
  '数量',
  '单价',
  '金额',
  '税率',
  '税额',
  '价税合计',
  '发票来源',
  '发票票种',
  '发票状态',
  '是否正数发票',
  '发票风险等级',
  '开票人',
  '备注',
];
const deduction = [
  '序号',
  '勾选状态',
  '数电发票号码',
  '发票代码',
  '发票号码',
  '开票日期',
  '销售方纳税人识别号',
  '销售方纳税人名称',
  '金额',
  '税额',
  '有效抵扣税额',
  '发票状态',
  '勾选时间',
  '发票来源',
  '发票票种',
  '发票风险等级',
];

const rowOf = (headers: readonly string[], values: Readonly<Record<string, Value>>): Value[] =>
  headers.map((header) => values[header] ?? null);

const parsed = async (bytes: Buffer) => {
  const read = await parseTaxList(bytes);
  if (!read.ok) throw new Error(read.failure.reason);
  return read.value;
};
const refused = async (bytes: Buffer) => {
  const read = await parseTaxList(bytes);
  return read.ok ? null : read.failure.reason;
};

const first = {
  数电发票号码: '24312000000012345678',
  开票日期: '2024-05-28 10:11:12',
  金额: 300,
  税额: '18.00',
  价税合计: '¥318.00',
};

describe('the full query', () => {
  it('is parsed with columns in any order, and with unknown columns', async () => {
    const shuffled = ['新列', ...full.toReversed()];
    const list = await parsed(
      await workbook([shuffled, rowOf(shuffled, { ...first, 新列: 'x', 发票状态: '正常' })]),
    );
    expect(list).toMatchObject({ kind: 'full', byLine: true });
    expect(list.rows).toEqual([
      expect.objectContaining({
        row: 2,
        code: null,
        number: '24312000000012345678',
        issueDate: '2024-05-28',
        net: 30_000,
        tax: 1800,
        gross: 31_800,
        status: '正常',
        ticked: null,
      }),
    ]);
  });

  it('is parsed from texts, numbers and dates', async () => {
    const rows: Record<string, Value>[] = [
      {
        发票代码: '031001900111',
        发票号码: '12345678',
        开票日期: '2024年5月8日',
        金额: '-1,000.50',
        税额: '***',
      },
      {
        发票代码: 31_001_900_111,
        发票号码: 123_456,
        开票日期: new Date('2024-05-08'),
        金额: -1000.5,
        税额: 0,
      },
      { 发票代码: '3100190011', 发票号码: '00000001', 开票日期: 20_240_508, 金额: 1.005, 税额: 0.1 + 0.2 },
      { 发票代码: '3100190011', 发票号码: '00000001', 开票日期: 45_420, 金额: '（5.00）', 税额: '-' },
    ];
    const list = await parsed(await workbook([full, ...rows.map((row) => rowOf(full, row))]));
    expect(
      list.rows.map(({ code, number, issueDate, net, tax }) => [code, number, issueDate, net, tax]),
    ).toEqual([
      ['031001900111', '12345678', '2024-05-08', -100_050, 0],
      ['31001900111', '123456', '2024-05-08', -100_050, 0],
      ['3100190011', '00000001', '2024-05-08', 101, 30],
      ['3100190011', '00000001', '2024-05-08', -500, null],
    ]);
  });

  it('restores no digits of a number that a spreadsheet has rounded', async () => {
    const list = await parsed(
      await workbook([full, rowOf(full, { ...first, 数电发票号码: Number('24312000000012345678') })]),
    );
    expect(list.rows.map(({ number }) => number)).toEqual([null]);
  });

  it('skips the row of sums and empty rows', async () => {
    const list = await parsed(
      await workbook([full, rowOf(full, first), rowOf(full, {}), rowOf(full, { 序号: '合计', 金额: 300 })]),
    );
    expect(list.rows).toHaveLength(1);
  });
});

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const reasonOf = async (bytes: Buffer) => {
  const read = await parseTaxList(bytes);
  return read.ok ? null : read.failure.reason;
};

describe('a list as text', () => {
  const cells = rowOf(full, { ...first, 销方名称: '㐂龘, "一" 公司', 金额: '1,300.00' }).map((value) =>
    value instanceof Date ? '' : String(value ?? ''),
  );
  const csv = [full, cells].map((row) => row.map(quoted).join(',')).join('\r\n');
  const tsv = [['全量发票查询'], full, cells].map((row) => row.map(quoted).join('\t')).join('\n');

  it.each([
    ['CSV in UTF-8', Buffer.from(csv)],
    ['CSV with a mark', Buffer.from(`\uFEFF${csv}`)],
    ['CSV in GB18030', iconv.encode(csv, 'gb18030')],
    ['TSV under a title', Buffer.from(tsv)],
    ['TSV of Excel', iconv.encode(tsv, 'utf16le', { addBOM: true })],
  ])('is parsed: %s', async (_, bytes) => {
    const list = await parsed(bytes);
    expect(list.rows).toEqual([
      expect.objectContaining({
        number: '24312000000012345678',
        sellerName: '㐂龘, "一" 公司',
        net: 130_000,
        issueDate: '2024-05-28',
      }),
    ]);
  });

  it('keeps digits behind a formula, and restores none that a spreadsheet has rounded', async () => {
    const numbers = [
      '="24312000000012345678"',
      "'24312000000012345678",
      '24312000000012300000',
      '2.4312E+19',
    ];
    const lines = numbers.map((number) => `${number},2024-05-28,1,1`);
    const list = await parsed(Buffer.from(['数电发票号码,开票日期,金额,税额', ...lines].join('\n')));
    expect(list.rows.map(({ number }) => number)).toEqual([
      '24312000000012345678',
      '24312000000012345678',
      null,
      null,
    ]);
  });

  it('is refused if it is no text, no list, or too large', async () => {
    expect(await reasonOf(Buffer.from([0, 1, 2, 255]))).toBe('not-a-workbook');
    expect(await reasonOf(Buffer.from([0xff, 0xff, 0x80]))).toBe('not-a-workbook');
    expect(await reasonOf(Buffer.from('a,b\n1,2'))).toBe('other-list');
    expect(await reasonOf(Buffer.from(`${'x,'.repeat(300)}\n`))).toBe('too-many-rows');
    expect(await reasonOf(Buffer.from('a\n'.repeat(200_002)))).toBe('too-many-rows');
  });
});

describe('the list of the deduction selection', () => {
  it('is found under two title rows', async () => {
    const row = (ticked: string) => rowOf(deduction, { ...first, 勾选状态: ticked, 有效抵扣税额: 18 });
    const list = await parsed(
      await workbook([
        ['用途确认信息'],
        ['纳税人名称：甲', null, '所属期：202405'],
        deduction,
        row('已勾选'),
        row('未勾选'),
      ]),
    );
    expect(list).toMatchObject({ kind: 'deduction', byLine: false });
    expect(list.rows.map(({ row: at, ticked }) => [at, ticked])).toEqual([
      [4, true],
      [5, false],
    ]);
  });
});

describe('a list in the variants of sites and spreadsheets', () => {
  it('is found below merged title rows, a note and an empty row', async () => {
    const merged: Cell[][] = [
      [{ value: '增值税发票查询', type: String, columnSpan: 27, align: 'center' }],
      [{ value: '查询期间：2024-05-01 至 2024-05-31', type: String, columnSpan: 27 }],
      [],
      full.map(cell),
      rowOf(full, first).map(cell),
    ];
    const bytes = await writeXlsxFile([{ sheet: '全量发票查询', data: merged }]).toBuffer();
    const list = await parsed(bytes);
    expect(list.rows.map(({ row: at, number }) => [at, number])).toEqual([[5, '24312000000012345678']]);
  });

  it('has headers with blanks, stars and units', async () => {
    const headers = [' 发票代码 ', '发票号码*', '开票日期\n', '金额（元）', '税额(元)', '价税合计'];
    const row = ['3100190011', '00000001', '2024/5/8 0:00:00', 300, 18, 318];
    const [only] = (await parsed(await workbook([headers, row]))).rows;
    expect(only).toMatchObject({ number: '00000001', issueDate: '2024-05-08', net: 30_000, tax: 1800 });
  });

  it('has ids as numbers; rounded ids are not compared', async () => {
    const values = { ...first, 销方识别号: 410_305_012_345_678, 购方识别号: Number('911100000000000010') };
    const [only] = (await parsed(await workbook([full, rowOf(full, values)]))).rows;
    expect([only?.sellerTaxId, only?.buyerTaxId]).toEqual(['410305012345678', null]);
  });

  it.each([
    ['已勾选', true],
    ['是', true],
    [1, true],
    ['未勾选', false],
    ['已撤销勾选', false],
    ['取消勾选', false],
    ['否', false],
    [0, false],
    ['', null],
    ['—', null],
  ] as const)('parses the tick %s', async (detail, ticked) => {
    const list = await parsed(await workbook([deduction, rowOf(deduction, { ...first, 勾选状态: detail })]));
    expect(list.rows.map((row) => row.ticked)).toEqual([ticked]);
  });
});

/** A workbook whose parts are changed before it is zipped again. */
const tampered = async (change: (name: string, xml: string) => string): Promise<Buffer> => {
  const parts = await unzip(await workbook([full, rowOf(full, first)]));
  return zipOf(
    [...parts].map(([name, bytes]) => ({ name, bytes: Buffer.from(change(name, bytes.toString())) })),
  );
};
const inSheet = (change: (xml: string) => string) =>
  tampered((name, xml) => (name === 'xl/worksheets/sheet1.xml' ? change(xml) : xml));

const declare = (xml: string) => xml.replace('<worksheet', '<!DOCTYPE x [<!ENTITY a "b">]><worksheet');

const far = (xml: string) =>
  xml.replace('</sheetData>', '<row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData>');

const many = (xml: string) => xml.replace('</sheetData>', `${'<row/>'.repeat(200_001)}</sheetData>`);

describe('a refused list', () => {
  it('is reported with the reason', async () => {
    expect(await refused(Buffer.from('PK'))).toBe('not-a-workbook');
    expect(await refused(Buffer.from('序号,发票代码'))).toBe('other-list');
    expect(await refused(iconv.encode('序号,发票代码,发票号码,开票日期,金额\r\n1,2,3,4,5', 'gb18030'))).toBe(
      'other-list',
    );
    expect(await refused(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toBe('old-format');
    expect(await refused(zipOf([{ name: 'a.txt', bytes: Buffer.from('a') }]))).toBe('not-a-workbook');
    expect(await refused((await workbook([full])).subarray(0, 900))).toBe('damaged');
    expect(await refused(await workbook([['姓名', '金额', '开票日期']]))).toBe('other-list');
    // The amount of an expense claim includes tax.
    expect(await refused(await workbook([['报销人', '发票号码', '开票日期', '金额']]))).toBe('other-list');
    const missing = await readTaxList('/nowhere/list.xlsx');
    expect(missing.ok ? null : missing.failure.reason).toBe('missing');
  });

  it('may declare no entities', async () => {
    expect(await refused(await inSheet(declare))).toBe('forbidden-xml');
  });

  it('may not have too many rows or columns', async () => {
    expect(await refused(await inSheet((xml) => xml.replaceAll('r="A1"', 'r="XFD1"')))).toBe('too-many-rows');
    expect(await refused(await inSheet(far))).toBe('too-many-rows');
    for (const hidden of ['104857&#54;', '1e6', ''])
      expect(await refused(await inSheet((xml) => xml.replaceAll('<row r="1"', `<row r="${hidden}"`)))).toBe(
        'too-many-rows',
      );
    expect(await refused(await inSheet((xml) => xml.replaceAll('r="A1"', "r='XF&#68;1'")))).toBe(
      'too-many-rows',
    );
    expect(await refused(await inSheet(many))).toBe('too-many-rows');
  });

  it('may not be a zip bomb, which is refused before it is unpacked', async () => {
    const bytes = await workbook([full, rowOf(full, first)]);
    const at = bytes.indexOf(Buffer.from('504b0102', 'hex'));
    // The size that the directory states of the first part, once unpacked.
    bytes.writeUInt32LE(0xf000_0000, at + 24);
    expect(['too-large', 'damaged']).toContain(await refused(bytes));
  });
});
