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
import { UnresolvedFields } from './unresolved-fields.tsx';

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
