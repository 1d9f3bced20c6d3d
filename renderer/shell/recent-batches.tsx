import { useEffect, useState } from 'react';
import type { RecentBatch } from '../../shared/contract/history.ts';
import { formatBatch } from '../../shared/texts/format.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { useTools } from '../features/tools.ts';

/** Recently recognized batches, shown while the workspace is empty. */
export const RecentBatches = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const [batches, setBatches] = useState<readonly RecentBatch[]>([]);
  useEffect(() => {
    void actions.recentBatches().then(setBatches);
  }, [actions]);
  if (batches.length === 0) return null;
  return (
    <section className="recent-batches" aria-labelledby="recent-title">
      <h3 id="recent-title">{t('start.recent')}</h3>
      <ul>
        {batches.map((batch) => (
          <li key={batch.page}>
            <Button look="quiet" icon="clock" onPress={() => void actions.openPage(batch.page)}>
              {formatBatch(batch, language)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};
