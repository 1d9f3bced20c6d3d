import { create } from 'zustand';
import { attributeNames, type AttributeName } from '../../shared/face/attributes.ts';
import type { ReadableState } from './read-store.ts';

/** A documented number of an attribute, or one of the other cases. */
export type AttributeFilter = number | 'other' | 'not-asked';

export type FaceFilter = {
  readonly attributes: Readonly<Partial<Record<AttributeName, AttributeFilter>>>;
  /** Faces whose smaller side has fewer pixels are hidden. */
  readonly atLeast: number;
  /** `marked`: too small, without a box, corrected, added by hand, or excluded. */
  readonly only: 'all' | 'marked' | 'excluded';
};
export const everyFace: FaceFilter = { attributes: {}, atLeast: 0, only: 'all' };

export const sortKeys = ['index', 'score', 'size', ...attributeNames] as const;
export type SortKey = (typeof sortKeys)[number];
export type FaceSort = { readonly by: SortKey; readonly isDescending: boolean };

/** View state of the faces. It is separate from saved data and ends with the window. */
type FaceView = {
  /** Threshold while the slider moves; null if the setting applies. */
  readonly sliding: number | null;
  readonly sort: FaceSort;
  readonly filter: FaceFilter;
  /** Ordinals of the faces selected together. The focused face is in the review store. */
  readonly picked: ReadonlySet<number>;
  /** Whether the next drag on the picture draws the box of a missed face. */
  readonly isDrawing: boolean;
  /** Whether all photos are shown instead of one. */
  readonly isBatch: boolean;
};

const nothingPicked: ReadonlySet<number> = new Set();

const store = create<FaceView>(() => ({
  sliding: null,
  sort: { by: 'index', isDescending: false },
  filter: everyFace,
  picked: nothingPicked,
  isDrawing: false,
  isBatch: false,
}));

const write = store.setState;

export const useFaceView: ReadableState<FaceView> = store;

/** Clears the state that belongs to one photo. */
export const forgetPicked = (): void => write({ picked: nothingPicked, isDrawing: false, sliding: null });

export const pickFaces = (picked: ReadonlySet<number>): void => write({ picked });

export const showPhotos = (view: 'one' | 'all'): void => write({ isBatch: view === 'all' });

export const drawFaces = (isDrawing: boolean): void => write({ isDrawing });

export const filterFaces = (change: Partial<FaceFilter>): void =>
  write((view) => ({ filter: { ...view.filter, ...change } }));

export const showEveryFace = (): void => write({ filter: everyFace });

/** Sorts by a column; a second call reverses the order. */
export const sortFaces = (by: SortKey): void =>
  write(({ sort }) => ({
    sort: { by, isDescending: sort.by === by ? !sort.isDescending : by === 'score' || by === 'size' },
  }));

/**
 * While the slider moves, its value applies. Otherwise the faces would flicker between slider and setting.
 */
export const slideThreshold = (sliding: number): void => write({ sliding });

/** The setting now has the slider's value. If the slider moved again since, its value stays. */
export const endSlide = (kept: number): void =>
  write((view) => (view.sliding === kept ? { sliding: null } : view));
