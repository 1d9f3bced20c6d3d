import process from 'node:process';
import { maxPageMs } from './limits.ts';
import { createPool, usualPoolSize, workerAddress } from './pool.ts';
import type { DecoderAsked, DecoderMessage } from './decoder.ts';

/**
 * The process that decodes untrusted files. It has no secrets. It exits if a picture needs more memory than
 * any legitimate one; only its tasks are lost then.
 */

/** The largest legitimate picture needs half of this resident memory. */
const mostBytes = 1_500 * 1024 * 1024;
const lookEveryMs = 50;
const outOfMemory = 71;
const idleMs = 20_000;

/** The pipe to the program: Node's own between processes, or that of Electron's utility processes. */
type Port = {
  readonly say: (message: DecoderMessage) => void;
  readonly onAsked: (listener: (asked: DecoderAsked) => void) => void;
};

const isAsked = (value: unknown): value is DecoderAsked =>
  typeof value === 'object' && value !== null && 'id' in value && 'task' in value;

type ParentPort = {
  readonly postMessage: (message: unknown) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};

const isParentPort = (value: unknown): value is ParentPort =>
  typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value;

const openPort = (): Port => {
  const parentPort: unknown = Reflect.get(process, 'parentPort');
  if (isParentPort(parentPort))
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process has no origin
      say: (message) => parentPort.postMessage(message),
      onAsked: (listener) =>
        parentPort.on('message', ({ data }) => {
          if (isAsked(data)) listener(data);
        }),
    };
  // The program has ended: nobody is left to respond to.
  process.on('disconnect', () => process.exit(0));
  return {
    say: (message) => void process.send?.(message),
    onAsked: (listener) =>
      void process.on('message', (asked) => {
        if (isAsked(asked)) listener(asked);
      }),
  };
};

const port = openPort();
const pool = createPool({ size: usualPoolSize(), limitMs: maxPageMs, idleMs, address: workerAddress() });

let under = 0;
setInterval(() => {
  if (under > 0 && process.memoryUsage.rss() > mostBytes) process.exit(outOfMemory);
}, lookEveryMs);

// A signal from the keyboard goes to the whole group. The program decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const answer = async ({ id, task }: DecoderAsked): Promise<void> => {
  under += 1;
  const result = await pool.run(task);
  under -= 1;
  port.say({ id, answer: result });
};

port.onAsked((asked) => void answer(asked));
