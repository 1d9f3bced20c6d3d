import { useState } from 'react';
import type { Treatment } from '../../../shared/contract/preparation.ts';
import type { PageSummary } from '../../../shared/contract/page.ts';
import { useTools } from '../tools.ts';

/** Rotates, crops and masks a page, and drops its earlier pictures from the caches. */
export const useTreat = ({ id, service }: PageSummary) => {
  const { actions, pictures, thumbnails } = useTools();
  const [underWay, setUnderWay] = useState(0);
  const treat = async (treatment: Treatment): Promise<void> => {
    setUnderWay((count) => count + 1);
    try {
      if (await actions.treat(service, id, treatment)) {
        pictures.forget(id);
        thumbnails.forget(id);
      }
    } finally {
      setUnderWay((count) => count - 1);
    }
  };
  return { treat, isWorking: underWay > 0 };
};
