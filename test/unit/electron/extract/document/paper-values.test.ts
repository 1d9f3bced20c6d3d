import { describe, expect, it } from 'vitest';
import { pdf } from '../../../../samples/digital/pdf-file.ts';
import { page, read, readOne, reasonOf } from '../../../../helpers/printed-pdf.ts';

type Text = readonly [text: string, x: number, y: number];

const paperOf = async (texts: readonly Text[]) => (await readOne(pdf([page([...texts])]))).paper;
const rowsOf = (...rows: readonly string[]): readonly Text[] =>
  rows.map((text, index) => [text, 40, 40 + 18 * index]);

const [buyer, seller] = ['启明纸业（苏州）有限公司', '远山（虚构）科技有限公司'];

const receipt = (sides: readonly Text[]): readonly Text[] => [
  ['电子回单', 200, 40],
  ['流水号：2026032022001475', 40, 60],
  ...sides,
  ['付款时间：2026-03-20', 40, 240],
  ['付款金额（小写）：4339.20', 40, 258],
];

describe('a bank receipt', () => {
  it.each([
    [
      'beside the middle of their rows',
      [
        [`账户名：${buyer}`, 140, 90],
        ['付款方', 40, 108],
        ['账号：1001', 140, 108],
        ['账户类型：对公', 140, 126],
        [`账户名：${seller}`, 140, 144],
        ['收款方', 40, 162],
        ['账号：2002', 140, 162],
      ],
    ],
    [
      'above their rows',
      [
        ['付款方', 40, 90],
        ['账号：1001', 140, 108],
        [`账户名：${buyer}`, 140, 126],
        ['收款方', 40, 144],
        ['账号：2002', 140, 162],
        [`账户名：${seller}`, 140, 180],
      ],
    ],
    [
      'the payee first',
      [
        ['收款方', 40, 90],
        [`账户名：${seller}`, 140, 108],
        ['账号：2002', 140, 126],
        ['付款方', 40, 144],
        [`账户名：${buyer}`, 140, 162],
        ['账号：1001', 140, 180],
      ],
    ],
  ] as const)('has its payer and payee with the words for their sides %s', async (_, sides) => {
    expect(await paperOf(receipt(sides))).toMatchObject({
      type: 'bank-receipt',
      payer: buyer,
      payee: seller,
    });
  });

  it('names no payer if its only account name stands before the word for a side', async () => {
    const paper = await paperOf(
      receipt([
        [`账户名：${buyer}`, 140, 90],
        ['收款方', 40, 108],
        ['账号：2002', 140, 108],
      ]),
    );
    expect(paper).toMatchObject({ type: 'bank-receipt', payer: null, payee: null });
  });

  it('has a name that is wrapped to the lines above and below its label', async () => {
    const sides: readonly Text[] = [
      ['户名', 40, 100],
      [buyer, 80, 100],
      ['户名', 280, 100],
      ['远山（虚构）科技有限公', 320, 91],
      ['司', 320, 109],
      ['账号', 40, 130],
      ['1001', 80, 130],
    ];
    expect(await paperOf(receipt(sides))).toMatchObject({ payer: buyer, payee: seller });
  });
});

it('a number has a digit, and its label may be in both languages', async () => {
  const paper = await paperOf(
    rowsOf(
      '宾客账单',
      '账单号 Folio No.: F20260316012',
      '房号 Room No.: 1208',
      '到店：2026-03-14',
      '合计：900.00',
    ),
  );
  expect(paper).toMatchObject({ type: 'hotel-bill', number: 'F20260316012', amount: '900.00' });
  const without = await paperOf(
    rowsOf('宾客账单', '账单号 FolioNo', '房号：1208', '到店：2026-03-14', '合计：900.00'),
  );
  expect(without).toMatchObject({ type: 'hotel-bill', number: null });
});

it('a name ends before the next label', async () => {
  const paper = await paperOf(
    rowsOf(
      '公益事业捐赠统一票据',
      '票据号码：0000839471',
      `捐赠人：${buyer} 开票日期：2026年02月11日`,
      '金额合计（小写）5000.00',
      `接受单位（章）：${seller} 复核人：`,
    ),
  );
  expect(paper).toMatchObject({ type: 'fiscal-receipt', payer: buyer, payee: seller });
});

it('a list of goods names its issuer above its title only', async () => {
  const goods = ['品名 规格 单位 数量 单价 金额', '水泵 A 台 1 100.00 100.00', '合计：100.00'];
  const named = rowsOf(seller, '送货单', `客户名称：${buyer}`, '单号：SH-0001', ...goods);
  expect(await paperOf(named)).toMatchObject({ type: 'goods-list', payer: buyer, payee: seller });
  const nameless = rowsOf('送货单', '客户名称：', buyer, '单号：SH-0001', ...goods);
  expect((await paperOf(nameless))?.payee ?? null).toBeNull();
});

const order = (title: string): readonly Text[] => [
  [title, 200, 30],
  ['订单号：E748291036', 40, 50],
  ['下单时间：2026-03-30 21:10', 240, 50],
  ['宁波站', 40, 80],
  ['G7538', 120, 80],
  ['杭州东站', 200, 80],
  ['2026年04月01日', 40, 100],
  ['二等座', 160, 100],
  ['11车04F号', 240, 100],
  ['￥71.00', 40, 120],
  ['报销凭证请在12306申请电子发票', 40, 150],
];

describe('what asks for an invoice is none', () => {
  it('nor is the order of a rail ticket', async () => {
    expect(await paperOf(order('火车票订单详情'))).toMatchObject({ type: 'other', number: 'E748291036' });
    // Without a title, nothing says what it is.
    expect(await reasonOf(pdf([page([...order('我的行程')])]))).toBe('no-invoice-data');
    // What is printed on the ticket says it, even if its number is not read.
    const ticket = order('').flatMap(([text, x, y]): Text[] =>
      /订单|下单/u.test(text) ? [] : [[text.replace(/^报销.*/u, '限乘当日当次车'), x, y]],
    );
    expect((await read(pdf([page(ticket)]))).map(({ invoice }) => invoice)).toMatchObject([
      { kind: 'rail-paper', number: null, grossTotal: '71.00' },
    ]);
  });

  it('nor is a confirmation of the data for one', async () => {
    const paper = await paperOf(
      rowsOf(
        '开票信息确认单',
        `购买方名称：${buyer}`,
        '纳税人识别号：91310110666007217T',
        '货物名称 规格型号 单位 数量 单价 金额 税率 税额',
        '价税合计（小写）￥4339.20',
        '请核对无误后回传，我司将据此开具增值税专用发票。',
      ),
    );
    expect(paper).toMatchObject({ type: 'other', amount: '4339.20', payer: buyer });
  });
});
