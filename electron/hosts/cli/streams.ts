import type { Writable } from 'node:stream';
import { forTerminal, oneLine } from '../../infra/terminal.ts';

export type Streams = {
  /** Results. Resolves when the bytes are written, or nobody reads them any more; rejects where the disk fails. */
  readonly out: (
    content: string | Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ) => Promise<void>;
  /** Progress and errors, a line each; control characters are replaced. */
  readonly note: (line: string) => void;
  /** Resolves when all that was noted is handed over. */
  readonly flushed: () => Promise<void>;
};

/** Where a process writes; a terminal says so. */
type Output = Writable & { readonly isTTY?: boolean };

const isGone = (error: Error): boolean => 'code' in error && error.code === 'EPIPE';

/**
 * Standard output and standard error of a process. A reader that has gone away ends the writing and nothing else; a
 * full disk behind standard output rejects, behind standard error there is nobody left to tell.
 */
export const openStreams = (stdout: Output, stderr: Output): Streams => {
  const ended = new Set<Writable>();
  // Each write reports its own error. Without a listener the stream would end the process with a stack trace.
  for (const stream of [stdout, stderr]) stream.on('error', () => ended.add(stream));
  const write = (stream: Writable, piece: string | Uint8Array): Promise<Error | null> =>
    new Promise((resolve) => {
      if (ended.has(stream)) resolve(null);
      else stream.write(piece, (error) => resolve(error ?? null));
    });
  let noted = Promise.resolve<unknown>(null);
  return {
    out: async (content) => {
      const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
      for await (const piece of pieces) {
        const error = await write(stdout, stdout.isTTY ? forTerminal(piece) : piece);
        if (error && !isGone(error)) throw error;
      }
    },
    note: (line) => {
      const written = write(stderr, `${oneLine(line)}\n`);
      noted = noted.then(() => written);
    },
    flushed: async () => {
      await noted;
    },
  };
};
