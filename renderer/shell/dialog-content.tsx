import { lazy } from 'react';
import { BlockedDialog } from '../features/export/blocked-dialog.tsx';
import { TagDialog } from '../features/batch/tag-dialog.tsx';
import { RemoveDialog } from '../features/documents/remove-dialog.tsx';
import { PasswordDialog } from '../features/intake/password-dialog.tsx';
import type { DialogState } from '../state/dialogs.ts';
import { AskDialog } from './ask-dialog.tsx';
import { ConfirmErrorsDialog } from './confirm-errors-dialog.tsx';
import { ConfirmSeveralDialog } from '../features/batch/confirm-several-dialog.tsx';

// Rarely opened and large: loaded on demand.
const SettingsDialog = lazy(async () => {
  const { SettingsDialog: component } = await import('../features/settings/settings-dialog.tsx');
  return { default: component };
});

const ExportDialog = lazy(async () => {
  const { ExportDialog: component } = await import('../features/export/export-dialog.tsx');
  return { default: component };
});

const KeysDialog = lazy(async () => {
  const { KeysDialog: component } = await import('./actions/keys-dialog.tsx');
  return { default: component };
});

const HistoryDialog = lazy(async () => {
  const { HistoryDialog: component } = await import('../features/history/history-dialog.tsx');
  return { default: component };
});

const AccountDialog = lazy(async () => {
  const { AccountDialog: component } = await import('../features/office/account-dialog.tsx');
  return { default: component };
});

const PeopleDialog = lazy(async () => {
  const { PeopleDialog: component } = await import('../features/office/people-dialog.tsx');
  return { default: component };
});

const CompareDialog = lazy(async () => {
  const { CompareDialog: component } = await import('../features/compare/compare-dialog.tsx');
  return { default: component };
});

const TotalsDialog = lazy(async () => {
  const { TotalsDialog: component } = await import('../features/totals/totals-dialog.tsx');
  return { default: component };
});

const BooksDialog = lazy(async () => {
  const { BooksDialog: component } = await import('../features/books/books-dialog.tsx');
  return { default: component };
});

const TaxListDialog = lazy(async () => {
  const { TaxListDialog: component } = await import('../features/books/tax-list-dialog.tsx');
  return { default: component };
});

/** The content of a dialog. */
export const DialogContent = ({ dialog }: { readonly dialog: DialogState }) => {
  switch (dialog.kind) {
    case 'settings':
      return <SettingsDialog />;
    case 'history':
      return <HistoryDialog />;
    case 'account':
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
