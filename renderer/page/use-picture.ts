import { useEffect, useState } from 'react';
import type { PageSummary } from '../../shared/records.ts';
import { useTools } from '../app/context.ts';
import { useApp } from '../app/store.ts';
import type { LoadedPicture } from '../canvas/load-picture.ts';

/** The sent picture of a page, decoded; null while it comes. Its neighbours in the list are made ready meanwhile. */
export const usePicture = ({ id, service }: PageSummary): LoadedPicture | null => {
  const { pictures } = useTools();
  const [shown, setShown] = useState<{ id: number; loaded: LoadedPicture } | null>(null);

  useEffect(() => {
    let isWanted = true;
    const show = async () => {
      const loaded = await pictures.get(id);
      if (!isWanted) return;
      setShown({ id, loaded });
      const next = neighbourOf(service, id);
      pictures.keepNear(next === null ? [id] : [id, next]);
      if (next !== null) await pictures.get(next);
    };
    void show();
    return () => {
      isWanted = false;
    };
  }, [id, service, pictures]);

  return shown?.id === id ? shown.loaded : null;
};

/** The page that is likely to be opened next. */
const neighbourOf = (service: PageSummary['service'], id: number): number | null => {
  const { order, byId } = useApp.getState().lists[service];
  const next = order[order.indexOf(id) + 1];
  return next !== undefined && byId.get(next)?.hasPicture ? next : null;
};
