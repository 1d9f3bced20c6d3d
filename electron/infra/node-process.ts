import { fork } from 'node:child_process';
import process from 'node:process';
import type { PoolWorker } from './worker-pool.ts';

/** A process of our own needs no account data. */
const withoutSecrets = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('VOUCH_')));

/** Few objects live long in such a process: small spaces for new ones are enough, in each of its threads. */
const smallSpaces = '--max-semi-space-size=4';

const stripTypes = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];

/**
 * Starts a process of this Node.js that handles tasks.
 * @param path its code: a built file, or a source
 * @param variables of its environment, on top of this process's without its secrets
 */
export const startNodeProcess = (path: string, variables: Readonly<Record<string, string>>): PoolWorker => {
  const child = fork(path, [], {
    // Sends bytes as they are instead of as JSON.
    serialization: 'advanced',
    execArgv: [smallSpaces, ...(path.endsWith('.ts') ? stripTypes : [])],
    env: { ...variables, ...withoutSecrets(process.env) },
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
