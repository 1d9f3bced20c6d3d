import { useState } from 'react';
import { serviceIds, type ServiceId } from '../../../shared/services/service.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Segments } from '../../ui/segments.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { Section } from './section.tsx';

/** A folder whose new files are imported automatically. */
export const WatchSettings = ({ settings }: { readonly settings: Settings }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const { watch } = settings;
  const [folder, setFolder] = useState(watch?.folder ?? '');
  const [service, setService] = useState(watch?.service ?? 'vat-invoice');
  const keep = (chosen: ServiceId) => {
    const wanted = folder.trim() === '' ? null : { folder: folder.trim(), service: chosen };
    if (JSON.stringify(wanted) !== JSON.stringify(watch)) void actions.changeSettings({ watch: wanted });
  };
  return (
    <Section title={t('settings.watch')}>
      <TextInput
        label={t('settings.watchFolder')}
        hint={t('settings.watchHint')}
        value={folder}
        onChange={setFolder}
        onCommit={() => keep(service)}
      />
      <Segments
        label={t('settings.watchService')}
        value={service}
        options={serviceIds.map((value) => ({
          value,
          label: t(value === 'vat-invoice' ? 'app.invoices' : 'app.faces'),
        }))}
        onChange={(chosen) => {
          setService(chosen);
          keep(chosen);
        }}
      />
    </Section>
  );
};
