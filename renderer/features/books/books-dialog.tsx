import type { BooksView } from '../../state/dialogs.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { NamesDialog } from './names-dialog.tsx';
import { PrintDialog } from './print-dialog.tsx';
import { VouchersDialog } from './vouchers-dialog.tsx';

/** The dialog for one bookkeeping task. */
export const BooksDialog = ({ view }: { readonly view: BooksView }) => {
  switch (view) {
    case 'vouchers':
      return <VouchersDialog />;
    case 'archive':
      return <ArchiveDialog />;
    case 'print':
      return <PrintDialog />;
    case 'names':
      return <NamesDialog />;
    default:
      return view satisfies never;
  }
};
