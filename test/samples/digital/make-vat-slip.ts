import { formatCapitalAmount } from '../format-capital-amount.ts';
import { between, chance, digits, pick, type Random } from '../random.ts';
import type { MadeSlip, Text } from './made-slip.ts';
import { widthOf } from './write-pdf.ts';

// All names, numbers and addresses are fictional.

const money = (cents: number): string => (cents / 100).toFixed(2);

const dateIn = (random: Random, year: number): string =>
  `${year}-${String(between(random, 1, 12)).padStart(2, '0')}-${String(between(random, 1, 28)).padStart(2, '0')}`;

const chinese = (date: string): string => date.replace(/(\d+)-(\d+)-(\d+)/u, '$1年$2月$3日');

const buyers = [
  { name: '启明纸业（苏州）有限公司', taxId: '91545385JPH2Q56FRE' },
  { name: '远山（虚构）科技有限公司', taxId: '91310110666007217T' },
] as const;
const roads = { name: '江苏示例高速公路有限公司', taxId: '91427812CN8K7UDR1B' } as const;
const kitchen = { name: '深圳示例餐饮有限公司', taxId: '91050989RH0N3W1B7L' } as const;

/** A label and its value: as one text, or as two. */
const labelled = (random: Random, label: string, value: string, x: number, y: number): readonly Text[] =>
  chance(random, 0.4)
    ? [[`${label}：${value}`, x, y]]
    : [
        [`${label}：`, x, y],
        [value, x + widthOf(label, 9) + 12, y],
      ];

const upright = (words: string, x: number, y: number): readonly Text[] =>
  Array.from(words, (character, index): Text => [character, x, y + index * 10]);

const endingAt = (text: string, right: number, y: number): Text => [text, right - widthOf(text, 9), y];

const spaced = (random: Random, word: string): string => (chance(random, 0.5) ? Array.from(word).join('  ') : word);

type Amounts = { readonly net: string; readonly tax: string; readonly gross: string; readonly words: string };

const amountsOf = (random: Random, percent: number): Amounts => {
  const net = between(random, 1_000, 90_000);
  const tax = Math.round((net * percent) / 100);
  const all = { net: money(net), tax: money(tax), gross: money(net + tax) };
  return { ...all, words: formatCapitalAmount(net + tax) };
};

const sumTexts = (random: Random, { net, tax, gross, words }: Amounts, y: number): readonly Text[] => {
  const yen = pick(random, ['¥', '￥']);
  return [
    [spaced(random, '合计'), 40, y],
    endingAt(`${yen}${net}`, 470, y),
    endingAt(tax === '***' ? tax : `${yen}${tax}`, 580, y),
    ['价税合计（大写）', 34, y + 20],
    [words, 170, y + 20],
    ['（小写）', 420, y + 20],
    [`${yen}${gross}`, 470, y + 20],
  ];
};

const tollHeads: readonly Text[] = [
  ['项目名称', 40, 146],
  ['车牌号', 150, 146],
  ['类型', 215, 146],
  ['通行日期起', 260, 146],
  ['通行日期止', 330, 146],
];

const partyTexts = ({ name, taxId }: (typeof buyers)[number] | typeof roads, x: number): readonly Text[] => [
  ['名称：', x + 14, 88],
  [name, x + 45, 88],
  ['统一社会信用代码/纳税人识别号：', x + 14, 114],
  [taxId, x + 160, 114],
];

const tollParties = (buyer: (typeof buyers)[number]): readonly Text[] => [
  ...upright('购买方信息', 14, 80),
  ...partyTexts(buyer, 14),
  ...upright('销售方信息', 306, 80),
  ...partyTexts(roads, 306),
];

/** The toll invoice of the digital kind: a number, and the special business in a corner. */
export const digitalToll = (random: Random): MadeSlip => {
  const [number, issueDate, buyer] = [`25${digits(random, 18)}`, dateIn(random, 2025), pick(random, buyers)];
  const percent = pick(random, [3, 5, 9]);
  const amounts = amountsOf(random, percent);
  const day = dateIn(random, 2025);
  const plate = `苏E${digits(random, 5)}`;
  const taxRate = `${percent}%`;
  return {
    invoice: {
      kind: '32',
      number,
      issueDate,
      buyer,
      seller: roads,
      lines: [{ name: '*经营租赁*通行费', amount: amounts.net, taxRate, tax: amounts.tax }],
      total: amounts.net,
      taxTotal: amounts.tax,
      grossTotal: amounts.gross,
      grossTotalWords: amounts.words,
    },
    ticket: null,
    journeys: [{ vehicle: plate, class: '客车', date: day, until: day }],
    width: 609,
    texts: [
      ['电子发票（普通发票）', 240, 40],
      ['通行费', 30, 60],
      ...labelled(random, '发票号码', number, 430, 40),
      ...labelled(random, '开票日期', chinese(issueDate), 430, 58),
      ...tollParties(buyer),
      ...tollHeads,
      [spaced(random, '金额'), 440, 146],
      ['税率/征收率', 480, 146],
      [spaced(random, '税额'), 556, 146],
      ['*经营租赁*通行费', 34, 162],
      [plate, 148, 162],
      ['客车', 215, 162],
      [day, 258, 162],
      [day, 328, 162],
      endingAt(amounts.net, 470, 162),
      [taxRate, 500, 162],
      endingAt(amounts.tax, 580, 162),
      ...sumTexts(random, amounts, 200),
      ...upright('备注', 14, 250),
      ['开票人：测试员', 60, 300],
    ],
  };
};

