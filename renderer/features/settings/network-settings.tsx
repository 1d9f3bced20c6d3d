import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { countPem, isProxy } from '../../../shared/contract/network.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { certificateAsPem } from './read-certificate.ts';
import { SettingsRow, Section } from './section.tsx';

/**
 * Network settings for calls if the system's defaults don't work: a proxy and additional trusted certificate
 * authorities.
 */
export const NetworkSettings = ({ settings }: { readonly settings: Settings }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const [written, setWritten] = useState(settings.proxy);
  const proxy = written.trim();
  const isRight = proxy === '' || isProxy(proxy);
  const count = countPem(settings.authorities);
  const keepProxy = () => {
    if (isRight && proxy !== settings.proxy) void actions.changeSettings({ proxy });
  };

  const add = async (files: FileList | null) => {
    const added = await Promise.all(
      [...(files ?? [])].map(async (file) => certificateAsPem(new Uint8Array(await file.arrayBuffer()))),
    );
    if (added.length > 0)
      await actions.changeSettings({ authorities: settings.authorities + added.join('') });
  };

  return (
    <Section title={t('settings.network')}>
      <TextInput
        label={t('settings.proxy')}
        hint={t('settings.proxyHint')}
        value={written}
        error={isRight ? null : t('settings.proxyWrong')}
        onChange={setWritten}
        onCommit={keepProxy}
      />
      <SettingsRow label={t('settings.authorities')}>
        <p role="status">
          {count === 0 ? t('settings.authoritiesNone') : t('settings.authoritiesCount', { count })}
        </p>
        <p className="hint">{t('settings.authoritiesHint')}</p>
        <div className="settings-buttons">
          <FileTrigger
            acceptedFileTypes={['.pem', '.crt', '.cer', '.der']}
            allowsMultiple
            onSelect={(files) => void add(files)}
          >
            <Button>{t('settings.authoritiesAdd')}</Button>
          </FileTrigger>
          {count > 0 && (
            <Button look="danger" onPress={() => void actions.changeSettings({ authorities: '' })}>
              {t('settings.authoritiesRemove')}
            </Button>
          )}
        </div>
      </SettingsRow>
    </Section>
  );
};
