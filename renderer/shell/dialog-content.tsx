import { BlockedDialog } from '../features/export/blocked-dialog.tsx';
import { TagDialog } from '../features/batch/tag-dialog.tsx';
import { RemoveDialog } from '../features/documents/remove-dialog.tsx';
import { PasswordDialog } from '../features/intake/password-dialog.tsx';
import { ExcludeDialog } from '../features/faces/exclude-dialog.tsx';
import { AgainDialog } from '../features/faces/again-dialog.tsx';
import type { BooksView, DialogState } from '../state/dialogs.ts';
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
const RecordDialog = onDemand(
  async () => (await import('../features/picture/record-dialog.tsx')).RecordDialog,
);
const PicturesDialog = onDemand(
  async () => (await import('../features/faces/pictures-dialog.tsx')).PicturesDialog,
);

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
    case 'books': {
      const BooksDialog = booksDialogs[dialog.view];
      return <BooksDialog />;
    }
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
    case 'record':
      return <RecordDialog {...dialog} />;
    case 'exclude-faces':
      return <ExcludeDialog {...dialog} />;
    case 'face-pictures':
      return <PicturesDialog {...dialog} />;
    case 'recognize-again':
      return <AgainDialog {...dialog} />;
    case 'tag':
      return <TagDialog {...dialog} />;
    case 'remove':
      return <RemoveDialog {...dialog} />;
    default:
      return dialog satisfies never;
  }
};
