import type { Paper, PaperType } from '../../../shared/invoice/paper.ts';
import { between, chance, pick, seededRandom, type Random } from '../random.ts';
import { invoiceText, pdf } from './pdf-file.ts';

type Text = readonly [text: string, x: number, y: number];

type MadePaper = { readonly truth: Paper; readonly texts: readonly Text[] };

const companies = ['启明纸业（苏州）有限公司', '青禾信息技术股份有限公司', '远山（虚构）科技有限公司', '海棠商贸有限公司'];

const amountOf = (random: Random): string =>
  (between(random, 1_000, 9_000_000) / 100).toFixed(2);

const grouped = (random: Random, amount: string): string =>
  chance(random, 0.4) ? amount.replace(/\B(?=(?:\d{3})+\.)/gu, ',') : amount;

const dateOf = (random: Random): string =>
  `2026-${String(between(random, 1, 12)).padStart(2, '0')}-${String(between(random, 1, 28)).padStart(2, '0')}`;

const printedDate = (random: Random, date: string): string => {
  const [year = '', month = '', day = ''] = date.split('-');
  return chance(random, 0.5) ? date : `${year}年${month}月${day}日`;
};

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, (_, index) => String(between(random, index === 0 ? 1 : 0, 9))).join('');

/** A label and its value in one text, or in two. */
const labelled = (random: Random, label: string, value: string, x: number, y: number): readonly Text[] =>
  chance(random, 0.5) ? [[`${label}：${value}`, x, y]] : [[`${label}：`, x, y], [value, x + label.length * 9 + 12, y]];

/** Sentences that a paper may contain without being an invoice. */
const notes = [
  '请妥善保管',
  '如需开具发票请联系前台',
  '本单不作为报销凭证',
  '验证码：AB12CD34',
  '支付发票号码26322000004470000100货款',
  '发票号码：26322000004470000100',
  '请于月底前索取增值税电子普通发票',
  '仅供报销使用',
];

type Maker = (random: Random, truth: Omit<Paper, 'type'>) => { readonly stated: Partial<Paper>; readonly texts: readonly Text[] };

