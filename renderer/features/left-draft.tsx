import type { FieldPath } from '../../shared/invoice/model.ts';
import { checkTyped } from '../../shared/invoice/typed-value.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';

type Props = { readonly path: FieldPath; readonly text: string };

/** A typed text that is being saved for longer than a moment, at its place. */
export const SavingText = ({ text }: { readonly text: string }) => {
  const { t } = useTexts();
  return (
    <span className="saving-text">
      {text} <span className="muted">{t('invoice.saving')}</span>
    </span>
  );
};

/** A typed text that is not saved, at its place, with the reason. */
export const LeftDraft = ({ path, text }: Props) => {
  const { t, language } = useTexts();
  const checked = checkTyped(path, text);
  const reason = checked.ok ? '' : checked.reason[language];
  return (
    <span className="left-draft" title={[t('invoice.notSaved'), reason].filter(Boolean).join('\n')}>
      {text}
      <span className="hidden-text"> ({t('invoice.notSaved')})</span>
    </span>
  );
};
