import { fork } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { DecoderProcess, StartDecoder } from './decoder.ts';
import { threadAddress } from '../infra/thread-address.ts';

/** Nothing of the account is needed there. */
const withoutSecrets = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('VOUCH_')));

const stripTypes = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];

const startNodeDecoder = (): DecoderProcess => {
  const path = fileURLToPath(threadAddress(import.meta.url, './decoder-main.ts', 'intake-decoder.js'));
  const child = fork(path, [], {
    // Bytes go as they are, not as JSON.
    serialization: 'advanced',
    execArgv: path.endsWith('.ts') ? stripTypes : [],
    env: withoutSecrets(process.env),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let over = false;
  const listeners: (() => void)[] = [];
  const end = (): void => {
    if (over) return;
    over = true;
    for (const listener of listeners) listener();
  };
  child.on('exit', end);
  child.on('error', end);
  return {
    send: (asked) => {
      // One that has just died says so by itself.
      if (child.connected) child.send(asked, () => {});
    },
    onSaid: (listener) => void child.on('message', listener),
    onEnd: (listener) => void listeners.push(listener),
    hold: (holds) => {
      if (holds) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
    end: () => {
      over = true;
      child.kill('SIGKILL');
    },
  };
};

/**
 * How this Node.js starts a process that decodes. Undefined in the packaged command line: Electron's binary starts no
 * script of ours as a child, and its own processes only once there is a display. Threads decode there; a picture that
 * kills them ends that one run, and no other.
 */
export const nodeDecoder = (): StartDecoder | undefined =>
  process.versions['electron'] === undefined ? startNodeDecoder : undefined;
