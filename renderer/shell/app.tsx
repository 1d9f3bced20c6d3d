import { useState } from 'react';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { DetailsForSupport, plainDetails } from '../ui/failure-message.tsx';
import { ToolsContext, type Tools } from '../features/tools.ts';
import { mayTakeOver, takeOver } from './browser-host.ts';
import { Shell } from './shell.tsx';
import { useApp } from '../state/store.ts';

/** The window: the workspace, or the reason why it can't be shown. */
export const App = ({ tools }: { readonly tools: Tools | null }) => {
  const { t, language } = useTexts();
  const connection = useApp((state) => state.connection);
  const hasInfo = useApp((state) => state.info !== null);
  const startFailure = useApp((state) => state.startFailure);

  if (!tools || connection === 'refused' || connection === 'lost') {
    if (connection !== 'lost' && mayTakeOver()) return <OtherTab />;
    const reason = connection === 'lost' ? 'lost' : 'refused';
    return <Closed title={t(`connection.${reason}Title`)} text={t(`connection.${reason}Text`)} />;
  }
  if (hasInfo) {
    return (
      <ToolsContext value={tools}>
        <Shell />
      </ToolsContext>
    );
  }
  if (startFailure) {
    return (
      <Closed
        title={startFailure.message[language]}
        text={startFailure.remedy?.[language] ?? ''}
        details={startFailure.details}
      />
    );
  }
  return <p className="starting">{t('app.loading')}</p>;
};

/** Vouch is open in another tab of this browser; the user can continue here. */
const OtherTab = () => {
  const { t } = useTexts();
  const [isRefused, setRefused] = useState(false);
  const go = async () => {
    if (await takeOver()) window.location.reload();
    else setRefused(true);
  };
  if (isRefused) return <Closed title={t('connection.refusedTitle')} text={t('connection.refusedText')} />;
  return (
    <main className="closed">
      <h1>{t('connection.refusedTitle')}</h1>
      <p>{t('connection.takeOverText')}</p>
      <Button look="primary" onPress={() => void go()}>
        {t('connection.takeOver')}
      </Button>
      <p className="muted">{t('connection.refusedText')}</p>
    </main>
  );
};

type ClosedProps = {
  readonly title: string;
  readonly text: string;
  /** For support. */
  readonly details?: string | undefined;
};

const Closed = ({ title, text, details }: ClosedProps) => {
  const { t } = useTexts();
  return (
    <main className="closed">
      <h1>{title}</h1>
      <p>{text}</p>
      <Button onPress={() => window.location.reload()}>{t('connection.retry')}</Button>
      <DetailsForSupport message={title} lines={plainDetails(details)} />
    </main>
  );
};
