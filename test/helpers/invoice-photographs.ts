import { emptyLine } from '../../shared/invoice/empty-invoice.ts';
import type { ServiceLineKey } from '../../shared/invoice/fields.ts';
import type { InvoiceLine } from '../../shared/invoice/model.ts';
import { decimalOf } from '../../shared/invoice/money.ts';
import { randomFrom, type Random } from './random.ts';

/**
 * Invoices as a photograph shows them, with other assumptions than `invoice-generator.ts`:
 *
 * - every quad fits the ink of its text (`***` is high, a dash is in the middle)
 * - type sizes differ by column, and figures are left-aligned, centred or right-aligned
 * - names break between words, and lines come in regions of their own
 * - the page is skewed and slightly in perspective
 * - any cell may be missing, including amounts and names
 */
export type PhotographOptions = {
  /** Maximum in degrees, to either side. */
  readonly skew: number;
  /** Offset of corners, as a fraction of the type size. */
  readonly jitter: number;
  /** Probability that a cell is missing; half of it for amounts and whole names. */
  readonly missing: number;
  /** Maximum difference between two edges, as a fraction of the page's width. */
  readonly perspective: number;
};

/** The readable content row by row, and the service's decoded text. */
type Photographed = { readonly lines: readonly InvoiceLine[]; readonly text: unknown };

type Point = { readonly x: number; readonly y: number };
type Print = { readonly text: string; readonly x: number; readonly y: number; readonly size: number };
type Key = ServiceLineKey;

const keys: Readonly<Record<Key, string>> = {
  name: 'vat-invoice-goods-list',
  unitPrice: 'unit-price',
  amount: 'vat-invoice-price-list',
  taxRate: 'vat-invoice-tax-rate-list',
  tax: 'vat-invoice-tax-list',
};

const words = [
  '复印纸',
  '70g',
  '办公椅',
  '电脑',
  '服务',
  'HP',
  '墨盒',
  '(黑色)',
  '安装',
  '费',
  '12V',
  '蓄电池',
  '培训',
  '汽油',
  '92#',
  '客房',
];
const kinds = ['纸制品', '家具', '计算机配套产品', '现代服务', '成品油', '住宿服务', '蓄电池'];

/** A name in its wrapped lines: words stay whole, so line lengths differ; the last may be one letter. */
const nameLines = (random: Random): readonly string[] => {
  const lines: string[] = [];
  let line = random.chance(0.8) ? `*${random.pick(kinds)}*` : '';
  const most = random.whole(7, 14);
  for (let count = random.whole(1, 7); count > 0; count -= 1) {
    const word = random.pick(words);
    if (line.length + word.length > most && line !== '' && lines.length < 2) {
      lines.push(line);
      line = '';
    }
    line += word;
  }
  return [...lines, line];
};

const rates = [
  ['13%', 13],
  ['9%', 9],
  ['6%', 6],
  ['3%', 3],
  ['1%', 1],
  ['0%', 0],
  ['免税', null],
  ['不征税', null],
] as const;

/** Extent of the ink in its line, as fractions of the type size above (-) and below the middle. */
const inkOf = (text: string): readonly [number, number] => {
  if (/^\*+$/u.test(text)) return [-0.4, 0.02];
  if (/^[-—]+$/u.test(text)) return [-0.1, 0.1];
  if (/^[\d.,%-]+$/u.test(text)) return [-0.36, 0.36];
  return [-0.48, 0.5];
};

const widthOf = (text: string, size: number): number =>
  Array.from(text).reduce((width, letter) => width + (letter.charCodeAt(0) < 0x2000 ? 0.5 : 1) * size, 0);

type Columns = Readonly<
  Record<
    Key,
    { readonly left: number; readonly right: number; readonly size: number; readonly align: number }
  >
>;

const columnsOf = (random: Random): Columns => {
  const size = random.between(14, 30);
  const figure = () => size * random.pick([0.75, 0.9, 1]);
  const align = () => random.pick([0, 0.5, 1, 1]);
  return {
    name: { left: 100, right: 560, size, align: 0 },
    unitPrice: { left: 760, right: 960, size: figure(), align: align() },
    amount: { left: 990, right: 1210, size: figure(), align: align() },
    taxRate: { left: 1230, right: 1310, size: figure(), align: align() },
    tax: { left: 1330, right: 1540, size: figure(), align: align() },
  };
};

const goods = (random: Random) => {
  const [rate, percent] = random.pick(rates);
  const price = random.whole(50, random.pick([9_900, 500_000, 90_000_000]));
  const amount = price * random.whole(1, 12);
  const value = {
    unitPrice: random.chance(0.25) ? null : decimalOf(price),
    amount: decimalOf(random.chance(0.1) ? -amount : amount),
    taxRate: rate,
    tax: percent === null ? '***' : decimalOf(Math.round((amount * percent) / 100)),
  };
  return { names: nameLines(random), value };
};

