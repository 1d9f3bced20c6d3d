import { useState } from 'react';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import {
  tokenDays,
  type NewPersonalToken,
  type PersonalToken,
} from '../../../shared/contract/personal-token.ts';
import type { Result } from '../../../shared/result.ts';
import { callOffice } from '../../state/claims.ts';
import { useTools } from '../tools.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/choices.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { instantText } from '../../ui/i18n/instant-text.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { OfficeForm } from './office-form.tsx';

type ListProps = {
  readonly tokens: readonly PersonalToken[];
  readonly onRevoke: (id: string) => Promise<Result<unknown, CommandFailure>>;
};

/** Tokens with when they were made, used and end. */
const TokenList = ({ tokens, onRevoke }: ListProps) => {
  const { t, language } = useTexts();
  const [failure, setFailure] = useState<CommandFailure | null>(null);
  const revoke = async (id: string): Promise<void> => {
    const revoked = await onRevoke(id);
    setFailure(revoked.ok ? null : revoked.failure);
  };
  return (
    <>
      <ul className="office-list">
        {tokens.map(({ id, name, madeAt, usedAt, until, isExpired }) => (
          <li key={id}>
            <span>
              <strong>{name}</strong>
              <br />
              <span className="hint">
                {[
                  t('tokens.made', { at: instantText(madeAt, language) }),
                  usedAt === null
                    ? t('tokens.unused')
                    : t('tokens.used', { at: instantText(usedAt, language) }),
                  t(isExpired ? 'tokens.expired' : 'tokens.until', { at: instantText(until, language) }),
                ].join(' · ')}
              </span>
            </span>
            <Button small aria-label={t('tokens.revokeNamed', { name })} onPress={() => void revoke(id)}>
              {t('tokens.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      <div role="alert" className="form-failure">
        {failure && <FailureMessage failure={failure} />}
      </div>
    </>
  );
};

/** A new token. It is shown once and cannot be retrieved later. */
const NewTokenNote = ({ made }: { readonly made: NewPersonalToken }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async (): Promise<void> => {
    if (await actions.copy(made.token)) setCopied(made.token);
  };
  return (
    <div role="status" className="office-link">
      <strong>{t('tokens.once')}</strong>
      <span className="selectable">{made.token}</span>
      <span className="hint">{t('tokens.onceText', { until: instantText(made.until, language) })}</span>
      <Button small onPress={() => void copy()}>
        {t(copied === made.token ? 'office.copied' : 'office.copy')}
      </Button>
    </div>
  );
};

const offeredDays = [7, 30, tokenDays.usual, 180, tokenDays.most].map(String);

/** The user's own tokens, with which a command line uses the office. */
export const OwnTokens = () => {
  const { t } = useTexts();
  const { value: result, reload } = useLoaded('tokens', () => callOffice('tokens', {}));
  const [name, setName] = useState('');
  const [days, setDays] = useState(String(tokenDays.usual));
  const [made, setMade] = useState<NewPersonalToken | null>(null);
  const revoke = async (id: string) => {
    const revoked = await callOffice('revokeToken', { id });
    reload();
    return revoked;
  };
  return (
    <section className="settings-section" aria-label={t('tokens.title')}>
      <h3>{t('tokens.title')}</h3>
      <p className="hint">{t('tokens.text')}</p>
      <TokenList tokens={result?.ok ? result.value.tokens : []} onRevoke={revoke} />
      <OfficeForm
        submit={t('tokens.make')}
        onSubmit={() => callOffice('makeToken', { name, days: Number(days) })}
        onDone={(token) => {
          setMade(token);
          setName('');
          reload();
        }}
      >
        <TextInput label={t('tokens.name')} value={name} onChange={setName} />
        <Select
          label={t('tokens.validity')}
          value={days}
          options={offeredDays.map((value) => ({ value, label: t('tokens.days', { days: value }) }))}
          onChange={setDays}
        />
      </OfficeForm>
      {made && <NewTokenNote made={made} />}
    </section>
  );
};

/** A user's tokens, for an administrator. */
export const TokensOf = ({ person, user }: { readonly person: string; readonly user: string }) => {
  const { t } = useTexts();
  const { value: result, reload } = useLoaded(`tokens ${person}`, () => callOffice('tokensOf', { person }));
  const title = t('tokens.of', { name: user });
  const tokens = result?.ok ? result.value.tokens : [];
  const revoke = async (id: string) => {
    const revoked = await callOffice('revokeTokenOf', { person, id });
    reload();
    return revoked;
  };
  return (
    <section className="settings-section" aria-label={title}>
      <h3>{title}</h3>
      {result?.ok && tokens.length === 0 && <p className="hint">{t('tokens.none')}</p>}
      <TokenList tokens={tokens} onRevoke={revoke} />
    </section>
  );
};
