import { useTools } from '../features/tools.ts';
import { useWithKeys } from '../features/use-shown-keys.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { useTexts } from '../ui/i18n/use-texts.ts';
import { confirmAnyway } from './actions/window-actions.ts';
import { useApp } from '../state/store.ts';
import { formatCount } from '../../shared/texts/format.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { BooksView, DialogState, ErrorsToConfirm } from '../state/dialogs.ts';
import { BlockedDialog } from '../features/export/blocked-dialog.tsx';
import { TagDialog } from '../features/batch/tag-dialog.tsx';
import { PasswordDialog } from '../features/intake/password-dialog.tsx';
import { ExcludeDialog } from '../features/faces/exclude-dialog.tsx';
import { AgainDialog } from '../features/faces/again-dialog.tsx';
import { ConfirmSeveralDialog } from '../features/batch/confirm-several-dialog.tsx';
import { onDemand } from '../ui/on-demand.ts';

/** Asks once before an invoice with failed checks is confirmed, and lists them. */
const ConfirmErrorsDialog = ({ seen, messages }: ErrorsToConfirm) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  return (
    <Dialog title={t('batch.confirmTitle')} role="alertdialog" onClose={actions.closeDialog}>
      <p>{t('batch.confirmText', { count: messages.length })}</p>
      <ul className="findings">
        {messages.map((message) => (
          <li key={message.en} className="finding tone-error">
            <Icon name="error" />
            {message[language]}
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <Button onPress={actions.closeDialog}>{t('app.cancel')}</Button>
        <Button
          look="primary"
          autoFocus
          onPress={() => {
            actions.closeDialog();
            void confirmAnyway(actions, seen);
          }}
        >
          {t('batch.confirmAnyway')}
        </Button>
      </div>
    </Dialog>
  );
};

/** Asks how to recognize the added files if there is no account. */
const AskDialog = ({ service }: { readonly service: ServiceId }) => {
  const { t } = useTexts();
  const { actions } = useTools();
  const waiting = useApp((state) => state.waiting);
  const count = waiting.reduce((sum, one) => sum + (one.service === service ? one.files.length : 0), 0);
  return (
    <Dialog title={t('ask.title')} role="alertdialog" onClose={actions.closeDialog}>
      <p>{t('ask.text', { count })}</p>
      <div className="choices">
        <div className="choice">
          <Button look="primary" autoFocus onPress={actions.enterAccount}>
            {t('ask.account')}
          </Button>
          <p className="muted">{t('ask.accountText')}</p>
        </div>
        <div className="choice">
          <Button onPress={() => void actions.answerSandbox(service)}>{t('ask.sandbox')}</Button>
          <p className="muted">{t('ask.sandboxText')}</p>
        </div>
      </div>
    </Dialog>
  );
};

/** Asks before many pages are cancelled. */
const CancelAllDialog = ({ count }: { readonly count: number }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const withKeys = useWithKeys();
  return (
    <Dialog title={t('progress.cancelAll')} role="alertdialog" onClose={actions.closeDialog}>
      <p>{withKeys(t('progress.cancelText', { count, number: formatCount(count, language) }))}</p>
      <div className="dialog-actions">
        <Button autoFocus onPress={actions.closeDialog}>
          {t('progress.continue')}
        </Button>
        <Button
          look="danger"
          onPress={() => {
            actions.closeDialog();
            void actions.cancelAll(true);
          }}
        >
          {t('progress.cancelAll')}
        </Button>
      </div>
    </Dialog>
  );
};

// Rarely opened and large: loaded on demand.
const SettingsDialog = onDemand(
  async () => (await import('../features/settings/settings-dialog.tsx')).SettingsDialog,
);
const ExportDialog = onDemand(
  async () => (await import('../features/export/export-dialog.tsx')).ExportDialog,
);
const KeysDialog = onDemand(async () => (await import('./actions/keys-dialog.tsx')).KeysDialog);
const GuideDialog = onDemand(async () => (await import('../features/guide/guide-dialog.tsx')).GuideDialog);
const PaletteDialog = onDemand(async () => (await import('./actions/palette-dialog.tsx')).PaletteDialog);
const HistoryDialog = onDemand(
  async () => (await import('../features/history/history-dialog.tsx')).HistoryDialog,
);
const AccountDialog = onDemand(
  async () => (await import('../features/office/account-dialog.tsx')).AccountDialog,
);
const UsersDialog = onDemand(async () => (await import('../features/office/users-dialog.tsx')).UsersDialog);
const StateDialog = onDemand(async () => (await import('../features/office/state-dialog.tsx')).StateDialog);
const CompareDialog = onDemand(
  async () => (await import('../features/compare/compare-dialog.tsx')).CompareDialog,
);
const TotalsDialog = onDemand(
  async () => (await import('../features/totals/totals-dialog.tsx')).TotalsDialog,
);
const BinDialog = onDemand(async () => (await import('../features/bin/bin-dialog.tsx')).BinDialog);
const RemoveDialog = onDemand(
  async () => (await import('../features/documents/remove-dialog.tsx')).RemoveDialog,
);
const VouchersDialog = onDemand(
  async () => (await import('../features/books/vouchers-dialog.tsx')).VouchersDialog,
);
const ArchiveDialog = onDemand(
  async () => (await import('../features/books/archive-dialog.tsx')).ArchiveDialog,
);
const PrintDialog = onDemand(async () => (await import('../features/books/print-dialog.tsx')).PrintDialog);
const NamesDialog = onDemand(async () => (await import('../features/books/names-dialog.tsx')).NamesDialog);
const booksDialogs = {
  vouchers: VouchersDialog,
  archive: ArchiveDialog,
  print: PrintDialog,
  names: NamesDialog,
} as const satisfies Record<BooksView, unknown>;
const TaxListDialog = onDemand(
  async () => (await import('../features/books/tax-list-dialog.tsx')).TaxListDialog,
);
const SetValuesDialog = onDemand(
  async () => (await import('../features/batch/set-values-dialog.tsx')).SetValuesDialog,
);
const RecordDialog = onDemand(
  async () => (await import('../features/picture/record-dialog.tsx')).RecordDialog,
);
const PicturesDialog = onDemand(
  async () => (await import('../features/faces/pictures-dialog.tsx')).PicturesDialog,
);

export const DialogContent = ({ dialog }: { readonly dialog: DialogState }) => {
  const conflictsSettled = useApp((state) => state.conflictsSettled);
  switch (dialog.kind) {
    case 'settings':
      return <SettingsDialog />;
    case 'history':
      return <HistoryDialog />;
    case 'ownSignIn':
      return <AccountDialog />;
    case 'users':
      return <UsersDialog />;
    case 'state':
      return <StateDialog />;
    case 'sides':
      return <CompareDialog {...dialog} />;
    case 'totals':
      return <TotalsDialog />;
    case 'bin':
      // The whole bin after a part of it is another dialog.
      return <BinDialog key={String(dialog.ids)} {...dialog} />;
    case 'keys':
      return <KeysDialog />;
    case 'guide':
      return <GuideDialog {...dialog} />;
    case 'palette':
      return <PaletteDialog />;
    case 'books': {
      const BooksDialog = booksDialogs[dialog.view];
      return <BooksDialog key={conflictsSettled} />;
    }
    case 'tax-list':
      return <TaxListDialog page={dialog.page} />;
    case 'ask':
      return <AskDialog {...dialog} />;
    case 'password':
      return <PasswordDialog {...dialog} />;
    case 'export':
      // A question after the dialog starts with a fresh form.
      return <ExportDialog key={String(dialog.isQuestion)} {...dialog} />;
    case 'blocked':
      return <BlockedDialog blocked={dialog.blocked} />;
    case 'confirm-errors':
      return <ConfirmErrorsDialog {...dialog} />;
    case 'confirm-several':
      return <ConfirmSeveralDialog {...dialog} />;
    case 'record':
      return <RecordDialog {...dialog} />;
    case 'exclude-faces':
      return <ExcludeDialog {...dialog} />;
    case 'face-pictures':
      return <PicturesDialog {...dialog} />;
    case 'recognize-again':
      return <AgainDialog {...dialog} />;
    case 'cancel-all':
      return <CancelAllDialog {...dialog} />;
    case 'set-values':
      return <SetValuesDialog {...dialog} />;
    case 'tag':
      return <TagDialog {...dialog} />;
    case 'remove':
      return <RemoveDialog {...dialog} />;
    default:
      return dialog satisfies never;
  }
};