const makers: Readonly<Record<Exclude<PaperType, 'other'>, Maker>> = {
  itinerary: (random, { date, amount }) => ({
    stated: { date, amount },
    texts: [
      [pick(random, ['滴滴出行-行程单', '打车行程单', '行程报销单']), 200, 40],
      ...labelled(random, '申请日期', printedDate(random, date ?? ''), 40, 70),
      [`共计2笔行程，合计${amount}元`, 40, 90],
      ['序号 车型 上车时间 起点 终点 里程', 40, 120],
      ['1 快车 05-14 08:10 苏州站 软件园 5.2', 40, 140],
      ['2 快车 05-14 18:30 软件园 苏州站 5.4', 40, 160],
    ],
  }),
  'hotel-bill': (random, { number, date, amount, payer }) => ({
    stated: { number, date, amount, payer, payee: '虚构大酒店' },
    texts: [
      ['虚构大酒店', 220, 40],
      [pick(random, ['宾客结账单', '宾客账单', '住宿消费明细', '水单']), 230, 60],
      ...labelled(random, '账单号', number ?? '', 380, 85),
      ...labelled(random, '房号', '1201', 40, 85),
      ...labelled(random, '入住日期', '2025-12-30', 40, 100),
      ...labelled(random, '结账日期', printedDate(random, date ?? ''), 220, 100),
      ...labelled(random, '公司名称', payer ?? '', 40, 115),
      ['房费', 160, 150],
      [amount ?? '', 460, 150],
      ['合计', 40, 200],
      [`¥${grouped(random, amount ?? '')}`, 455, 200],
    ],
  }),
  'bank-receipt': (random, { number, date, amount, payer, payee }) => ({
    stated: { number, date, amount, payer, payee },
    texts: [
      [pick(random, ['银行电子回单', '网上银行电子回单', '业务回单（付款）', '客户回单']), 220, 40],
      ...labelled(random, '回单编号', number ?? '', 40, 65),
      ...labelled(random, '交易日期', printedDate(random, date ?? ''), 340, 65),
      ...labelled(random, '付款人户名', payer ?? '', 40, 90),
      ...labelled(random, '付款人账号', '10000000000000001', 40, 105),
      ...labelled(random, '收款人户名', payee ?? '', 340, 90),
      ...labelled(random, '收款人账号', '20000000000000002', 340, 105),
      ['金额（小写）：', 40, 130],
      [`CNY${grouped(random, amount ?? '')}`, 130, 130],
      ...labelled(random, '摘要', '货款', 40, 150),
    ],
  }),
  'fiscal-receipt': (random, { number, date, amount, payer, payee }) => ({
    stated: { number, date, amount, payer, payee },
    texts: [
      [pick(random, ['江苏省非税收入统一票据（电子）', '医疗门诊收费票据（电子）', '公益事业捐赠统一票据（电子）']), 160, 40],
      ...labelled(random, '票据代码', '32010126', 40, 65),
      ...labelled(random, '票据号码', number ?? '', 340, 65),
      ...labelled(random, '交款人', payer ?? '', 40, 80),
      ...labelled(random, '开票日期', printedDate(random, date ?? ''), 340, 95),
      ['项目名称', 40, 120],
      ['考试费', 40, 140],
      ['金额合计（小写）', 340, 170],
      [grouped(random, amount ?? ''), 440, 170],
      ...labelled(random, '收款单位（章）', payee ?? '', 40, 200),
    ],
  }),
  'tax-certificate': (random, { date, amount, payer }) => ({
    stated: { date, amount, payer, payee: '国家税务总局示例区税务局' },
    texts: [
      [pick(random, ['中华人民共和国税收完税证明', '税收电子缴款书']), 180, 40],
      ...labelled(random, '填发日期', printedDate(random, date ?? ''), 40, 65),
      ...labelled(random, '税务机关', '国家税务总局示例区税务局', 300, 65),
      ...labelled(random, '纳税人名称', payer ?? '', 40, 85),
      ['税种 品目名称 税款所属时期 入（退）库日期 实缴（退）金额', 40, 110],
      ['增值税 商业 2026-01-01至2026-01-31', 40, 130],
      [amount ?? '', 460, 130],
      ['金额合计', 40, 170],
      [`¥${grouped(random, amount ?? '')}`, 455, 170],
    ],
  }),
  'goods-list': (random, { date, amount, payer, payee }) => ({
    stated: { date, amount, payer, payee },
    texts: [
      [pick(random, ['销货清单', '送货单', '商品清单']), 240, 40],
      ...labelled(random, '购货单位', payer ?? '', 40, 70),
      ...labelled(random, '销货单位', payee ?? '', 40, 85),
      ...labelled(random, '填开日期', printedDate(random, date ?? ''), 380, 70),
      ['品名', 40, 110],
      ['规格', 160, 110],
      ['单位', 220, 110],
      ['数量', 280, 110],
      ['单价', 340, 110],
      ['打印纸', 40, 130],
      ['A4', 160, 130],
      ['箱', 220, 130],
      ['总计', 40, 160],
      [`¥${grouped(random, amount ?? '')}`, 455, 160],
    ],
  }),
  contract: (random, { number, date, amount, payer, payee }) => ({
    stated: { number, date, amount, payer, payee },
    texts: [
      [pick(random, ['采购合同', '技术服务合同书', '房屋租赁合同', '合作协议']), 240, 40],
      ...labelled(random, '合同编号', number ?? '', 380, 65),
      ...labelled(random, '甲方（买方）', payer ?? '', 40, 90),
      ...labelled(random, '乙方（卖方）', payee ?? '', 40, 105),
      ['一、双方经协商签订本合同。', 40, 130],
      ...labelled(random, '合同金额', `${amount}元`, 40, 150),
      ...labelled(random, '签订日期', printedDate(random, date ?? ''), 40, 180),
    ],
  }),
};

const isType = (type: string): type is keyof typeof makers => Object.hasOwn(makers, type);

/** The papers that name themselves in their text. */
export const textPaperTypes = Object.keys(makers).filter(isType);

/** A paper that is no invoice, with what it states; deterministic for a seed. */
export const makePaper = (type: keyof typeof makers, seed: number): MadePaper => {
  const random = seededRandom(seed);
  const [payer = '', payee = ''] = chance(random, 0.5) ? companies : companies.toReversed();
  const all = { number: digits(random, 14), date: dateOf(random), amount: amountOf(random), payer, payee };
  const { stated, texts } = makers[type](random, all);
  const none = { number: null, date: null, amount: null, payer: null, payee: null };
  const more: readonly Text[] = chance(random, 0.5) ? [[pick(random, notes), 40, 330]] : [];
  return { truth: { ...none, ...stated, type }, texts: [...texts, ...more] };
};

const height = 400;

export const paperPdf = ({ texts }: MadePaper): Buffer =>
  pdf([
    {
      content: texts.map(([text, x, y]) => invoiceText(text, x, height - y, 9)).join('\n'),
      box: [0, 0, 610, height],
    },
  ]);