const cameraOf = (random: Random, { skew, perspective, jitter }: PhotographOptions, size: number) => {
  const angle = (random.between(-skew, skew) * Math.PI) / 180;
  const noise = () => random.between(-jitter, jitter) * size;
  const [keystone, lean] = [
    random.between(-perspective, perspective),
    random.between(-perspective, perspective),
  ];
  return {
    angle,
    see: ({ x, y }: Point, drift: Point): Point => {
      const [u, v] = [(x - 820) / 1640, (y - 600) / 1640];
      const depth = 1 + keystone * v + lean * u;
      const [a, b] = [(u / depth) * 1640, (v / depth) * 1640];
      return {
        x: Math.round(900 + a * Math.cos(angle) - b * Math.sin(angle) + drift.x + noise()),
        y: Math.round(700 + a * Math.sin(angle) + b * Math.cos(angle) + drift.y + noise()),
      };
    },
    drift: (): Point => ({
      x: noise(),
      y: noise(),
    }),
  };
};

/** Lays out the goods and takes the picture. The truth contains only what remained readable, row by row. */
export const photographInvoice = (seed: number, options: PhotographOptions): Photographed => {
  const random = randomFrom(seed + 7_000_003);
  const columns = columnsOf(random);
  const pitch = columns.name.size * random.pick([1.08, 1.15, 1.3, 1.7]);
  const gap = columns.name.size * random.pick([0, 0.1, 0.4, 1, 2.5]);
  const camera = cameraOf(random, options, columns.name.size);
  const prints: Record<Key, Print[]> = { name: [], unitPrice: [], amount: [], taxRate: [], tax: [] };
  const lines: InvoiceLine[] = [];
  // The sum of everything printed, including what was not read.
  let total = 0;
  let y = 420;
  for (let count = random.whole(1, 20); count > 0; count -= 1) {
    const { names, value } = goods(random);
    total += Math.round(Number(value.amount) * 100);
    const isLost = (key: Key): boolean =>
      random.chance(key === 'amount' || key === 'name' ? options.missing / 2 : options.missing);
    const left: InvoiceLine = {
      ...emptyLine,
      name: isLost('name') ? null : names.join(''),
      unitPrice: isLost('unitPrice') ? null : value.unitPrice,
      amount: isLost('amount') ? null : value.amount,
      taxRate: isLost('taxRate') ? null : value.taxRate,
      tax: isLost('tax') ? null : value.tax,
    };
    if (left.name !== null)
      for (const [row, text] of names.entries())
        prints.name.push({ text, x: columns.name.left, y: y + row * pitch, size: columns.name.size });
    for (const key of ['unitPrice', 'amount', 'taxRate', 'tax'] as const) {
      const text = left[key];
      if (text === null) continue;
      const { left: from, right, size, align } = columns[key];
      const free = right - from - widthOf(text, size);
      prints[key].push({ text, x: from + free * align, y, size });
    }
    // A row without any readable cell is not expected.
    if (Object.values(left).some((cell) => cell !== null)) lines.push(left);
    y += names.length * pitch + gap * random.between(0.7, 1.3);
  }
  const isScattered = random.chance(0.3);
  const regions = (['name', 'unitPrice', 'amount', 'taxRate', 'tax'] as const).flatMap((key) =>
    regionsOf(keys[key], random.shuffle(prints[key]), isScattered, camera),
  );
  const totals = [{ text: `¥${decimalOf(total)}`, x: 1000, y: y + 3 * pitch, size: columns.amount.size }];
  const text = {
    engine_version: 'made',
    error_code: 0,
    error_msg: 'success',
    object_count: 1,
    version: 1,
    object_list: [
      {
        error_code: 0,
        error_msg: 'success',
        type: '',
        description: 'vat_invoice',
        width: 1800,
        height: 1400,
        idx: 0,
        table_count: 0,
        table_list: [],
        region_list: random.shuffle([...regions, ...regionsOf('vat-invoice-total', totals, false, camera)]),
      },
    ],
  };
  return { lines, text };
};

type Camera = ReturnType<typeof cameraOf>;

const positionOf = ({ text, x, y, size }: Print, { see, drift }: Camera) => {
  const [top, bottom] = inkOf(text);
  const [from, to] = [x, x + widthOf(text, size)];
  const off = drift();
  return {
    tl_point: see({ x: from, y: y + top * size }, off),
    tr_point: see({ x: to, y: y + top * size }, off),
    bl_point: see({ x: from, y: y + bottom * size }, off),
    br_point: see({ x: to, y: y + bottom * size }, off),
  };
};

/** One region for the column, or one for each of its cells. */
const regionsOf = (
  key: string,
  prints: readonly Print[],
  isScattered: boolean,
  camera: Camera,
): unknown[] => {
  const lines = prints.map((print) => ({
    text: print.text,
    position: positionOf(print, camera),
    image_data: '',
    // The meaning of the angle is not documented: this one is always 0.
    angle: 0,
    char_count: print.text.length,
    det_score: 0.97,
    score: 0.97,
  }));
  const groups = isScattered ? lines.map((line) => [line]) : [lines];
  return groups
    .filter((group) => group.length > 0)
    .map((group, index) => ({
      id: `${key}${index}`,
      order: index,
      type: key,
      position: group[0]?.position,
      text_block_count: 1,
      text_block_list: [
        {
          id: '0',
          order: 0,
          key,
          value: group.map(({ text }) => text).join('\n'),
          position: group[0]?.position,
          ocr_flag: 1,
          tag: '',
          class: key,
          text_sent_count: group.length,
          text_sent_list: group,
        },
      ],
    }));
};
