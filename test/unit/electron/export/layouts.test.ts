import { describe, expect, it } from 'vitest';
import { tableToCsv } from '../../../../electron/export/csv.ts';
import type { ExportPage } from '../../../../electron/export/export-page.ts';
import {
  customLayoutSchema,
  customLayoutsSchema,
  type Layout,
} from '../../../../shared/contract/export/exported.ts';
import { failedPage, invoice, invoicePage, line } from './pages.ts';
import { invoiceTable } from '../../../helpers/exported.ts';

/** The headers of the tax bureau's full export and of the deduction list. */
const taxBureau =
  '序号 发票代码 发票号码 数电发票号码 销方识别号 销方名称 购方识别号 购买方名称 开票日期 税收分类编码 特定业务类型 货物或应税劳务名称 规格型号 单位 数量 单价 金额 税率 税额 价税合计 发票来源 发票票种 发票状态 是否正数发票 发票风险等级 开票人 备注'.split(
    ' ',
  );
const deduction =
  '序号 数电发票号码 发票代码 发票号码 开票日期 金额 票面税额 有效抵扣税额 购买方识别号 销售方纳税人名称 销售方纳税人识别号 发票来源 票种 货物或劳务名称'.split(
    ' ',
  );

const cells = (pages: readonly ExportPage[], layout: Layout) => {
  const { columns, rows } = invoiceTable(pages, layout, 'en');
  return [...rows].map((row) =>
    Object.fromEntries(columns.map(({ header, column }) => [header, column.value(row, 'en')])),
  );
};
const headers = (pages: readonly ExportPage[], layout: Layout) =>
  invoiceTable(pages, layout, 'en').columns.map(({ header }) => header);

describe('the tax bureau’s 27 columns', () => {
  it('have their headers for every language and page', () => {
    expect(headers([invoicePage(), failedPage({ sandbox: true })], 'tax-bureau')).toEqual(taxBureau);
  });

  it('have one row per line item, with empty cells for values that the service does not return', () => {
    const rows = cells([invoicePage()], 'tax-bureau');
    expect(rows).toHaveLength(2);
    expect(rows[1]).toEqual({
      序号: '2',
      发票代码: '4200161350',
      发票号码: '00512384',
      数电发票号码: null,
      销方识别号: '91310000MA1K00000Y',
      销方名称: '远山纸业有限公司',
      购方识别号: '91420100MA4K00000X',
      购买方名称: '青禾（武汉）文化有限公司',
      开票日期: '2024-05-28',
      税收分类编码: null,
      特定业务类型: null,
      货物或应税劳务名称: '*纸制品*信封',
      规格型号: null,
      单位: null,
      数量: '-100',
      单价: '0.50',
      金额: '-50.00',
      税率: '13%',
      税额: '-6.50',
      价税合计: '-56.50',
      发票来源: null,
      发票票种: '增值税普通发票',
      发票状态: null,
      是否正数发票: '是',
      发票风险等级: null,
      开票人: null,
      备注: null,
    });
  });

  it('contain the data of a digital invoice: specification, unit, printed quantity, issuer and remark', () => {
    const lines = [line({ specification: 'A4', unit: '包', quantity: '3' })];
    const [row] = cells([invoicePage(invoice({ lines, drawer: '张三', remark: '合同' }))], 'tax-bureau');
    expect(row).toMatchObject({ 规格型号: 'A4', 单位: '包', 数量: '3', 开票人: '张三', 备注: '合同' });
  });

  it('have a separate column for a fully digital number', () => {
    const digital = invoice({ code: null, number: '24112000000048542163', kind: '32' });
    const [row] = cells([invoicePage(digital)], 'tax-bureau');
    expect(row).toMatchObject({
      发票代码: null,
      发票号码: null,
      数电发票号码: '24112000000048542163',
      发票票种: '电子发票(普通发票)',
    });
  });

  it('leave unknown values empty: an unknown kind, an uncertain quantity, a gross amount without tax', () => {
    const lines = [line({ amount: '100.00', unitPrice: '0.33', tax: null })];
    const [row] = cells([invoicePage(invoice({ kind: '99', lines }))], 'tax-bureau');
    expect(row).toMatchObject({ 发票票种: null, 数量: null, 价税合计: null, 税额: null });
  });

  it('represent the whole invoice if there are no lines, and mark a negative one', () => {
    const [row] = cells(
      [invoicePage(invoice({ lines: [], total: '-10.00', taxTotal: '-1.30', grossTotal: '-11.30' }))],
      'tax-bureau',
    );
    expect(row).toMatchObject({
      金额: '-10.00',
      税额: '-1.30',
      价税合计: '-11.30',
      是否正数发票: '否',
      单价: null,
    });
  });

  it('add a line’s amount and tax in cents', () => {
    const lines = [line({ amount: '0.10', tax: '0.20' }), line({ amount: '-0.05', tax: '0.02' })];
    expect(cells([invoicePage(invoice({ lines }))], 'tax-bureau').map((row) => row['价税合计'])).toEqual([
      '0.30',
      '-0.03',
    ]);
  });

  it.each(['***', '*', '免税', '不征税'])('count a tax printed as %s as zero', (tax) => {
    const page = invoicePage(invoice({ lines: [line({ amount: '250.00', taxRate: '免税', tax })] }));
    expect(cells([page], 'tax-bureau').map((row) => row['价税合计'])).toEqual(['250.00']);
  });
});

