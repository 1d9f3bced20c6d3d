import { describeStep } from '../../shared/invoice/steps.ts';
import type { Language } from '../../shared/language.ts';
import type { Check } from '../../shared/records.ts';
import { formatInstant, formatScore } from '../i18n/format.ts';
import type { useTexts } from '../i18n/use-texts.ts';
import { shownValue, type FieldView } from './field-model.ts';

type T = ReturnType<typeof useTexts>['t'];

/** So many checks that hold are told of a field; more say no more. */
const mostSupport = 3;

/** What a value is trusted for: the checks that hold, as far as they say something of its own. */
const supportOf = (support: readonly Check[], language: Language): readonly string[] =>
  support.slice(0, mostSupport).map((check) => `${check.message[language]} ✓`);

/** Why a field stands as it does: its state, how sure the service was, what speaks against it, what for it. */
export const reasonsOf = (view: FieldView, t: T, language: Language): readonly string[] => {
  const { state, origin, complaints, support } = view;
  const score = origin?.score ?? null;
  const words = t(`invoice.states.${state}`);
  return [
    score === null ? words : t('invoice.stateScore', { state: words, score: formatScore(score) }),
    ...complaints.map((check) => check.message[language]),
    ...supportOf(support, language),
  ];
};

/** What became of a value: as what it was read, what was made of that, and what the user made of it, and when. */
export const storyOf = (view: FieldView, t: T, language: Language): readonly string[] => {
  const { origin, corrections, value } = view;
  const steps = (origin?.steps ?? []).filter(({ id }) => id !== 'corrected');
  const wasChanged = origin !== null && origin.raw !== '' && (origin.raw !== value || corrections.length > 0);
  return [
    ...(wasChanged ? [t('invoice.readAs', { raw: origin.raw })] : []),
    ...(origin !== null && origin.raw === '' && corrections.length > 0 ? [t('invoice.wasNotRead')] : []),
    ...(steps.length > 0
      ? [
          t('invoice.steps', {
            steps: steps.map((step) => describeStep(step, language)).join(language === 'zh' ? '；' : '; '),
          }),
        ]
      : []),
    ...corrections.map((correction) => {
      const shown = shownValue({ field: view.field, value: correction.value }, language);
      const at = formatInstant(correction.at, language);
      return shown === null ? t('invoice.emptied', { at }) : t('invoice.became', { at, value: shown });
    }),
  ];
};
