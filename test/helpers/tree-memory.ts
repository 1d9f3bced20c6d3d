import { readdirSync, readFileSync } from 'node:fs';

const parents = (): ReadonlyMap<number, number> => {
  const all = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      all.set(Number(name), Number(/^PPid:\s+(\d+)/mu.exec(status)?.[1] ?? 0));
    } catch {
      // The process has ended.
    }
  }
  return all;
};

/** A process and its descendants. */
const treeOf = (root: number): readonly number[] => {
  const all = parents();
  const isOwn = (pid: number): boolean => {
    if (pid === root) return true;
    const parent = all.get(pid) ?? 0;
    return parent > 1 && isOwn(parent);
  };
  return [...all.keys()].filter(isOwn);
};

const mapping =
  /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)\n(?:[^\n]+\n)*?Rss: +(\d+) kB\n(?:[^\n]+\n)*?Anonymous: +(\d+) kB$/gmu;

type Memory = { readonly own: number; readonly files: ReadonlyMap<string, number> };

/** Bytes of a process's own memory, and of each mapped file that are resident. */
const memoryOf = (pid: number): Memory => {
  const files = new Map<string, number>();
  let own = 0;
  try {
    for (const [, path = '', rss, anonymous] of readFileSync(`/proc/${pid}/smaps`, 'utf8').matchAll(
      mapping,
    )) {
      const shared = (Number(rss) - Number(anonymous)) * 1024;
      own += Number(anonymous) * 1024;
      files.set(path, (files.get(path) ?? 0) + shared);
    }
  } catch {
    // The process has ended.
  }
  return { own, files };
};

/**
 * Resident bytes of a process and its descendants. A file that several of them map, as the program itself, is in memory
 * once. Linux only.
 */
const treeBytes = (root: number): number => {
  const files = new Map<string, number>();
  let sum = 0;
  for (const memory of treeOf(root).map(memoryOf)) {
    sum += memory.own;
    for (const [path, bytes] of memory.files) files.set(path, Math.max(files.get(path) ?? 0, bytes));
  }
  return [...files.values()].reduce((total, bytes) => total + bytes, sum);
};

/** Private bytes of a process, with its share of shared memory (PSS); null if the system does not report it. */
export const proportionalBytes = (pid: number): number | null => {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kilobytes = /^Pss:\s+(\d+) kB$/mu.exec(text)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
};

/** The same of a process and its descendants: what each of them shares with others is counted by its share. */
export const proportionalTreeBytes = (root: number): number =>
  treeOf(root).reduce((sum, pid) => sum + (proportionalBytes(pid) ?? 0), 0);

/**
 * Samples the memory of a process until `most` is called, which returns MB.
 * @param bytesOf of that process and its descendants, unless given
 */
export const watchTree = (
  root: number,
  bytesOf: (pid: number) => number | null = treeBytes,
): { readonly most: () => number } => {
  let most = 0;
  const look = (): void => {
    most = Math.max(most, bytesOf(root) ?? 0);
  };
  const timer = setInterval(look, 200);
  return {
    most: () => {
      clearInterval(timer);
      return Math.round(most / 1e6);
    },
  };
};
