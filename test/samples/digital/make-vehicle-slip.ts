import { formatCapitalAmount } from '../format-capital-amount.ts';
import { between, chance, digits, pick, type Random } from '../random.ts';
import type { MadeSlip, Text } from './made-slip.ts';

// All names, numbers and addresses are fictional.

const money = (cents: number): string => (cents / 100).toFixed(2);

const dateIn = (random: Random, year: number): string =>
  `${year}-${String(between(random, 1, 12)).padStart(2, '0')}-${String(between(random, 1, 28)).padStart(2, '0')}`;

const chinese = (date: string): string => date.replace(/(\d+)-(\d+)-(\d+)/u, '$1年$2月$3日');

const buyers = [
  { name: '启明纸业（苏州）有限公司', taxId: '91545385JPH2Q56FRE' },
  { name: '远山（虚构）科技有限公司', taxId: '91310110666007217T' },
] as const;
const seller = { name: '苏州示例汽车销售有限公司', taxId: '91050989RH0N3W1B7L' } as const;
const types = ['轿车', '小型普通客车', '轻型厢式货车'];
const models = ['示例牌EV100', '虚构牌A5', '远山牌YS6480'];

/** The labels and values of a row of cells. */
const cells = (y: number, ...all: readonly (readonly [label: string, labelX: number, value: string, valueX: number])[]): readonly Text[] =>
  all.flatMap(([label, labelX, value, valueX]): readonly Text[] => {
    const named: Text = [label, labelX, y];
    return value === '' ? [named] : [named, [value, valueX, y]];
  });

/** The sales invoice of a motor vehicle: digital, or of the older kind with a code. */
export const vehicle = (random: Random): MadeSlip => {
  const isDigital = chance(random, 0.5);
  const [code, number] = isDigital
    ? [null, `25${digits(random, 18)}`]
    : [`1${digits(random, 11)}`, digits(random, 8)];
  const [issueDate, buyer] = [dateIn(random, 2025), pick(random, buyers)];
  const net = between(random, 5_000_000, 60_000_000);
  const tax = Math.round(net * 0.13);
  const words = formatCapitalAmount(net + tax);
  const [type, model, yen] = [pick(random, types), pick(random, models), pick(random, ['¥', '￥'])];
  return {
    invoice: {
      kind: '03',
      ...(code === null ? {} : { code }),
      number,
      issueDate,
      buyer,
      seller,
      lines: [{ name: type, specification: model, amount: money(net), taxRate: '13%', tax: money(tax) }],
      total: money(net),
      taxTotal: money(tax),
      grossTotal: money(net + tax),
      grossTotalWords: words,
    },
    ticket: null,
    width: 609,
    texts: [
      [isDigital ? '电子发票（机动车销售统一发票）' : '机动车销售统一发票', 190, 30],
      ...(code === null ? [] : cells(30, ['发票代码：', 430, code, 480])),
      ...cells(44, ['发票号码：', 430, number, 480]),
      ...cells(58, ['开票日期：', 430, chinese(issueDate), 480]),
      ...cells(90, ['购买方名称', 22, buyer.name, 100]),
      ...cells(90, ['统一社会信用代码/纳税人识别号/身份证明号码', 270, buyer.taxId, 480]),
      ...cells(114, ['车辆类型', 22, type, 100], ['厂牌型号', 230, model, 290], ['产地', 430, '江苏苏州', 470]),
      ...cells(138, ['合格证号', 22, `WAA${digits(random, 12)}`, 100], ['进口证明书号', 230, '', 0], ['商检单号', 430, '', 0]),
      ...cells(162, ['发动机号码', 22, `E${digits(random, 6)}`, 100], ['车辆识别代号/车架号码', 230, `LSVAA4182E2${digits(random, 6)}`, 340]),
      ...cells(186, ['价税合计', 22, words, 100], ['小写', 430, `${yen}${money(net + tax)}`, 460]),
      ...cells(210, ['销货单位名称', 22, seller.name, 100], ['电话', 430, '0512-80000000', 470]),
      ...cells(234, ['纳税人识别号', 22, seller.taxId, 100], ['账号', 430, '10000000000000001', 470]),
      ...cells(258, ['地址', 22, '苏州市示例路1号', 100], ['开户银行', 430, '示例银行示例支行', 480]),
      ...cells(282, ['增值税税率或征收率', 22, '13%', 112], ['增值税税额', 170, `${yen}${money(tax)}`, 230], ['主管税务机关及代码', 340, '示例区税务局', 440]),
      ...cells(306, ['不含税价', 22, `${yen}${money(net)}`, 100], ['完税凭证号码', 230, '', 0], ['限乘人数', 430, '5', 480]),
      ['开票人：测试员', 50, 340],
    ],
  };
};

