import { BlockedDialog } from '../features/export/blocked-dialog.tsx';
import { TagDialog } from '../features/batch/tag-dialog.tsx';
import { RemoveDialog } from '../features/documents/remove-dialog.tsx';
import { PasswordDialog } from '../features/intake/password-dialog.tsx';
import type { DialogState } from '../state/dialogs.ts';
import { AskDialog } from './ask-dialog.tsx';
import { ConfirmErrorsDialog } from './confirm-errors-dialog.tsx';
import { ConfirmSeveralDialog } from '../features/batch/confirm-several-dialog.tsx';
import { onDemand } from '../ui/on-demand.ts';

// Rarely opened and large: loaded on demand.
const SettingsDialog = onDemand(
  async () => (await import('../features/settings/settings-dialog.tsx')).SettingsDialog,
);
const ExportDialog = onDemand(
  async () => (await import('../features/export/export-dialog.tsx')).ExportDialog,
);
const KeysDialog = onDemand(async () => (await import('./actions/keys-dialog.tsx')).KeysDialog);
const HistoryDialog = onDemand(
  async () => (await import('../features/history/history-dialog.tsx')).HistoryDialog,
);
const AccountDialog = onDemand(
  async () => (await import('../features/office/account-dialog.tsx')).AccountDialog,
);
const PeopleDialog = onDemand(
  async () => (await import('../features/office/people-dialog.tsx')).PeopleDialog,
);
const CompareDialog = onDemand(
  async () => (await import('../features/compare/compare-dialog.tsx')).CompareDialog,
);
const TotalsDialog = onDemand(
  async () => (await import('../features/totals/totals-dialog.tsx')).TotalsDialog,
);
const BooksDialog = onDemand(async () => (await import('../features/books/books-dialog.tsx')).BooksDialog);
const TaxListDialog = onDemand(
  async () => (await import('../features/books/tax-list-dialog.tsx')).TaxListDialog,
);

/** The content of a dialog. */
export const DialogContent = ({ dialog }: { readonly dialog: DialogState }) => {
  switch (dialog.kind) {
    case 'settings':
      return <SettingsDialog />;
    case 'history':
      return <HistoryDialog />;
    case 'ownSignIn':
      return <AccountDialog />;
    case 'people':
      return <PeopleDialog />;
    case 'sides':
      return <CompareDialog {...dialog} />;
    case 'totals':
      return <TotalsDialog />;
    case 'keys':
      return <KeysDialog />;
    case 'books':
      return <BooksDialog view={dialog.view} />;
    case 'tax-list':
      return <TaxListDialog />;
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
    case 'tag':
      return <TagDialog {...dialog} />;
    case 'remove':
      return <RemoveDialog {...dialog} />;
    default:
      return dialog satisfies never;
  }
};
