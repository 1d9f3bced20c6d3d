import { fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { threadAddress } from '../infra/thread-address.ts';
import type { PoolWorker } from '../infra/worker-pool.ts';
import type { StartDecoder } from './decode-pool.ts';

/** The decoder needs no account data. */
const withoutSecrets = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('VOUCH_')));

/**
 * glibc gives each thread its own heaps, and pictures fragment all of them: few heaps, and large blocks return to the
 * system at once. Other systems ignore this.
 */
const fewHeaps = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

/** A decoder makes few objects that live long: small spaces for new ones are enough, in each of its threads. */
const smallSpaces = '--max-semi-space-size=4';

const stripTypes = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];

/** Starts the decoder process whose code is at a path: a built one, or a source. */
export const startDecoderAt = (path: string): PoolWorker => {
  const child = fork(path, [], {
    // Sends bytes as they are instead of as JSON.
    serialization: 'advanced',
    execArgv: [smallSpaces, ...(path.endsWith('.ts') ? stripTypes : [])],
    env: { ...fewHeaps, ...withoutSecrets(process.env) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    send: (posted) => {
      // A process that has just died reports it by its exit event.
      if (child.connected) child.send(posted, () => {});
    },
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => {
      child.on('exit', () => listener('ended'));
      child.on('error', () => listener('ended'));
    },
    hold: (holds) => {
      if (holds) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
    end: () => void child.kill('SIGKILL'),
  };
};

const startNodeDecoder = (): PoolWorker =>
  startDecoderAt(fileURLToPath(threadAddress(import.meta.url, './decoder-main.ts', 'intake-decoder.js')));

/**
 * How this Node.js starts a decoder process. Undefined in the packaged command line: Electron's binary can't
 * run a script of ours as a child, and its utility processes need a display. There, threads decode. A picture
 * that crashes them ends only that run.
 */
export const nodeDecoder = (): StartDecoder | undefined =>
  process.versions['electron'] === undefined ? startNodeDecoder : undefined;
