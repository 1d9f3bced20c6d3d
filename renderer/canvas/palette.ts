import type { Tone } from './shapes.ts';

/** Red, green, blue and alpha, 0 to 255 each. */
export type Rgba = readonly [number, number, number, number];

/** Every colour the canvas draws with. */
export type Palette = {
  readonly tones: Readonly<Record<Tone, Rgba>>;
  readonly selected: Rgba;
  /** Drawn under every line so that it is visible on any picture. */
  readonly casing: Rgba;
};

/** The line style of a tone, which distinguishes it without colour. Lengths in CSS pixels. */
type LineStyle = { readonly width: number; readonly dash: readonly number[]; readonly tint: number };

export const lineStyles: Readonly<Record<Tone, LineStyle>> = {
  trusted: { width: 1.5, dash: [], tint: 0 },
  uncertain: { width: 2, dash: [8, 4], tint: 0.14 },
  failed: { width: 3, dash: [], tint: 0.14 },
  corrected: { width: 2, dash: [10, 3, 2, 3], tint: 0.08 },
  confirmed: { width: 1.5, dash: [16, 3], tint: 0 },
  unread: { width: 1.5, dash: [2, 3], tint: 0 },
  face: { width: 1.5, dash: [], tint: 0 },
};

/** Custom properties with the fallback for pages that do not set them (a palette for colour-blind users). */
const fallbacks = {
  '--overlay-trusted': '#0072b2',
  '--overlay-uncertain': '#b35900',
  '--overlay-failed': '#c2185b',
  '--overlay-corrected': '#6a3d9a',
  '--overlay-confirmed': '#00705a',
  '--overlay-unread': '#5f6b76',
  '--overlay-face': '#0072b2',
  '--overlay-selected': '#d55e00',
  '--overlay-casing': 'rgb(255 255 255 / 0.75)',
} as const;

/** Any CSS colour as numbers, parsed by the browser; null if it is not a colour. */
const parseColor = (context: OffscreenCanvasRenderingContext2D, css: string): Rgba | null => {
  if (!CSS.supports('color', css)) return null;
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = css;
  context.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a];
};

export const cssColor = ([r, g, b, a]: Rgba, part = 1): string =>
  `rgb(${r} ${g} ${b} / ${((a / 255) * part).toFixed(3)})`;

/** Reads the current colours of an element. */
export const readPalette = (element: Element): Palette => {
  const style = getComputedStyle(element);
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const read = (name: keyof typeof fallbacks): Rgba => {
    const own = style.getPropertyValue(name).trim();
    return (
      (context && ((own && parseColor(context, own)) || parseColor(context, fallbacks[name]))) ?? [
        0, 0, 0, 255,
      ]
    );
  };
  return {
    tones: {
      trusted: read('--overlay-trusted'),
      uncertain: read('--overlay-uncertain'),
      failed: read('--overlay-failed'),
      corrected: read('--overlay-corrected'),
      confirmed: read('--overlay-confirmed'),
      unread: read('--overlay-unread'),
      face: read('--overlay-face'),
    },
    selected: read('--overlay-selected'),
    casing: read('--overlay-casing'),
  };
};

/**
 * Calls back when the colours may have changed: the page's theme or the system's. Returns a function that
 * stops watching.
 */
export const watchTheme = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed);
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributes: true, attributeFilter: ['class', 'style', 'data-theme'] });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    dark.removeEventListener('change', changed);
  };
};
