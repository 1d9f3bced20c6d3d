import { useState } from 'react';
import { serviceIds } from '../../../shared/services/service.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
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
  const wanted = folder.trim() === '' ? null : { folder: folder.trim(), service };
  const isKept = JSON.stringify(wanted) === JSON.stringify(watch);
  return (
    <Section title={t('settings.watch')}>
      <TextInput
        label={t('settings.watchFolder')}
        hint={t('settings.watchHint')}
        value={folder}
        onChange={setFolder}
      />
      <Segments
        label={t('settings.watchService')}
        value={service}
        options={serviceIds.map((value) => ({
          value,
          label: t(value === 'vat-invoice' ? 'app.invoices' : 'app.faces'),
        }))}
        onChange={setService}
      />
      <div>
        <Button isDisabled={isKept} onPress={() => void actions.changeSettings({ watch: wanted })}>
          {t('settings.watchKeep')}
        </Button>
      </div>
    </Section>
  );
};
