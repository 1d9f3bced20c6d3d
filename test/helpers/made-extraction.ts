import type { Quad } from '../../shared/geometry.ts';
import type { ElementKey } from '../../shared/services/elements.ts';
import { elementKeys } from './element-keys.ts';
import type { DecodedInvoice, Region, TextLine } from '../../shared/services/regions.ts';

/**
 * A printed line: its text, its upper left corner, and its type's height; characters are half as wide as
 * high.
 */
export type Print = readonly [text: string, x: number, y: number, height?: number];

export const boxAt = (x: number, y: number, w: number, h: number): Quad => [
  { x, y },
  { x: x + w, y },
  { x: x + w, y: y + h },
  { x, y: y + h },
];

export const lineAt = ([text, x, y, height = 14]: Print, score: number | null = 0.98): TextLine => ({
  text,
  quad: boxAt(x, y, Math.max(10, text.length * height * 0.6), height),
  angle: 0,
  score,
});

/** A region with one block, in the service's form. */
export const regionOf = (element: ElementKey, lines: readonly TextLine[]): Region => ({
  id: '0',
  type: element,
  quad: lines[0]?.quad ?? null,
  blocks: [
    {
      key: element,
      value: lines.map(({ text }) => text).join('\n'),
      recognized: true,
      quad: lines[0]?.quad ?? null,
      lines,
    },
  ],
});

export const readingOf = (regions: readonly Region[], description = 'vat_invoice'): DecodedInvoice => ({
  engineVersion: 'made',
  description,
  width: 911,
  height: 534,
  regions,
});

/** A decoded invoice from prints by element. */
export const extractionWith = (
  prints: Partial<Record<ElementKey, readonly Print[]>>,
  description?: string,
): DecodedInvoice =>
  readingOf(
    elementKeys.flatMap((element) => {
      const lines = prints[element];
      return lines
        ? [
            regionOf(
              element,
              lines.map((print) => lineAt(print)),
            ),
          ]
        : [];
    }),
    description,
  );
