import { useEffect, type ReactNode } from 'react';
import type { FieldPath } from '../../shared/invoice/model.ts';
import { checkTyped } from '../../shared/invoice/typed-value.ts';
import { endDraft } from '../state/typed.ts';
import { useTexts } from '../ui/i18n/use-texts.ts';

type Props = {
  readonly place: string;
  readonly path: FieldPath;
  readonly text: string;
  /** The saved value; empty if it is missing. */
  readonly saved: string;
  /** What the place shows without a draft. */
  readonly children?: ReactNode;
};

/** A typed text that is being saved for longer than a moment, at its place. */
export const SavingText = ({ text }: { readonly text: string }) => {
  const { t } = useTexts();
  return (
    <span className="saving-text">
      {text} <span className="muted">{t('invoice.saving')}</span>
    </span>
  );
};

/**
 * A typed text that is not saved, at its place, with the reason. It ends if it is saved by now: a request can outlive the
 * page that sent it.
 */
export const LeftDraft = ({ place, path, text, saved, children }: Props) => {
  const { t, language } = useTexts();
  const checked = checkTyped(path, text);
  const isSaved = checked.ok && (checked.value ?? '') === saved;
  useEffect(() => {
    if (isSaved) endDraft(place);
  }, [isSaved, place]);
  if (isSaved) return children;
  const reason = checked.ok ? '' : checked.reason[language];
  return (
    <span className="left-draft" title={[t('invoice.notSaved'), reason].filter(Boolean).join('\n')}>
      {text}
      <span className="hidden-text"> ({t('invoice.notSaved')})</span>
    </span>
  );
};
