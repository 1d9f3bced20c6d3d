import type { QrSymbol } from '../../samples/qr.ts';
import type { SealItem } from '../../samples/sheet.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import type { Random } from '../random.ts';
import type { ScanContent } from './content.ts';
import {
  goodsOf,
  grossOf,
  headsOf,
  partyOf,
  printedDate,
  remarkOf,
  rowsOfGoods,
  sumsOf,
} from './layout-parts.ts';
import { type Pen, penOf, type ScanStyle } from './layout-style.ts';
import type { PrintedItem, PrintedSheet } from './print.ts';

const grouped = (code: string | null): string => (code?.match(/.{1,5}/gu) ?? []).join(' ');

const bureauSeal = (region: string): SealItem => ({
  kind: 'seal',
  x: 800,
  y: 92,
  radiusX: 112,
  radiusY: 68,
  doubleEdge: true,
  above: '全国统一发票监制章',
  middle: '',
  below: `国家税务总局${region}税务局`,
});

/** The seal of the seller, over the remark or the foot, like a stamp. */
const sellerSeal = (random: Random, { seller }: Invoice, right: number, y: number): SealItem => {
  const isOval = random.chance(0.5);
  return {
    kind: 'seal',
    x: right - random.whole(130, 260),
    y: y + random.whole(-50, 30),
    radiusX: isOval ? 138 : 96,
    radiusY: isOval ? 90 : 96,
    doubleEdge: false,
    above: seller.name ?? '',
    middle: isOval ? (seller.taxId ?? '') : '★',
    below: '发票专用章',
  };
};

/** A stamp of an office on the row of sums. */
const officeStamp = (random: Random, left: number, right: number, y: number): SealItem => ({
  kind: 'seal',
  x: left + random.between(0.2, 0.95) * (right - left),
  y,
  radiusX: 52,
  radiusY: 40,
  doubleEdge: false,
  above: random.pick(['现金收讫', '已核销', '财务专用']),
  middle: '',
  below: '',
});

const sheetNames = [
  '第二联抵扣联购买方扣税凭证',
  '第三联发票联购买方记账凭证',
  '第二联：发票联 购货方记账凭证',
];

const sideLabels = { buyer: ['购买方', '购货单位'], seller: ['销售方', '销货单位'] } as const;

/** The parties in the order of the form. */
const sidesOf = ({ isSellerFirst }: ScanStyle) =>
  isSellerFirst ? (['seller', 'buyer'] as const) : (['buyer', 'seller'] as const);

const vatHeads = ['货物或应税劳务、服务名称', '规格型号', '单位', '数 量', '单 价', '金 额', '税率', '税 额'];
const digitalHeads = ['项目名称', '规格型号', '单 位', '数 量', '单 价', '金 额', '税率/征收率', '税 额'];

const paperHead = (
  pen: Pen,
  style: ScanStyle,
  random: Random,
  { invoice, region }: ScanContent,
): readonly PrintedItem[] => {
  const isSpecial = invoice.kind === '01';
  const rightCopy = { align: 'right', size: 19 } as const;
  return [
    pen.label(`${region}增值税${isSpecial ? '专用' : '普通'}发票`, 800, 104, {
      size: 40,
      align: 'center',
      spacing: 6,
    }),
    pen.rule(560, 122, 1040, 122),
    pen.rule(560, 128, 1040, 128),
    pen.label(random.pick(['发 票 联', '抵 扣 联', '记 账 联']), 800, 172, { size: 22, align: 'center' }),
    pen.label(invoice.code ?? '', style.left + random.whole(120, 170), 96, {
      size: 32,
      spacing: 3,
      face: style.valueFace,
      color: style.valueInk,
    }),
    pen.label(random.pick(['№', 'No']), 1108, 96, { size: 34 }),
    pen.label(invoice.number ?? '', 1162, 96, {
      size: 36,
      spacing: 2,
      face: style.valueFace,
      color: '#26304f',
      weight: 1,
    }),
    ...pen.value(invoice.code, style.right - 4, 84, rightCopy),
    ...pen.value(invoice.number, style.right - 4, 114, rightCopy),
    ...(invoice.checkCode === null
      ? []
      : [
          pen.label('校验码', style.left + 150, 150),
          ...pen.value(grouped(invoice.checkCode), style.left + 222, 150),
        ]),
    ...(invoice.machineNumber === null
      ? []
      : [
          pen.label('机器编号：', style.left, 186),
          ...pen.value(invoice.machineNumber, style.left + 104, 186),
        ]),
    pen.label('开票日期：', 1160, 180),
    ...pen.value(printedDate(invoice.issueDate), 1268, 180),
  ];
};

