import { useTexts } from '../ui/i18n/use-texts.ts';
import { Icon } from '../ui/icon.tsx';
import { useTools } from '../features/tools.ts';
import { startDragOut } from './drag-out.ts';
import { useApp } from '../state/store.ts';

/**
 * Takes the workbook to wherever it is dropped. For the pointer alone: the button beside it does the same for everyone
 * else, so it is no stop of the keyboard and nothing to be read aloud.
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
        // The system's own drag takes its place as soon as the file is there.
        event.preventDefault();
        startDragOut();
        void dragWorkbook(workspace, language);
      }}
    >
      <Icon name="grip" />
    </span>
  );
};
