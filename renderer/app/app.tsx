import { I18nProvider } from 'react-aria-components';
import { useTexts } from '../i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { ToolsContext, type Tools } from './context.ts';
import { Shell } from './shell.tsx';
import { useApp } from './store.ts';
import { useAppearance } from './use-appearance.ts';

/** The window: the work, or why there is none to be seen. */
export const App = ({ tools }: { readonly tools: Tools | null }) => {
  const { t, language } = useTexts();
  const connection = useApp((state) => state.connection);
  const hasInfo = useApp((state) => state.info !== null);
  useAppearance();

  const content = () => {
    if (!tools || connection === 'refused') return <Closed reason="refused" />;
    if (connection === 'lost') return <Closed reason="lost" />;
    if (!hasInfo) return <p className="starting">{t('app.loading')}</p>;
    return (
      <ToolsContext value={tools}>
        <Shell />
      </ToolsContext>
    );
  };
  return <I18nProvider locale={language === 'zh' ? 'zh-CN' : 'en-GB'}>{content()}</I18nProvider>;
};

const Closed = ({ reason }: { readonly reason: 'refused' | 'lost' }) => {
  const { t } = useTexts();
  return (
    <main className="closed">
      <h1>{t(`connection.${reason}Title`)}</h1>
      <p>{t(`connection.${reason}Text`)}</p>
      <Button onPress={() => window.location.reload()}>{t('connection.retry')}</Button>
    </main>
  );
};
