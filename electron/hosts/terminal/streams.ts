import type { Writable } from 'node:stream';
import { forTerminal, oneLine } from '../../infra/terminal.ts';
import { codeOf } from '../../infra/error-code.ts';
import { describeError } from '../../infra/log.ts';
import { redact } from '../../infra/redact.ts';

export type Streams = {
  /**
   * Results. Resolves when the bytes are written, or when the reader has closed the stream; rejects if the
   * disk fails.
   */
  readonly out: (
    content: string | Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ) => Promise<void>;
  /** Progress and errors, one line each; control characters are replaced. */
  readonly note: (line: string) => void;
  /** An unexpected error with its stack, in one line without secrets. */
  readonly noteBug: (error: unknown) => void;
  /** Resolves when all lines are handed over. */
  readonly flushed: () => Promise<void>;
};

/** An output stream of a process, and whether it is a terminal. */
type Output = Writable & { readonly isTTY?: boolean };

const isGone = (error: Error): boolean => codeOf(error) === 'EPIPE';

/**
 * Standard output and standard error of a process. If the reader closes the stream, only writing stops. A full disk
 * behind standard output rejects; behind standard error there is nowhere left to report it.
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
  const note = (line: string): void => {
    const written = write(stderr, `${oneLine(line)}\n`);
    noted = noted.then(() => written);
  };
  return {
    out: async (content) => {
      const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
      for await (const piece of pieces) {
        const error = await write(stdout, stdout.isTTY ? forTerminal(piece) : piece);
        if (error && !isGone(error)) throw error;
      }
    },
    note,
    noteBug: (error) => note(redact(describeError(error)).replaceAll(/\s*\n\s*/gu, ' ')),
    flushed: async () => {
      await noted;
    },
  };
};
