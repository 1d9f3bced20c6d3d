import { fork as forkProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import process from 'node:process';

type Options = { readonly env?: NodeJS.ProcessEnv; readonly serviceName?: string };

/** A utility process: a Node process whose messages arrive at `process.parentPort`. */
export class UtilityProcess extends EventEmitter {
  readonly #child: ReturnType<typeof forkProcess>;

  constructor(path: string, parameters: readonly string[], env: NodeJS.ProcessEnv) {
    super();
    this.#child = forkProcess(path, [...parameters], {
      env,
      execArgv: ['--import', new URL('parent-port.ts', import.meta.url).href],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (message) => void this.emit('message', message));
    this.#child.on('exit', (code) => void this.emit('exit', code ?? 1));
  }

  postMessage(message: object): void {
    if (this.#child.connected) this.#child.send(message);
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork: (
    path: string,
    parameters: readonly string[] = [],
    { env = process.env }: Options = {},
  ): UtilityProcess => new UtilityProcess(path, parameters, env),
};