/** The toll invoice before: with a code, a check code and a machine number; taxed, or prepaid without tax. */
export const oldToll = (random: Random): MadeSlip => {
  // The region, the year, and the kind of the code.
  const [code, number] = [`0320022${digits(random, 3)}12`, digits(random, 8)];
  const [issueDate, buyer] = [dateIn(random, 2022), pick(random, buyers)];
  const isTaxed = chance(random, 0.6);
  const taxed = amountsOf(random, isTaxed ? 3 : 0);
  const amounts = isTaxed ? taxed : { ...taxed, tax: '***' };
  const [checkCode, machineNumber] = [digits(random, 20), digits(random, 12)];
  const plate = `苏E${digits(random, 5)}`;
  const taxRate = isTaxed ? '3%' : '不征税';
  const name = isTaxed ? '*经营租赁*通行费' : '*预付卡销售*通行费';
  return {
    invoice: {
      kind: '14',
      code,
      number,
      issueDate,
      checkCode,
      machineNumber,
      buyer,
      seller: roads,
      lines: [{ name, amount: amounts.net, taxRate, ...(isTaxed && { tax: amounts.tax }) }],
      total: amounts.net,
      ...(isTaxed && { taxTotal: amounts.tax }),
      grossTotal: amounts.gross,
      grossTotalWords: amounts.words,
    },
    ticket: null,
    journeys: [{ vehicle: plate, class: '货车', date: issueDate, until: issueDate }],
    width: 609,
    texts: [
      ['江苏增值税电子普通发票', 220, 40],
      ['通行费', 30, 52],
      ...labelled(random, '机器编号', machineNumber, 30, 66),
      ...labelled(random, '发票代码', code, 430, 24),
      ...labelled(random, '发票号码', number, 430, 38),
      ...labelled(random, '开票日期', chinese(issueDate), 430, 52),
      ...labelled(random, '校验码', checkCode.replaceAll(/(\d{5})(?=\d)/gu, '$1 '), 430, 66),
      ...tollParties(buyer),
      ...tollHeads,
      [spaced(random, '金额'), 440, 146],
      [pick(random, ['税率', '税率/征收率']), 480, 146],
      [spaced(random, '税额'), 556, 146],
      [name, 34, 162],
      [plate, 148, 162],
      ['货车', 215, 162],
      [issueDate.replaceAll('-', ''), 260, 162],
      [issueDate.replaceAll('-', ''), 330, 162],
      endingAt(amounts.net, 470, 162),
      [taxRate, 495, 162],
      endingAt(amounts.tax, 580, 162),
      ...sumTexts(random, amounts, 200),
      ...upright('备注', 14, 250),
      ['开票人：测试员', 60, 300],
    ],
  };
};

