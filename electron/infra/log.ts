import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inspect } from 'node:util';
import { redact } from './redact.ts';

type LogLevel = 'info' | 'warn' | 'error';

export type Log = {
  readonly write: (level: LogLevel, event: string, detail?: string) => void;
  /** Resolves once all lines so far are on disk. */
  readonly flush: () => Promise<void>;
};

const maxBytes = 1_000_000;

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    (found) => found.size,
    () => 0,
  );

/** Appends to a file that never exceeds `maxBytes`: when it is full, it is kept as the older half. */
const appendWithin = async (path: string, line: string): Promise<void> => {
  const size = await sizeOf(path);
  if (size > 0 && size + Buffer.byteLength(line) > maxBytes) await rename(path, `${path}.1`);
  await appendFile(path, line, { mode: 0o600 });
};

/** A log entry is a single line, with a limited length for text from other programs. */
const oneLine = (text: string): string =>
  redact(text.slice(0, 20_000))
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .slice(0, 2000);

/** Some libraries report an object that is no error: its members are the only reason there is. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Error) return error.stack ?? error.message;
  return typeof error === 'string' ? error : inspect(error, { depth: 2, breakLength: Infinity });
};

/** The text of an error for a log line. */
export const describeError = (error: unknown): string => reasonOf(error).slice(0, 4000);

/**
 * A log file without secrets: every line is redacted. The older half is kept under the same name with `.1`.
 * An unwritable log must not stop the program, so failures are ignored here and nowhere else.
 */
export const openLog = (path: string, now: () => Date): Log => {
  let last: Promise<unknown> = mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch(() => {});
  return {
    write: (level, event, detail = '') => {
      const line = `${now().toISOString()} ${level} ${event}${detail ? ` ${oneLine(detail)}` : ''}\n`;
      last = last.then(() => appendWithin(path, line)).catch(() => {});
    },
    flush: async () => {
      await last;
    },
  };
};
