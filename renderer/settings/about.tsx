import type { AppInfo } from '../../shared/bridge.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Row, Section } from './section.tsx';

export const About = ({ info }: { readonly info: AppInfo }) => {
  const { t } = useTexts();
  return (
    <Section title={t('settings.about')}>
      <Row label={t('settings.version')}>
        <span className="selectable">{`Vouch ${info.version} · ${info.platform}`}</span>
      </Row>
      <Row label={t('settings.host')}>{t(`settings.hosts.${info.host}`)}</Row>
      <Row label={t('settings.dataFolder')}>
        <span className="selectable">{info.dataFolder}</span>
      </Row>
    </Section>
  );
};
