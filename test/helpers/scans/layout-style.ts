import type { Random } from '../random.ts';
import { type PrintedItem, type PrintedText, type ScanFace, widthOf } from './print.ts';
import type { ScanForm } from './content.ts';

/** How a form looks: faces, inks, places of its columns, and the offset of the print against the form. */
export type ScanStyle = {
  readonly labelFace: ScanFace;
  readonly valueFace: ScanFace;
  readonly labelInk: string;
  readonly valueInk: string;
  readonly weight: number;
  readonly size: number;
  readonly rowHeight: number;
  /** Left edges of the columns of goods, and the right edge of the last one. */
  readonly columns: readonly number[];
  readonly shift: { readonly x: number; readonly y: number };
  readonly left: number;
  readonly right: number;
  /** The seller stands where the buyer usually does, and the other way round. */
  readonly isSellerFirst: boolean;
};

const inks = {
  paper: ['#8c4a1f', '#1f6a45', '#27508f', '#7a3b22'],
  electronic: ['#8c4a1f', '#a0522d', '#9b3d2e'],
  digital: ['#8c4a1f', '#7c2d1c', '#9a4a2a'],
} as const;

/** Shares of a form's width where its columns of goods begin: three arrangements, each varied a little. */
const arrangements = [
  [0, 0.243, 0.35, 0.393, 0.482, 0.593, 0.732, 0.796, 1],
  [0, 0.262, 0.386, 0.432, 0.515, 0.622, 0.748, 0.812, 1],
  [0, 0.228, 0.338, 0.386, 0.478, 0.598, 0.742, 0.816, 1],
] as const;

/** A random look of a form. */
export const makeStyle = (random: Random, form: ScanForm, isSellerFirst = false): ScanStyle => {
  const left = random.whole(60, 110);
  const right = 1600 - random.whole(60, 105);
  const shares = random.pick(arrangements);
  const isShifted = form === 'paper' && random.chance(0.6);
  return {
    labelFace: random.pick(['serif', 'serif', 'light', 'sans'] as const),
    valueFace: random.pick(['serif', 'sans', 'light'] as const),
    labelInk: random.pick(inks[form]),
    valueInk: random.pick(['#15151c', '#1b1b22', '#26304f', '#2a2a30']),
    weight: random.pick([0, 0.3, 0.6]),
    size: random.whole(18, 24),
    rowHeight: random.whole(29, 38),
    columns: shares.map(
      (share, at) => left + share * (right - left) + (at === 0 || at === 8 ? 0 : random.between(-6, 6)),
    ),
    shift: isShifted ? { x: random.between(-9, 9), y: random.between(-9, 9) } : { x: 0, y: 0 },
    left,
    right,
    isSellerFirst,
  };
};

type TextOptions = Partial<
  Pick<PrintedText, 'size' | 'align' | 'spacing' | 'maxWidth' | 'face' | 'weight' | 'color'>
>;

/** Writes with the look of a form: its own words, and values that may be shifted against them. */
export type Pen = {
  readonly label: (text: string, x: number, y: number, options?: TextOptions) => PrintedItem;
  readonly value: (
    text: string | null,
    x: number,
    y: number,
    options?: TextOptions,
  ) => readonly PrintedItem[];
  readonly rule: (x1: number, y1: number, x2: number, y2: number) => PrintedItem;
  /** A word spread over a width. */
  readonly spread: (text: string, x: number, y: number, width: number) => readonly PrintedItem[];
  /** A word with its characters one below the other, centred between two heights. */
  readonly upright: (text: string, x: number, top: number, bottom: number) => readonly PrintedItem[];
  /** The name of the sheet in small characters beside the form, from one height to another. */
  readonly sheetName: (text: string, x: number, top: number, bottom: number) => readonly PrintedItem[];
};

export const penOf = (style: ScanStyle): Pen => {
  const text = (
    content: string,
    x: number,
    y: number,
    color: string,
    face: ScanFace,
    options: TextOptions,
  ): PrintedText => ({
    kind: 'text',
    text: content,
    x,
    y,
    size: style.size,
    face,
    color,
    align: 'left',
    weight: style.weight,
    spacing: 0,
    maxWidth: Infinity,
    ...options,
  });
  const label: Pen['label'] = (content, x, y, options = {}) =>
    text(content, x, y, style.labelInk, style.labelFace, { size: 20, ...options });
  return {
    label,
    value: (content, x, y, options = {}) =>
      content === null || content === ''
        ? []
        : [text(content, x + style.shift.x, y + style.shift.y, style.valueInk, style.valueFace, options)],
    rule: (x1, y1, x2, y2) => ({
      kind: 'rule',
      from: [x1, y1],
      to: [x2, y2],
      color: style.labelInk,
      width: 1.8,
    }),
    spread: (content, x, y, width) => {
      const characters = Array.from(content);
      const step = characters.length > 1 ? (width - 20) / (characters.length - 1) : 0;
      return characters.map((character, at) => label(character, x + at * step, y));
    },
    upright: (content, x, top, bottom) => {
      const characters = Array.from(content);
      const step = Math.min(40, (bottom - top) / characters.length);
      const start = (top + bottom) / 2 - ((characters.length - 1) * step) / 2 + 7;
      return characters.map((character, at) => label(character, x, start + at * step, { align: 'center' }));
    },
    sheetName: (content, x, top, bottom) => {
      const characters = Array.from(content);
      const step = (bottom - top) / characters.length;
      return characters.map((character, at) =>
        label(character, x, top + (at + 0.7) * step, { size: 16, align: 'center' }),
      );
    },
  };
};

/** Wraps a text to a width, between any two characters. */
export const wrapText = (text: string, style: ScanStyle, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = '';
  for (const character of text) {
    if (line !== '' && widthOf(line + character, style.valueFace, style.size) > width) {
      lines.push(line);
      line = '';
    }
    line += character;
  }
  return line === '' ? lines : [...lines, line];
};
