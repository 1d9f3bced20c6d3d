import type { ServiceId } from '../../shared/services/service.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { useTools } from '../features/tools.ts';
import { FirstRun } from './first-run.tsx';
import { useFocusTarget } from '../state/focus.ts';
import { runAction } from '../state/registry.ts';
import { useApp } from '../state/store.ts';
import { formatBatch } from '../../shared/texts/format.ts';
import { useLoaded } from '../ui/use-loaded.ts';

/** Recently recognized batches, shown while the workspace is empty. */
const RecentBatches = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const { value: batches } = useLoaded('batches', actions.recentBatches);
  if (!batches || batches.length === 0) return null;
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

/** An empty workspace: three ways to start. */
export const Start = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const isFirstRun = useApp((state) => state.info?.settings.welcomed === false);
  const kind = service === 'vat-invoice' ? 'invoice' : 'face';
  return (
    <div className="start" ref={useFocusTarget('start')}>
      <div className="start-drop">
        <h2>{t(`start.${kind}Title`)}</h2>
        <p>{t(`start.${kind}Text`)}</p>
        <p className="muted">{t('drop.hint')}</p>
        <Button look="primary" icon="add" onPress={() => void runAction('add')}>
          {t('start.choose')}
        </Button>
      </div>
      {isFirstRun ? <FirstRun /> : <Ways />}
      <RecentBatches />
    </div>
  );
};

const Ways = () => {
  const { t } = useTexts();
  const hasAccount = useApp((state) => state.info?.account.ready ?? false);
  return (
    <div className="start-ways">
      <section className="start-way">
        <Button icon="samples" onPress={() => void runAction('samples')}>
          {t('start.samples')}
        </Button>
        <p className="muted">{t('start.samplesText')}</p>
      </section>
      {!hasAccount && (
        <section className="start-way">
          <Button icon="settings" onPress={() => void runAction('settings')}>
            {t('start.account')}
          </Button>
          <p className="muted">{t('start.accountText')}</p>
        </section>
      )}
    </div>
  );
};
