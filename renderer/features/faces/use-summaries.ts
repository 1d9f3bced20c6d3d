import { useEffect, useState } from 'react';
import type { PhotoSummary } from '../../../shared/contract/face-commands.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';
import { useApp } from '../../state/store.ts';

/** Photos counted per command: small, so that the first charts appear quickly. */
const atOnce = 50;

/** Milliseconds without a change before counting, so that a running batch is not recounted for each photo. */
const quietFor = 250;

/** The counts of all recognized photos, kept up to date. */
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
    // The backend counts with the saved threshold, so a new threshold needs new counts.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [actions, list, threshold]);

  return summaries;
};
