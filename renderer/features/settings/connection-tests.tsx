import { useState } from 'react';
import type { ConnectionTest } from '../../../shared/contract/account.ts';
import { serviceIds, type ServiceId } from '../../../shared/services/service.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';

type PartState = ConnectionTest['parts'][number]['state'];

const icons: Readonly<Record<PartState, IconName>> = { ok: 'check', failure: 'error', unknown: 'minus' };
const tones: Readonly<Record<PartState, string>> = {
  ok: 'tone-ok',
  failure: 'tone-error',
  unknown: 'tone-info',
};

type Props = {
  readonly isReady: boolean;
  readonly isDirty: boolean;
  /** Called at the end with whether a service accepted the account. */
  readonly onAnswered?: (isOk: boolean) => void;
};

/** Sends each service a call without a picture and shows the result for each part. */
export const ConnectionTests = ({ isReady, isDirty, onAnswered }: Props) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const [running, setRunning] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly ConnectionTest[]>([]);
  const run = async () => {
    setRunning(true);
    setOutcomes([]);
    let isOk = false;
    for (const service of serviceIds) {
      const outcome = await actions.testConnection(service);
      isOk ||= outcome?.outcome === 'ok';
      if (outcome) setOutcomes((known) => [...known, outcome]);
    }
    setRunning(false);
    onAnswered?.(isOk);
  };

  return (
    <div className="connection-tests">
      <div className="credentials-actions">
        <Button isDisabled={!isReady || isDirty} isPending={running} onPress={() => void run()}>
          {t(running ? 'settings.testing' : 'settings.test')}
        </Button>
        {isDirty && <span className="hint">{t('settings.testUnsaved')}</span>}
      </div>
      <div role="status">
        {outcomes.map((outcome) => (
          <Outcome key={outcome.service} outcome={outcome} />
        ))}
      </div>
    </div>
  );
};

const Outcome = ({ outcome }: { readonly outcome: ConnectionTest }) => {
  const { t, language } = useTexts();
  const service: ServiceId = outcome.service;
  const isOk = outcome.outcome === 'ok';
  return (
    <div className="connection-test">
      <p>
        <strong>{t(`settings.services.${service}`)}</strong>{' '}
        <span className={isOk ? 'tone-ok' : 'tone-error'}>
          {t(isOk ? 'settings.testOk' : 'settings.testFailure')}
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
      <p>{outcome.message[language]}</p>
      {outcome.remedy && <p className="muted">{outcome.remedy[language]}</p>}
    </div>
  );
};
