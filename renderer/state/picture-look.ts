import { create } from 'zustand';
import { z } from 'zod';
import { onKeptView, readLocal, storeLocal } from './local-storage.ts';
import type { ReadableState } from './read-store.ts';

/** How pictures are shown. The pictures themselves, and what is sent, never change. */
export type PictureLook = {
  /** In percent. */
  readonly brightness: number;
  readonly contrast: number;
  readonly isInverted: boolean;
};

/** The bounds of brightness and contrast in percent. */
export const lookBounds = { brightness: [50, 200], contrast: [50, 400] } as const;

export const plainLook: PictureLook = { brightness: 100, contrast: 100, isInverted: false };

const percent = ([least, most]: readonly [number, number]) => z.number().min(least).max(most);
const lookSchema = z.object({
  brightness: percent(lookBounds.brightness),
  contrast: percent(lookBounds.contrast),
  isInverted: z.boolean(),
});

const key = 'picture-look';

const kept = (): PictureLook => {
  try {
    return lookSchema.parse(JSON.parse(readLocal(key) ?? ''));
  } catch {
    return plainLook;
  }
};

const store = create<PictureLook>(kept);
onKeptView(() => store.setState(kept()));

export const usePictureLook: ReadableState<PictureLook> = store;

export const changePictureLook = (change: Partial<PictureLook>): void => {
  store.setState(change);
  storeLocal(key, JSON.stringify(store.getState()));
};

export const isPlain = ({ brightness, contrast, isInverted }: PictureLook): boolean =>
  brightness === 100 && contrast === 100 && !isInverted;

/** The filter of the style; null for a picture as it is. An inverted picture keeps its hues, and so do the regions. */
export const filterOf = (look: PictureLook): string | null =>
  isPlain(look)
    ? null
    : [
        `brightness(${look.brightness}%)`,
        `contrast(${look.contrast}%)`,
        ...(look.isInverted ? ['invert(1) hue-rotate(180deg)'] : []),
      ].join(' ');
