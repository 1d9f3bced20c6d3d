import { useEffect, useState } from 'react';
import { compareNames } from '../../shared/order.ts';
import { useTools } from '../features/tools.ts';
import { isDraggedOut } from './drag-out.ts';
import { placeInFolder } from '../state/missing-files.ts';
import { useApp } from '../state/store.ts';
import { isTextField } from '../ui/keys.ts';

type Dropped = { readonly entry: FileSystemEntry | null; readonly file: File | null };
const nameOf = ({ entry, file }: Dropped): string => entry?.name ?? file?.name ?? '';

/** The files of a drop or a paste. Folders are read recursively, in natural order. */
const filesOf = async (data: DataTransfer): Promise<File[]> => {
  // The entries are invalid after this task: take all of them before the first await.
  const entries = [...data.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
    // A file manager begins with the file below the pointer.
    .toSorted((one, other) => compareNames(nameOf(one), nameOf(other)));
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
    if (portion.length === 0) return all.sort((one, other) => compareNames(one.name, other.name));
    all.push(...portion);
  }
};

const filesInFolder = async (entry: FileSystemEntry): Promise<File[]> => {
  // Hidden files belong to the system.
  if (entry.name.startsWith('.')) return [];
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => {
      entry.file(resolve, reject);
    });
    return [placeInFolder(file, entry.fullPath.slice(1))];
  }
  if (!isFolder(entry)) return [];
  const inside: File[] = [];
  for (const child of await entriesOf(entry)) inside.push(...(await filesInFolder(child)));
  return inside;
};

/** The name or the path of a copied file, as the file manager puts it on the clipboard as text. */
const namesFile = (line: string, files: readonly File[]): boolean =>
  files.some(({ name }) => line === name || line.endsWith(`/${name}`) || line.endsWith(`\\${name}`));

/**
 * Whether a clipboard holds files and nothing else. Spreadsheets and word processors add a picture of the copied text,
 * which the user does not want to add. The HTML of a picture copied from a web page contains only that picture.
 */
const holdsOnlyFiles = (data: DataTransfer): boolean => {
  const files = [...data.files];
  const lines = data.getData('text/plain').split(/[\r\n]+/u);
  if (lines.some((line) => line.trim() !== '' && !namesFile(line.trim(), files))) return false;
  const { body } = new DOMParser().parseFromString(data.getData('text/html'), 'text/html');
  return body.querySelector('table') === null && (body.textContent ?? '').trim() === '';
};

/** Whether a drag carries files, as far as this is known before the drop. */
const carriesFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;

/** A picture or a link of a web page or a mail: the page gives its address, and no file. */
const carriesLink = (data: DataTransfer | null): boolean =>
  data !== null && ['text/uri-list', 'text/html'].some((type) => data.types.includes(type));

const pictureUrl = /^data:(image\/([\w.+-]+));base64,([\w+/=]+)$/u;

/** The pictures that HTML carries in itself. An address of a picture is never followed. */
const picturesIn = (html: string): readonly File[] => {
  const { images } = new DOMParser().parseFromString(html, 'text/html');
  return Array.from(images, ({ src }) => pictureUrl.exec(src)).flatMap((found, index) => {
    if (!found) return [];
    const [, type = '', extension = '', base64 = ''] = found;
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    return [new File([bytes], `picture-${index + 1}.${extension}`, { type })];
  });
};

/** Adds files dropped anywhere on the window. Pasted ones only where nothing else takes them. */
export const useIntake = (): void => {
  const { actions } = useTools();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const take = async (data: DataTransfer, isPasted: boolean) => {
      // The data is empty after the first await.
      const html = isPasted ? '' : data.getData('text/html');
      const isLink = !isPasted && carriesLink(data);
      const files = await filesOf(data);
      const taken = files.length > 0 ? files : picturesIn(html);
      if (taken.length > 0) await actions.addFiles(useApp.getState().workspace, taken, isPasted);
      else if (isLink) actions.refuse('noPicture');
    };
    /** Something of this window is being dragged, such as a selected text. */
    let isOwn = false;
    const onStart = (event: DragEvent) => {
      isOwn = !event.defaultPrevented;
    };
    const onEnd = () => {
      isOwn = false;
    };
    /** The element below the pointer may change between the last move and the drop, so entering one accepts files, too. */
    const onDrag = (event: DragEvent) => {
      // Otherwise the browser would navigate to the file.
      event.preventDefault();
      if (event.dataTransfer)
        event.dataTransfer.dropEffect =
          carriesFiles(event.dataTransfer) || carriesLink(event.dataTransfer) ? 'copy' : 'none';
    };
    const onDrop = (event: DragEvent) => {
      // A drop area of the window has accepted it.
      if (event.defaultPrevented) return;
      event.preventDefault();
      const { dataTransfer: data } = event;
      if (data && (carriesFiles(data) || carriesLink(data)) && !isOwn && !isDraggedOut())
        void take(data, false);
      isOwn = false;
    };
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData: data, target } = event;
      // What somebody has taken is nobody else's, and a dialog is about something else.
      if (event.defaultPrevented || isTextField(target) || useApp.getState().dialog) return;
      if (!data || !carriesFiles(data) || !holdsOnlyFiles(data)) return;
      event.preventDefault();
      void take(data, true);
    };
    window.addEventListener('dragstart', onStart, { signal });
    window.addEventListener('dragend', onEnd, { signal });
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
