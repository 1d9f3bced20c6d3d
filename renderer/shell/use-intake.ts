import { useEffect, useState } from 'react';
import { useTools } from '../features/tools.ts';
import { isDraggedOut } from './drag-out.ts';
import { carriesFiles, filesOf } from './files.ts';
import { useApp } from '../state/store.ts';
import { isTextField } from '../ui/keys.ts';

/** Adds files dropped anywhere on the window or pasted outside of a text field. */
export const useIntake = (): void => {
  const { actions } = useTools();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const take = async (data: DataTransfer) => {
      await actions.addFiles(useApp.getState().workspace, await filesOf(data));
    };
    /** The element below the pointer may change between the last move and the drop, so entering one accepts files, too. */
    const onDrag = (event: DragEvent) => {
      // Otherwise the browser would navigate to the file.
      event.preventDefault();
      if (event.dataTransfer)
        event.dataTransfer.dropEffect = carriesFiles(event.dataTransfer) ? 'copy' : 'none';
    };
    const onDrop = (event: DragEvent) => {
      // A drop area of the window has accepted it.
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer && carriesFiles(event.dataTransfer) && !isDraggedOut())
        void take(event.dataTransfer);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isTextField(event.target) || !event.clipboardData || !carriesFiles(event.clipboardData)) return;
      event.preventDefault();
      void take(event.clipboardData);
    };
    window.addEventListener('dragenter', onDrag, { signal });
    window.addEventListener('dragover', onDrag, { signal });
    window.addEventListener('drop', onDrop, { signal });
    window.addEventListener('paste', onPaste, { signal });
    return () => stop.abort();
  }, [actions]);
};

/** Whether files are being dragged over the window. */
export const useDragOver = (): boolean => {
  const { actions } = useTools();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (isOver) actions.expectFiles();
  }, [actions, isOver]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const enter = (event: DragEvent) => {
      if (carriesFiles(event.dataTransfer) && !isDraggedOut()) setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      // Without a related target, the drag has left the window.
      if (event.relatedTarget === null) setIsOver(false);
    };
    window.addEventListener('dragenter', enter, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', () => setIsOver(false), { signal });
    window.addEventListener('dragend', () => setIsOver(false), { signal });
    return () => stop.abort();
  }, []);
  return isOver;
};
