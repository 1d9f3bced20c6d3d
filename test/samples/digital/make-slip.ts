import { formatCapitalAmount } from '../format-capital-amount.ts';
import { between, chance, digits, pick, seededRandom, type Random } from '../random.ts';
import type { MadeSlip, SlipTruth, Text } from './made-slip.ts';
import { ofd, textObject } from './ofd-file.ts';
import { airItinerary, blockchain, digitalToll, oldToll } from './make-vat-slip.ts';
import { rail, usedVehicle, vehicle } from './make-vehicle-slip.ts';
import { invoiceText, pdf } from './pdf-file.ts';

// All names, numbers and addresses are fictional.

const money = (cents: number): string => (cents / 100).toFixed(2);

const dateOf = (random: Random): string =>
  `2024-${String(between(random, 1, 12)).padStart(2, '0')}-${String(between(random, 1, 28)).padStart(2, '0')}`;

const chinese = (date: string): string => date.replace(/(\d+)-(\d+)-(\d+)/u, '$1年$2月$3日');
const printedDate = (random: Random, date: string): string =>
  pick(random, [date, chinese(date), date.replaceAll('-', '.'), date.replaceAll('-', '/')]);

/** A label and its value in one text, or in two. */
const labelled = (random: Random, label: string, value: string, x: number, y: number): readonly Text[] => {
  const colon = chance(random, 0.7) ? '：' : '';
  return chance(random, 0.5)
    ? [[`${label}${colon || ' '}${value}`, x, y]]
    : [
        [`${label}${colon}`, x, y],
        [value, x + (label.length + 1) * 9 + 3, y],
      ];
};

const companies = [
  ['启明纸业（苏州）有限公司', '91545385JPH2Q56FRE'],
  ['青禾信息技术股份有限公司', '91050989RH0N3W1B7L'],
  ['远山（虚构）科技有限公司', '91310110666007217T'],
] as const;
const people = ['王小明', '李思远', '欧阳若兰'];
const places = ['苏州', '南京', '宁波', '舟山', '连云港'] as const;
const two = <T>(random: Random, all: readonly T[]): readonly [T, T] => {
  const first = pick(random, all);
  return [first, pick(random, all.filter((one) => one !== first))];
};

const yuan = (random: Random, amount: string): string =>
  pick(random, [`${amount}元`, `￥${amount}`, amount, `¥${amount}元`]);

const taxi = (random: Random): MadeSlip => {
  const [code, number, date] = [`1${digits(random, 11)}`, digits(random, 8), dateOf(random)];
  const amount = money(between(random, 1100, 30_000));
  const plate = `苏E${pick(random, ['T', 'X'])}${digits(random, 4)}`;
  return {
    invoice: { kind: 'taxi', code, number, issueDate: date, grossTotal: amount },
    ticket: { type: 'taxi', date, vehicle: plate, fare: amount },
    width: 220,
    texts: [
      [pick(random, ['苏州市出租汽车专用发票', '江苏省出租车发票', '苏州市出租汽车统一车费发票']), 40, 30],
      ['发票联', 90, 46],
      ...labelled(random, '发票代码', code, 20, 66),
      ...labelled(random, '发票号码', number, 20, 82),
      ...labelled(random, '车牌号', plate, 20, 98),
      ...labelled(random, '证号', '102938', 20, 114),
      ...labelled(random, '日期', printedDate(random, date), 20, 130),
      ...labelled(random, '上车', '08:10', 20, 146),
      ...labelled(random, '下车', '08:35', 20, 162),
      ...labelled(random, '单价', '2.30元/公里', 20, 178),
      ...labelled(random, '里程', '12.3km', 20, 194),
      ...labelled(random, '等候', '00:03:20', 20, 210),
      ...labelled(random, '金额', yuan(random, amount), 20, 226),
    ],
  };
};

