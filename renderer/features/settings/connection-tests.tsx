import { useState } from 'react';
import type { ConnectionTest } from '../../../shared/contract/account.ts';
import { serviceIds } from '../../../shared/services/service.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';

type PartState = ConnectionTest['parts'][number]['state'];

const icons: Readonly<Record<PartState, IconName>> = { ok: 'check', failure: 'error', unknown: 'minus' };
const tones: Readonly<Record<PartState, string>> = {
  ok: 'tone-ok',
  failure: 'tone-error',
  unknown: 'tone-info',
};

type ConnectionTests = {
  readonly isRunning: boolean;
  readonly outcomes: readonly ConnectionTest[];
  readonly run: () => Promise<void>;
  /** Discards results of another account. */
  readonly clear: () => void;
};

export const useConnectionTests = (): ConnectionTests => {
  const { actions } = useTools();
  const [isRunning, setRunning] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly ConnectionTest[]>([]);
  const run = async () => {
    setRunning(true);
    setOutcomes([]);
    for (const service of serviceIds) {
      const outcome = await actions.ask('account.test', { service });
      if (outcome) setOutcomes((known) => [...known, outcome]);
    }
    setRunning(false);
  };
  return { isRunning, outcomes, run, clear: () => setOutcomes([]) };
};

type ButtonProps = {
  readonly tests: ConnectionTests;
  readonly isReady: boolean;
  readonly isDirty: boolean;
};

/** Sends each service a call without a picture. */
export const TestButton = ({ tests, isReady, isDirty }: ButtonProps) => {
  const { t } = useTexts();
  return (
    <>
      <Button isDisabled={!isReady || isDirty} isPending={tests.isRunning} onPress={() => void tests.run()}>
        {t(tests.isRunning ? 'connection.testing' : 'connection.test')}
      </Button>
      {isDirty && <span className="hint">{t('connection.testUnsaved')}</span>}
    </>
  );
};

/** The result of the tests, by service and part. */
export const ConnectionOutcomes = ({ tests }: { readonly tests: ConnectionTests }) => (
  <div className="connection-tests" role="status">
    {tests.outcomes.map((outcome) => (
      <Outcome key={outcome.service} outcome={outcome} />
    ))}
  </div>
);

const Outcome = ({ outcome }: { readonly outcome: ConnectionTest }) => {
  const { t } = useTexts();
  const isOk = outcome.outcome === 'ok';
  return (
    <div className="connection-test">
      <p>
        <strong>{t(`settings.services.${outcome.service}`)}</strong>{' '}
        <span className={isOk ? 'tone-ok' : 'tone-error'}>
          {t(isOk ? 'connection.testOk' : 'connection.testFailure')}
        </span>
      </p>
      <ul className="connection-parts">
        {outcome.parts.map(({ part, state }) => (
          <li key={part} className={tones[state]}>
            <Icon name={icons[state]} />
            {t(`settings.parts.${part}`)}
            <span className="hidden-text">: {t(`settings.partStates.${state}`)}</span>
          </li>
        ))}
      </ul>
      <FailureMessage failure={outcome} />
    </div>
  );
};
