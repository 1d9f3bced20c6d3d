import { useTexts } from '../ui/i18n/use-texts.ts';
import { useApp } from '../state/store.ts';
import { useDragOver } from './use-intake.ts';

/** Covers the window while files are dragged over it, to show that it accepts them. */
export const DropTarget = () => {
  const { t } = useTexts();
  const workspace = useApp((state) => state.workspace);
  if (!useDragOver()) return null;
  return (
    <div className="drop-target" aria-hidden="true">
      <div className="drop-frame">
        <p className="drop-title">{t(workspace === 'vat-invoice' ? 'drop.invoices' : 'drop.faces')}</p>
        <p>{t('drop.hint')}</p>
      </div>
    </div>
  );
};
