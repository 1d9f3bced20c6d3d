import { boundsOf, textHeightOf, type ImagePoint, type Quad } from '../../../shared/geometry.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import type { Language } from '../../../shared/language.ts';
import { isElementKey, type ElementKey } from '../../../shared/services/elements.ts';
import { elementNames } from '../../../shared/texts/names.ts';
import type { Region } from '../../../shared/services/regions.ts';
import type { QuadShape, Tone } from '../../canvas/shapes.ts';
import { shownValue, type FieldView } from './field-model.ts';

/** Ids that picture and tables share. */
export const fieldId = (path: FieldPath): string => `field:${path}`;
export const regionId = (index: number): string => `region:${index}`;
export const pathOfId = (id: string | null): FieldPath | null =>
  id?.startsWith('field:') ? id.slice('field:'.length) : null;

/**
 * A region that belongs to no single field: a column of the line items, a repeated number, an unknown
 * element.
 */
export type LooseRegion = { readonly index: number; readonly region: Region };

type FieldOverlay = {
  readonly shapes: readonly QuadShape[];
  readonly loose: readonly LooseRegion[];
};

const centreOf = (quad: Quad): ImagePoint => {
  const { x, y, w, h } = boundsOf(quad);
  return { x: x + w / 2, y: y + h / 2 };
};

const distance = (one: Quad, other: Quad): number => {
  const [from, to] = [centreOf(one), centreOf(other)];
  return Math.hypot(from.x - to.x, from.y - to.y);
};

/** Elements that are printed twice: the copy can replace the first. */
const copies: Readonly<Partial<Record<ElementKey, ElementKey>>> = {
  'vat-invoice-daima': 'vat-invoice-daima-right-side',
  'vat-invoice-haoma': 'vat-invoice-haoma-right-side',
};

/** The region of a field's value: of the same element, and if there are several, the nearest to its text. */
const regionOf = ({ field, origin }: FieldView, regions: readonly Region[]): number | null => {
  const { element } = field;
  if (element === null) return null;
  const quad = origin?.quad;
  const candidates = regions
    .map((region, index) => ({ region, index }))
    .filter(({ region }) => region.type === element || (quad && region.type === copies[element]))
    .map(({ region, index }) => ({
      index,
      away: quad && region.quad ? distance(quad, region.quad) : index,
    }));
  return candidates.sort((one, other) => one.away - other.away)[0]?.index ?? null;
};

const textQuads = ({ blocks }: Region): readonly Quad[] =>
  blocks.flatMap((block) => block.lines.flatMap((line) => (line.quad ? [line.quad] : [])));

/** The height of the lowest text line of a goods cell; null without one. The name of the goods may be wrapped. */
const lineHeightIn = (cell: Quad, lines: readonly Quad[]): number | null => {
  const { x, y, w, h } = boundsOf(cell);
  const inside = lines.filter((line) => {
    const centre = centreOf(line);
    return centre.x >= x && centre.x <= x + w && centre.y >= y && centre.y <= y + h;
  });
  return inside.length > 0 ? Math.min(...inside.map(textHeightOf)) : null;
};

/**
 * Margin of the outline around a text whose quad is exactly as large as its type, as a fraction of the type's size.
 */
const outlineRoom = 0.18;

/**
 * The shapes of values whose quads are those of the printed type: the outline is drawn around the type, not over it.
 * A text of several lines gets as much room as one line.
 */
export const aroundType = (shapes: readonly QuadShape[]): readonly QuadShape[] => {
  const room = outlineRoom * Math.min(...shapes.map(({ quad }) => textHeightOf(quad)));
  return shapes.map((shape) => {
    const { x, y, w, h } = boundsOf(shape.quad);
    const [left, top, right, bottom] = [x - room, y - room, x + w + room, y + h + room];
    const quad: Quad = [
      { ...shape.quad[0], x: left, y: top },
      { ...shape.quad[1], x: right, y: top },
      { ...shape.quad[2], x: right, y: bottom },
      { ...shape.quad[3], x: left, y: bottom },
    ];
    return { ...shape, quad };
  });
};

const isRead = ({ blocks }: Region): boolean => blocks.some((block) => block.recognized);

/** The name of an element, or the service's own name if it is undocumented. */
export const elementName = (type: string, language: Language): string =>
  isElementKey(type) ? elementNames[type][language] : type;

/** The text of a region, line by line; null if it has none. */
export const regionText = ({ blocks }: Region): string | null => {
  const text = blocks
    .flatMap((block) =>
      block.recognized ? [block.value ?? block.lines.map((line) => line.text).join('\n')] : [],
    )
    .join('\n');
  return text === '' ? null : text;
};

/** The lowest score among a region's lines; null if the service returned none. */
export const regionScore = ({ blocks }: Region): number | null => {
  const scores = blocks.flatMap((block) =>
    block.lines.flatMap(({ score }) => (score === null ? [] : [score])),
  );
  return scores.length > 0 ? Math.min(...scores) : null;
};

const longestLabel = 24;

/** Label of a hovered shape: the field's name and its value, shortened. */
const labelOf = (view: FieldView, language: Language): string => {
  const name = view.field.label[language];
  const value = shownValue(view, language)?.replaceAll('\n', ' ');
  if (value === undefined) return name;
  return `${name}  ${value.length > longestLabel ? `${value.slice(0, longestLabel)}…` : value}`;
};

/**
 * The shapes over the picture: one per region, which represents its field if it has exactly one, and one per
 * cell of the line items.
 */
export const overlayOf = (
  fields: ReadonlyMap<FieldPath, FieldView>,
  regions: readonly Region[],
  language: Language,
): FieldOverlay => {
  const shapes: QuadShape[] = [];
  const claimed = new Set<number>();
  const allLines = regions.flatMap(textQuads);
  for (const [path, view] of fields) {
    const isGoodsCell = view.field.group === 'lines';
    const index = isGoodsCell ? null : regionOf(view, regions);
    const region = index === null || claimed.has(index) ? undefined : regions[index];
    const quad = region?.quad ?? view.origin?.quad;
    if (!quad) continue;
    if (region && index !== null) claimed.add(index);
    const lineHeight = isGoodsCell ? lineHeightIn(quad, allLines) : null;
    shapes.push({
      id: fieldId(path),
      quad,
      tone: view.state,
      label: labelOf(view, language),
      ...(region ? { lines: textQuads(region) } : {}),
      ...(lineHeight === null ? {} : { lineHeight }),
    });
  }

  // Values are confirmed with the whole invoice, and other regions with them.
  const read: Tone = [...fields.values()].some(({ state }) => state === 'confirmed')
    ? 'confirmed'
    : 'trusted';
  const loose = regions.flatMap((region, index) => (claimed.has(index) ? [] : [{ index, region }]));
  const columns = loose.flatMap(({ index, region }): QuadShape[] => {
    const tone: Tone = isRead(region) ? read : 'unread';
    if (!region.quad) return [];
    return [
      {
        id: regionId(index),
        quad: region.quad,
        tone,
        lines: textQuads(region),
        label: elementName(region.type, language),
      },
    ];
  });
  // Columns are below their cells: the first drawn shape is picked last.
  return { shapes: [...columns, ...shapes], loose };
};
