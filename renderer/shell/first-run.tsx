import type { ReactNode } from 'react';
import { firstRunTexts } from '../../shared/texts/first-run.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';
import {
  ConnectionOutcomes,
  TestButton,
  useConnectionTests,
} from '../features/settings/connection-tests.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useTools } from '../features/tools.ts';
import { runAction } from '../state/registry.ts';
import { useApp } from '../state/store.ts';

type StepProps = {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
};

const Step = ({ number, title, isDone, children }: StepProps) => {
  const { language } = useTexts();
  return (
    <li className={`first-run-step ${isDone ? 'done' : ''}`}>
      <span className="first-run-number" aria-hidden="true">
        {isDone ? <Icon name="check" /> : number}
      </span>
      <div className="first-run-body">
        <h3>
          {title}
          {isDone && <span className="hidden-text"> ({firstRunTexts.done[language]})</span>}
        </h3>
        {children}
      </div>
    </li>
  );
};

/** How to start, in three steps. It is never shown again after the user starts or dismisses it. */
export const FirstRun = () => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const hasAccount = useApp((state) => state.info?.account.ready ?? false);
  const tests = useConnectionTests();
  const isTested = !tests.isRunning && tests.outcomes.some(({ outcome }) => outcome === 'ok');
  const end = () => void actions.changeSettings({ welcomed: true });
  return (
    <section className="first-run" aria-labelledby="first-run-title">
      <div className="first-run-head">
        <h2 id="first-run-title">{firstRunTexts.title[language]}</h2>
        <Button look="quiet" onPress={end}>
          {firstRunTexts.skip[language]}
        </Button>
      </div>
      <ol className="first-run-steps">
        <Step number={1} title={firstRunTexts.samples[language]} isDone={false}>
          <p className="muted">{t('start.samplesText')}</p>
          <Button icon="samples" onPress={() => void runAction('samples')}>
            {t('start.samples')}
          </Button>
        </Step>
        <Step number={2} title={firstRunTexts.account[language]} isDone={hasAccount}>
          <p className="muted">{hasAccount ? firstRunTexts.accountDone[language] : t('start.accountText')}</p>
          <Button icon="settings" onPress={() => void runAction('settings')}>
            {hasAccount ? firstRunTexts.change[language] : t('start.account')}
          </Button>
        </Step>
        <Step number={3} title={firstRunTexts.test[language]} isDone={isTested}>
          <p className="muted">{firstRunTexts.testText[language]}</p>
          <TestButton tests={tests} isReady={hasAccount} isDirty={false} />
          <ConnectionOutcomes tests={tests} />
        </Step>
      </ol>
      {isTested && (
        <div className="first-run-end" role="status">
          <p className="tone-ok">{firstRunTexts.ready[language]}</p>
          <Button look="primary" onPress={end}>
            {firstRunTexts.begin[language]}
          </Button>
        </div>
      )}
    </section>
  );
};