const electronicHead = (
  pen: Pen,
  style: ScanStyle,
  { invoice, region }: ScanContent,
): readonly PrintedItem[] => {
  const x = style.right - 400;
  const rows = [
    ['发票代码：', invoice.code, 0],
    ['发票号码：', invoice.number, 0],
    ['开票日期：', printedDate(invoice.issueDate), 0],
    ['校 验 码：', grouped(invoice.checkCode), 0],
  ] as const;
  return [
    pen.label(`${region}增值税电子普通发票`, 780, 104, { size: 40, align: 'center', spacing: 4 }),
    pen.rule(540, 122, 1020, 122),
    ...rows.map(([name], at) => pen.label(name, x, 62 + at * 36)),
    ...rows.flatMap(([, text], at) => pen.value(text, x + 108, 62 + at * 36, { maxWidth: 288 })),
    pen.label('机器编号：', style.left, 184),
    ...pen.value(invoice.machineNumber, style.left + 104, 184),
  ];
};

const cipherOf = (
  pen: Pen,
  cipher: readonly string[],
  x: number,
  top: number,
  step: number,
  width: number,
): readonly PrintedItem[] =>
  cipher.flatMap((text, at) =>
    pen.value(text, x, top + step * (at + 0.72), { size: 24, spacing: 5, maxWidth: width }),
  );

/** A form may be as high as its sheet, or stand on one with more paper below it. */
const belowOf = (random: Random): number => (random.chance(0.2) ? random.whole(300, 1100) : 0);

/** The form of paper and of electronic VAT invoices, with a cipher area. */
export const layOutVatForm = (
  random: Random,
  content: ScanContent,
  style: ScanStyle,
  symbol: QrSymbol,
): PrintedSheet => {
  const pen = penOf(style);
  const { invoice, form } = content;
  const [first, second] = sidesOf(style);
  const { left, right, columns } = style;
  const top = 204;
  const partyHeight = random.whole(140, 164);
  const tableTop = top + partyHeight;
  const rows = Math.max(random.whole(6, 8), rowsOfGoods(invoice, style));
  const tableEnd = tableTop + 52 + rows * style.rowHeight + 48;
  const grossEnd = tableEnd + 50;
  const end = grossEnd + partyHeight;
  const divide = left + (right - left) * random.between(0.565, 0.585);
  const hasSeal = random.chance(0.75);
  const foot = end + 38;
  const persons = [
    ['收款人：', invoice.payee, 0.02],
    ['复核：', invoice.reviewer, 0.28],
    ['开票人：', invoice.drawer, 0.52],
  ] as const;
  const items: PrintedItem[] = [
    bureauSeal(content.region),
    ...(form === 'paper' && random.chance(0.4)
      ? []
      : [{ kind: 'qr' as const, x: left + 6, y: 34, size: 112, symbol }]),
    ...(form === 'paper' ? paperHead(pen, style, random, content) : electronicHead(pen, style, content)),
    ...[top, tableTop, tableEnd, grossEnd, end].map((y) => pen.rule(left, y, right, y)),
    ...[left, right].map((x) => pen.rule(x, top, x, end)),
    ...[left + 42, divide, divide + 42].flatMap((x) => [
      pen.rule(x, top, x, tableTop),
      pen.rule(x, grossEnd, x, end),
    ]),
    ...columns.slice(1, -1).map((x) => pen.rule(x, tableTop, x, tableEnd)),
    pen.rule(columns[1] ?? 0, tableEnd, columns[1] ?? 0, grossEnd),
    ...pen.upright(random.pick(sideLabels[first]), left + 21, top, tableTop),
    ...pen.upright('密码区', divide + 21, top, tableTop),
    ...pen.upright(random.pick(sideLabels[second]), left + 21, grossEnd, end),
    ...pen.upright('备注', divide + 21, grossEnd, end),
    ...partyOf(pen, invoice[first], left + 54, top, partyHeight, divide - left - 60),
    ...cipherOf(pen, content.cipher, divide + 56, top, partyHeight / 4, right - divide - 70),
    ...headsOf(pen, style, vatHeads, tableTop + 28),
    ...goodsOf(pen, style, invoice, tableTop + 62),
    ...sumsOf(pen, style, invoice, tableEnd - 14),
    ...grossOf(pen, style, invoice, tableEnd + 34, '⊗'),
    ...partyOf(pen, invoice[second], left + 54, grossEnd, partyHeight, divide - left - 60),
    ...remarkOf(pen, invoice.remark, divide + 54, grossEnd + 36, right - divide - 60),
    ...persons.map(([name, , share]) => pen.label(name, left + share * (right - left), foot)),
    ...persons.flatMap(([name, text, share]) =>
      pen.value(text, left + share * (right - left) + name.length * 20 + 4, foot),
    ),
    pen.label(random.pick(['销售方：（章）', '销货单位：（章）']), left + 0.75 * (right - left), foot),
    ...(hasSeal ? [sellerSeal(random, invoice, right, end - 60)] : []),
    ...(form === 'paper' && random.chance(0.6)
      ? pen.sheetName(random.pick(sheetNames), right + 26, tableTop - random.whole(0, 120), grossEnd + 60)
      : []),
    ...(random.chance(0.1) ? [officeStamp(random, left, right, tableEnd - 20)] : []),
  ];
  return { width: 1600, height: end + 76 + belowOf(random), items };
};

