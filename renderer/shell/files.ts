/** The files of a drop or a paste. Folders are read recursively, with files sorted by name. */
export const filesOf = async (data: DataTransfer): Promise<File[]> => {
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
export const carriesFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;
