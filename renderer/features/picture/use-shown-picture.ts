import { createContext, useContext, useEffect, useState } from 'react';
import type { Transform } from '../../../shared/geometry.ts';
import type { PageId, Sent } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';

/** The current map from the picture's pixels to CSS pixels of its stage; null before there is a stage. */
type PictureView = () => Transform | null;

export const PictureViewContext = createContext<PictureView>(() => null);

/** For layers over a picture: its position under the layer. */
export const usePictureView = (): PictureView => useContext(PictureViewContext);

/**
 * A picture that may have more detail than the sent one: `scale` of its pixels per pixel of the sent picture.
 */
export type SizedPicture = { readonly bitmap: ImageBitmap; readonly scale: number };

type WantedPicture = { readonly id: PageId; readonly sent: Sent | null };

/** The decoded pictures of several pages, by page; without those that still load or can't be shown. */
export const useShownPictures = (wanted: readonly WantedPicture[]): ReadonlyMap<PageId, SizedPicture> => {
  const { pictures } = useTools();
  const [shown, setShown] = useState<ReadonlyMap<PageId, SizedPicture>>(new Map());
  // Without a sent picture, nothing has been drawn yet.
  const widths = new Map(wanted.flatMap(({ id, sent }) => (sent ? [[id, sent.width] as const] : [])));
  useEffect(() => {
    let isWanted = true;
    const show = async (id: PageId, width: number) => {
      const loaded = await pictures.get(id);
      if (!isWanted || !loaded.ok) return;
      const picture = { bitmap: loaded.value, scale: loaded.value.width / width };
      setShown((before) => new Map([...before].filter(([other]) => widths.has(other))).set(id, picture));
    };
    for (const [id, width] of widths) void show(id, width);
    return () => {
      isWanted = false;
    };
    // Another list with the same pages shows the same pictures.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [JSON.stringify([...widths]), pictures]);
  return shown;
};

/** The decoded picture of the shown page; null while it loads or if it can't be shown. */
export const useShownPicture = (id: PageId, sent: Sent | null): SizedPicture | null =>
  useShownPictures([{ id, sent }]).get(id) ?? null;
