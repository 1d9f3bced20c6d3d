import { useState, type SyntheticEvent } from 'react';
import type { CredentialsStatus } from '../../../shared/contract/account.ts';
import { oddKeyLength } from '../../../shared/services/key-lengths.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ConnectionTests } from './connection-tests.tsx';
import { Section } from './section.tsx';

/**
 * Form for APP ID, base URL, API key and API secret. The window discards key and secret as soon as they are
 * sent.
 */
export const AccountSection = ({ status }: { readonly status: CredentialsStatus }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const [appId, setAppId] = useState(status.appId);
  const [baseUrl, setBaseUrl] = useState(status.baseUrl);
  const [apiKey, setApiKey] = useState('');
  const [apiSecret, setApiSecret] = useState('');
  const [keepUnprotected, setKeepUnprotected] = useState(status.kept === 'unprotected');
  const [isSaved, setSaved] = useState(false);
  const [isClearing, setClearing] = useState(false);
  const isKept = status.appId !== '' || status.hasApiKey || status.hasApiSecret;
  const isDirty = appId !== status.appId || baseUrl !== status.baseUrl || apiKey !== '' || apiSecret !== '';

  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    const input = {
      appId,
      baseUrl,
      keepUnprotected,
      ...(apiKey.trim() ? { apiKey } : {}),
      ...(apiSecret.trim() ? { apiSecret } : {}),
    };
    if (!(await actions.saveCredentials(input))) return;
    setApiKey('');
    setApiSecret('');
    setSaved(true);
  };
  const clear = async () => {
    setClearing(false);
    await actions.clearCredentials();
    setAppId('');
    setBaseUrl('');
    setSaved(false);
  };
  const hintFor = (typed: string): { readonly hint?: string } => {
    const length = oddKeyLength(typed);
    return length === null ? {} : { hint: t('settings.oddKey', { length }) };
  };
  const failure = baseUrl === status.baseUrl ? status.baseUrlFailure : null;
  const addressError = failure
    ? `${failure.message[language]} ${failure.remedy?.[language] ?? ''}`.trim()
    : null;
  const note = (isSet: boolean) => t(isSet ? 'settings.set' : 'settings.notSet');

  return (
    <Section title={t('settings.account')}>
      <p className="hint">{t('settings.accountText')}</p>
      <form className="credentials" onSubmit={(event) => void save(event)}>
        <TextInput label={t('settings.appId')} value={appId} onChange={setAppId} />
        <TextInput
          label={t('settings.baseUrl')}
          hint={t('settings.baseUrlHint')}
          error={addressError}
          value={baseUrl}
          onChange={setBaseUrl}
        />
        <TextInput
          type="password"
          label={t('settings.apiKey')}
          note={note(status.hasApiKey)}
          placeholder={status.hasApiKey ? t('settings.leaveEmpty') : ''}
          value={apiKey}
          {...hintFor(apiKey)}
          onChange={setApiKey}
        />
        <TextInput
          type="password"
          label={t('settings.apiSecret')}
          note={note(status.hasApiSecret)}
          placeholder={status.hasApiSecret ? t('settings.leaveEmpty') : ''}
          value={apiSecret}
          {...hintFor(apiSecret)}
          onChange={setApiSecret}
        />
        {status.protection === 'unprotected' && (
          <div className="credentials-wide">
            <p className="warning">{t('settings.unprotectedWarning')}</p>
            <Switch isOn={keepUnprotected} onChange={setKeepUnprotected}>
              {t('settings.keepUnprotected')}
            </Switch>
          </div>
        )}
        {status.unreadable && <p className="warning credentials-wide">{t('settings.unreadable')}</p>}
        <p className="hint credentials-wide">{t(`settings.kept.${status.kept}`)}</p>
        <div className="credentials-actions credentials-wide">
          <Button type="submit" look="primary">
            {t('settings.saveAccount')}
          </Button>
          <span role="status" className="tone-ok">
            {isSaved && !isDirty && addressError === null && t('settings.saved')}
          </span>
          {isKept && (
            <Button look="danger" onPress={() => setClearing(true)}>
              {t('settings.clear')}
            </Button>
          )}
        </div>
      </form>
      {isClearing && <ClearQuestion onClose={() => setClearing(false)} onClear={() => void clear()} />}
      <ConnectionTests isReady={status.ready} isDirty={isDirty} />
    </Section>
  );
};

type QuestionProps = { readonly onClose: () => void; readonly onClear: () => void };

const ClearQuestion = ({ onClose, onClear }: QuestionProps) => {
  const { t } = useTexts();
  return (
    <Dialog title={t('settings.clearTitle')} role="alertdialog" onClose={onClose}>
      <p>{t('settings.clearText')}</p>
      <div className="dialog-actions">
        <Button onPress={onClose}>{t('app.cancel')}</Button>
        <Button look="danger" autoFocus onPress={onClear}>
          {t('settings.clear')}
        </Button>
      </div>
    </Dialog>
  );
};
