import { useState } from 'react';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Role } from '../../../shared/contract/office.ts';
import type { Result } from '../../../shared/result.ts';
import { callOffice } from '../../state/office.ts';
import { useTools } from '../tools.ts';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { localDay } from '../../../shared/local-day.ts';
import { Select } from '../../ui/select.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { NewLinkNote, type MadeLink } from './new-link-note.tsx';
import { OfficeForm } from './office-form.tsx';
import { PersonRow } from './person-row.tsx';
import { offerDownload } from '../../state/host.ts';

const daysAgo = (days: number): string => localDay(new Date(Date.now() - days * 86_400_000));

/** Saves the audit trail as a file. */
const TrailSection = () => {
  const { t } = useTexts();
  const [from, setFrom] = useState(() => daysAgo(30));
  const [to, setTo] = useState(() => daysAgo(0));
  return (
    <section className="settings-section" aria-label={t('office.trail')}>
      <h3>{t('office.trail')}</h3>
      <p className="hint">{t('office.trailText')}</p>
      <OfficeForm
        submit={t('office.saveTrail')}
        onSubmit={() => callOffice('trail', { from, to })}
        onDone={({ csv, name }) => offerDownload(new Blob([csv], { type: 'text/csv' }), name)}
      >
        <DateInput label={t('office.from')} value={from} onChange={setFrom} />
        <DateInput label={t('office.to')} value={to} onChange={setTo} />
      </OfficeForm>
    </section>
  );
};

/** Administration of an office: users, their roles, and the audit trail. */
export const PeopleDialog = () => {
  const { t } = useTexts();
  const { actions } = useTools();
  const { value: result, reload } = useLoaded('people', () => callOffice('people', {}));
  const [failure, setFailure] = useState<CommandFailure | null>(null);
  const [made, setMade] = useState<MadeLink | null>(null);
  const people = result?.ok ? result.value.people : [];
  const shown = result && !result.ok ? result.failure : failure;
  const act = async (acting: Promise<Result<unknown, CommandFailure>>): Promise<void> => {
    const done = await acting;
    setFailure(done.ok ? null : done.failure);
    reload();
  };

  return (
    <Dialog wide title={t('office.people')} onClose={actions.closeDialog}>
      <ul className="office-list">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} onAct={(acting) => void act(acting)} onLink={setMade} />
        ))}
      </ul>
      <div role="alert" className="form-failure">
        {shown && <FailureMessage failure={shown} />}
      </div>
      <Invite onLink={setMade} />
      {made && <NewLinkNote made={made} />}
      <TrailSection />
    </Dialog>
  );
};

const Invite = ({ onLink }: { readonly onLink: (made: MadeLink) => void }) => {
  const { t } = useTexts();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('reviewer');
  return (
    <section className="settings-section" aria-label={t('office.invite')}>
      <h3>{t('office.invite')}</h3>
      <OfficeForm
        submit={t('office.makeLink')}
        onSubmit={() => callOffice('invite', { email, role })}
        onDone={(link) => {
          onLink({ ...link, email });
          setEmail('');
        }}
      >
        <TextInput type="email" label={t('office.email')} value={email} onChange={setEmail} />
        <Select
          label={t('office.role')}
          value={role}
          options={[
            { value: 'reviewer', label: t('office.roles.reviewer') },
            { value: 'administrator', label: t('office.roles.administrator') },
          ]}
          onChange={setRole}
        />
      </OfficeForm>
    </section>
  );
};
