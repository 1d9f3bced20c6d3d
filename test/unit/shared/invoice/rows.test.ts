import { describe, expect, it } from 'vitest';
import { readInvoice } from '../../../../shared/invoice/read-invoice.ts';
import type { Quad } from '../../../../shared/geometry.ts';
import type { DecodedInvoice, TextLine } from '../../../../shared/services/regions.ts';
import { lineAt, readingOf, extractionWith, regionOf, type Print } from '../../../helpers/made-extraction.ts';

type Row = {
  readonly y: number;
  readonly name?: readonly string[];
  readonly cells: readonly (string | null)[];
};

/** A goods table: unit price, amount, rate and tax on the first line of the name, 16 pixels per line. */
const table = (rows: readonly Row[], total?: string): DecodedInvoice => {
  const column = (at: number, x: number): Print[] =>
    rows.flatMap(({ y, cells }) => {
      const text = cells[at];
      return text ? [[text, x, y] as const] : [];
    });
  return extractionWith({
    'vat-invoice-goods-list': rows.flatMap(({ y, name = [] }) =>
      name.map((text, line) => [text, 80, y + line * 16] as const),
    ),
    'unit-price': column(0, 520),
    'vat-invoice-price-list': column(1, 630),
    'vat-invoice-tax-rate-list': column(2, 690),
    'vat-invoice-tax-list': column(3, 780),
    ...(total === undefined ? {} : { 'vat-invoice-total': [[total, 601, 400] as const] }),
  });
};

const mapQuads = (extraction: DecodedInvoice, map: (line: TextLine) => Quad | null): DecodedInvoice => ({
  ...extraction,
  regions: extraction.regions.map((region) => ({
    ...region,
    blocks: region.blocks.map((block) => ({
      ...block,
      quad: null,
      lines: block.lines.map((line) => ({ ...line, quad: map(line) })),
    })),
  })),
});

const reasons = (extraction: DecodedInvoice) =>
  readInvoice(extraction, null)
    .findings.filter(({ id }) => id === 'rows-settled')
    .map(({ message }) => message.en);
const linesOf = (extraction: DecodedInvoice) =>
  readInvoice(extraction, null).invoice.lines.map(({ name, unitPrice, amount, taxRate, tax }) => [
    name,
    unitPrice,
    amount,
    taxRate,
    tax,
  ]);

const wrapped = table([
  { y: 200, name: ['*办公用品*打印纸', 'A4 70g'], cells: ['10.00', '100.00', '13%', '13.00'] },
  { y: 232, name: ['*家具*椅'], cells: [null, '200.00', '13%', '26.00'] },
  { y: 248, name: ['*信息技术服务*软件', '开发与维护', '一年'], cells: ['300.00', '300.00', null, '18.00'] },
]);
const wrappedLines = [
  ['*办公用品*打印纸A4 70g', '10.00', '100.00', '13%', '13.00'],
  ['*家具*椅', null, '200.00', '13%', '26.00'],
  ['*信息技术服务*软件开发与维护一年', '300.00', '300.00', null, '18.00'],
];

