import { useState } from 'react';
import { offerDownload } from '../../state/host.ts';
import { callOffice } from '../../state/office.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { OfficeForm } from './office-form.tsx';

/** The ISO 8601 date of a number of days ago. */
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Saves the audit trail as a file. */
export const TrailSection = () => {
  const { t } = useTexts();
  const [from, setFrom] = useState(() => daysAgo(30));
  const [to, setTo] = useState(() => daysAgo(0));
  return (
    <section className="settings-section" aria-label={t('office.trail')}>
      <h3>{t('office.trail')}</h3>
      <p className="hint">{t('office.trailText')}</p>
      <OfficeForm
        submit={t('office.saveTrail')}
        onSubmit={async () => {
          const trail = await callOffice('trail', { from, to });
          if (trail.ok) offerDownload(new Blob([trail.value.csv], { type: 'text/csv' }), trail.value.name);
          return trail;
        }}
      >
        <TextInput type="date" label={t('office.from')} value={from} onChange={setFrom} />
        <TextInput type="date" label={t('office.to')} value={to} onChange={setTo} />
      </OfficeForm>
    </section>
  );
};
