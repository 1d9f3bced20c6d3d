import { useEffect, useState, type SyntheticEvent } from 'react';
import type { MailboxStatus } from '../../../shared/contract/mailbox.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { mailboxWords } from '../../../shared/texts/mailbox-settings.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/choices.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { NumberInput, TextInput } from '../../ui/text-input.tsx';
import { useTyped } from '../../state/typed.ts';
import { useTools } from '../tools.ts';
import { Section, SettingsRow } from './section.tsx';

const useWords = () => mailboxWords[useTexts().language];

const listOf = (text: string): string[] =>
  text
    .split(/[,，;；\s]+/u)
    .map((one) => one.trim())
    .filter((one) => one !== '');
/** Names of folders may have blanks. */
const foldersOf = (text: string): string[] =>
  text
    .split(/[,，]/u)
    .map((one) => one.trim())
    .filter((one) => one !== '');

type StatusProps = {
  readonly status: MailboxStatus;
  readonly onStatus: (status: MailboxStatus) => void;
};

/** Where the mailbox is. The window discards the password as soon as it is sent. */
const Login = ({ status, onStatus }: StatusProps) => {
  const words = useWords();
  const { actions } = useTools();
  const [host, setHost] = useState(status.host);
  const [port, setPort] = useState(status.port);
  const [user, setUser] = useState(status.user);
  const [password, setPassword] = useState('');
  const [keepUnprotected, setKeepUnprotected] = useState(status.kept === 'unprotected');
  const [isSaved, setSaved] = useState(false);
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    const given = { host: host.trim(), port, user: user.trim(), keepUnprotected };
    const saved = await actions.ask('mailbox.save', { ...given, ...(password === '' ? {} : { password }) });
    if (!saved) return;
    setPassword('');
    setSaved(true);
    onStatus(saved);
  };
  const clear = async () => {
    const cleared = await actions.ask('mailbox.clear', {});
    if (!cleared) return;
    setHost('');
    setUser('');
    setSaved(false);
    onStatus(cleared);
  };
  return (
    <form className="credentials" onSubmit={(event) => void save(event)}>
      <TextInput label={words.host} hint={words.hostHint} value={host} onChange={setHost} />
      <TextInput label={words.user} value={user} onChange={setUser} />
      <TextInput
        type="password"
        label={words.password}
        {...(status.hasPassword ? { note: words.isSet, placeholder: words.leaveEmpty } : {})}
        value={password}
        onChange={setPassword}
      />
      <SettingsRow label={words.port}>
        <NumberInput
          label={words.port}
          value={port}
          least={1}
          most={65_535}
          format={{ useGrouping: false }}
          onChange={setPort}
        />
      </SettingsRow>
      {status.protection === 'unprotected' && (
        <div className="credentials-wide">
          <p className="warning">{words.unprotected}</p>
          <Switch isOn={keepUnprotected} onChange={setKeepUnprotected}>
            {words.keepUnprotected}
          </Switch>
        </div>
      )}
      {status.locked && <p className="warning credentials-wide">{words.locked}</p>}
      <div className="credentials-actions credentials-wide">
        <Button type="submit" isDisabled={host.trim() === '' || user.trim() === ''}>
          {words.save}
        </Button>
        <span role="status" className="tone-ok">
          {isSaved && password === '' && words.saved}
        </span>
        {status.host !== '' && (
          <Button look="danger" onPress={() => void clear()}>
            {words.clear}
          </Button>
        )}
      </div>
    </form>
  );
};

type FieldProps = {
  readonly name: keyof Settings['mailbox'];
  readonly label: string;
  readonly hint: string;
  readonly saved: string;
  /** Why a text can't be saved; null if it can. */
  readonly wrong?: (text: string) => string | null;
  readonly save: (text: string, was: string) => Promise<boolean>;
};

const noReason = (): null => null;