const coach = (random: Random): MadeSlip => {
  const [code, number, date] = [`1${digits(random, 11)}`, digits(random, 8), dateOf(random)];
  const amount = money(between(random, 1500, 30_000));
  const [from, to] = two(random, places);
  const passenger = pick(random, people);
  return {
    invoice: { kind: 'coach', code, number, issueDate: date, grossTotal: amount },
    ticket: { type: 'coach', date, from: `${from}北站`, to: `${to}南站`, vehicle: 'K205', passenger, fare: amount },
    width: 400,
    texts: [
      [pick(random, ['江苏省道路客运发票', '公路汽车客票', '江苏省公路客运统一发票']), 130, 30],
      ...labelled(random, '发票代码', code, 20, 55),
      ...labelled(random, '发票号码', number, 220, 55),
      ...labelled(random, '始发站', `${from}北站`, 20, 80),
      ...labelled(random, '到达站', `${to}南站`, 220, 80),
      ...labelled(random, '乘车日期', printedDate(random, date), 20, 100),
      ...labelled(random, '车次', 'K205', 220, 100),
      ...labelled(random, '票价', yuan(random, amount), 20, 120),
      ...labelled(random, '座位号', '12', 220, 120),
      ...labelled(random, '姓名', passenger, 20, 140),
    ],
  };
};

const ship = (random: Random): MadeSlip => {
  const [code, number, date] = [`1${digits(random, 11)}`, digits(random, 8), dateOf(random)];
  const amount = money(between(random, 1500, 30_000));
  const [from, to] = two(random, places);
  const passenger = pick(random, people);
  const cabin = pick(random, ['二等舱', '普通舱']);
  return {
    invoice: { kind: 'ship', code, number, issueDate: date, grossTotal: amount },
    ticket: { type: 'ship', date, from: `${from}港`, to: `${to}港`, vehicle: '海星轮', passenger, class: cabin, fare: amount },
    width: 400,
    texts: [
      [pick(random, ['浙江省水路客运发票', '水路旅客船票', '海峡轮渡船票']), 130, 30],
      ...labelled(random, '发票代码', code, 20, 55),
      ...labelled(random, '发票号码', number, 220, 55),
      ...labelled(random, '起运港', `${from}港`, 20, 80),
      ...labelled(random, '到达港', `${to}港`, 220, 80),
      ...labelled(random, '开航日期', printedDate(random, date), 20, 100),
      ...labelled(random, '船名', '海星轮', 220, 100),
      ...labelled(random, '舱位等级', cabin, 20, 120),
      ...labelled(random, '票价', yuan(random, amount), 220, 120),
      ...labelled(random, '旅客姓名', passenger, 20, 140),
    ],
  };
};

const quota = (random: Random): MadeSlip => {
  const [code, number] = [`1${digits(random, 11)}`, digits(random, 8)];
  const cents = pick(random, [500, 1000, 2000, 5000, 10_000]);
  const hasFigure = chance(random, 0.6);
  const words = formatCapitalAmount(cents).replace('圆', pick(random, ['圆', '元']));
  return {
    invoice: { kind: 'quota', code, number, grossTotal: money(cents), grossTotalWords: words },
    ticket: null,
    width: 340,
    texts: [
      [pick(random, ['江苏省国家税务局通用定额发票', '江苏省通用定额发票', '苏州市停车费定额发票']), 60, 30],
      ['发票联', 150, 48],
      ...labelled(random, '发票代码', code, 20, 72),
      ...labelled(random, '发票号码', number, 20, 90),
      [words, 120, 120],
      ...(hasFigure ? [[`￥${money(cents)}`, 130, 145] as const] : []),
      ['收款单位（盖章有效）', 20, 170],
    ],
  };
};

const goods = ['餐费', '住宿费', '办公用品', '车辆通行费', '停车服务费'];