/** The blockchain e-invoice of Shenzhen, whose code names it. */
export const blockchain = (random: Random): MadeSlip => {
  const code = `14403${pick(random, ['22', '24', '25'])}09110`;
  const [number, issueDate, buyer] = [digits(random, 8), dateIn(random, 2024), pick(random, buyers)];
  const amounts = amountsOf(random, 6);
  const checkCode = pick(random, ['a1b2c', '0f93e', '12345']);
  return {
    invoice: {
      kind: '10',
      code,
      number,
      issueDate,
      checkCode,
      buyer,
      seller: kitchen,
      lines: [{ name: '*餐饮服务*餐饮费', amount: amounts.net, taxRate: '6%', tax: amounts.tax }],
      total: amounts.net,
      taxTotal: amounts.tax,
      grossTotal: amounts.gross,
      grossTotalWords: amounts.words,
    },
    ticket: null,
    width: 609,
    texts: [
      ['深圳电子普通发票', 230, 40],
      ...labelled(random, '发票代码', code, 430, 24),
      ...labelled(random, '发票号码', number, 430, 38),
      ...labelled(random, '开票日期', chinese(issueDate), 430, 52),
      ...labelled(random, '校验码', checkCode, 430, 66),
      ...upright('购买方', 14, 92),
      ...labelled(random, '名称', buyer.name, 30, 88),
      ...labelled(random, '纳税人识别号', buyer.taxId, 30, 102),
      ['地址、电话：', 30, 116],
      ['电子支付标识：', 30, 130],
      ...upright('密码区', 360, 92),
      ['货物或应税劳务、服务名称', 30, 146],
      ['规格型号', 160, 146],
      ['单位', 225, 146],
      ['数量', 270, 146],
      ['单价', 340, 146],
      [spaced(random, '金额'), 440, 146],
      ['税率', 500, 146],
      [spaced(random, '税额'), 556, 146],
      ['*餐饮服务*餐饮费', 30, 162],
      ['次', 230, 162],
      ['1', 278, 162],
      endingAt(amounts.net, 375, 162),
      endingAt(amounts.net, 470, 162),
      ['6%', 504, 162],
      endingAt(amounts.tax, 580, 162),
      ...sumTexts(random, amounts, 200),
      ...upright('销售方', 14, 246),
      ...labelled(random, '名称', kitchen.name, 30, 240),
      ...labelled(random, '纳税人识别号', kitchen.taxId, 30, 254),
      ['地址、电话：深圳市示例路1号 0755-80000000', 30, 268],
      ['开户行及账号：示例银行 1000001', 30, 282],
      ...upright('备注', 360, 250),
      ['收款人：', 30, 306],
      ['复核：', 200, 306],
      ['开票人：测试员', 340, 306],
    ],
  };
};

const airports = ['合肥 HFE', '广州 CAN', '成都 CTU', '上海虹桥 SHA'] as const;

/** The itinerary of an air e-ticket, which is an invoice. */
export const airItinerary = (random: Random): MadeSlip => {
  const [number, day] = [`24${digits(random, 18)}`, dateIn(random, 2024)];
  const issueDate = day;
  const buyer = pick(random, buyers);
  const from = pick(random, airports);
  const to = pick(random, airports.filter((other) => other !== from));
  const [fare, fuel, fund] = [between(random, 20_000, 200_000), between(random, 0, 9_000), 5_000];
  const tax = Math.round((fare + fuel) * 0.09);
  const gross = fare + fuel + tax + fund;
  const [passenger, vehicle] = [pick(random, ['王小明', '欧阳若兰']), pick(random, ['CZ8866', 'MU5101', '3U888'])];
  const ticketNumber = digits(random, 13);
  const cny = (cents: number): string => `CNY ${money(cents)}`;
  return {
    invoice: {
      kind: '61',
      number,
      issueDate,
      buyer,
      total: money(fare + fuel),
      taxTotal: money(tax),
      grossTotal: money(gross),
    },
    ticket: {
      type: 'air',
      number: ticketNumber,
      passenger,
      from,
      to,
      vehicle,
      class: 'Y',
      date: day,
      fare: money(fare),
      fuelSurcharge: money(fuel),
      fund: money(fund),
      otherTaxes: '0.00',
    },
    width: 609,
    texts: [
      ['电子发票（航空运输电子客票行程单）', 150, 30],
      ...labelled(random, '发票号码', number, 420, 80),
      ['旅客姓名', 20, 100],
      ['有效身份证件号码', 130, 100],
      [passenger, 24, 120],
      ['320505********0012', 134, 120],
      ['航班号', 174, 140],
      ['座位等级', 224, 140],
      ['日期', 284, 140],
      ['自:', 24, 155],
      [from, 40, 155],
      [vehicle, 172, 162],
      ['Y', 234, 162],
      [day, 270, 162],
      ['至:', 24, 170],
      [to, 40, 170],
      ['票价', 114, 300],
      ['燃油附加费', 179, 300],
      ['增值税税率', 244, 300],
      ['增值税税额', 300, 300],
      ['民航发展基金', 360, 300],
      ['其他税费', 430, 300],
      ['合计', 490, 300],
      [cny(fare), 110, 315],
      [cny(fuel), 180, 315],
      ['9%', 262, 315],
      [cny(tax), 304, 315],
      [cny(fund), 366, 315],
      ['CNY 0.00', 436, 315],
      [cny(gross), 496, 315],
      ...labelled(random, '电子客票号码', ticketNumber, 20, 336),
      ...labelled(random, '填开日期', day, 440, 336),
      ...labelled(random, '购买方名称', buyer.name, 20, 354),
      ...labelled(random, '统一社会信用代码/纳税人识别号', buyer.taxId, 300, 354),
    ],
  };
};
