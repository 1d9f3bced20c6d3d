import { capitalWords, figuresOf } from './amounts.ts';
import type { Appearance, DrawnInvoice } from './model.ts';
import {
  carrier,
  caterer,
  clothier,
  consultant,
  farm,
  furniture,
  hotel,
  integrator,
  ownCompany,
  staff,
  stationer,
} from './parties.ts';
import { cipherLines, digits, seededRandom } from './random.ts';

type Sample = {
  /** File name without extension. */
  readonly name: string;
  readonly invoice: DrawnInvoice;
  readonly appearance: Partial<Appearance>;
};

/** The values that the tax control machine prints on an invoice, different for each number. */
const machinePrint = (number: string) => {
  const random = seededRandom(Number(number));
  return { machineNumber: `6617${digits(random, 8)}`, cipherArea: cipherLines(random), checkCode: digits(random, 20) };
};

const digital = { code: '', machineNumber: '', checkCode: '', cipherArea: [] };

const specialPaper: Sample = {
  name: 'special-paper',
  invoice: {
    ...staff,
    ...machinePrint('01875236'),
    ...figuresOf([
      { name: '*计算机外部设备*激光打印机', model: 'QH-2518dw', unit: '台', quantity: 4, price: '1548.67', rate: 13 },
      { name: '*计算机配套产品*硒鼓', model: 'CT-2518', unit: '支', quantity: 12, price: '230.09', rate: 13 },
      { name: '*纸制品*复印纸', model: 'A4 80g', unit: '箱', quantity: 20, price: '132.74', rate: 13 },
    ]),
    kind: '01',
    region: '浙江',
    code: '3300221130',
    number: '01875236',
    issueDate: '2022-08-16',
    checkCode: '',
    buyer: ownCompany,
    seller: stationer,
    remarks: ['合同编号：QH-2022-0816', '送货单 7 张'],
  },
  appearance: {
    encoding: 'jpg',
    tint: 'green',
    capture: { kind: 'scan', degrees: 0.35 },
    stains: [{ element: 'vat-invoice-total', kind: 'stamp' }],
    scores: { 'vat-invoice-total': [0.712] },
  },
};

const ordinaryWrapped: Sample = {
  name: 'ordinary-paper-wrapped-names',
  invoice: {
    ...staff,
    ...machinePrint('40628817'),
    ...figuresOf([
      {
        name: '*家具*北欧风格白蜡木可升降双人会议办公桌',
        model: '1600×800',
        unit: '张',
        quantity: 3,
        price: '1592.92',
        rate: 13,
      },
      {
        name: '*家具*人体工学网布透气可调节头枕扶手铝合金五星脚静音滑轮办公转椅（含腰靠）',
        model: 'MJ-E7',
        unit: '把',
        quantity: 6,
        price: '707.96',
        rate: 13,
      },
      { name: '*劳务*上门安装服务', amount: 48_544, rate: 3 },
    ]),
    kind: '04',
    region: '广东',
    code: '044001900104',
    number: '40628817',
    issueDate: '2019-11-27',
    buyer: ownCompany,
    seller: furniture,
    remarks: ['送货地址：杭州市西湖区听松路18号3楼'],
  },
  appearance: {
    encoding: 'jpg',
    sealShape: 'round',
    stains: [{ element: 'check-code', kind: 'ink' }],
    unreadable: ['check-code'],
    scores: { 'vat-invoice-goods-list': [0.981, 0.968, 0.973, 0.886, 0.952, 0.984] },
  },
};

const electronicDiscount: Sample = {
  name: 'electronic-ordinary-discount',
  invoice: {
    ...staff,
    ...machinePrint('12640395'),
    ...figuresOf([
      { name: '*服装*春秋工装外套', model: '均码', unit: '件', quantity: 60, price: '176.99115', rate: 13 },
      { name: '*服装*春秋工装外套', amount: -106_195, rate: 13 },
      { name: '*纺织产品*定制刺绣徽章', unit: '枚', quantity: 60, price: '8.849558', rate: 13 },
    ]),
    kind: '10',
    region: '浙江',
    code: '033002200211',
    number: '12640395',
    issueDate: '2022-11-03',
    buyer: ownCompany,
    seller: clothier,
    remarks: ['订单号 NJ20221103-0042'],
  },
  appearance: { encoding: 'png' },
};

const digitalOrdinary: Sample = {
  name: 'digital-ordinary',
  invoice: {
    ...staff,
    ...digital,
    ...figuresOf([
      { name: '*住宿服务*住宿费', unit: '间夜', quantity: 2, price: '377.358490566038', rate: 6 },
      { name: '*餐饮服务*餐费', unit: '次', quantity: 1, price: '471.698113207547', rate: 6 },
    ]),
    kind: '32',
    region: '四川省',
    number: '24512000000186420573',
    issueDate: '2024-05-28',
    buyer: ownCompany,
    seller: hotel,
    remarks: ['入住人：周晓岚', '入住日期：2024-05-26 至 2024-05-28'],
  },
  appearance: { encoding: 'png' },
};

