import { assertNever } from '../../shared/result.ts';
import { type GoodsLine, figuresOf } from '../samples/amounts.ts';
import type { DrawnInvoice, DrawnKind, DrawnParty } from '../samples/model.ts';
import { between, cipherLines, digits, pick, type Random, seededRandom } from '../samples/random.ts';
import { taxpayerId } from '../samples/taxpayer-id.ts';

const regions = [
  { name: '北京', area: '1100', id: '110108' },
  { name: '上海', area: '3100', id: '310115' },
  { name: '江苏', area: '3200', id: '320106' },
  { name: '浙江', area: '3300', id: '330106' },
  { name: '广东', area: '4400', id: '440106' },
  { name: '四川', area: '5100', id: '510107' },
] as const;
type Region = (typeof regions)[number];

const kinds = ['01', '04', '08', '10', '31', '32'] as const;
const alphabet = Array.from('0123456789ABCDEFGHJKLMNPQRTUWXY');
const words = [
  '云栖',
  '澄川',
  '拾里',
  '砚北',
  '青禾',
  '启衡',
  '木间',
  '南麂',
  '岚山',
  '溪禾',
  '驿达',
  '知夏',
] as const;
const trades = ['科技', '商贸', '餐饮管理', '信息技术', '物流', '办公设备', '文化传媒', '工程咨询'] as const;

const wares = [
  { name: '*办公设备*多功能一体机', unit: '台', rate: 13 },
  { name: '*纸制品*复印纸', unit: '箱', rate: 13 },
  { name: '*家具*可升降会议办公桌（含电源盒及走线槽组件）', unit: '张', rate: 13 },
  { name: '*信息技术服务*业务系统年度运维与数据迁移技术支持服务', unit: '项', rate: 6 },
  { name: '*餐饮服务*餐费', unit: '次', rate: 6 },
  { name: '*运输服务*公路货物运输', unit: '车', rate: 9 },
  { name: '*咨询服务*内部控制咨询费', unit: '项', rate: 6 },
  { name: '*劳务*安装服务', unit: '次', rate: 3 },
] as const;

const party = (random: Random, region: Region): DrawnParty => ({
  name: `${region.name}${pick(random, words)}${pick(random, words)}${pick(random, trades)}有限公司`,
  taxId: taxpayerId(`91${region.id}${Array.from({ length: 9 }, () => pick(random, alphabet)).join('')}`),
  addressPhone: `${region.name}${pick(random, words)}路${between(random, 1, 999)}号 0${digits(random, 3)}-8${digits(random, 7)}`,
  bankAccount: `${pick(random, words)}银行${pick(random, words)}支行 ${digits(random, 16)}`,
});

const ware = (random: Random): GoodsLine => {
  const { name, unit, rate } = pick(random, wares);
  const price = `${between(random, 5, 4999)}.${digits(random, 2)}`;
  return { name, unit, quantity: between(random, 1, 40), price, rate };
};

/** A ten percent discount on the line before it: the same name, and neither quantity nor price. */
const discount = ({ name, quantity, price, rate }: GoodsLine): GoodsLine => ({
  name,
  amount: -Math.round((quantity ?? 1) * Number(price) * 10),
  rate,
});

const goodsOf = (random: Random, count: number): readonly GoodsLine[] =>
  Array.from({ length: count }, () => ware(random)).flatMap((line) =>
    random() < 0.15 ? [line, discount(line)] : [line],
  );

/** The invoice code of a region, a year and a kind; empty for fully digital kinds. */
const codeOf = (kind: DrawnKind, { area }: Region, year: number): string => {
  const years = String(year).slice(2);
  switch (kind) {
    case '01':
      return `${area}${years}1130`;
    case '04':
      return `0${area}${years}00104`;
    case '08':
      return `0${area}${years}00113`;
    case '10':
      return `0${area}${years}00111`;
    case '31':
    case '32':
      return '';
    default:
      return assertNever(kind);
  }
};

/** All six kinds were issued in these years. */
const dateOf = (random: Random): string => {
  const [month, day] = [between(random, 1, 12), between(random, 1, 28)];
  return `${between(random, 2020, 2023)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
};

/**
 * A plausible invoice with correct sums. The same seed always gives the same invoice.
 * @param lines line items, not counting discounts
 */
export const generateInvoice = (seed: number, lines = 1 + (seed % 5)): DrawnInvoice => {
  const random = seededRandom(seed);
  const kind = pick(random, kinds);
  const region = pick(random, regions);
  const digital = kind === '31' || kind === '32';
  const issueDate = dateOf(random);
  const year = issueDate.slice(2, 4);
  return {
    kind,
    region: region.name,
    code: codeOf(kind, region, Number(issueDate.slice(0, 4))),
    number: digital ? `${year}${region.area.slice(0, 2)}2000000${digits(random, 9)}` : digits(random, 8),
    issueDate,
    machineNumber: digital ? '' : `66${digits(random, 10)}`,
    checkCode: digital || kind === '01' ? '' : digits(random, 20),
    cipherArea: digital ? [] : cipherLines(random),
    buyer: party(random, pick(random, regions)),
    seller: party(random, region),
    ...figuresOf(goodsOf(random, lines)),
    remarks: [`订单号 ${digits(random, 10)}`],
    payee: '周晓岚',
    reviewer: '陈以恒',
    issuer: '林知夏',
  };
};
