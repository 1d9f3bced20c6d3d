import type { CheckLevel } from '../../../shared/invoice/model.ts';
import { fieldOf } from '../../../shared/invoice/fields.ts';
import type { Language } from '../../../shared/language.ts';
import type { Finding } from '../../../shared/invoice/finding.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

const icons: Readonly<Record<CheckLevel, IconName>> = {
  ok: 'check',
  info: 'info',
  warn: 'alert',
  error: 'error',
};

const colon: Readonly<Record<Language, string>> = { zh: '：', en: ': ' };

/** The name of a finding's only field, if its message does not contain it; null otherwise. */
const unnamedField = ({ fields: [path, ...others], message }: Finding, language: Language): string | null => {
  const label = path === undefined || others.length > 0 ? null : fieldOf(path)?.label[language];
  return label && !message[language].includes(label) ? label : null;
};

/** The sign and message of a finding. */
export const FindingText = ({ check }: { readonly check: Finding }) => {
  const { t, language } = useTexts();
  const field = unnamedField(check, language);
  return (
    <>
      <span className={`tone-${check.level} sign`}>
        <Icon name={icons[check.level]} />
        <span className="hidden-text">{t(`invoice.checkLevels.${check.level}`)}: </span>
      </span>
      <span>
        {field !== null && <span className="muted">{`${field}${colon[language]}`}</span>}
        {check.message[language]}
      </span>
    </>
  );
};
