import { createContext } from 'react';
import { describeStep } from '../../../shared/texts/review.ts';
import type { CheckLevel } from '../../../shared/invoice/model.ts';
import type { Language } from '../../../shared/language.ts';
import type { FieldCorrection, PageDetail } from '../../../shared/contract/page.ts';
import type { Finding } from '../../../shared/invoice/finding.ts';
import { formatInstant, formatScore } from '../../../shared/texts/format.ts';
import type { useTexts } from '../../ui/i18n/use-texts.ts';
import { shownValue, type FieldView } from './field-model.ts';
import { joinClauses } from '../../../shared/texts/phrases.ts';

/**
 * Whether values come from a file's own data: an empty value is then absent from the file, not unrecognized.
 */
export const StatedValues = createContext(false);

/** Who confirmed the shown invoice and accepted its findings. */
export const ShownMarks = createContext<PageDetail['marks']>([]);

type T = ReturnType<typeof useTexts>['t'];

/** Maximum number of passed checks shown for a field; more add no information. */
const mostSupport = 3;

/** A note about a value, with the level of its finding if that is against the value. */
type Reason = { readonly key: string; readonly text: string; readonly level: CheckLevel | null };

const reasonOf = ({ id, fields, message, level }: Finding, language: Language): Reason => {
  const key = `${id} ${fields.join(' ')} ${message.en}`;
  return level === 'ok'
    ? { key, text: `${message[language]} ✓`, level: null }
    : { key, text: message[language], level };
};

/** A field's state and score as text. */
export const fieldStateWords = ({ state, origin }: FieldView, t: T): string => {
  const words = t(`invoice.states.${state}`);
  const score = origin?.score ?? null;
  return score === null ? words : t('invoice.stateScore', { state: words, score: formatScore(score) });
};

/** The findings against a value, worst first, then the passed checks. */
export const reasonsOf = (
  { complaints, support, conflict }: FieldView,
  language: Language,
): readonly Reason[] =>
  [
    // The state already shows the confidence, and the conflict box the other reading.
    ...complaints.filter(
      ({ id }) => id !== 'low-confidence' && (conflict === null || id !== 'reading-changed'),
    ),
    ...support.slice(0, mostSupport),
  ].map((check) => reasonOf(check, language));

/** All reasons as lines, for the tooltip and screen readers. */
export const hoverWords = (view: FieldView, t: T, language: Language): string =>
  [fieldStateWords(view, t), ...reasonsOf(view, language).map(({ text }) => text)].join('\n');

const correctionWords = (
  field: FieldView['field'],
  { kind, value, at: instant, by }: FieldCorrection,
  t: T,
  language: Language,
  names: ReadonlyMap<string, string>,
): string => {
  const name = names.get(by ?? '');
  const at = [formatInstant(instant, language), ...(name === undefined ? [] : [name])].join(' · ');
  if (kind !== 'typed') return t(`invoice.changes.${kind}`, { at });
  const shown = shownValue({ field, value }, language);
  return shown === null ? t('invoice.emptied', { at }) : t('invoice.became', { at, value: shown });
};

/** Who confirmed or accepted, and when; null if the user has no name. */
export const markWords = (
  { kind, by, at }: PageDetail['marks'][number],
  t: T,
  language: Language,
  names: ReadonlyMap<string, string>,
): string | null => {
  const name = names.get(by);
  return name === undefined ? null : t(`invoice.marks.${kind}`, { name, at: formatInstant(at, language) });
};

/** The history of a value: its extracted text, the normalization, and the users' changes with times and names. */
export const storyOf = (
  { field, value, origin, corrections }: FieldView,
  t: T,
  language: Language,
  names: ReadonlyMap<string, string>,
): readonly { readonly key: string; readonly text: string }[] => {
  const raw = origin?.raw ?? '';
  const steps = (origin?.steps ?? []).filter(({ id }) => id !== 'corrected');
  const reasons: { key: string; text: string }[] = [];
  if (raw !== '' && (raw !== value || corrections.length > 0))
    reasons.push({ key: 'read', text: t('invoice.readAs', { raw }) });
  if (raw === '' && corrections.length > 0) reasons.push({ key: 'read', text: t('invoice.wasNotRead') });
  if (steps.length > 0) {
    const words = joinClauses(
      steps.map((step) => describeStep(step, language)),
      language,
    );
    reasons.push({ key: 'steps', text: t('invoice.steps', { steps: words }) });
  }
  for (const correction of corrections) {
    reasons.push({ key: `${correction.id}`, text: correctionWords(field, correction, t, language, names) });
  }
  return reasons;
};
