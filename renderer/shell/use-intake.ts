import { useEffect, useState } from 'react';
import { useTools } from '../features/tools.ts';
import { isDraggedOut } from './drag-out.ts';
import { useApp } from '../state/store.ts';
import { isTextField } from '../ui/keys.ts';

/** The files of a drop or a paste. Folders are read recursively, with files sorted by name. */
const filesOf = async (data: DataTransfer): Promise<File[]> => {
  // The entries are invalid after this task: take all of them before the first await.
  const entries = [...data.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = await Promise.all(
    entries.map(async ({ entry, file }) => {
      if (entry?.isDirectory) return filesInFolder(entry);
      return file ? [file] : [];
    }),
  );
  return found.flat();
};

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // A reader returns its entries in batches; the last batch is empty.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (portion.length === 0) return all.sort((one, other) => one.name.localeCompare(other.name, 'zh-CN'));
    all.push(...portion);
  }
};

const filesInFolder = async (entry: FileSystemEntry): Promise<File[]> => {
  // Hidden files belong to the system.
  if (entry.name.startsWith('.')) return [];
  if (isFile(entry)) {
    return [
      await new Promise<File>((resolve, reject) => {
        entry.file(resolve, reject);
      }),
    ];
  }
  if (!isFolder(entry)) return [];
  const inside: File[] = [];
  for (const child of await entriesOf(entry)) inside.push(...(await filesInFolder(child)));
  return inside;
};

/** Whether a drag carries files, as far as this is known before the drop. */
const carriesFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

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
    // The decoder starts early.
    if (isOver) void actions.ask('pages.expect', {});
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
