import { createContext, useContext } from 'react';
import type { Transform } from '../../../shared/geometry.ts';

/** The current map from the picture's pixels to CSS pixels of its stage; null before there is a stage. */
type PictureView = () => Transform | null;

export const PictureViewContext = createContext<PictureView>(() => null);

/** For layers over a picture: its position under the layer. */
export const usePictureView = (): PictureView => useContext(PictureViewContext);
