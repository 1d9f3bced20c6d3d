import { formatCapitalAmount } from '../format-capital-amount.ts';
import type { LineKey } from '../../../shared/invoice/fields.ts';
import type { Invoice, Party } from '../../../shared/invoice/model.ts';
import { centsOf } from '../../../shared/invoice/money.ts';
import { darkBoxes, type QrSymbol } from '../qr.ts';
import { isRateToken } from '../../../shared/invoice/characters.ts';
import { ofdParts, textObject, widthOf } from './ofd-file.ts';
import { writeLegacyInvoice } from './write-older.ts';

/** Writes an invoice as an OFD: a fully digital one in the tax bureau's printed form. */
export type OfdInvoiceOptions = {
  readonly attachment?: boolean;
  readonly tags?: boolean;
  readonly customData?: boolean;
  /** Puts the printed labels into a template page, as producers do; otherwise on the page itself. */
  readonly template?: boolean;
  /** Writes each glyph as a separate object. */
  readonly glyphs?: boolean;
  /** Adds a watermark as an annotation next to the number. */
  readonly watermark?: boolean;
  readonly buyerRight?: boolean;
  /** Number of characters after which a goods name wraps. */
  readonly wrapAt?: number;
  /** Draws the lines of the form. */
  readonly rules?: boolean;
  /** Draws this code in the top left corner. */
  readonly qr?: QrSymbol;
};

type Placed = { readonly id: number; readonly xml: string };

const size = 3.175;
const pitch = 4.5;

const columns: readonly (readonly [LineKey, string, string, number, boolean])[] = [
  ['name', '项目名称', 'Item', 5, false],
  ['specification', '规格型号', 'Specification', 44, false],
  ['unit', '单 位', 'MeasurementDimension', 68, false],
  ['quantity', '数 量', 'Quantity', 102, true],
  ['unitPrice', '单 价', 'Price', 127, true],
  ['amount', '金 额', 'Amount', 153, true],
  ['taxRate', '税率/征收率', 'TaxScheme', 173, true],
  ['tax', '税 额', 'TaxAmount', 205, true],
];

const cut = (text: string, length: number): readonly string[] => {
  const characters = Array.from(text);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += length)
    pieces.push(characters.slice(at, at + length).join(''));
  return pieces;
};

const fixed = (value: number): string => String(Number(value.toFixed(3)));

/** Lines on the whole page, which is as long as its goods need. */
const pathObject = (parts: readonly string[], attributes: string, colour: string): string =>
  `<ofd:PathObject Boundary="0 0 210 2000" ${attributes}>${colour}<ofd:AbbreviatedData>${parts.join(' ')}</ofd:AbbreviatedData></ofd:PathObject>`;

const tagOf = ([name, ids]: [string, number[]]): string =>
  `<ofd:${name}>${ids.map((id) => `<ofd:ObjectRef PageRef="100">${id}</ofd:ObjectRef>`).join('')}</ofd:${name}>`;

const red = '128 0 0';

/** The frame and the dividers of the form; `below` is the distance by which the goods shift its foot. */
const ruledForm = (below: number): string => {
  const [left, right, top, bottom] = [4, 206, 31, 126 + below];
  const [head, sums, words] = [51.5, 97 + below, 104 + below];
  const lines = [
    ...[top, head, sums, words, bottom].map((y) => [left, y, right, y] as const),
    ...[left, right].map((x) => [x, top, x, bottom] as const),
    ...[10, 104, 110].map((x) => [x, top, x, head] as const),
    [10, words, 10, bottom] as const,
  ];
  return pathObject(
    lines.map(([x1, y1, x2, y2]) => `M ${x1} ${y1} L ${x2} ${y2}`),
    `LineWidth="0.25" Stroke="true"`,
    `<ofd:StrokeColor Value="${red}"/>`,
  );
};

const drawnCode = (symbol: QrSymbol): string =>
  pathObject(
    darkBoxes(symbol, 8, 6, 20).map(({ x, y, w, h }) =>
      `M ${fixed(x)} ${fixed(y)} L ${fixed(x + w)} ${fixed(y)} L ${fixed(x + w)} ${fixed(y + h)} L ${fixed(x)} ${fixed(y + h)} C`,
    ),
    'Fill="true" Stroke="false"',
    '<ofd:FillColor Value="0 0 0"/>',
  );

