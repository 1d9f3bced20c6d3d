import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { recorded } from './record.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const readPid = (path: string): number | null => {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
};

export class App extends EventEmitter {
  readonly isPackaged = process.env.VOUCH_STAND_IN_PACKAGED === '1';
  readonly #paths = new Map<string, string>([
    ['userData', join(tmpdir(), 'vouch-stand-in')],
    ['documents', tmpdir()],
  ]);
  #ready = false;
  #quitting = false;
  readonly #started = Promise.withResolvers<void>();
  /** Closes every window; set by the windows module. */
  closeWindows: () => Promise<void> = () => Promise.resolve();

  /** The main module has finished: the program can become ready only now, as in Electron. */
  becomeReady(): void {
    this.#ready = true;
    this.#started.resolve();
    this.emit('ready');
  }

  whenReady(): Promise<void> {
    return this.#started.promise;
  }

  isReady(): boolean {
    return this.#ready;
  }

  enableSandbox(): void {
    if (this.#ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    recorded.sandboxed = true;
  }

  getPath(name: string): string {
    const path = this.#paths.get(name);
    if (!path) throw new Error(`Failed to get '${name}' path`);
    return path;
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  disableHardwareAcceleration(): void {
    if (this.#ready)
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
    recorded.hardwareAcceleration = false;
  }

  addRecentDocument(path: string): void {
    recorded.recentDocuments.push(path);
  }

  setAppUserModelId(id: string): void {
    recorded.appUserModelId = id;
  }

  getLocale(): string {
    return process.env.VOUCH_STAND_IN_LOCALE ?? 'en-US';
  }

  getPreferredSystemLanguages(): string[] {
    return [this.getLocale()];
  }

  getFileIcon(): Promise<object> {
    return Promise.resolve({});
  }

  getVersion(): string {
    return '0.0.0';
  }

  requestSingleInstanceLock(): boolean {
    const lock = join(this.getPath('userData'), 'stand-in.lock');
    const second = join(this.getPath('userData'), 'stand-in.second');
    const holder = readPid(lock);
    if (holder !== null && isAlive(holder)) {
      writeFileSync(second, JSON.stringify({ argv: process.argv, folder: process.cwd() }));
      process.kill(holder, 'SIGUSR2');
      return false;
    }
    writeFileSync(lock, String(process.pid));
    process.on('SIGUSR2', () => {
      // The runtime may report one signal twice.
      if (!existsSync(second)) return;
      const { argv, folder } = JSON.parse(readFileSync(second, 'utf8'));
      rmSync(second);
      this.emit('second-instance', {}, argv, folder);
    });
    process.on('exit', () => rmSync(lock, { force: true }));
    return true;
  }

  quit(): void {
    void this.#tryToQuit();
  }

  exit(code = 0): void {
    process.exit(code);
  }

  async #tryToQuit(): Promise<void> {
    if (!this.#quitting) {
      this.#quitting = true;
      this.emit('before-quit', {});
      await this.closeWindows();
    }
    let prevented = false;
    this.emit('will-quit', { preventDefault: () => (prevented = true) });
    if (prevented) return;
    this.emit('quit', {}, 0);
    this.exit(0);
  }
}

export const app = new App();
