import { pdf, type PdfImage, type PdfPage } from '../samples/digital/pdf-file.ts';

/** The operators and the size of the one page of a generated PDF. */
export const pageOf = (bytes: Buffer): { readonly content: string; readonly box: PdfPage['box'] & {} } => {
  const text = bytes.toString('latin1');
  const content = /stream\n([\s\S]*?)\nendstream/.exec(text)?.[1];
  const [, left, bottom, right, top] = /\/MediaBox \[(\S+) (\S+) (\S+) (\S+)\]/.exec(text) ?? [];
  if (content === undefined || top === undefined) throw new Error('Not a generated PDF');
  return { content, box: [Number(left), Number(bottom), Number(right), Number(top)] };
};

/** One pixel of this grey, which a page can paint in any size. */
export const dot = (grey: number): PdfImage => ({
  width: 1,
  height: 1,
  bytes: Buffer.from([grey, grey, grey]),
  filter: null,
});

const resources = '/ExtGState << /A0 << /ca 0 >> >>';

type Place = readonly [x: number, y: number, w: number, h: number];
type Way = (text: string, place: Place) => Partial<PdfPage> & { readonly content: string };

const covered = ([x, y, w, h]: Place): string => `q ${w} 0 0 ${h} ${x} ${y} cm /Im0 Do Q`;

/** A stencil in the colour of fills; each bit of its pixels paints. */
export const stencil = ([x, y, w, h]: Place, pixels = 'ffffffff'): string =>
  `q ${w} 0 0 ${h} ${x} ${y} cm\nBI /W 16 /H 2 /IM true /BPC 1 /D [1 0] /F /AHx\nID ${pixels}>\nEI Q`;

/** How text of a PDF can be there without being seen. */
export const hidingWays: Readonly<Record<string, Way>> = {
  'rendering mode 3': (text) => ({ content: `q 3 Tr ${text} Q` }),
  'rendering mode 7': (text) => ({ content: `q 7 Tr ${text} Q` }),
  'white on white': (text) => ({ content: `q 1 g ${text} Q` }),
  'white fill and stroke': (text) => ({ content: `q 2 Tr 1 g 1 G ${text} Q` }),
  'full transparency': (text) => ({ content: `q /A0 gs ${text} Q` }),
  'a clip': (text) => ({ content: `q 0 0 1 1 re W n ${text} Q` }),
  'its size': (text) => ({ content: text.replaceAll(/(\/F\d) \S+ Tf/g, '$1 0.0001 Tf') }),
  'a picture': (text, place) => ({ content: `${text} ${covered(place)}`, image: dot(230) }),
  'a white box': (text, place) => ({ content: `${text} q 1 g ${place.join(' ')} re f Q` }),
  'a stencil': (text, place) => ({ content: `${text} q 1 g ${stencil(place)} Q` }),
  'a thick line': (text, [x, y, w, h]) => ({
    content: `${text} q 1 G ${h} w ${x} ${y + h / 2} m ${x + w} ${y + h / 2} l S Q`,
  }),
  'many thin lines': (text, [x, y, w, h]) => ({
    content: `${text} q 1 G 1.5 w ${Array.from({ length: Math.ceil(h) + 1 }, (_, row) => `${x} ${y + row} m ${x + w} ${y + row} l S`).join(' ')} Q`,
  }),
  'its width': (text) => ({ content: `q ${text.replaceAll(' Td ', ' Td 0.01 Tz ')} Q` }),
  'a layer that is off': (text) => ({ content: `/OC /Off BDC ${text} EMC` }),
  'an annotation': (text, [x, y, w, h]) => ({
    content: text,
    entries: `/Annots [ << /Type /Annot /Subtype /Square /Rect [${x} ${y} ${x + w} ${y + h}] /F 4 /C [1 1 1] /IC [1 1 1] >> ]`,
  }),
  'an annotation of the print': (text, [x, y, w, h]) => ({
    content: text,
    entries: `/Annots [ << /Type /Annot /Subtype /Square /Rect [${x} ${y} ${x + w} ${y + h}] /F 36 /C [1 1 1] /IC [1 1 1] >> ]`,
  }),
};

/** The digits of a text as the generated content writes them. */
const hexOf = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

const assembled = (box: PdfPage['box'] & {}, page: ReturnType<Way>): Buffer =>
  pdf([{ box, resources, ...page }], undefined, [], true);

const wayOf = (name: string): Way => {
  const way = hidingWays[name];
  if (!way) throw new Error(name);
  return way;
};

/** The generated PDF with all its text hidden in this way. */
export const allHidden = (bytes: Buffer, way: string): Buffer => {
  const { content, box } = pageOf(bytes);
  return assembled(box, wayOf(way)(content, box));
};

/** The generated PDF with this one value hidden in this way. */
export const valueHidden = (bytes: Buffer, way: string, value: string): Buffer => {
  const { content, box } = pageOf(bytes);
  const lines = content.split('\n');
  const isValue = (line: string): boolean =>
    [value, `¥${value}`, `￥${value}`].some((text) => line.includes(`<${hexOf(text)}>`));
  const own = lines.filter(isValue);
  if (own.length === 0) throw new Error(`${value} is not on the page`);
  const [text = ''] = own;
  const [, size, x, y] = (/\/F\d (\S+) Tf (\S+) (\S+) Td/.exec(text) ?? []).map(Number);
  if (size === undefined || x === undefined || y === undefined) throw new Error('Not a generated text');
  const hidden = wayOf(way)(text, [x - 1, y - 2, size * value.length * 0.6 + 8, size + 2]);
  const rest = lines.filter((line) => line !== text).join('\n');
  return assembled(box, { ...hidden, content: `${rest}\n${hidden.content}` });
};
