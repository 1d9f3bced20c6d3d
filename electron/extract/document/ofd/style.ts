import { maxNesting } from './limits.ts';
import type { ColorSpace, Resources } from './resources.ts';
import { ofdNumber, numbersOf } from './values.ts';
import { childOf, childrenOf, type OfdElement } from './xml-tree.ts';

/** A colour as three bytes, and its opacity from 0 to 1. */
export type Color = { readonly rgb: readonly [number, number, number]; readonly alpha: number };

/** A gradient between colours along a line or around a point, in the object's coordinates. */
type Shading = {
  readonly from: { readonly x: number; readonly y: number; readonly r: number };
  readonly to: { readonly x: number; readonly y: number; readonly r: number };
  readonly isRadial: boolean;
  readonly stops: readonly { readonly at: number; readonly color: Color }[];
};

export type Paint =
  | { readonly kind: 'color'; readonly color: Color }
  | { readonly kind: 'shading'; readonly shading: Shading };

export type Style = {
  /** Null if none is stated. */
  readonly fill: Paint | null;
  readonly stroke: Paint | null;
  /** Millimetres. */
  readonly lineWidth: number;
  readonly cap: 'butt' | 'round' | 'square';
  readonly join: 'miter' | 'round' | 'bevel';
  readonly miterLimit: number;
  readonly dashes: readonly number[];
  readonly dashOffset: number;
};

const usualLineWidth = 0.353;
const usualMiterLimit = 3.528;

/** Components as decimals (`156 82 35`) or hexadecimals (`#ee #20 #25`). */
const componentsOf = (text: string): readonly number[] =>
  text
    .trim()
    .split(/[\s,]+/)
    .map((part) => (part.startsWith('#') ? Number.parseInt(part.slice(1), 16) : Number(part)))
    .map((value) => (Number.isFinite(value) ? Math.min(255, Math.max(0, value)) : 0));

const rgbOf = (text: string, type: ColorSpace['type']): Color['rgb'] => {
  const [a = 0, b = 0, c = 0, d = 0] = componentsOf(text);
  if (type === 'gray') return [a, a, a];
  if (type === 'rgb') return [a, b, c];
  const light = 1 - d / 255;
  return [(255 - a) * light, (255 - b) * light, (255 - c) * light];
};

const colorOf = (element: OfdElement, resources: Resources): Color => {
  const { attributes } = element;
  const space = resources.colorSpaces.get(attributes['ColorSpace'] ?? '');
  const value = attributes['Value'] ?? space?.palette[ofdNumber(attributes['Index'], 0)] ?? '0 0 0';
  const count = value.trim().split(/[\s,]+/).length;
  const type = space?.type ?? (count === 1 ? 'gray' : count === 4 ? 'cmyk' : 'rgb');
  const alpha = ofdNumber(attributes['Alpha'], 255);
  return { rgb: rgbOf(value, type), alpha: Math.min(1, Math.max(0, alpha / 255)) };
};

const shadingOf = (element: OfdElement, resources: Resources): Shading | null => {
  const isRadial = element.name === 'RadialShd';
  const [x0, y0] = numbersOf(element.attributes['StartPoint']);
  const [x1, y1] = numbersOf(element.attributes['EndPoint']);
  const segments = childrenOf(element, 'Segment');
  const last = Math.max(1, segments.length - 1);
  const stops = segments.flatMap((segment, index) => {
    const color = childOf(segment, 'Color');
    const at = Math.min(1, Math.max(0, ofdNumber(segment.attributes['Position'], index / last)));
    return color ? [{ at, color: colorOf(color, resources) }] : [];
  });
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined || stops.length === 0)
    return null;
  const radius = (name: string): number => Math.max(0, ofdNumber(element.attributes[name], 0));
  return {
    isRadial,
    from: { x: x0, y: y0, r: radius('StartRadius') },
    to: { x: x1, y: y1, r: radius('EndRadius') },
    stops: stops.toSorted((one, other) => one.at - other.at),
  };
};

const paintOf = (element: OfdElement | undefined, resources: Resources): Paint | null => {
  if (!element) return null;
  const shaded = childOf(element, 'AxialShd') ?? childOf(element, 'RadialShd');
  const shading = shaded && shadingOf(shaded, resources);
  return shading ? { kind: 'shading', shading } : { kind: 'color', color: colorOf(element, resources) };
};

/** A draw parameter and those that it extends, nearest first; a circular reference ends the chain. */
const chainOf = (id: string | undefined, resources: Resources): readonly OfdElement[] => {
  const chain: OfdElement[] = [];
  for (let next = id; next !== undefined && chain.length < maxNesting;) {
    const param = resources.drawParams.get(next);
    if (!param || chain.includes(param)) break;
    chain.push(param);
    next = param.attributes['Relative'];
  }
  return chain;
};

const caps: Readonly<Record<string, Style['cap']>> = { Butt: 'butt', Round: 'round', Square: 'square' };
const joins: Readonly<Record<string, Style['join']>> = { Miter: 'miter', Round: 'round', Bevel: 'bevel' };

/** The style of an object: its own attributes, then its draw parameter, then its layer's. */
export const styleOf = (element: OfdElement, layerParam: string | undefined, resources: Resources): Style => {
  const chain = [
    element,
    ...chainOf(element.attributes['DrawParam'], resources),
    ...chainOf(layerParam, resources),
  ];
  const attribute = (name: string): string | undefined =>
    chain.find(({ attributes }) => attributes[name] !== undefined)?.attributes[name];
  const paint = (name: string): Paint | null => {
    for (const part of chain) {
      const child = childOf(part, name);
      if (child) return paintOf(child, resources);
    }
    return null;
  };
  return {
    fill: paint('FillColor'),
    stroke: paint('StrokeColor'),
    lineWidth: Math.max(0, ofdNumber(attribute('LineWidth'), usualLineWidth)),
    cap: caps[attribute('Cap') ?? ''] ?? 'butt',
    join: joins[attribute('Join') ?? ''] ?? 'miter',
    miterLimit: ofdNumber(attribute('MiterLimit'), usualMiterLimit),
    dashes: numbersOf(attribute('DashPattern')).filter((length) => length >= 0),
    dashOffset: ofdNumber(attribute('DashOffset'), 0),
  };
};
