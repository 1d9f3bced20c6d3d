import { useTools } from '../tools.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { densities, setDensity, usePanelView } from '../../state/panel-view.ts';
import { Segments } from '../../ui/segments.tsx';
import { SettingsRow, Section } from './section.tsx';

const languageChoices = ['system', 'zh', 'en'] as const;
const themeChoices = ['system', 'light', 'dark'] as const;

export const Appearance = ({ settings }: { readonly settings: Settings }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const density = usePanelView((view) => view.density);
  return (
    <Section title={t('settings.look')}>
      <SettingsRow label={t('settings.language')}>
        <Segments
          label={t('settings.language')}
          value={settings.language}
          options={languageChoices.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
          onChange={(language) => void actions.changeSettings({ language })}
        />
      </SettingsRow>
      <SettingsRow label={t('settings.theme')}>
        <Segments
          label={t('settings.theme')}
          value={settings.theme}
          options={themeChoices.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
          onChange={(theme) => void actions.changeSettings({ theme })}
        />
      </SettingsRow>
      <SettingsRow label={t('settings.density')}>
        <Segments
          label={t('settings.density')}
          value={density}
          options={densities.map((value) => ({ value, label: t(`settings.densities.${value}`) }))}
          onChange={setDensity}
        />
      </SettingsRow>
    </Section>
  );
};
