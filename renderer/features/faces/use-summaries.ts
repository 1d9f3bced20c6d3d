import { useEffect, useState } from 'react';
import type { PhotoSummary } from '../../../shared/face/commands.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';

/** Photos counted by one command: the first charts stand after a moment, however many photos there are. */
const atOnce = 50;

/** Changes are waited for so long, in milliseconds, that a batch under way is not counted for each of its photos. */
const quietFor = 250;

/** The counts of all photos that were recognized, kept up to date. */
export const useSummaries = (): ReadonlyMap<PageId, PhotoSummary> => {
  const { actions } = useTools();
  const list = useApp((state) => state.lists['face-detect']);
  const threshold = useApp((state) => state.info?.settings.faceThreshold);
  const [summaries, setSummaries] = useState<ReadonlyMap<PageId, PhotoSummary>>(new Map());

  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const count = async () => {
      const ids = list.order.filter((id) => list.byId.get(id)?.state === 'recognized');
      const counted = new Map<PageId, PhotoSummary>();
      for (let from = 0; from < ids.length && !signal.aborted; from += atOnce) {
        const some = await actions.summarizePhotos(ids.slice(from, from + atOnce));
        for (const summary of some ?? []) counted.set(summary.id, summary);
        if (!signal.aborted) setSummaries((before) => new Map([...before, ...counted]));
      }
      if (!signal.aborted) setSummaries(counted);
    };
    const timer = setTimeout(() => void count(), quietFor);
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
    // The backend counts by the threshold that is kept: another one is another count.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [actions, list, threshold]);

  return summaries;
};
