import { useEffect, useRef, useState } from 'react';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';

/** The URL of a page's thumbnail; null while it loads and if there is none. */
export const useThumbnail = ({ id, pictureKey }: PageSummary): string | null => {
  const { thumbnails } = useTools();
  const lastKey = useRef<string | null>(null);
  const [shown, setShown] = useState({ id, url: thumbnails.peek(id) });

  useEffect(() => {
    if (pictureKey === null) return undefined;
    // The page was turned or masked since: the cached thumbnail is outdated.
    if (lastKey.current !== null && lastKey.current !== pictureKey) thumbnails.forget(id);
    lastKey.current = pictureKey;
    let isWanted = true;
    const show = async () => {
      const url = await thumbnails.get(id);
      if (isWanted) setShown({ id, url });
    };
    void show();
    return () => {
      isWanted = false;
    };
  }, [id, pictureKey, thumbnails]);

  return shown.id === id ? shown.url : null;
};

/** A page's thumbnail. Decorative: the row's text describes the page. */
export const Thumbnail = ({ page }: { readonly page: PageSummary }) => {
  const url = useThumbnail(page);
  return <span className="thumbnail">{url && <img src={url} alt="" draggable={false} />}</span>;
};
