import { useRef, useState } from 'react';
import type { Treatment } from '../../../shared/contract/preparation.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';

/**
 * Rotates, crops and masks a page, and drops its earlier pictures from the caches. Of treatments that are asked for while
 * another one is under way, only the last follows it.
 * @param shown the treatment of the picture that the user sees
 */
export const useTreat = ({ id, service }: PageSummary, shown: Treatment) => {
  const { actions, pictures, thumbnails } = useTools();
  const [isWorking, setIsWorking] = useState(false);
  const next = useRef<Treatment | null>(null);
  const isUnderWay = useRef(false);
  const treat = async (wanted: Treatment): Promise<void> => {
    next.current = wanted;
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsWorking(true);
    try {
      let was = shown;
      while (next.current) {
        const treatment: Treatment = next.current;
        next.current = null;
        if (!(await actions.treat(service, id, treatment, was))) continue;
        was = treatment;
        pictures.forget(id);
        thumbnails.forget(id);
      }
    } finally {
      isUnderWay.current = false;
      setIsWorking(false);
    }
  };
  return { treat, isWorking };
};
