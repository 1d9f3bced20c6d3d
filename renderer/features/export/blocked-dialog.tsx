import { useTools } from '../tools.ts';
import type { BlockedExport } from '../../state/dialogs.ts';
import { useTexts } from '../../ui/i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { FailureMessage } from '../../ui/failure-message.tsx';
import { Dialog } from '../../ui/dialog.tsx';

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** Offers another name if a file could not be replaced, usually because a spreadsheet program has it open. */
export const BlockedDialog = ({ blocked }: { readonly blocked: BlockedExport }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  return (
    <Dialog title={t('exports.blockedTitle')} role="alertdialog" onClose={actions.closeDialog}>
      <p className="selectable">{blocked.path}</p>
      <FailureMessage failure={blocked} />
      <div className="dialog-actions">
        <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
        <Button look="primary" autoFocus onPress={() => void actions.saveBeside()}>
          {t('exports.saveBeside', { name: nameOf(blocked.otherPath) })}
        </Button>
      </div>
    </Dialog>
  );
};
