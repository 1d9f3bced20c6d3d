import { useState } from 'react';
import type { CommandFailure, CommandName, commands } from '../../../shared/contract/commands.ts';
import type { AuditEntry, ListedUser, OfficeInput, OfficeOutput } from '../../../shared/contract/office.ts';
import { fieldOf } from '../../../shared/invoice/fields.ts';
import type { Language } from '../../../shared/language.ts';
import { shanghaiDay } from '../../../shared/local-day.ts';
import { auditCommandNames, auditFieldName, auditName } from '../../../shared/texts/audit-names.ts';
import { callOffice } from '../../state/claims.ts';
import { offerDownload } from '../../state/host.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/choices.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { instantText } from '../../ui/i18n/instant-text.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { OfficeForm } from './office-form.tsx';

/** A command that has entries needs a name. */
type Audited = {
  [Name in CommandName]: (typeof commands)[Name]['audit'] extends 'nothing' ? never : Name;
}[CommandName];
auditCommandNames satisfies Readonly<Record<Audited, unknown>>;

const daysAgo = (days: number): string => shanghaiDay(new Date(Date.now() - days * 86_400_000));

const fieldText = (field: string, language: Language): string => {
  const name = auditFieldName(field) ?? fieldOf(field)?.label;
  return name?.[language] ?? field;
};

/** What was done, and to which value. */
const EntryRow = ({ entry }: { readonly entry: AuditEntry }) => {
  const { t, language } = useTexts();
  const { at, name, address, action, about, invoice, field, was, now } = entry;
  const isChange = field !== '';
  return (
    <tr>
      <td>{instantText(at, language)}</td>
      <td title={address}>{name}</td>
      <td>
        {auditName(action)[language]}
        {about !== '' && <span className="hint"> {about}</span>}
      </td>
      <td>{invoice}</td>
      <td>{fieldText(field, language)}</td>
      <td>{isChange && (was ?? t('office.noValue'))}</td>
      <td>{isChange && (now ?? t('office.noValue'))}</td>
    </tr>
  );
};

type Shown = OfficeOutput<'trailEntries'> & { readonly question: OfficeInput<'trailEntries'> };

const columns = ['at', 'user', 'action', 'invoice', 'field', 'was', 'now'] as const;

type EntriesProps = {
  readonly shown: Shown;
  readonly failure: CommandFailure | null;
  readonly onOlder: () => void;
};

const Entries = ({ shown, failure, onOlder }: EntriesProps) => {
  const { t } = useTexts();
  return (
    <>
      <p role="status" className="hint">
        {t('office.entries', { count: shown.entries.length })}
      </p>
      {shown.entries.length > 0 && (
        <table className="plain-rows">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`office.entryColumns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
      {shown.hasMore && <Button onPress={onOlder}>{t('office.olderEntries')}</Button>}
      <div role="alert" className="form-failure">
        {failure && <FailureMessage failure={failure} />}
      </div>
    </>
  );
};

/** The audit log: its entries with filters, and all of some days as a file. */
export const AuditLogSection = ({ users }: { readonly users: readonly ListedUser[] }) => {
  const { t } = useTexts();
  const [from, setFrom] = useState(() => daysAgo(30));
  const [to, setTo] = useState(() => daysAgo(0));
  const [person, setPerson] = useState('');
  const [text, setText] = useState('');
  const [shown, setShown] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<CommandFailure | null>(null);
  const show = async () => {
    const question = { from, to, person: person === '' ? null : person, text, before: null };
    const found = await callOffice('trailEntries', question);
    return found.ok ? { ok: true as const, value: { ...found.value, question } } : found;
  };
  const showOlder = async (): Promise<void> => {
    const last = shown?.entries.at(-1);
    if (!shown || !last) return;
    const found = await callOffice('trailEntries', { ...shown.question, before: last.id });
    setFailure(found.ok ? null : found.failure);
    if (!found.ok) return;
    const { entries, ...rest } = found.value;
    // Other entries may be shown by now.
    setShown((now) => (now === shown ? { ...shown, ...rest, entries: [...shown.entries, ...entries] } : now));
  };
  return (
    <section className="settings-section" aria-label={t('office.trail')}>
      <h3>{t('office.trail')}</h3>
      <p className="hint">{t('office.trailText')}</p>
      <OfficeForm submit={t('office.showTrail')} onSubmit={show} onDone={setShown}>
        <DateInput label={t('office.from')} value={from} onChange={setFrom} />
        <DateInput label={t('office.to')} value={to} onChange={setTo} />
        <Select
          label={t('office.user')}
          value={person}
          options={[
            { value: '', label: t('office.everyUser') },
            ...users.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={setPerson}
        />
        <TextInput label={t('office.entryText')} value={text} onChange={setText} />
      </OfficeForm>
      {shown && <Entries shown={shown} failure={failure} onOlder={() => void showOlder()} />}
      <OfficeForm
        submit={t('office.saveTrail')}
        onSubmit={() => callOffice('trail', { from, to })}
        onDone={({ csv, name }) => offerDownload(new Blob([csv], { type: 'text/csv' }), name)}
      >
        {null}
      </OfficeForm>
    </section>
  );
};
