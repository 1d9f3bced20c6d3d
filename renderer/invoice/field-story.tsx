import { describeStep } from '../../shared/invoice/steps.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { Icon } from '../ui/icon.tsx';
import type { FieldView } from './field-model.ts';

/** How the selected value came about and what speaks against it. Nothing where there is nothing to tell. */
export const FieldStory = ({ view }: { readonly view: FieldView }) => {
  const { t, language } = useTexts();
  const { origin, correction, complaints, value } = view;
  const wasChanged = origin !== null && (origin.raw !== value || correction !== null);
  if (!wasChanged && complaints.length === 0) return null;
  return (
    <div className="field-story" role="row">
      <div role="gridcell">
        {wasChanged && <p className="muted">{t('invoice.readAs', { raw: origin.raw })}</p>}
        {origin && origin.steps.length > 0 && (
          <p className="muted">
            {t('invoice.steps', {
              steps: origin.steps
                .map((step) => describeStep(step, language))
                .join(language === 'zh' ? '；' : '; '),
            })}
          </p>
        )}
        {complaints.map((check) => (
          <p key={check.id} className={`tone-${check.level}`}>
            <Icon name="alert" /> {check.message[language]}
          </p>
        ))}
      </div>
    </div>
  );
};
