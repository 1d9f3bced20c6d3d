import { useState, type SyntheticEvent } from 'react';
import type { AddressCheck, AccountStatus } from '../../../shared/contract/account.ts';
import { oddKeyLength } from '../../../shared/services/key-lengths.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ConnectionOutcomes, TestButton, useConnectionTests } from './connection-tests.tsx';
import { Section } from './section.tsx';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';

/** The address at the last check, and why it can't be called. */
type Checked = { readonly written: string; readonly failure: AddressCheck['failure'] };

/**
 * Form for APP ID, base URL, API key and API secret. The window discards key and secret as soon as they are
 * sent.
 */
export const AccountSection = ({ status }: { readonly status: AccountStatus }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const [appId, setAppId] = useState(status.appId);
  const [baseUrl, setBaseUrl] = useState(status.baseUrl);
  const [apiKey, setApiKey] = useState('');
  const [apiSecret, setApiSecret] = useState('');
  const [keepUnprotected, setKeepUnprotected] = useState(status.kept === 'unprotected');
  const [isSaved, setSaved] = useState(false);
  const [isClearing, setClearing] = useState(false);
  const [checked, setChecked] = useState<Checked | null>(null);
  const tests = useConnectionTests();
  const isKept = status.appId !== '' || status.hasApiKey || status.hasApiSecret;
  const isDirty = appId !== status.appId || baseUrl !== status.baseUrl || apiKey !== '' || apiSecret !== '';

  /** The address that would be called; null if it can't be called, and the field shows the reason. */
  const checkAddress = async (): Promise<string | null> => {
    const written = baseUrl.trim();
    if (written === '') return '';
    const result = await actions.ask('account.address', { baseUrl: written });
    if (!result || result.failure) {
      setChecked({ written: baseUrl, failure: result?.failure ?? null });
      return null;
    }
    // The console may show the address without the scheme, or with the path of one service.
    setBaseUrl((now) => (now === baseUrl ? (result.text ?? written) : now));
    return result.text ?? written;
  };
  const checkNew = (): void => {
    if (baseUrl !== status.baseUrl) void checkAddress();
  };
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    const address = baseUrl === status.baseUrl ? baseUrl : await checkAddress();
    if (address === null) return;
    const input = {
      appId,
      baseUrl: address,
      keepUnprotected,
      ...(apiKey.trim() ? { apiKey } : {}),
      ...(apiSecret.trim() ? { apiSecret } : {}),
    };
    if (!(await actions.saveAccount(input))) return;
    setApiKey('');
    setApiSecret('');
    setSaved(true);
    tests.clear();
  };
  const clear = async () => {
    setClearing(false);
    await actions.clearAccount();
    setAppId('');
    setBaseUrl('');
    setSaved(false);
  };
  const hintFor = (typed: string): { readonly hint?: string } => {
    const length = oddKeyLength(typed);
    return length === null ? {} : { hint: t('settings.keyLength', { length }) };
  };
  const saved = baseUrl === status.baseUrl ? status.baseUrlFailure : null;
  const failure = checked?.written === baseUrl ? checked.failure : saved;
  const addressError = failure
    ? commandFailureLine({ message: failure.message, remedy: failure.remedy ?? null }, language)
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
          ends={{ keep: checkNew, leave: checkNew }}
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
        {status.locked && <p className="warning credentials-wide">{t('settings.locked')}</p>}
        {status.unreadable && <p className="warning credentials-wide">{t('settings.unreadable')}</p>}
        <p className="hint credentials-wide">{t(`settings.kept.${status.kept}`)}</p>
        <div className="credentials-actions credentials-wide">
          <Button type="submit" look="primary">
            {t('settings.saveAccount')}
          </Button>
          <TestButton tests={tests} isReady={status.ready} isDirty={isDirty} />
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
      {!isDirty && <ConnectionOutcomes tests={tests} />}
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
