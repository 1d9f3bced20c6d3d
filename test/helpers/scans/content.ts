import { capitalWords, type GoodsLine, yuan } from '../../samples/amounts.ts';
import { taxpayerId } from '../../samples/taxpayer-id.ts';
import { emptyInvoice, emptyLine } from '../../../shared/invoice/empty-invoice.ts';
import type { Invoice, InvoiceLine, Party } from '../../../shared/invoice/model.ts';
import type { Random } from '../random.ts';

/** A paper form with code and number printed twice, an electronic one, and a fully digital one. */
export type ScanForm = 'paper' | 'electronic' | 'digital';

/** What is printed on a scan: its values, and what is no value of an invoice. */
export type ScanContent = {
  readonly form: ScanForm;
  readonly region: string;
  readonly invoice: Invoice;
  readonly cipher: readonly string[];
};

const regions = [
  { name: '北京', area: '1100', id: '110105' },
  { name: '上海', area: '3100', id: '310104' },
  { name: '江苏', area: '3200', id: '320583' },
  { name: '浙江', area: '3300', id: '330102' },
  { name: '广东', area: '4400', id: '440305' },
  { name: '四川', area: '5100', id: '510104' },
  { name: '山东', area: '3700', id: '370202' },
  { name: '湖北', area: '4200', id: '420111' },
] as const;
type Region = (typeof regions)[number];

const alphabet = Array.from('0123456789ABCDEFGHJKLMNPQRTUWXY');
const words = Array.from(
  '安博成德丰广海弘华嘉金景凯蓝联美明宁鹏启瑞盛泰天维祥信兴旭雅益永宇元远云泽正中众卓',
);
const trades = [
  '科技',
  '商贸',
  '餐饮管理',
  '信息技术',
  '物流',
  '电子',
  '文化传播',
  '工程咨询',
  '医药',
  '建材',
] as const;
const endings = [
  '有限公司',
  '有限公司',
  '有限责任公司',
  '股份有限公司',
  '有限公司第二分公司',
  '经营部',
] as const;
const roads = ['中山路', '解放大道', '人民东路', '科技园南区', '高新六路', '滨河街', '建设北路'] as const;
const banks = ['工商银行', '中国银行', '建设银行', '招商银行', '交通银行', '农业银行'] as const;
const surnames = Array.from('王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗');
const givens = Array.from('伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂');

const wares = [
  { name: '*计算机配套产品*激光打印机', model: ['HP-M227', 'LJ2206W', 'MFC-7480D'], unit: '台', rate: 13 },
  { name: '*纸制品*复印纸', model: ['A4 70g', 'A4 80g 500张', ''], unit: '箱', rate: 13 },
  { name: '*家具*人体工学办公椅（含头枕及升降扶手）', model: ['BK-08', ''], unit: '把', rate: 13 },
  {
    name: '*家具*人体工学网布透气可调节头枕扶手铝合金五星脚静音滑轮办公转椅（含腰靠）',
    model: ['MJ-E7', ''],
    unit: '把',
    rate: 13,
  },
  { name: '*信息技术服务*机房网络改造与系统集成实施服务', model: [''], unit: '项', rate: 6 },
  { name: '*信息技术服务*软件运维服务费', model: ['', '年度'], unit: '项', rate: 6 },
  { name: '*餐饮服务*餐费', model: [''], unit: '次', rate: 6 },
  { name: '*运输服务*国内道路货物运输服务', model: ['', '9.6米'], unit: '车', rate: 9 },
  { name: '*咨询服务*财务咨询服务', model: [''], unit: '项', rate: 6 },
  { name: '*住宿服务*住宿费', model: ['', '标准间'], unit: '天', rate: 6 },
  { name: '*蔬菜*大白菜', model: ['', '散装'], unit: '公斤', rate: '免税' },
  { name: '*电线电缆*铜芯电线', model: ['BVR 2.5mm2', 'RVV3*1.5'], unit: '米', rate: 13 },
  { name: '*水冰雪*自来水费', model: [''], unit: '吨', rate: 3 },
  { name: '*化学药品制剂*阿莫西林胶囊', model: ['0.25g*24粒', '0.5g*12'], unit: '盒', rate: 13 },
  { name: '*劳务*设备安装调试', model: [''], unit: '次', rate: 3 },
  { name: '*金属制品*不锈钢紧固螺栓', model: ['M8*40', 'M12*60'], unit: '套', rate: 13 },
] as const;

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.whole(0, 9)).join('');