/** A field that saves like those of an invoice. */
const Field = ({ name, label, hint, saved, wrong = noReason, save }: FieldProps) => {
  const field = useTyped({
    place: `setting:mailbox-${name}`,
    saved,
    check: (text) => {
      const reason = wrong(text.trim());
      return reason === null
        ? { ok: true, value: text.trim() }
        : { ok: false, reason: { zh: reason, en: reason } };
    },
    save: (text, was) => save(text ?? '', was),
  });
  return (
    <TextInput
      label={label}
      hint={hint}
      value={field.text}
      error={wrong(field.text.trim())}
      onChange={field.type}
      ends={field}
    />
  );
};

/** What is taken. */
const Choice = ({ settings }: { readonly settings: Settings }) => {
  const words = useWords();
  const { actions } = useTools();
  const { mailbox } = settings;
  /** @param was the changed members as they were when the change was begun */
  const change = (changed: Partial<typeof mailbox>, was: Partial<typeof mailbox> = {}): Promise<boolean> =>
    actions.changeSettings({ mailbox: { ...mailbox, ...changed } }, { mailbox: { ...mailbox, ...was } });
  return (
    <>
      <Field
        name="folders"
        label={words.folders}
        hint={words.foldersHint}
        saved={mailbox.folders.join(', ')}
        save={(text, was) =>
          change({ folders: foldersOf(text === '' ? 'INBOX' : text) }, { folders: foldersOf(was) })
        }
      />
      <Field
        name="senders"
        label={words.senders}
        hint={words.sendersHint}
        saved={mailbox.senders.join(', ')}
        save={(text, was) => change({ senders: listOf(text.toLowerCase()) }, { senders: listOf(was) })}
      />
      <Field
        name="since"
        label={words.since}
        hint={words.sinceHint}
        saved={mailbox.since}
        wrong={(text) => (/^(?:\d{4}-\d{2}-\d{2})?$/u.test(text) ? null : words.sinceWrong)}
        save={(text, was) => change({ since: text }, { since: was })}
      />
      <Switch isOn={mailbox.isOn} onChange={(isOn) => void change({ isOn })}>
        {words.isOn}
      </Switch>
    </>
  );
};

const Steps = () => {
  const words = useWords();
  const { actions } = useTools();
  const [running, setRunning] = useState<'test' | 'take' | null>(null);
  const [outcome, setOutcome] = useState('');
  const run = async (step: 'test' | 'take') => {
    setRunning(step);
    setOutcome('');
    if (step === 'test') {
      const tested = await actions.ask('mailbox.test', {});
      if (tested) setOutcome(words.tested(tested.folders.length));
    } else if (await actions.ask('mailbox.take', {})) setOutcome(words.done);
    setRunning(null);
  };
  return (
    <div className="credentials-actions">
      {(['test', 'take'] as const).map((step) => (
        <Button
          key={step}
          isPending={running === step}
          isDisabled={running !== null && running !== step}
          onPress={() => void run(step)}
        >
          {words[step]}
        </Button>
      ))}
      <span role="status" className="tone-ok">
        {outcome}
      </span>
    </div>
  );
};

/** The mailbox that mails are taken from. */
export const MailboxSettings = ({ settings }: { readonly settings: Settings }) => {
  const words = useWords();
  const { actions, user } = useTools();
  const [status, setStatus] = useState<MailboxStatus | null>(null);
  useEffect(() => {
    void actions.ask('mailbox.status', {}).then((found) => found && setStatus(found));
  }, [actions]);
  if (!status) return null;
  const isGiven = status.kept === 'environment';
  return (
    <Section title={words.title}>
      <p className="hint">{words.about}</p>
      {/* Only the environment of its servers names the mailbox of an office. */}
      {!isGiven && !user && <Login status={status} onStatus={setStatus} />}
      <p className="hint">{user && !isGiven ? words.noServer : words.kept[status.kept]}</p>
      <Choice settings={settings} />
      {status.hasPassword && <Steps />}
    </Section>
  );
};
