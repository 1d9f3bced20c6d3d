import { lazy, Suspense } from 'react';
import { useApp } from '../state/store.ts';
import { DialogFoot } from '../ui/dialog.tsx';
import { DialogFailures } from './notices.tsx';

// No dialog is open at first: their code is not part of the first load.
const DialogContent = lazy(async () => {
  const { DialogContent: component } = await import('./dialog-content.tsx');
  return { default: component };
});

/** The open dialog, if any. */
export const OpenDialog = () => {
  const dialog = useApp((state) => state.dialog);
  return (
    dialog && (
      <DialogFoot value={<DialogFailures />}>
        <Suspense>
          <DialogContent dialog={dialog} />
        </Suspense>
      </DialogFoot>
    )
  );
};
