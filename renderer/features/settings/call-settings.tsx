import type { Settings } from '../../../shared/contract/settings.ts';
import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { Switch } from '../../ui/switch.tsx';
import { FaceSettings } from './face-settings.tsx';
import { SettingsRow, Section } from './section.tsx';

export const CallSettings = ({ settings }: { readonly settings: Settings }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <Section title={t('settings.calls')}>
      <SettingsRow label={t('settings.concurrency')}>
        <NumberInput
          label={t('settings.concurrency')}
          value={settings.concurrency}
          least={1}
          most={16}
          onChange={(concurrency) => void actions.changeSettings({ concurrency })}
        />
        <p className="hint">{t('settings.concurrencyHint')}</p>
      </SettingsRow>
      <Switch isOn={settings.localOnly} onChange={(localOnly) => void actions.changeSettings({ localOnly })}>
        {t('settings.localOnly')}
      </Switch>
      <Switch isOn={settings.lookFirst} onChange={(lookFirst) => void actions.changeSettings({ lookFirst })}>
        {t('settings.previewFirst')}
      </Switch>
      <FaceSettings settings={settings} />
      <Switch
        isOn={settings.allowPlainHttp}
        onChange={(allowPlainHttp) => void actions.changeSettings({ allowPlainHttp })}
      >
        {t('settings.allowPlainHttp')}
      </Switch>
      {settings.allowPlainHttp && <p className="warning">{t('settings.allowPlainHttpWarning')}</p>}
    </Section>
  );
};