const digitalSpecial: Sample = {
  name: 'digital-special',
  invoice: {
    ...staff,
    ...digital,
    ...figuresOf([
      {
        name: '*计算机网络设备*千兆交换机',
        model: 'QH-S5720-28P',
        unit: '台',
        quantity: 3,
        price: '2654.86725663717',
        rate: 13,
      },
      { name: '*计算机网络设备*无线接入点', model: 'QH-AP6', unit: '台', quantity: 8, price: '619.469026548673', rate: 13 },
      {
        name: '*信息技术服务*机房网络改造与系统集成实施服务',
        unit: '项',
        quantity: 1,
        price: '18867.9245283019',
        rate: 6,
      },
      { name: '*信息技术服务*年度运维服务', unit: '年', quantity: 1, price: '11320.7547169811', rate: 6 },
    ]),
    kind: '31',
    region: '上海市',
    number: '25312000000097365124',
    issueDate: '2025-03-11',
    buyer: ownCompany,
    seller: integrator,
    remarks: ['项目：云栖机房二期', '合同号：QHSJ-2025-017'],
  },
  appearance: { encoding: 'png', scores: { 'vat-invoice-seller-name': [0.874] } },
};

const photo: Sample = {
  name: 'ordinary-paper-photo',
  invoice: {
    ...staff,
    ...machinePrint('28304471'),
    ...figuresOf([
      { name: '*餐饮服务*会议午餐', unit: '份', quantity: 46, price: '37.735849', rate: 6 },
      { name: '*餐饮服务*茶歇', unit: '次', quantity: 2, price: '566.0377', rate: 6 },
    ]),
    kind: '04',
    region: '江苏',
    code: '3200174320',
    number: '28304471',
    issueDate: '2018-09-20',
    buyer: ownCompany,
    seller: caterer,
    remarks: ['秋季客户会'],
  },
  appearance: {
    encoding: 'jpg',
    tint: 'blue',
    capture: { kind: 'photo', degrees: 3.6, seed: 20_180_920 },
    sealShape: 'round',
    scale: 0.94,
    scores: {
      'cryptographic-area': [0.861, 0.903, 0.842, 0.877],
      'vat-invoice-payer-bank-account': [0.893],
      'vat-invoice-tax-list': [0.931, 0.886],
    },
  },
};

const taxFree: Sample = {
  name: 'electronic-ordinary-tax-free',
  invoice: {
    ...staff,
    ...machinePrint('50913728'),
    ...figuresOf([
      { name: '*蔬菜*有机菠菜', unit: '公斤', quantity: 120, price: '9.80', rate: '免税' },
      { name: '*蔬菜*水果番茄', unit: '公斤', quantity: 85.5, price: '12.60', rate: '免税' },
      { name: '*谷物*生态粳米', model: '10kg', unit: '袋', quantity: 30, price: '88.00', rate: '免税' },
    ]),
    kind: '10',
    region: '浙江',
    code: '033002300111',
    number: '50913728',
    issueDate: '2023-04-19',
    buyer: ownCompany,
    seller: farm,
    remarks: ['自产农产品免征增值税'],
  },
  appearance: { encoding: 'png' },
};

/** The amount in words is 450 yuan less than in figures. */
const wrongWords: Sample = {
  name: 'special-paper-wrong-words',
  invoice: {
    ...staff,
    ...machinePrint('07712094'),
    ...figuresOf([
      { name: '*咨询服务*内部控制咨询费', unit: '项', quantity: 1, price: '8490.57', rate: 6 },
      { name: '*咨询服务*财务流程培训', unit: '人次', quantity: 10, price: '235.849', rate: 6 },
    ]),
    kind: '01',
    region: '江苏',
    code: '3200214130',
    number: '07712094',
    issueDate: '2021-12-08',
    checkCode: '',
    grossTotalWords: capitalWords(1_105_000),
    buyer: ownCompany,
    seller: consultant,
    remarks: [],
  },
  appearance: { encoding: 'jpg', capture: { kind: 'scan', degrees: -0.5 } },
};

const monochrome: Sample = {
  name: 'electronic-special-monochrome',
  invoice: {
    ...staff,
    ...machinePrint('00364182'),
    ...figuresOf([
      { name: '*运输服务*公路货物运输', unit: '车', quantity: 5, price: '2660.55', rate: 9 },
      { name: '*物流辅助服务*装卸搬运', unit: '次', quantity: 5, price: '283.02', rate: 6 },
      { name: '*物流辅助服务*仓储费', unit: '天', quantity: 15, price: '56.6038', rate: 6 },
    ]),
    kind: '08',
    region: '湖北',
    code: '042002200113',
    number: '00364182',
    issueDate: '2022-06-30',
    buyer: ownCompany,
    seller: carrier,
    remarks: ['起运地：武汉  到达地：杭州', '车牌：鄂A·J8E27'],
  },
  appearance: { encoding: 'bmp', scores: { 'cryptographic-area': [0.948, 0.897, 0.951, 0.933] } },
};

/** The invoices of samples/, all of them fictional. */
export const sampleInvoices: readonly Sample[] = [
  specialPaper,
  ordinaryWrapped,
  electronicDiscount,
  digitalOrdinary,
  digitalSpecial,
  photo,
  taxFree,
  wrongWords,
  monochrome,
];
