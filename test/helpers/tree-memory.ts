import { readdirSync, readFileSync } from 'node:fs';

const statusOf = (pid: string): { readonly parent: number; readonly rss: number } | null => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const figure = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'mu').exec(status)?.[1] ?? 0);
    return { parent: figure('PPid'), rss: figure('VmRSS') * 1024 };
  } catch {
    // It has ended.
    return null;
  }
};

/** Resident bytes of a process and its descendants, mapped files included. Linux only. */
export const treeBytes = (root: number): number => {
  const all = new Map<number, { readonly parent: number; readonly rss: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    const status = statusOf(name);
    if (status) all.set(Number(name), status);
  }
  const isOwn = (pid: number): boolean => {
    if (pid === root) return true;
    const parent = all.get(pid)?.parent ?? 0;
    return parent > 1 && isOwn(parent);
  };
  let sum = 0;
  for (const [pid, { rss }] of all) if (isOwn(pid)) sum += rss;
  return sum;
};

/** Samples the memory of a process and its descendants until `most` is called, which returns MB. */
export const watchTree = (root: number): { readonly most: () => number } => {
  let most = 0;
  const look = (): void => {
    most = Math.max(most, treeBytes(root));
  };
  const timer = setInterval(look, 50);
  return {
    most: () => {
      clearInterval(timer);
      return Math.round(most / 1e6);
    },
  };
};