export const ofdInvoiceParts = (
  invoice: Invoice,
  options: OfdInvoiceOptions = {},
): Record<string, string | Buffer> => {
  const { template = true, wrapAt = 11, buyerRight = false } = options;
  let lastId = 1000;
  const labels: string[] = [];
  const values: string[] = [];
  const refs = new Map<string, number[]>();
  const label = (text: string, x: number, y: number): void => {
    labels.push(textObject({ x, y, text, size }));
  };
  const place = (tag: string | null, text: string | null, x: number, y: number, toRight = false): void => {
    if (text === null || text === '') return;
    const from = toRight ? x - widthOf(text, size) : x;
    const pieces: readonly Placed[] = options.glyphs
      ? Array.from(text).map((character, index, all) => {
          lastId += 1;
          const at = from + widthOf(all.slice(0, index).join(''), size);
          return { id: lastId, xml: textObject({ id: lastId, x: at, y, text: character, size }) };
        })
      : [{ id: (lastId += 1), xml: textObject({ id: lastId, x: from, y, text, size }) }];
    values.push(...pieces.map(({ xml }) => xml));
    if (tag) refs.set(tag, [...(refs.get(tag) ?? []), ...pieces.map(({ id }) => id)]);
  };
  const kindWords = invoice.kind === '31' ? '增值税专用发票' : '普通发票';
  labels.push(textObject({ x: 56, y: 14, text: `电子发票（${kindWords}）`, size: 7 }));
  label('发票号码：', 154, 14);
  label('开票日期：', 154, 20);
  place('InvoiceNo', invoice.number, 170.5, 14);
  place('IssueDate', invoice.issueDate?.replace(/^(\d+)-(\d+)-(\d+)$/, '$1年$2月$3日') ?? null, 170.5, 20);
  const party = (role: 'Buyer' | 'Seller', { name, taxId }: Party, x: number): void => {
    const words = role === 'Buyer' ? '购买方信息' : '销售方信息';
    for (const [index, character] of Array.from(words).entries()) label(character, x, 35.5 + index * 3.5);
    label('名称：', x + 6, 36.5);
    place(`${role}Name`, name, x + 16, 36.5);
    label('统一社会信用代码/纳税人识别号：', x + 6, 47);
    place(`${role}TaxID`, taxId, x + 56, 47);
  };
  party('Buyer', invoice.buyer, buyerRight ? 106 : 6);
  party('Seller', invoice.seller, buyerRight ? 6 : 106);
  for (const [key, words, , x, toRight] of columns)
    label(words, toRight ? x - widthOf(words, size) : key === 'name' ? x + 14 : x, 56);
  let y = 60.5;
  for (const line of invoice.lines) {
    for (const [key, , tag, x, toRight] of columns)
      if (key !== 'name') place(tag, line[key], x, y, toRight);
    for (const [index, piece] of cut(line.name ?? '', wrapAt).entries()) {
      if (index > 0) y += pitch;
      place('Item', piece, 5, y);
    }
    y += pitch;
  }
  const below = Math.max(0, y - 87);
  label('合', 20.5, 95 + below);
  label('计', 36.5, 95 + below);
  const amount = (tag: string, value: string | null, x: number, at: number, toRight: boolean): void => {
    if (value === null) return;
    if (isRateToken(value)) {
      place(tag, value, x, at, toRight);
      return;
    }
    const from = toRight ? x - widthOf(value, size) : x + 2;
    place(tag, '¥', from - 2, at);
    place(tag, value, from, at);
  };
  amount('TaxExclusiveTotalAmount', invoice.total, 153, 95 + below, true);
  amount('TaxTotalAmount', invoice.taxTotal, 205, 95 + below, true);
  label('价税合计（大写）', 17, 101 + below);
  label('（小写）', 143, 101 + below);
  const cents = centsOf(invoice.grossTotal);
  place(
    null,
    invoice.grossTotalWords ?? (cents === null ? null : formatCapitalAmount(cents)),
    63,
    101 + below,
  );
  amount('TaxInclusiveTotalAmount', invoice.grossTotal, 156, 101 + below, false);
  label('备', 6, 112 + below);
  label('注', 6, 118 + below);
  for (const [index, text] of (invoice.remark ?? '').split('\n').entries())
    place('Note', text, 11, 108 + below + index * 3.6);
  label('开票人：', 19, 132 + below);
  place('InvoiceClerk', invoice.drawer, 32, 132 + below);
  if (options.rules) labels.push(ruledForm(below));
  if (options.qr) values.push(drawnCode(options.qr));
  const objects = template ? values.join('') : [...labels, ...values].join('');
  const box = `0 0 210 ${140 + below}`;
  const watermark =
    '<ofd:Annot Type="Watermark" ID="90"><ofd:Appearance Boundary="202.4 10.8 8 5">' +
    `${textObject({ x: 0, y: 3.2, text: '下载次数：1', size })}</ofd:Appearance></ofd:Annot>`;
  return ofdParts({
    pages: [{ objects, box, ...(template ? { template: '1' } : {}) }],
    ...(template ? { templates: { '1': labels.join('') } } : {}),
    ...(options.tags ? { tags: [...refs].map(tagOf).join('') } : {}),
    ...(options.attachment ? { attachment: writeLegacyInvoice(invoice) } : {}),
    ...(options.watermark ? { annotations: watermark } : {}),
    ...(options.customData
      ? {
          customData: {
            发票号码: invoice.number ?? '',
            合计金额: invoice.total ?? '',
            合计税额: invoice.taxTotal ?? '',
          },
        }
      : {}),
  });
};
