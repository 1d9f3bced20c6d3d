import { EventEmitter } from 'node:events';

type Handler = (event: unknown, ...values: unknown[]) => unknown;

export class IpcMain extends EventEmitter {
  readonly handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }

  /** Handles a message of a page; rejects with the same error as Electron's `invoke`. */
  async dispatch(channel: string, event: unknown, values: readonly unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return handler(event, ...values);
  }
}

export const ipcMain = new IpcMain();
