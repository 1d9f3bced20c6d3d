import type { Writable } from 'node:stream';

export type Streams = {
  /** Results. Resolves when the bytes are handed over, or nobody reads any more. */
  readonly out: (content: string | Uint8Array | Iterable<Uint8Array>) => Promise<void>;
  /** Progress and errors, a line each. */
  readonly note: (line: string) => void;
  /** Resolves when all that was noted is handed over. */
  readonly flushed: () => Promise<void>;
};

const controls = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A name or a message as one line that can't move the cursor or forge another line. */
export const oneLine = (text: string): string => text.replace(controls, '�');

/** Standard output and standard error of a process; a reader that has gone away ends nothing but the writing. */
export const openStreams = (stdout: Writable, stderr: Writable): Streams => {
  const gone = new Set<Writable>();
  for (const stream of [stdout, stderr])
    stream.on('error', (error) => {
      gone.add(stream);
      if (!('code' in error) || error.code !== 'EPIPE') throw error;
    });
  const write = (stream: Writable, piece: string | Uint8Array): Promise<void> =>
    new Promise((resolve) => {
      if (gone.has(stream)) resolve();
      else stream.write(piece, () => resolve());
    });
  let noted = Promise.resolve();
  return {
    out: async (content) => {
      const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
      for (const piece of pieces) await write(stdout, piece);
    },
    note: (line) => {
      const written = write(stderr, `${line}\n`);
      noted = noted.then(() => written);
    },
    flushed: () => noted,
  };
};