describe('the deduction list', () => {
  it('has its headers, and one row per invoice', () => {
    expect(headers([invoicePage()], 'deduction')).toEqual(deduction);
    expect(cells([invoicePage()], 'deduction')).toEqual([
      {
        序号: '1',
        数电发票号码: null,
        发票代码: '4200161350',
        发票号码: '00512384',
        开票日期: '2024-05-28',
        金额: '200.00',
        票面税额: '26.00',
        有效抵扣税额: null,
        购买方识别号: '91420100MA4K00000X',
        销售方纳税人名称: '远山纸业有限公司',
        销售方纳税人识别号: '91310000MA1K00000Y',
        发票来源: null,
        票种: '增值税普通发票',
        货物或劳务名称: '*纸制品*复印纸；*纸制品*信封',
      },
    ]);
  });

  it.each(['tax-bureau', 'deduction'] as const)(
    'leaves out demo data, copies and failures in %s, and numbers the rest',
    (layout) => {
      const [first, demo, second] = ['00512384', '00512385', '00512386'].map((number) =>
        invoice({ number, lines: [] }),
      );
      const pages = [
        invoicePage(first),
        invoicePage(demo, { sandbox: true, demo: true }),
        failedPage(),
        invoicePage(first),
        invoicePage(second),
      ];
      expect(cells(pages, layout).map((row) => [row['序号'], row['发票号码']])).toEqual([
        ['1', '00512384'],
        ['2', '00512386'],
      ]);
    },
  );
});

describe('a custom layout', () => {
  const layout = customLayoutSchema.parse({
    name: ' 月末 ',
    rows: 'invoice',
    columns: [{ column: 'gross-total', header: '=合计' }, { column: 'number' }],
  });

  it('has the chosen columns, in order, with their new names', () => {
    expect(layout.name).toBe('月末');
    expect(headers([invoicePage()], layout)).toEqual(['=合计', 'Invoice number']);
    expect(cells([invoicePage()], layout)).toEqual([{ '=合计': '226.00', 'Invoice number': '00512384' }]);
  });

  it('neutralizes formulas in headers', () => {
    const [first] = [
      ...tableToCsv(invoiceTable([invoicePage()], layout, 'zh'), { language: 'zh', encoding: 'utf8' }),
    ];
    expect(first?.toString()).toBe("\ufeff'=合计,发票号码\r\n226.00,00512384\r\n");
  });

  it('shows demo data and errors even if their columns were not chosen', () => {
    expect(headers([invoicePage(invoice(), { demo: true })], layout)).toEqual([
      '=合计',
      'Invoice number',
      'Demo data',
    ]);
    expect(headers([failedPage()], layout)).toEqual(['=合计', 'Invoice number', 'File', 'Page', 'Error']);
  });

  it('separates an address from its phone, and a bank from its account', () => {
    const parts: Layout = {
      ...layout,
      columns: (['address', 'phone', 'bank', 'account'] as const).map((part) => ({
        column: `seller-${part}`,
      })),
    };
    expect(cells([invoicePage()], parts)).toEqual([
      {
        'Seller address': '上海市远山路2号',
        'Seller phone': '021-60000002',
        'Seller bank': '示例银行上海支行',
        'Seller account': '6200000000000000002',
      },
    ]);
    const { seller } = invoice();
    const unread = invoicePage(invoice({ seller: { ...seller, addressPhone: null, bankAccount: null } }));
    expect(Object.values(cells([unread], parts)[0]!)).toEqual([null, null, null, null]);
  });

  it('can have one row per line', () => {
    const lines: Layout = { ...layout, rows: 'line', columns: [{ column: 'line-amount' }] };
    expect(cells([invoicePage()], lines)).toEqual([{ Amount: '250.00' }, { Amount: '-50.00' }]);
  });

  it.each([
    [{ ...layout, columns: [] }],
    [{ ...layout, columns: [{ column: 'constructor' }] }],
    [{ ...layout, columns: [{ column: 'total', header: ' ' }] }],
    [{ ...layout, name: '  ' }],
    [{ ...layout, rows: 'page' }],
  ])('refuses %j', (damaged) => {
    expect(customLayoutSchema.safeParse(damaged).success).toBe(false);
  });

  it('is identified by its name, which is unique', () => {
    expect(customLayoutsSchema.safeParse([layout, { ...layout, name: 'other' }]).success).toBe(true);
    expect(customLayoutsSchema.safeParse([layout, layout]).success).toBe(false);
  });
});
