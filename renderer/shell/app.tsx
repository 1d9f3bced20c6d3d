import { I18nProvider } from 'react-aria-components';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { ToolsContext, type Tools } from '../features/tools.ts';
import { Shell } from './shell.tsx';
import { useApp } from '../state/store.ts';
import { useAppearance } from './use-appearance.ts';

/** The window: the workspace, or why it can't be shown. */
export const App = ({ tools }: { readonly tools: Tools | null }) => {
  const { language } = useTexts();
  useAppearance();
  return (
    <I18nProvider locale={language === 'zh' ? 'zh-CN' : 'en-GB'}>
      <Content tools={tools} />
    </I18nProvider>
  );
};

const Content = ({ tools }: { readonly tools: Tools | null }) => {
  const { t, language } = useTexts();
  const connection = useApp((state) => state.connection);
  const hasInfo = useApp((state) => state.info !== null);
  const startProblem = useApp((state) => state.startProblem);

  if (!tools || connection === 'refused' || connection === 'lost') {
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
  if (startProblem) {
    return <Closed title={startProblem.message[language]} text={startProblem.remedy?.[language] ?? ''} />;
  }
  return <p className="starting">{t('app.loading')}</p>;
};

const Closed = ({ title, text }: { readonly title: string; readonly text: string }) => {
  const { t } = useTexts();
  return (
    <main className="closed">
      <h1>{title}</h1>
      <p>{text}</p>
      <Button onPress={() => window.location.reload()}>{t('connection.retry')}</Button>
    </main>
  );
};
