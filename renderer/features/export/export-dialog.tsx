import { useState } from 'react';
import { useTools } from '../tools.ts';
import type { ExportDialogState } from '../../state/dialogs.ts';
import { useApp } from '../../state/store.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Findings } from './findings.tsx';
import { FormatFields } from './format-fields.tsx';
import { pagesLeft, type ExportChoices } from '../../state/export-form.ts';
import { LayoutsDialog } from './layouts-dialog.tsx';
import type { ExportSummary } from '../../../shared/review/export-summary.ts';
import { RadioList } from '../../ui/radio-list.tsx';

type Props = {
  readonly summary: ExportSummary;
  readonly form: ExportChoices;
  readonly onChange: (form: ExportChoices) => void;
};

const choices = ['keep', 'leave-errors', 'leave-findings'] as const;

/** Asks whether to include pages with open findings. Empty if there are none. */
const UnresolvedFields = ({ summary, form, onChange }: Props) => {
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

/** Asks what to export, shows open findings and asks whether to include them. */
export const ExportDialog = ({ service, ids, form: first, summary, isQuestion }: ExportDialogState) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const isExporting = useApp((state) => state.isExporting);
  const [form, setForm] = useState<ExportChoices>(first);
  const [layoutsOpen, setLayoutsOpen] = useState(false);
  const count = summary && pagesLeft(summary, form.unresolved);
  const isAnyway = isQuestion && form.unresolved === 'keep';

  const action = () => {
    if (isExporting) return t('exports.underWay');
    if (isAnyway) return t('exports.anyway');
    return count === null ? t('exports.export') : t('exports.exportCount', { count });
  };

  return (
    <Dialog
      title={t(isQuestion ? 'exports.confirmTitle' : 'exports.title')}
      role={isQuestion ? 'alertdialog' : 'dialog'}
      onClose={actions.closeDialog}
    >
      {isQuestion && summary && <Findings summary={summary} />}
      {isQuestion && <p className="muted">{t('exports.confirmText')}</p>}
      <FormatFields
        service={service}
        form={form}
        onChange={setForm}
        onEditLayouts={() => setLayoutsOpen(true)}
      />
      {!isQuestion && (
        <div role="status">
          {summary ? <Findings summary={summary} /> : <p className="muted">{t('exports.counting')}</p>}
        </div>
      )}
      {summary && <UnresolvedFields summary={summary} form={form} onChange={setForm} />}
      <div className="dialog-actions">
        <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
        <Button
          look="primary"
          autoFocus
          isDisabled={count === 0}
          isPending={isExporting}
          onPress={() => void actions.exportPages(service, language, form, ids)}
        >
          {action()}
        </Button>
      </div>
      {layoutsOpen && <LayoutsDialog onClose={() => setLayoutsOpen(false)} />}
    </Dialog>
  );
};