const table = (
  random: Random,
  y: number,
): { readonly texts: readonly Text[]; readonly lines: SlipTruth['lines'] & {}; readonly cents: number } => {
  const texts: Text[] = [
    ['项目', 20, y],
    ['单价', 110, y],
    ['数量', 160, y],
    ['金额', 210, y],
  ];
  let cents = 0;
  const lines = Array.from({ length: between(random, 1, 3) }, (_, at) => {
    const [price, count] = [between(random, 100, 20_000), between(random, 1, 4)];
    const name = pick(random, goods);
    cents += price * count;
    const below = y + 18 * (at + 1);
    texts.push([name, 20, below], [money(price), 105, below], [String(count), 168, below], [money(price * count), 202, below]);
    return { name, quantity: String(count), amount: money(price * count) };
  });
  return { texts, lines, cents };
};

const roll = (random: Random): MadeSlip => {
  const [code, number, date] = [`0${digits(random, 9)}07`, digits(random, 8), dateOf(random)];
  const [[seller, sellerId], [buyer, buyerId]] = two(random, companies);
  const made = table(random, 220);
  const words = formatCapitalAmount(made.cents);
  const [machineNumber, checkCode] = [digits(random, 12), digits(random, 20)];
  const y = 238 + 18 * made.lines.length;
  return {
    invoice: {
      kind: '11',
      code,
      number,
      issueDate: date,
      machineNumber,
      checkCode,
      seller: { name: seller, taxId: sellerId },
      buyer: { name: buyer, taxId: buyerId },
      lines: made.lines,
      grossTotal: money(made.cents),
      grossTotalWords: words,
    },
    ticket: null,
    width: 280,
    texts: [
      [pick(random, ['江苏增值税普通发票（卷票）', '江苏增值税普通发票']), 60, 30],
      ...labelled(random, '发票代码', code, 20, 56),
      ...labelled(random, '发票号码', number, 20, 72),
      ...labelled(random, '机打号码', number, 20, 88),
      ...labelled(random, '机器编号', machineNumber, 20, 104),
      ...labelled(random, '销售方名称', seller, 20, 120),
      ...labelled(random, '纳税人识别号', sellerId, 20, 136),
      ...labelled(random, '开票日期', printedDate(random, date), 20, 152),
      ...labelled(random, '购买方名称', buyer, 20, 174),
      ...labelled(random, '纳税人识别号', buyerId, 20, 190),
      ...made.texts,
      ...labelled(random, '合计金额（小写）', `￥${money(made.cents)}`, 20, y),
      ...labelled(random, '合计金额（大写）', words, 20, y + 18),
      ...labelled(random, '校验码', checkCode, 20, y + 36),
    ],
  };
};

const machinePrinted = (random: Random): MadeSlip => {
  const [code, number, date] = [`1${digits(random, 11)}`, digits(random, 8), dateOf(random)];
  const [[seller, sellerId], [buyer]] = two(random, companies);
  const made = table(random, 150);
  const words = formatCapitalAmount(made.cents);
  const y = 168 + 18 * made.lines.length;
  return {
    invoice: {
      kind: 'machine-printed',
      code,
      number,
      issueDate: date,
      seller: { name: seller, taxId: sellerId },
      buyer: { name: buyer },
      lines: made.lines,
      grossTotal: money(made.cents),
      grossTotalWords: words,
    },
    ticket: null,
    width: 340,
    texts: [
      [pick(random, ['江苏省国家税务局通用机打发票', '江苏通用机打平推式发票', '机打发票']), 80, 30],
      ...labelled(random, '发票代码', code, 20, 56),
      ...labelled(random, '发票号码', number, 180, 56),
      ...labelled(random, '开票日期', printedDate(random, date), 20, 74),
      ['行业分类：服务业', 180, 74],
      ...labelled(random, '付款方名称', buyer, 20, 92),
      ...labelled(random, '收款方名称', seller, 20, 110),
      ...labelled(random, '收款方识别号', sellerId, 20, 128),
      ...made.texts,
      ...labelled(random, '合计（大写）', words, 20, y),
      ...labelled(random, '（小写）', `￥${money(made.cents)}`, 190, y),
      ['开票人：李思远', 20, y + 20],
    ],
  };
};