describe('reading rows by position', () => {
  it('joins wrapped names and leaves missing cells empty', () => {
    expect(linesOf(wrapped)).toEqual(wrappedLines);
    expect(reasons(wrapped)).toEqual([]);
  });

  it.each([-6, -2, 3, 6, 90, 180, 271])('follows a page that is tilted by %d degrees', (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const turn = ({ x, y }: { x: number; y: number }) => ({
      x: Math.round(x * cos - y * sin),
      y: Math.round(x * sin + y * cos),
    });
    const turned = mapQuads(wrapped, ({ quad }) => {
      if (!quad) return null;
      const [tl, tr, br, bl] = quad;
      return [turn(tl), turn(tr), turn(br), turn(bl)];
    });
    expect(linesOf(turned)).toEqual(wrappedLines);
    expect(reasons(turned)).toEqual([]);
  });

  it('puts a quad around a wrapped name', () => {
    expect(readInvoice(wrapped, null).origins['lines.0.name']).toMatchObject({
      raw: '*办公用品*打印纸\nA4 70g',
      steps: [{ id: 'lines-joined' }],
    });
    const [tl, , br] = readInvoice(wrapped, null).origins['lines.0.name']?.quad ?? [];
    expect([tl?.x, tl?.y, br?.y].map((value) => Math.round(value ?? 0))).toEqual([80, 200, 230]);
  });

  it('keeps a discount as a separate line after its row', () => {
    const extraction = table([
      { y: 200, name: ['*食品*饼干'], cells: ['10.00', '100.00', '13%', '13.00'] },
      { y: 216, name: ['*食品*饼干'], cells: [null, '-10.00', '13%', '-1.30'] },
      { y: 232, name: ['*食品*糖'], cells: ['5.00', '50.00', '13%', '6.50'] },
    ]);
    expect(linesOf(extraction).map(([name, , amount]) => [name, amount])).toEqual([
      ['*食品*饼干', '100.00'],
      ['*食品*饼干', '-10.00'],
      ['*食品*糖', '50.00'],
    ]);
    expect(reasons(extraction)).toEqual([]);
  });

  it('accepts lines in one region per line and in one region per column', () => {
    const parted = readingOf(
      wrapped.regions.flatMap((region) =>
        region.blocks.flatMap(({ key, lines }) =>
          lines.map((line) => ({
            ...region,
            blocks: [{ key, value: line.text, recognized: true, quad: line.quad, lines: [] }],
          })),
        ),
      ),
    );
    expect(linesOf(parted)).toEqual(wrappedLines);
    expect(reasons(parted)).toEqual([]);
  });

  it('joins the pieces of one printed line', () => {
    const extraction = readingOf([
      regionOf('vat-invoice-goods-list', [
        lineAt(['X1 Carbon', 300, 201]),
        lineAt(['*电脑*ThinkPad ', 80, 200]),
      ]),
      regionOf('vat-invoice-price-list', [lineAt(['100.00', 630, 200])]),
    ]);
    expect(linesOf(extraction)[0]?.[0]).toBe('*电脑*ThinkPad X1 Carbon');
  });

  it('drops printed heads and the label of the sum', () => {
    const extraction = table([
      { y: 180, name: ['货物或应税劳务、服务名称'], cells: ['单 价', '金 额', '税率', '税 额'] },
      { y: 200, name: ['*家具*椅', '三把'], cells: [null, '200.00', '13%', '26.00'] },
      { y: 330, name: ['合  计'], cells: [null, null, null, null] },
    ]);
    expect(linesOf(extraction)).toEqual([['*家具*椅三把', null, '200.00', '13%', '26.00']]);
    expect(reasons(extraction)).toEqual([]);
  });
});

describe('rows that only add up others', () => {
  const goods: readonly Row[] = [
    { y: 200, name: ['甲'], cells: [null, '100.00', '13%', '13.00'] },
    { y: 216, name: ['乙'], cells: [null, '50.00', '13%', '6.50'] },
  ];
  it('are removed if they add up', () => {
    const labelled = table([...goods, { y: 232, name: ['小计'], cells: [null, '¥150.00', null, '¥19.50'] }]);
    expect(linesOf(labelled)).toHaveLength(2);
    expect(reasons(labelled)).toEqual([]);
    const bare = table([...goods, { y: 300, cells: [null, '¥150.00', null, '¥19.50'] }], '¥150.00');
    expect(linesOf(bare)).toHaveLength(2);
  });
  it('are kept and reported if they do not', () => {
    const odd = table([...goods, { y: 232, name: ['小计'], cells: [null, '160.00', null, null] }]);
    expect(linesOf(odd)).toHaveLength(3);
    expect(reasons(odd)).toEqual(['a row looks like a subtotal but is not the sum of the rows above it']);
  });
});

const between = (second: string) =>
  table([
    { y: 200, name: ['*纸制品*复印纸', second], cells: [null, '100.00', '13%', '13.00'] },
    { y: 232, name: ['*家具*办公椅'], cells: [null, '50.00', '13%', '6.50'] },
  ]);

describe('a name that begins within another one', () => {
  it('reveals an amount that was not extracted', () => {
    expect(reasons(between('*住宿服务*客房'))).toEqual([expect.stringContaining('two names')]);
    expect(reasons(between('A4 70g*5*包'))).toEqual([]);
  });
});