const digitalParty = (
  pen: Pen,
  party: Invoice['buyer'],
  x: number,
  top: number,
  width: number,
): readonly PrintedItem[] => [
  pen.label('名称：', x, top + 44),
  ...pen.value(party.name, x + 62, top + 44, { maxWidth: width - 66 }),
  pen.label('统一社会信用代码/纳税人识别号：', x, top + 98, { size: 19 }),
  ...pen.value(party.taxId, x + 306, top + 98, { maxWidth: width - 308 }),
];

/** The form of fully digital invoices: no code and no cipher area. */
export const layOutDigitalForm = (
  random: Random,
  content: ScanContent,
  style: ScanStyle,
  symbol: QrSymbol,
): PrintedSheet => {
  const pen = penOf(style);
  const { invoice } = content;
  const [first, second] = sidesOf(style);
  const { left, right } = style;
  const top = random.whole(184, 204);
  const tableTop = top + 132;
  const rows = Math.max(random.whole(6, 9), rowsOfGoods(invoice, style));
  const tableEnd = tableTop + 54 + rows * style.rowHeight + 50;
  const grossEnd = tableEnd + 54;
  const end = grossEnd + random.whole(120, 150);
  const middle = left + (right - left) * 0.5;
  const title = invoice.kind === '31' ? '电子发票（增值税专用发票）' : '电子发票（普通发票）';
  const items: PrintedItem[] = [
    bureauSeal(content.region),
    { kind: 'qr', x: left + 16, y: 40, size: 122, symbol },
    pen.label(title, 800, 108, { size: 40, align: 'center', spacing: 2 }),
    pen.rule(500, 126, 1100, 126),
    pen.label('发票号码：', right - 370, 90),
    ...pen.value(invoice.number, right - 268, 90, { maxWidth: 266 }),
    pen.label('开票日期：', right - 370, 134),
    ...pen.value(printedDate(invoice.issueDate), right - 268, 134),
    ...[top, tableTop, tableEnd, grossEnd, end].map((y) => pen.rule(left, y, right, y)),
    ...[left, right].map((x) => pen.rule(x, top, x, end)),
    ...[left + 42, middle, middle + 42].map((x) => pen.rule(x, top, x, tableTop)),
    pen.rule(left + 42, grossEnd, left + 42, end),
    ...pen.upright(`${sideLabels[first][0]}信息`, left + 21, top + 4, tableTop - 4),
    ...pen.upright(`${sideLabels[second][0]}信息`, middle + 21, top + 4, tableTop - 4),
    ...pen.upright('备注', left + 21, grossEnd, end),
    ...digitalParty(pen, invoice[first], left + 54, top, middle - left - 60),
    ...digitalParty(pen, invoice[second], middle + 54, top, right - middle - 58),
    ...headsOf(pen, style, digitalHeads, tableTop + 28),
    ...goodsOf(pen, style, invoice, tableTop + 64),
    ...sumsOf(pen, style, invoice, tableEnd - 16),
    ...grossOf(pen, style, invoice, tableEnd + 36, random.pick(['⊗', '', '⊗'])),
    ...remarkOf(pen, invoice.remark, left + 58, grossEnd + 36, right - left - 80),
    pen.label('开票人：', left + 90, end + 42),
    ...pen.value(invoice.drawer, left + 176, end + 42),
  ];
  return { width: 1600, height: end + 84 + belowOf(random), items };
};
