import { create } from 'zustand';
import { attributeNames, type AttributeName } from '../../shared/face/attributes.ts';
import type { ReadStore } from './read-store.ts';

/** A documented number of an attribute, or the rest. */
export type AttributeFilter = number | 'other' | 'not-asked';

export type FaceFilter = {
  readonly attributes: Readonly<Partial<Record<AttributeName, AttributeFilter>>>;
  /** Faces whose smaller side has fewer pixels are left out. */
  readonly atLeast: number;
  /** `marked`: too small, without a box, corrected, by hand or excluded. */
  readonly only: 'all' | 'marked' | 'excluded';
};
export const everyFace: FaceFilter = { attributes: {}, atLeast: 0, only: 'all' };

export const sortKeys = ['index', 'score', 'size', ...attributeNames] as const;
export type SortKey = (typeof sortKeys)[number];
export type FaceSort = { readonly by: SortKey; readonly isDescending: boolean };

/** How the faces are looked at. It stands apart from what is kept: nothing here outlives the window. */
export type FaceView = {
  /** While the slider moves; null where the setting holds. */
  readonly sliding: number | null;
  readonly sort: FaceSort;
  readonly filter: FaceFilter;
  /** Faces selected together, by their ordinals; the one that the keyboard is on stands in the review store. */
  readonly picked: ReadonlySet<number>;
  /** The next drag on the picture draws the box of a missed face. */
  readonly isDrawing: boolean;
  /** All photos side by side instead of one. */
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

export const useFaceView: ReadStore<FaceView> = store;

/** What belongs to one photo is forgotten with it. */
export const forgetPicked = (): void => write({ picked: nothingPicked, isDrawing: false, sliding: null });

export const pickFaces = (picked: ReadonlySet<number>): void => write({ picked });

export const showPhotos = (view: 'one' | 'all'): void => write({ isBatch: view === 'all' });

export const drawFaces = (isDrawing: boolean): void => write({ isDrawing });

export const filterFaces = (change: Partial<FaceFilter>): void =>
  write((view) => ({ filter: { ...view.filter, ...change } }));

export const showEveryFace = (): void => write({ filter: everyFace });

/** A first press sorts by the column, the next one reverses the order. */
export const sortFaces = (by: SortKey): void =>
  write(({ sort }) => ({
    sort: { by, isDescending: sort.by === by ? !sort.isDescending : by === 'score' || by === 'size' },
  }));

/** While the slider moves its own value holds: else the faces would flicker between the two. */
export const slideThreshold = (sliding: number): void => write({ sliding });

/** The setting has the slider's value now; a later move of the slider stays. */
export const endSlide = (kept: number): void =>
  write((view) => (view.sliding === kept ? { sliding: null } : view));