describe('rows whose positions are ambiguous', () => {
  it('are paired by order without positions, and reported', () => {
    const blind = mapQuads(wrapped, () => null);
    expect(linesOf(blind)).toHaveLength(3);
    expect(reasons(blind)).toEqual([expect.stringContaining('no positions')]);
  });

  it('give no finding if there is only one row', () => {
    const single = mapQuads(
      table([{ y: 200, name: ['甲'], cells: ['1.00', '1.00', '13%', '0.13'] }]),
      () => null,
    );
    expect(linesOf(single)).toEqual([['甲', '1.00', '1.00', '13%', '0.13']]);
    expect(reasons(single)).toEqual([]);
  });

  it('are reported if all lines of a column have one position', () => {
    const places = new Map(wrapped.regions.map((region) => [region.type, region.quad]));
    const stacked: DecodedInvoice = {
      ...wrapped,
      regions: wrapped.regions.map((region) => ({
        ...region,
        blocks: region.blocks.map((block) => ({
          ...block,
          lines: block.lines.map((line) => ({ ...line, quad: places.get(region.type) ?? null })),
        })),
      })),
    };
    expect(reasons(stacked)).not.toEqual([]);
  });

  it('are reported if a cell is between two rows', () => {
    const extraction = table([
      { y: 200, name: ['甲'], cells: [null, '100.00', '13%', '13.00'] },
      { y: 208, cells: ['50.00', null, null, null] },
      { y: 216, name: ['乙'], cells: [null, '50.00', '13%', '6.50'] },
      { y: 232, name: ['丙'], cells: ['7.00', '70.00', '13%', '9.10'] },
    ]);
    expect(reasons(extraction)).not.toEqual([]);
  });

  it('are reported if cells are not level with any amount, and keep their values', () => {
    const extraction = table([
      { y: 200, name: ['甲'], cells: [null, '100.00', '13%', '13.00'] },
      { y: 216, name: ['乙'], cells: ['5.00', null, '13%', '6.50'] },
      { y: 232, name: ['丙'], cells: ['7.00', '70.00', '13%', '9.10'] },
    ]);
    expect(linesOf(extraction)).toEqual([
      ['甲', null, '100.00', '13%', '13.00'],
      ['乙', '5.00', null, '13%', '6.50'],
      ['丙', '7.00', '70.00', '13%', '9.10'],
    ]);
    expect(reasons(extraction)).toEqual(['some cells are not on a line with any amount']);
  });

  it('are reported if a gap in a name may hide a missing amount', () => {
    const rows: readonly Row[] = [
      { y: 200, name: ['甲'], cells: [null, '100.00', '13%', '13.00'] },
      { y: 250, name: ['乙'], cells: [null, null, null, null] },
      { y: 300, name: ['丙'], cells: [null, '70.00', '13%', '9.10'] },
    ];
    expect(reasons(table(rows, '200.00'))).toEqual([expect.stringContaining('an amount may be missing')]);
    // The amounts add up to the total, so none was missed.
    expect(reasons(table(rows, '170.00'))).toEqual([]);
  });

  it('are reported without amounts', () => {
    const extraction = table([
      { y: 200, name: ['甲'], cells: [null, null, '13%', '13.00'] },
      { y: 216, name: ['乙'], cells: [null, null, '13%', '6.50'] },
    ]);
    expect(linesOf(extraction).map(([name, , , , tax]) => [name, tax])).toEqual([
      ['甲', '13.00'],
      ['乙', '6.50'],
    ]);
    expect(reasons(extraction)).toEqual([expect.stringContaining('no amounts were recognized')]);
  });

  it('are reported if boxes are straight on a tilted page', () => {
    const slanting = mapQuads(wrapped, ({ quad }) => {
      if (!quad) return null;
      const drop = Math.round(quad[0].x * Math.tan((3 * Math.PI) / 180));
      const down = ({ x, y }: { x: number; y: number }) => ({ x, y: y + drop });
      return [
        down(quad[0]),
        { ...down(quad[0]), x: quad[1].x },
        { x: quad[2].x, y: quad[3].y + drop },
        down(quad[3]),
      ];
    });
    const isRight = JSON.stringify(linesOf(slanting)) === JSON.stringify(wrappedLines);
    expect(isRight || reasons(slanting).length > 0).toBe(true);
    expect(reasons(slanting)).not.toEqual([]);
  });
});
