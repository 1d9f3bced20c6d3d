/** What of a drop or a paste is a file. A folder is read to its depth; its files come sorted by their names. */
export const filesOf = async (data: DataTransfer): Promise<File[]> => {
  // The entries are gone once this task ends: they are all taken before the first wait.
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
  // A reader gives its entries in portions, the last one empty.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (portion.length === 0) return all.sort((one, other) => one.name.localeCompare(other.name, 'zh-CN'));
    all.push(...portion);
  }
};

const filesInFolder = async (entry: FileSystemEntry): Promise<File[]> => {
  // Hidden files are the system's own, not the user's pictures.
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

/** Whether a drag carries files, as far as it may be known before the drop. */
export const carriesFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;
