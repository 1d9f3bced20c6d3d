import { useState } from 'react';
import type { AppInfo } from '../../../shared/contract/commands.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { useTools } from '../tools.ts';
import { Button } from '../../ui/button.tsx';
import { SettingsRow, Section } from './section.tsx';

export const About = ({ info }: { readonly info: AppInfo }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const [isCopied, setCopied] = useState(false);
  return (
    <Section title={t('settings.about')}>
      <SettingsRow label={t('settings.version')}>
        <span className="selectable">{`Vouch ${info.version} · ${info.platform}`}</span>
      </SettingsRow>
      <SettingsRow label={t('settings.host')}>{t(`settings.hosts.${info.host}`)}</SettingsRow>
      <SettingsRow label={t('settings.diagnostics')}>
        <Button
          icon={isCopied ? 'check' : 'copy'}
          onPress={() => void actions.copyDiagnostics().then(setCopied)}
        >
          {t(isCopied ? 'settings.diagnosticsCopied' : 'settings.copyDiagnostics')}
        </Button>
        <p className="muted">{t('settings.diagnosticsText')}</p>
      </SettingsRow>
    </Section>
  );
};
