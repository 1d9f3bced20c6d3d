import { useTexts } from '../ui/i18n/use-texts.ts';
import { Icon } from '../ui/icon.tsx';
import { useTools } from '../features/tools.ts';
import { startDragOut } from './drag-out.ts';
import { useApp } from '../state/store.ts';

/**
 * Drags the workbook out of the window. For the pointer only: the button next to it does the same, so the
 * handle takes no focus and is hidden from screen readers.
 */
export const DragHandle = ({ isPossible }: { readonly isPossible: boolean }) => {
  const { t, language } = useTexts();
  const { actions } = useTools();
  const workspace = useApp((state) => state.workspace);
  const { dragWorkbook } = actions;
  if (!dragWorkbook || !isPossible) return null;
  return (
    <span
      className="drag-handle"
      aria-hidden="true"
      title={t('exports.drag')}
      draggable
      onDragStart={(event) => {
        // The system's own drag replaces this one as soon as the file is ready.
        event.preventDefault();
        startDragOut();
        void dragWorkbook(workspace, language);
      }}
    >
      <Icon name="grip" />
    </span>
  );
};
