import { useState } from 'react';
import { callOffice } from '../../state/claims.ts';
import { useTools } from '../tools.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { instantText } from '../../ui/i18n/instant-text.ts';
import { OfficeForm, Password } from './office-form.tsx';
import { OwnTokens } from './tokens-section.tsx';
import { programName } from './program-name.ts';

/** The user's own sign-in: password and open sessions. */
export const AccountDialog = () => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <Dialog title={t('office.ownSignIn')} onClose={actions.closeDialog}>
      <OwnPassword />
      <Sessions />
      <OwnTokens />
    </Dialog>
  );
};

const OwnPassword = () => {
  const { t } = useTexts();
  const [now, setNow] = useState('');
  const [next, setNext] = useState('');
  const [isChanged, setChanged] = useState(false);
  return (
    <section className="settings-section" aria-label={t('office.change')}>
      <h3>{t('office.change')}</h3>
      <OfficeForm
        submit={t('office.change')}
        onSubmit={() => {
          setChanged(false);
          return callOffice('changePassword', { now, next });
        }}
        onDone={() => {
          setNow('');
          setNext('');
          setChanged(true);
        }}
      >
        <Password label={t('office.passwordNow')} value={now} onChange={setNow} />
        <Password isNew label={t('office.passwordNext')} value={next} onChange={setNext} />
      </OfficeForm>
      <p role="status" className="tone-ok">
        {isChanged && t('office.changed')}
      </p>
    </section>
  );
};

const Sessions = () => {
  const { t, language } = useTexts();
  const { value: result, reload } = useLoaded('sessions', () => callOffice('sessions', {}));
  const sessions = result?.ok ? result.value.sessions : [];
  const end = async (id: string): Promise<void> => {
    await callOffice('endSession', { id });
    reload();
  };
  return (
    <section className="settings-section" aria-label={t('office.sessions')}>
      <h3>{t('office.sessions')}</h3>
      <ul className="office-list">
        {sessions.map(({ id, isOwn, program, openedAt, seenAt, address }) => (
          <li key={id}>
            <span>
              <span title={program}>{programName(program) || '—'}</span>{' '}
              {isOwn && <strong>({t('office.thisSession')})</strong>}
              <br />
              <span className="hint">
                {t('office.sessionLine', {
                  since: instantText(openedAt, language),
                  last: instantText(seenAt, language),
                  address,
                })}
              </span>
            </span>
            {!isOwn && (
              <Button small onPress={() => void end(id)}>
                {t('office.endSession')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