/** The sales invoice of a used vehicle, which states no tax. */
export const usedVehicle = (random: Random): MadeSlip => {
  const [code, number] = [`1${digits(random, 11)}`, digits(random, 8)];
  const [issueDate, buyer] = [dateIn(random, 2024), pick(random, buyers)];
  const other = pick(random, buyers.filter((one) => one !== buyer));
  const gross = between(random, 1_000_000, 30_000_000);
  const words = formatCapitalAmount(gross);
  const [type, model] = [pick(random, types), pick(random, models)];
  return {
    invoice: {
      kind: '15',
      code,
      number,
      issueDate,
      buyer,
      seller: other,
      grossTotal: money(gross),
      grossTotalWords: words,
    },
    ticket: null,
    width: 609,
    texts: [
      ['二手车销售统一发票', 220, 30],
      ...cells(30, ['发票代码：', 430, code, 480]),
      ...cells(44, ['发票号码：', 430, number, 480]),
      ...cells(58, ['开票日期：', 430, chinese(issueDate), 480]),
      ...cells(90, ['买方单位/个人', 22, buyer.name, 110], ['单位代码/身份证号码', 330, buyer.taxId, 440]),
      ...cells(114, ['买方单位/个人住址', 22, '苏州市示例路1号', 130], ['电话', 330, '0512-80000000', 440]),
      ...cells(138, ['卖方单位/个人', 22, other.name, 110], ['单位代码/身份证号码', 330, other.taxId, 440]),
      ...cells(162, ['卖方单位/个人住址', 22, '南京市虚构路2号', 130], ['电话', 330, '025-80000000', 440]),
      ...cells(186, ['车牌照号', 22, `苏E${digits(random, 5)}`, 110], ['登记证号', 230, digits(random, 12), 290], ['车辆类型', 420, type, 480]),
      ...cells(210, ['车架号/车辆识别代码', 22, `LSVAA4182E2${digits(random, 6)}`, 130], ['厂牌型号', 330, model, 440]),
      ...cells(234, ['车价合计（大写）', 22, words, 130], ['小写', 420, `￥${money(gross)}`, 460]),
      ...cells(258, ['二手车市场', 22, '示例二手车交易市场有限公司', 110], ['纳税人识别号', 330, '91427812CN8K7UDR1B', 440]),
      ['开票人：测试员', 50, 340],
    ],
  };
};

const stations = ['苏州', '南京南', '上海虹桥', '杭州东', '连云港'];

/** The electronic rail ticket by its text, without its data. */
export const rail = (random: Random): MadeSlip => {
  const [number, issueDate, date] = [`25${digits(random, 18)}`, dateIn(random, 2025), dateIn(random, 2025)];
  const from = pick(random, stations);
  const to = pick(random, stations.filter((one) => one !== from));
  const fare = money(50 * between(random, 20, 2000));
  const [train, seat, passenger] = [pick(random, ['G7001', 'D312', 'C88']), pick(random, ['二等座', '一等座', '商务座']), pick(random, ['王小明', '欧阳若兰'])];
  const ticketNumber = digits(random, 19);
  const buyer = pick(random, buyers);
  return {
    invoice: { kind: '51', number, issueDate, buyer, grossTotal: fare },
    ticket: { type: 'rail', number: ticketNumber, from, to, date, vehicle: train, class: seat, passenger, fare },
    width: 450,
    texts: [
      ['电子发票（铁路电子客票）', 150, 30],
      ...cells(54, ['发票号码：', 20, number, 70], ['开票日期：', 300, chinese(issueDate), 350]),
      [`${from}站`, 50, 84],
      [train, 200, 84],
      [`${to}站`, 320, 84],
      [chinese(date), 20, 110],
      ['08:10开', 110, 110],
      [`0${digits(random, 1)}车08F号`, 220, 110],
      [seat, 320, 110],
      [`票价：￥${fare}`, 20, 134],
      ['3205051990****0012', 20, 158],
      [passenger, 130, 158],
      [`电子客票号：${ticketNumber}`, 20, 182],
      ...cells(206, ['购买方名称：', 20, buyer.name, 80]),
      ...cells(206, ['统一社会信用代码：', 230, buyer.taxId, 320]),
      ['买票请到12306 发货请到95306', 120, 240],
    ],
  };
};
