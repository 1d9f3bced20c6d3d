/* oxlint-disable unicorn/require-post-message-target-origin -- threads and ports have no origin */
import { pathToFileURL } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterAll } from 'vitest';
import type { startThread } from '../../electron/infra/task-thread.ts';
import type { PostedTask, WorkerMessage } from '../../electron/infra/worker-pool.ts';
import { builtProgram } from './built-program.ts';

type Start = typeof startThread;
type Host = ReturnType<Start> & { readonly control: MessagePort };

const hostAddress = new URL('reused-thread.mjs', import.meta.url);
/** Threads that have ended their work, by their address and limits. */
const parked = new Map<string, Host[]>();
let reuses = true;

/** Starts a new thread each time until the end of the test file: for tests that end or count threads. */
export const startEveryThread = (): void => {
  reuses = false;
  afterAll(() => {
    reuses = true;
  });
};

const isBuilt = (address: URL): boolean =>
  builtProgram !== null && address.href.startsWith(pathToFileURL(builtProgram).href);

/** Sends the tasks when the thread has loaded its code. */
const startIn = ({ thread, control }: Host, address: URL, data: unknown): ((posted: unknown) => void) => {
  let waiting: unknown[] | null = [];
  control.once('message', () => {
    for (const posted of waiting ?? []) thread.postMessage(posted);
    waiting = null;
  });
  // Once it is listened to, it would keep this process alive.
  control.unref();
  control.postMessage({ address: address.href, data });
  return (posted) => {
    if (waiting) waiting.push(posted);
    else thread.postMessage(posted);
  };
};

/**
 * Starts a thread of the built program in one that has ended its work: starting one takes most of the processor time of
 * a short test. A thread that is ended during a task is not used again.
 */
export const reuseThread = (start: Start): Start => {
  const startHost = (limits: Pick<Parameters<Start>[0], 'heapMb' | 'youngMb'>): Host => {
    const { port1: control, port2 } = new MessageChannel();
    const worker = start({ ...limits, address: hostAddress });
    worker.thread.postMessage(port2, [port2]);
    return { ...worker, control };
  };
  return ({ address, workerData, ...limits }) => {
    if (!reuses || !isBuilt(address)) return start({ address, workerData, ...limits });
    const key = `${address.href} ${JSON.stringify(limits)}`;
    const host = parked.get(key)?.pop() ?? startHost(limits);
    const send = startIn(host, address, workerData);
    const { thread } = host;
    thread.ref();
    let [hasAnswered, hasEnded] = [false, false];
    thread.once('exit', () => {
      hasEnded = true;
    });
    const unanswered = new Set<number>();
    return {
      ...host,
      send: (posted: PostedTask<unknown>) => {
        unanswered.add(posted.id);
        send(posted);
      },
      onMessage: (listener) => {
        thread.on('message', (message: WorkerMessage<unknown>) => {
          hasAnswered = true;
          if ('done' in message || 'broke' in message) unanswered.delete(message.id);
          listener(message);
        });
      },
      end: () => {
        if (hasEnded || !hasAnswered || unanswered.size > 0) return host.end();
        for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
        thread.unref();
        parked.set(key, [...(parked.get(key) ?? []), host]);
        return undefined;
      },
    };
  };
};
