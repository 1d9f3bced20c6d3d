import process from 'node:process';
import type { WorkerPort } from './handle-tasks.ts';

type ParentPort = {
  readonly postMessage: (message: unknown) => void;
  readonly on: (event: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};

const isParentPort = (value: unknown): value is ParentPort =>
  typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value;

/** The pipe to the program: Node's own between processes, or that of Electron's utility processes. */
export const openProcessPort = (): WorkerPort => {
  const parentPort: unknown = Reflect.get(process, 'parentPort');
  if (isParentPort(parentPort))
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process has no origin
      send: (message) => parentPort.postMessage(message),
      onTask: (listener) => parentPort.on('message', ({ data }) => listener(data)),
    };
  // The program has ended, so no response is needed.
  process.on('disconnect', () => process.exit(0));
  return {
    send: (message) => void process.send?.(message),
    onTask: (listener) => void process.on('message', listener),
  };
};

/** A signal from the keyboard goes to the whole group. The program decides when this process ends. */
export const ignoreSignals = (): void => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
};