const paperRail = (random: Random): MadeSlip => {
  const date = dateOf(random);
  const [from, to] = two(random, places);
  const amount = `${between(random, 20, 900)}.${pick(random, ['0', '5'])}`;
  const number = pick(random, [`${pick(random, ['D', 'K'])}${digits(random, 6)}`, `Z${digits(random, 2)}L${digits(random, 6)}`]);
  const ticketNumber = `${digits(random, 14)}${pick(random, ['Z', 'L', '0'])}${digits(random, 6)}`;
  const train = pick(random, ['G7001', 'D312', 'K1024', 'Z9']);
  const seat = pick(random, ['二等座', '一等座', '新空调硬卧']);
  const passenger = pick(random, people);
  const isBlue = chance(random, 0.5);
  return {
    invoice: { kind: 'rail-paper', number, issueDate: date, grossTotal: `${amount}0` },
    ticket: { type: 'rail', number: ticketNumber, from, to: `${to}南`, date, vehicle: train, class: seat, passenger, fare: `${amount}0` },
    width: 330,
    texts: [
      [number, 20, 25],
      [isBlue ? `检票：5B` : `${from}站售`, 250, 25],
      [`${from}站`, 40, 55],
      [train, 150, 55],
      [`${to}南站`, 230, 55],
      [`${chinese(date)} 08:10开`, 30, 80],
      ['05车08F号', 220, 80],
      [`￥${amount}元`, 30, 100],
      [seat, 220, 100],
      ['限乘当日当次车', 30, 120],
      [`3205051990****0012 ${passenger}`, 30, 140],
      ['买票请到12306 发货请到95306', 60, 165],
      ['中国铁路祝您旅途愉快', 90, 180],
      [ticketNumber, 30, 205],
      [`${from}售`, 260, 205],
    ],
  };
};

const makers = {
  taxi,
  coach,
  ship,
  quota,
  roll,
  machinePrinted,
  paperRail,
  digitalToll,
  oldToll,
  blockchain,
  airItinerary,
  vehicle,
  usedVehicle,
  rail,
} as const;
export type SlipForm = keyof typeof makers;
const isForm = (name: string): name is SlipForm => Object.hasOwn(makers, name);
export const slipForms: readonly SlipForm[] = Object.keys(makers).filter(isForm);

/** Deterministic for a seed. */
export const makeSlip = (form: SlipForm, seed: number): MadeSlip => makers[form](seededRandom(seed));

const height = 420;

const textsPdf = (texts: readonly Text[], width: number, tall: number): Buffer =>
  pdf([
    {
      content: texts.map(([text, x, y]) => invoiceText(text, x, tall - y, 9)).join('\n'),
      box: [0, 0, width, tall],
    },
  ]);

export const slipPdf = ({ texts, width }: MadeSlip): Buffer => textsPdf(texts, width, height);

/** Forms on one page, each with the place of its top left corner. */
export const slipsPdf = (slips: readonly (readonly [slip: MadeSlip, x: number, y: number])[]): Buffer =>
  textsPdf(
    slips.flatMap(([{ texts }, left, top]) => texts.map(([text, x, y]): Text => [text, x + left, y + top])),
    Math.max(...slips.map(([{ width }, left]) => left + width)),
    Math.max(...slips.map(([, , top]) => top + height)),
  );

/** Two forms on one page. The second is below the first, or to its right. */
export const twoSlipsPdf = (first: MadeSlip, second: MadeSlip, isBeside: boolean): Buffer =>
  slipsPdf([
    [first, 0, 0],
    [second, ...(isBeside ? ([first.width, 0] as const) : ([0, height] as const))],
  ]);

const mm = (points: number): number => Number(((points * 25.4) / 72).toFixed(3));

export const slipOfd = ({ texts, width }: MadeSlip): Buffer =>
  ofd({
    pages: [
      {
        objects: texts.map(([text, x, y]) => textObject({ text, x: mm(x), y: mm(y), size: mm(9) })).join(''),
        box: `0 0 ${mm(width)} ${mm(height)}`,
      },
    ],
  });