const personOf = (random: Random): string =>
  random.pick(surnames) + random.pick(givens) + (random.chance(0.6) ? random.pick(givens) : '');

const companyOf = (random: Random, region: Region): Party => {
  const name = `${region.name}${random.chance(0.5) ? '市' : ''}${random.pick(words)}${random.pick(words)}${random.pick(trades)}${random.pick(endings)}`;
  const body = random.chance(0.3)
    ? `MA${Array.from({ length: 7 }, () => random.pick(alphabet)).join('')}`
    : `${digits(random, 8)}${random.pick(alphabet)}`;
  return {
    name,
    taxId: taxpayerId(`91${region.id}${body}`),
    addressPhone: `${region.name}市${random.pick(roads)}${random.whole(1, 999)}号${random.chance(0.4) ? `${random.whole(1, 28)}层` : ''} 0${random.whole(3, 9)}${digits(random, 2)}-${random.whole(2, 8)}${digits(random, 7)}`,
    bankAccount: `${random.pick(banks)}${region.name}${random.pick(words)}${random.pick(words)}支行 ${random.whole(1, 9)}${digits(random, random.pick([14, 15, 16, 18]))}`,
  };
};

const buyerOf = (random: Random, form: ScanForm, isSpecial: boolean): Party => {
  const full = companyOf(random, random.pick(regions));
  const isShort = form !== 'paper' || random.chance(0.3);
  const party =
    isShort && !isSpecial && random.chance(0.5) ? { ...full, addressPhone: null, bankAccount: null } : full;
  if (isSpecial || random.chance(0.9)) return party;
  return { name: personOf(random), taxId: null, addressPhone: null, bankAccount: null };
};

type Figures = { readonly line: InvoiceLine; readonly amount: number; readonly tax: number };

const lineOf = (goods: GoodsLine, amount: number): Figures => {
  const tax = typeof goods.rate === 'number' ? Math.round((amount * goods.rate) / 100) : null;
  const line = {
    ...emptyLine,
    name: goods.name,
    specification: goods.model === '' ? null : (goods.model ?? null),
    unit: goods.unit ?? null,
    quantity: goods.quantity === undefined ? null : String(goods.quantity),
    unitPrice: goods.price ?? null,
    amount: yuan(amount),
    taxRate: typeof goods.rate === 'number' ? `${goods.rate}%` : goods.rate,
    tax: tax === null ? '***' : yuan(tax),
  };
  return { line, amount, tax: tax ?? 0 };
};

const wareOf = (random: Random): readonly Figures[] => {
  const { model, ...ware } = random.pick(wares);
  const quantity = random.chance(0.2)
    ? random.whole(11, 4999) / 10
    : random.whole(1, random.pick([3, 40, 600]));
  const goods = { ...ware, model: random.pick<string>(model), quantity };
  const kind = random.next();
  if (kind < 0.55) {
    const price = `${random.whole(1, random.pick([60, 4999]))}.${digits(random, 2)}`;
    const first = lineOf({ ...goods, price }, Math.round(quantity * Number(price) * 100));
    if (!random.chance(0.12)) return [first];
    return [first, lineOf({ name: ware.name, rate: ware.rate }, -Math.round(first.amount / 10))];
  }
  const amount = random.whole(500, random.pick([90_000, 3_000_000]));
  if (kind < 0.92) {
    const price = (amount / 100 / quantity).toFixed(random.pick([6, 8, 10])).replace(/0+$/u, '');
    return [
      lineOf(
        { ...goods, price: /\.\d\d/u.test(price) ? price : (amount / 100 / quantity).toFixed(2) },
        amount,
      ),
    ];
  }
  return [lineOf({ name: ware.name, rate: ware.rate }, amount)];
};

/** A name as it was printed before classes of goods were required. */
const withoutClass = (one: Figures): Figures => ({
  ...one,
  line: { ...one.line, name: one.line.name?.replace(/^\*.*\*/u, '') ?? null },
});

