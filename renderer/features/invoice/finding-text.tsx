import type { CheckLevel } from '../../../shared/invoice/model.ts';
import type { Finding } from '../../../shared/invoice/finding.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

const icons: Readonly<Record<CheckLevel, IconName>> = {
  ok: 'check',
  info: 'info',
  warn: 'alert',
  error: 'error',
};

/** The sign and message of a finding. */
export const FindingText = ({ check }: { readonly check: Finding }) => {
  const { t, language } = useTexts();
  return (
    <>
      <span className={`tone-${check.level} sign`}>
        <Icon name={icons[check.level]} />
        <span className="hidden-text">{t(`invoice.checkLevels.${check.level}`)}: </span>
      </span>
      <span>{check.message[language]}</span>
    </>
  );
};
