import { createContext, useContext } from 'react';
import type { Transform } from '../../../shared/geometry.ts';

/** The map from the picture's pixels to CSS pixels of its stage, as it is now; null before there is a stage. */
export type PictureView = () => Transform | null;

export const PictureViewContext = createContext<PictureView>(() => null);

/** For what is laid over a picture: where the picture lies under it. */
export const usePictureView = (): PictureView => useContext(PictureViewContext);
