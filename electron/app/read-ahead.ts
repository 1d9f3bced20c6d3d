import { stat } from 'node:fs/promises';
import { isComplete } from '../../shared/invoice/complete.ts';
import type { Intake } from '../intake/intake.ts';

type Read = Awaited<ReturnType<Intake['readDigital']>>;

export type ReadAhead = {
  /**
   * Whether a file needs no service. Extracts its data, and keeps the result for the page that will be made
   * from it. An unreadable file is reported when its page is made.
   */
  readonly hasData: (path: string) => Promise<boolean>;
  /** Returns the kept result; reads the file if there is none, or if the file has changed since. */
  readonly readDigital: Intake['readDigital'];
};

/** More files than are ever read ahead. */
const mostKept = 32;

const stampOf = async (path: string): Promise<string | null> => {
  try {
    const { size, mtimeMs, ino } = await stat(path);
    return `${size} ${mtimeMs} ${ino}`;
  } catch {
    return null;
  }
};

/** A file whose data decides whether it needs an account is read once, and not again for its page. */
export const createReadAhead = (intake: Pick<Intake, 'readDigital'>): ReadAhead => {
  const kept = new Map<string, { readonly stamp: string; readonly read: Read }>();
  const look = async (path: string): Promise<Read> => {
    const stamp = await stampOf(path);
    const read = await intake.readDigital(path, null);
    if (stamp !== null) kept.set(path, { stamp, read });
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
    return read;
  };

  return {
    hasData: async (path) => {
      const read = await look(path);
      if (!read.ok) return true;
      const { otherPages = [], extractions = [] } = read.value ?? {};
      return otherPages.length === 0 && extractions.length > 0 && extractions.every(isComplete);
    },
    readDigital: async (path, password) => {
      const there = kept.get(path);
      kept.delete(path);
      const isSame = there !== undefined && password === null && there.stamp === (await stampOf(path));
      return isSame ? there.read : intake.readDigital(path, password);
    },
  };
};