const linesOf = (random: Random): readonly Figures[] => {
  const count = random.pick([1, 1, 2, 2, 3, 4, 5, 6, 7]);
  const isMarked = random.chance(0.9);
  return Array.from({ length: count }, () => wareOf(random))
    .flat()
    .map((one) => (isMarked ? one : withoutClass(one)));
};

const codeOf = (
  random: Random,
  form: ScanForm,
  isSpecial: boolean,
  area: string,
  year: string,
): string | null => {
  if (form === 'digital') return null;
  if (form === 'electronic') return `0${area}${year}00${random.whole(1, 9)}11`;
  if (isSpecial) return `${area}${year}${random.whole(1, 4)}1${random.pick(['30', '60', '40'])}`;
  return random.chance(0.5)
    ? `0${area}${year}00${random.whole(1, 3)}04`
    : `${area}${year}${random.whole(1, 3)}6${random.pick(['20', '50'])}`;
};

const cipherAlphabet = Array.from('0123456789+-*/<>');

const remarkOf = (random: Random): string | null => {
  const lines = [
    `合同编号：HT-${random.whole(2019, 2024)}${digits(random, 5)}`,
    `订单号${digits(random, 10)}`,
    `项目名称：${random.pick(regions).name}${random.pick(roads)}改造工程`,
    `车牌号${random.pick(['京A', '沪B', '粤C'])}${digits(random, 5)}`,
  ];
  const count = random.pick([0, 1, 1, 2]);
  return count === 0 ? null : random.shuffle(lines).slice(0, count).join('\n');
};

const pad = (value: number): string => String(value).padStart(2, '0');

/** An invoice with correct sums and check characters; the same random source gives the same invoice. */
export const makeContent = (random: Random, form: ScanForm): ScanContent => {
  const region = random.pick(regions);
  const isSpecial = random.chance(0.5) && form !== 'electronic';
  const year = form === 'digital' ? random.whole(2022, 2025) : random.whole(2016, 2022);
  const figures = linesOf(random);
  const [total, tax] = [
    figures.reduce((sum, one) => sum + one.amount, 0),
    figures.reduce((sum, one) => sum + one.tax, 0),
  ];
  const isTaxed = figures.some(({ line }) => line.tax !== '***');
  const years = String(year).slice(2);
  const seller = companyOf(random, region);
  const kinds = { paper: isSpecial ? '01' : '04', electronic: '10', digital: isSpecial ? '31' : '32' };
  const invoice: Invoice = {
    ...emptyInvoice,
    kind: kinds[form],
    code: codeOf(random, form, isSpecial, region.area, years),
    number:
      form === 'digital'
        ? `${years}${region.area.slice(0, 2)}2000000${digits(random, 9)}`
        : digits(random, 8),
    issueDate: `${year}-${pad(random.whole(1, 12))}-${pad(random.whole(1, 28))}`,
    checkCode: form === 'digital' || isSpecial ? null : digits(random, 20),
    machineNumber:
      form === 'electronic' || (form === 'paper' && random.chance(0.3))
        ? `${random.pick(['66', '58', '49'])}${digits(random, 10)}`
        : null,
    buyer: buyerOf(random, form, isSpecial),
    seller: form === 'digital' ? { ...seller, addressPhone: null, bankAccount: null } : seller,
    lines: figures.map(({ line }) => line),
    total: yuan(total),
    taxTotal: isTaxed ? yuan(tax) : '***',
    grossTotal: yuan(total + tax),
    grossTotalWords: capitalWords(total + tax),
    remark: remarkOf(random),
    payee: form === 'digital' ? null : personOf(random),
    reviewer: form === 'digital' ? null : personOf(random),
    drawer: personOf(random),
  };
  const withoutExtras =
    form === 'digital'
      ? { ...invoice, buyer: { ...invoice.buyer, addressPhone: null, bankAccount: null } }
      : invoice;
  const cipher =
    form === 'digital'
      ? []
      : Array.from({ length: 4 }, () =>
          Array.from({ length: 27 }, () => random.pick(cipherAlphabet)).join(''),
        );
  return { form, region: region.name, invoice: withoutExtras, cipher };
};
