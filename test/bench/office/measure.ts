import { readFileSync, readdirSync } from 'node:fs';

export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** Milliseconds. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
};

/** Linux counts the time of processes in hundredths of a second. */
const ticksPerSecond = 100;

type Process = { readonly parent: number; readonly seconds: number };

const processOf = (id: string): Process | null => {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond };
  } catch {
    return null;
  }
};

/**
 * Processor time that this process and all processes below it have used so far, in seconds. Unlike a
 * duration, it does not depend on other programs. Null if the system does not report it.
 */
export const processorSeconds = (): number | null => {
  if (process.platform !== 'linux') return null;
  const all = new Map<number, Process>();
  for (const id of readdirSync('/proc')) {
    const found = /^\d+$/u.test(id) ? processOf(id) : null;
    if (found) all.set(Number(id), found);
  }
  const isOurs = (id: number): boolean =>
    id === process.pid || (all.has(id) && isOurs(all.get(id)?.parent ?? 0));
  return [...all].reduce((sum, [id, { seconds }]) => sum + (isOurs(id) ? seconds : 0), 0);
};

/** Such as `52 ms of processor time each`; empty if the system does not report it. */
export const processorTimeEach = (before: number | null, count: number): string => {
  const after = processorSeconds();
  return before === null || after === null
    ? ''
    : `, ${(((after - before) / count) * 1_000).toFixed(0)} ms of processor time each`;
};
