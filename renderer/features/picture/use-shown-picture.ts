import { useEffect, useState } from 'react';
import type { PageId, Sent } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';

/**
 * A picture that may have more detail than the sent one: `scale` of its pixels per pixel of the sent picture.
 */
export type SizedPicture = { readonly bitmap: ImageBitmap; readonly scale: number };

/** The decoded pictures of several pages, by page; without those that still load or can't be shown. */
export const useShownPictures = (
  pages: readonly { readonly id: PageId; readonly width: number | null }[],
): ReadonlyMap<PageId, SizedPicture> => {
  const { pictures } = useTools();
  const [shown, setShown] = useState<ReadonlyMap<PageId, SizedPicture>>(new Map());
  const key = JSON.stringify(pages);
  useEffect(() => {
    let isWanted = true;
    const show = async (id: PageId, width: number) => {
      const loaded = await pictures.get(id);
      if (!isWanted || !loaded.ok || !loaded.value) return;
      const picture = { bitmap: loaded.value, scale: loaded.value.width / width };
      setShown((before) => new Map([...before, [id, picture]]));
    };
    setShown(new Map());
    for (const { id, width } of pages) if (width !== null) void show(id, width);
    return () => {
      isWanted = false;
    };
    // Another list with the same pages shows the same pictures.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, pictures]);
  return shown;
};

/** The decoded picture of the shown page; null while it loads or if it can't be shown. */
export const useShownPicture = (id: PageId, sent: Sent | null): SizedPicture | null => {
  const { pictures } = useTools();
  const [shown, setShown] = useState<{ readonly id: PageId; readonly picture: SizedPicture | null } | null>(
    null,
  );
  const width = sent?.width ?? null;
  useEffect(() => {
    // Nothing has been drawn yet.
    if (width === null) return undefined;
    let isWanted = true;
    const show = async () => {
      const loaded = await pictures.get(id);
      if (!isWanted) return;
      const bitmap = loaded.ok ? loaded.value : null;
      setShown({ id, picture: bitmap && width ? { bitmap, scale: bitmap.width / width } : null });
    };
    void show();
    return () => {
      isWanted = false;
    };
  }, [id, width, pictures]);
  return shown?.id === id ? shown.picture : null;
};
