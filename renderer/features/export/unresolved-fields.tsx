import type { ExportSummary } from '../../../shared/contract/export/choice.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { RadioList } from '../../ui/radio-list.tsx';
import { pagesLeft, type ExportChoices } from '../../state/export-form.ts';

type Props = {
  readonly summary: ExportSummary;
  readonly form: ExportChoices;
  readonly onChange: (form: ExportChoices) => void;
};

const choices = ['keep', 'leave-errors', 'leave-findings'] as const;

/** Asks whether to include pages with open findings. Empty if there are none. */
export const UnresolvedFields = ({ summary, form, onChange }: Props) => {
  const { t } = useTexts();
  const { pages, recognized, withErrors, withWarnings } = summary;
  const offered = choices.filter((choice) => {
    if (choice === 'leave-errors') return pages - recognized + withErrors > 0;
    return choice === 'keep' || withWarnings > 0;
  });
  if (offered.length === 1) return null;
  return (
    <RadioList
      label={t('exports.pages')}
      value={form.unresolved === 'ask' ? 'keep' : form.unresolved}
      options={offered.map((value) => ({
        value,
        label: t(`exports.unresolved.${value}`),
        hint: t('exports.pageCount', { count: pagesLeft(summary, value) }),
        isDisabled: pagesLeft(summary, value) === 0,
      }))}
      onChange={(unresolved) => onChange({ ...form, unresolved })}
    />
  );
};
