import { describe, expect, it } from 'vitest';
import { readOfd } from '../../../../../../electron/extract/document/ofd/read/read-ofd.ts';
import { lawfulDeduction, ticketTypeOf } from '../../../../../../shared/books/deduction.ts';
import { businessOf } from '../../../../../../shared/invoice/business.ts';
import { checkInvoice } from '../../../../../../shared/invoice/check-invoice.ts';
import { isComplete } from '../../../../../../shared/invoice/complete.ts';
import { pdf } from '../../../../../samples/digital/pdf-file.ts';
import { between, pick, seededRandom } from '../../../../../samples/random.ts';
import { formatCapitalAmount } from '../../../../../samples/format-capital-amount.ts';
import { ofdOfPdf } from '../../../../../helpers/ofd-of-pdf.ts';
import { page, readOne } from '../../../../../helpers/printed-pdf.ts';
import { quiet } from '../../../../../helpers/checked-invoice.ts';

type Text = readonly [text: string, x: number, y: number];

const names = [
  '启明纸业（苏州）有限公司',
  '青禾信息技术股份有限公司',
  '王小明',
  '远山（虚构）汽车销售有限公司',
];
const ids = ['91545385JPH2Q56FRE', '91050989RH0N3W1B7L', '91310110666007217T'];
const money = (cents: number): string => (cents / 100).toFixed(2);

/** The same page in both formats. */
const readBoth = async (texts: readonly Text[]) => {
  const bytes = pdf([page([...texts])]);
  const ofd = await readOfd(await ofdOfPdf(bytes));
  const [other] = ofd.ok ? ofd.value : [];
  return [await readOne(bytes), other] as const;
};

const vehicleOf = (seed: number) => {
  const random = seededRandom(seed);
  const [gross, rate] = [between(random, 1_000_000, 90_000_000), pick(random, [13, 3, 1])];
  const tax = Math.round((gross * rate) / (100 + rate));
  const truth = {
    kind: '03',
    number: `2632200000${String(between(random, 1_000_000_000, 9_000_000_000))}`,
    issueDate: '2026-05-10',
    buyer: { name: pick(random, names), taxId: pick(random, ids) },
    seller: { name: '虚构汽车销售有限公司', taxId: pick(random, ids) },
    total: money(gross - tax),
    taxTotal: money(tax),
    grossTotal: money(gross),
  };
  const shift = between(random, -2, 2);
  const texts: readonly Text[] = [
    ['电子发票（机动车销售统一发票）', 170, 35],
    [`发票号码：${truth.number}`, 430, 38],
    ['开票日期：2026年05月10日', 430, 54],
    ['购买方名称', 23, 88],
    [truth.buyer.name, 119, 88],
    ['统一社会信用代码/', 306, 83],
    ['纳税人识别号/身份证明号码', 306, 94],
    [truth.buyer.taxId, 440, 88],
    ['车辆类型', 23, 114],
    ['轿车', 119, 114],
    ['厂牌型号', 213, 114],
    ['示例牌EV100', 283, 114],
    ['价税合计', 23, 182],
    [formatCapitalAmount(gross), 119, 182],
    ['小写', 397, 182],
    [`¥${truth.grossTotal}`, 440, 182 + shift],
    ['销货单位名称', 23, 205],
    [truth.seller.name, 119, 205],
    ['电话', 397, 205],
    ['0512-80000000', 440, 205],
    ['纳税人识别号', 23, 227],
    [truth.seller.taxId, 119, 227],
    ['账号', 397, 227],
    ['10000000000000001', 440, 227],
    ['增值税税率或征收率', 23, 272],
    [`${rate}%`, 119, 272],
    ['增值税税额', 170, 272],
    [`¥${truth.taxTotal}`, 227, 272],
    ['主管税务机关及代码', 312, 272],
    ['国家税务总局示例区税务局 13205000000', 411, 272],
    ['不含税价', 23, 296],
    [`¥${truth.total}`, 119, 296],
    ['限乘人数', 425, 296],
    ['5', 482, 296],
  ];
  return { truth, texts };
};

