import { EventEmitter } from 'node:events';
import { recorded } from './record.ts';

type Options = { readonly title: string; readonly body: string };

/** Records each notification and shows nothing. */
export class Notification extends EventEmitter {
  readonly #options: Options;

  constructor(options: Options) {
    super();
    this.#options = options;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    const { title, body } = this.#options;
    recorded.notifications.push({ title, body });
  }
}
