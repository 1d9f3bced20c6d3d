import { create } from 'zustand';
import { everyFace, type FaceFilter, type FaceSort } from './face-rows.ts';

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

export const useFaceView = create<FaceView>(() => ({
  sliding: null,
  sort: { by: 'index', isDescending: false },
  filter: everyFace,
  picked: nothingPicked,
  isDrawing: false,
  isBatch: false,
}));

/** What belongs to one photo is forgotten with it. */
export const forgetPicked = (): void =>
  useFaceView.setState({ picked: nothingPicked, isDrawing: false, sliding: null });