const usedVehicle: readonly Text[] = [
  ['电子发票（二手车销售统一发票）', 170, 35],
  ['发票号码：26322000004470000111', 430, 38],
  ['开票日期：2026年05月11日', 430, 54],
  ['买方单位/个人', 23, 88],
  ['启明纸业（苏州）有限公司', 119, 88],
  ['单位代码/身份证号码', 306, 88],
  ['91545385JPH2Q56FRE', 440, 88],
  ['卖方单位/个人', 23, 110],
  ['王小明', 119, 110],
  ['单位代码/身份证号码', 306, 110],
  ['320505199001010012', 440, 110],
  ['车价合计（大写）', 23, 182],
  ['伍万圆整', 119, 182],
  ['小写', 397, 182],
  ['¥50000.00', 440, 182],
  ['二手车市场', 23, 205],
  ['虚构二手车交易市场有限公司', 119, 205],
  ['纳税人识别号', 306, 205],
  ['91310110666007217T', 440, 205],
];

/** Heads in two languages, some of them in two lines. */
const paperAir: readonly Text[] = [
  ['航空运输电子客票行程单', 200, 30],
  ['ITINERARY/RECEIPT OF E-TICKET FOR AIR TRANSPORT', 180, 41],
  ['印刷序号：24738190562', 450, 50],
  ['旅客姓名 NAME OF PASSENGER', 26, 70],
  ['有效身份证件号码 ID.NO.', 240, 70],
  ['王小明', 26, 85],
  ['3205051990****0012', 240, 85],
  ['航班号', 170, 105],
  ['座位等级', 230, 105],
  ['日期', 300, 105],
  ['FLIGHT', 170, 117],
  ['CLASS', 230, 117],
  ['DATE', 300, 117],
  ['MU5186', 170, 139],
  ['Y', 240, 139],
  ['2023-04-11', 296, 139],
  ['票价 FARE', 26, 187],
  ['民航发展基金 CAAC', 120, 181],
  ['FUND', 120, 194],
  ['燃油附加费 FUEL', 230, 181],
  ['SURCHARGE', 230, 194],
  ['其他税费 OTHER', 330, 181],
  ['TAXES', 330, 194],
  ['合计 TOTAL', 440, 187],
  ['CNY 1180.00', 26, 210],
  ['CN 50.00', 120, 210],
  ['YQ 20.00', 230, 210],
  ['EXEMPT', 330, 210],
  ['CNY 1250.00', 440, 210],
  ['电子客票号码 E-TICKET NO. 781-2405938471', 26, 240],
  ['验证码 CK. 3847', 300, 240],
  ['填开单位 ISSUED BY 虚构航空服务有限公司', 26, 262],
  ['填开日期 DATE OF ISSUE 2023-04-13', 400, 262],
];

const rail: readonly Text[] = [
  ['电子发票（铁路电子客票）', 200, 31],
  ['发票号码:26329116808000000005', 23, 59],
  ['开票日期:2026年05月21日', 425, 59],
  ['苏州站', 85, 99],
  ['G7001', 270, 99],
  ['南京南站', 425, 99],
  ['Suzhou', 85, 113],
  ['Nanjingnan', 425, 113],
  ['2026年05月20日', 57, 138],
  ['08:10开', 200, 138],
  ['05车08F号', 300, 138],
  ['二等座', 425, 138],
  ['票价:￥99.50', 57, 161],
  ['3205051990****0012', 57, 189],
  ['王小明', 200, 189],
  ['电子客票号:1680852052000000001', 57, 212],
  ['购买方名称:启明纸业（苏州）有限公司', 23, 263],
  ['统一社会信用代码:91545385JPH2Q56FRE', 312, 263],
];

