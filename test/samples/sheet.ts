import type { ElementKey } from '../../shared/services/elements.ts';
import type { QrSymbol } from './qr.ts';

export type Face = 'serif' | 'serif-bold' | 'sans' | 'mono' | 'mono-bold';

/** One printed line. `x` is its start, middle or end depending on `align`, `y` its baseline. */
export type TextItem = {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly face: Face;
  readonly color: string;
  readonly align: 'left' | 'center' | 'right';
  /** The size is reduced until the text fits. */
  readonly maxWidth?: number;
  /** Space added after each character. */
  readonly spacing?: number;
  /** The element that this line is recognized as; none for the form's own print. */
  readonly element?: ElementKey;
};

export type RuleItem = {
  readonly kind: 'rule';
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly width: number;
  readonly color: string;
};

export type SealItem = {
  readonly kind: 'seal';
  readonly x: number;
  readonly y: number;
  readonly radiusX: number;
  readonly radiusY: number;
  readonly doubleEdge: boolean;
  readonly above: string;
  readonly middle: string;
  readonly below: string;
};

export type QrItem = {
  readonly kind: 'qr';
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly symbol: QrSymbol;
};

export type Item = TextItem | RuleItem | SealItem | QrItem;

/** The items on the paper. Units are those of the layout; origin top-left, y downward. */
export type Sheet = { readonly width: number; readonly height: number; readonly items: readonly Item[] };

export type Ink = { readonly label: string; readonly rule: string; readonly value: string };

export const inks: Readonly<Record<'brown' | 'green' | 'blue', Ink>> = {
  brown: { label: '#8c4a1f', rule: '#a5673b', value: '#1b1b22' },
  green: { label: '#1f6a45', rule: '#3f8a62', value: '#1d1d3a' },
  blue: { label: '#27508f', rule: '#4b72ac', value: '#15151c' },
};

export const rule = (color: string, x1: number, y1: number, x2: number, y2: number, width = 1.6): RuleItem => ({
  kind: 'rule',
  from: [x1, y1],
  to: [x2, y2],
  width,
  color,
});

export const frame = (color: string, left: number, top: number, right: number, bottom: number): RuleItem[] => [
  rule(color, left, top, right, top, 2.4),
  rule(color, right, top, right, bottom, 2.4),
  rule(color, right, bottom, left, bottom, 2.4),
  rule(color, left, bottom, left, top, 2.4),
];

/** A word of the printed form. */
export const label = (
  color: string,
  text: string,
  x: number,
  y: number,
  rest: Partial<Omit<TextItem, 'kind' | 'text'>> = {},
): TextItem => ({ kind: 'text', text, x, y, size: 20, face: 'serif', color, align: 'left', ...rest });

/** A word of the form, spread over a width: 名称 is as wide as 纳税人识别号. */
export const spreadLabel = (color: string, text: string, x: number, y: number, width: number): TextItem[] => {
  const characters = Array.from(text);
  const step = characters.length > 1 ? (width - 20) / (characters.length - 1) : 0;
  return characters.map((character, index) => label(color, character, x + index * step, y));
};

/** A vertical word of the form, centred in its cell. */
export const uprightLabel = (
  color: string,
  text: string,
  x: number,
  top: number,
  bottom: number,
  size = 20,
): TextItem[] => {
  const characters = Array.from(text);
  const step = Math.min(size * 1.9, (bottom - top) / characters.length);
  const start = (top + bottom) / 2 - ((characters.length - 1) * step) / 2 + size * 0.36;
  return characters.map((character, index) =>
    label(color, character, x, start + index * step, { align: 'center', size }),
  );
};

/** A printed value that the service recognizes. */
export const value = (
  color: string,
  element: ElementKey,
  text: string,
  x: number,
  y: number,
  rest: Partial<Omit<TextItem, 'kind' | 'text'>> = {},
): TextItem[] =>
  text === ''
    ? []
    : [{ kind: 'text', text, x, y, size: 20, face: 'sans', color, align: 'left', element, ...rest }];
