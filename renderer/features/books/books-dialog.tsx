import type { BooksView } from '../../state/dialogs.ts';
import { VouchersDialog } from './vouchers-dialog.tsx';

/** The dialog of one task of the books. */
export const BooksDialog = ({ view }: { readonly view: BooksView }) => {
  switch (view) {
    case 'vouchers':
      return <VouchersDialog />;
    default:
      return view satisfies never;
  }
};