describe('fixed forms', () => {
  it('read the sale of a motor vehicle', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { truth, texts } = vehicleOf(seed);
      for (const read of await readBoth(texts)) {
        expect(read?.invoice, `${seed}`).toMatchObject(truth);
        expect(read?.findings.filter(({ id }) => id !== 'text-incomplete')).toEqual([]);
      }
    }
  }, 300_000);

  it('read the sale of a motor vehicle on paper, whose labels stand in two rows or before another one', async () => {
    const { truth, texts } = vehicleOf(3);
    const others = texts.filter(
      ([text, x, y]) => x > 300 || (y !== 88 && y !== 272 && y !== 296) || /\d/u.test(text),
    );
    for (const [upper, middle, lower] of [
      ['购买方名称及', '身份证号码/组织', '机构代码'],
      ['购买方名称及', '身份证号码/', '组织机构代码'],
      ['购买方名称及身份证号码/', '组织机构代码', ''],
    ] as const) {
      const paper: readonly Text[] = [
        ...others.filter(([, x, y]) => y !== 88 || x > 400),
        [upper, 23, 79],
        [middle, 23, 88],
        [lower, 23, 97],
        [truth.buyer.name, 119, 88],
        ['增值税税率', 23, 265],
        ['或征收率', 23, 279],
        ['增值税税额', 170, 272],
        ['不含税价', 23, 296],
        ['小写', 90, 296],
      ];
      const { invoice } = await readOne(pdf([page(paper.filter(([text]) => text !== ''))]));
      expect(invoice, middle).toMatchObject(truth);
      expect(invoice.lines).toMatchObject([{ amount: truth.total, tax: truth.taxTotal }]);
      expect(invoice.lines[0]?.taxRate).not.toBeNull();
    }
  });

  it('never take the rest of a label for a name', async () => {
    const texts = usedVehicle.map(([text, x, y]): Text => [
      text.replace('买方单位/个人', '买方单位 / 个人'),
      x,
      y,
    ]);
    expect((await readOne(pdf([page(texts)]))).invoice.buyer.name).toBe('启明纸业（苏州）有限公司');
    const torn = usedVehicle.flatMap(([text, x, y]): readonly Text[] =>
      text === '买方单位/个人'
        ? [
            ['买方单位', x, y],
            ['个人', x + 50, y],
          ]
        : [[text, x, y]],
    );
    expect((await readOne(pdf([page(torn)]))).invoice.buyer.name).toBe('启明纸业（苏州）有限公司');
    const nameless = torn.filter(([text]) => !text.startsWith('启明'));
    expect((await readOne(pdf([page(nameless)]))).invoice.buyer.name).toBeNull();
  });

  it('say that the figures of a vehicle do not add up', async () => {
    const { texts } = vehicleOf(1);
    const wrong = texts.map(([text, x, y]): Text => [
      y === 296 && text.startsWith('¥') ? '¥1.00' : text,
      x,
      y,
    ]);
    const { findings } = await readOne(pdf([page(wrong)]));
    expect(findings.map(({ id }) => id)).toContain('text-sums-differ');
  });

  it('never take the market of a used vehicle for a party', async () => {
    for (const read of await readBoth(usedVehicle))
      expect(read?.invoice).toMatchObject({
        kind: '15',
        buyer: { name: '启明纸业（苏州）有限公司', taxId: '91545385JPH2Q56FRE' },
        seller: { name: '王小明', taxId: '320505199001010012' },
        grossTotal: '50000.00',
        grossTotalWords: '伍万圆整',
      });
  });

  it('read the itinerary of an air ticket on paper, and miss nothing that it never has', async () => {
    for (const extraction of await readBoth(paperAir)) {
      expect(extraction?.invoice).toMatchObject({
        kind: 'air-paper',
        number: '24738190562',
        issueDate: '2023-04-13',
        seller: { name: '虚构航空服务有限公司' },
        total: '1200.00',
        taxTotal: null,
        grossTotal: '1250.00',
      });
      expect(extraction?.ticket).toMatchObject({
        type: 'air',
        passenger: '王小明',
        vehicle: 'MU5186',
        date: '2023-04-11',
        fare: '1180.00',
        fuelSurcharge: '20.00',
        fund: '50.00',
        otherTaxes: null,
      });
      if (!extraction) continue;
      const checks = checkInvoice(extraction, { ...quiet, today: '2026-11-27' });
      expect(checks.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
      expect(isComplete(extraction)).toBe(true);
      // 9 % of fare and surcharge; the fund bears no tax.
      const { invoice, ticket } = extraction;
      expect(lawfulDeduction(invoice, businessOf({ invoice }), ticketTypeOf(ticket, invoice))).toBe(9908);
    }
  });

  it('say that the figures of an itinerary on paper do not add up', async () => {
    const wrong = paperAir.map(([text, x, y]): Text => [text === 'CN 50.00' ? 'CN 60.00' : text, x, y]);
    const { findings } = await readOne(pdf([page(wrong)]));
    expect(findings.map(({ id }) => id)).toContain('text-sums-differ');
  });

  it('read a rail ticket without its data', async () => {
    for (const read of await readBoth(rail)) {
      expect(read?.invoice).toMatchObject({
        kind: '51',
        number: '26329116808000000005',
        issueDate: '2026-05-21',
        grossTotal: '99.50',
        buyer: { name: '启明纸业（苏州）有限公司', taxId: '91545385JPH2Q56FRE' },
      });
      expect(read?.ticket).toMatchObject({
        type: 'rail',
        from: '苏州',
        to: '南京南',
        date: '2026-05-20',
        vehicle: 'G7001',
        class: '二等座',
        passenger: '王小明',
        fare: '99.50',
      });
    }
  });
});
