import { useEffect, useState } from 'react';
import type { Progress } from '../../../shared/contract/commands.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';
import type { LoadedPicture } from '../../canvas/load-picture.ts';

type ShownPicture = {
  /** Null while it loads. */
  readonly loaded: LoadedPicture | null;
  /** Tries again after a failure to load. */
  readonly loadAgain: () => void;
};

const isAtWork = (progress: Progress | null): boolean =>
  progress !== null && progress.finished < progress.total;

/**
 * The decoded sent picture of a page. Pictures of neighbours in the list are loaded ahead. While pages are in
 * progress, the picture of an unread page may still arrive. A digital invoice is drawn on request.
 */
export const usePicture = ({ id, service, state, hasPicture }: PageSummary): ShownPicture => {
  const { pictures } = useTools();
  const isAwaited = useApp(({ progress }) => isAtWork(progress[service]));
  const stage = hasPicture || state === 'recognized' ? 'drawn' : isAwaited ? 'awaited' : 'missing';
  const [attempt, setAttempt] = useState(0);
  const [shown, setShown] = useState<{ id: number; attempt: number; loaded: LoadedPicture } | null>(null);

  useEffect(() => {
    if (stage === 'awaited') return undefined;
    let isWanted = true;
    const show = async () => {
      const loaded = await pictures.get(id);
      if (!isWanted) return;
      setShown({ id, attempt, loaded });
      const next = neighbourOf(service, id);
      pictures.keepNear(next === null ? [id] : [id, next]);
      if (next !== null) await pictures.get(next);
    };
    void show();
    return () => {
      isWanted = false;
    };
  }, [id, service, pictures, attempt, stage]);

  return {
    loaded: shown?.id === id && shown.attempt === attempt ? shown.loaded : null,
    loadAgain: () => setAttempt(attempt + 1),
  };
};

/** The page that the user will probably open next. */
const neighbourOf = (service: PageSummary['service'], id: number): number | null => {
  const { order, byId } = useApp.getState().lists[service];
  const next = order[order.indexOf(id) + 1];
  return next !== undefined && byId.get(next)?.hasPicture ? next : null;
};
