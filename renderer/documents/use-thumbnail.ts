import { useEffect, useState } from 'react';
import type { PageSummary } from '../../shared/records.ts';
import { useTools } from '../app/context.ts';

/** The address of a page's small picture; null while it comes, and where there is none. */
export const useThumbnail = ({ id, hasPicture }: PageSummary): string | null => {
  const { thumbnails } = useTools();
  const [shown, setShown] = useState({ id, url: thumbnails.peek(id) });

  useEffect(() => {
    if (!hasPicture) return undefined;
    let isWanted = true;
    const show = async () => {
      const url = await thumbnails.get(id);
      if (isWanted) setShown({ id, url });
    };
    void show();
    return () => {
      isWanted = false;
    };
  }, [id, hasPicture, thumbnails]);

  return shown.id === id ? shown.url : null;
};
