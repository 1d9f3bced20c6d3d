import { EventEmitter, once } from 'node:events';
import process from 'node:process';
import { recorded } from './record.ts';

/** Dialogs, menu, shell and theme. They show nothing, record the calls, and return what a test has set. */

type Answer = Record<string, unknown>;
const scripted = new Map<string, Answer[]>();

export const scriptDialog = (method: string, answer: Answer): void => {
  scripted.set(method, [...(scripted.get(method) ?? []), answer]);
};

/** The scripted result of the next call, or undefined. */
export const nextAnswer = (method: string): Answer | undefined => scripted.get(method)?.shift();

/** Without a scripted result, the user is away and cancels on return. */
const ask = async (method: string, values: readonly unknown[], unscripted: Answer): Promise<Answer> => {
  const options = values.at(-1);
  recorded.dialogs.push({ method, options });
  const answer = nextAnswer(method) ?? unscripted;
  // A question that stays open until the program withdraws it.
  if (answer['stays'] !== true) return answer;
  const signal = typeof options === 'object' && options !== null && 'signal' in options && options.signal;
  if (signal instanceof AbortSignal) await once(signal, 'abort');
  return unscripted;
};

export const dialog = {
  showSaveDialog: (...values: unknown[]) => ask('showSaveDialog', values, { canceled: true, filePath: '' }),
  showOpenDialog: (...values: unknown[]) => ask('showOpenDialog', values, { canceled: true, filePaths: [] }),
  showMessageBox: (...values: unknown[]) => {
    const options = values.at(-1);
    const cancelId =
      typeof options === 'object' && options !== null && 'cancelId' in options ? options.cancelId : 0;
    return ask('showMessageBox', values, { response: cancelId });
  },
  showErrorBox: (title: string, content: string) => {
    recorded.dialogs.push({ method: 'showErrorBox', options: { title, content } });
    process.stderr.write(`${title}: ${content}\n`);
  },
};

export type MenuItem = {
  readonly id?: string;
  enabled?: boolean;
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly click?: () => void;
  readonly submenu?: readonly MenuItem[];
};

export const clipboard = {
  writeText: async (text: string): Promise<void> => {
    recorded.copied.push(text);
  },
};

let current: readonly MenuItem[] = [];
export const currentMenu = (): readonly MenuItem[] => current;

const itemById = (items: readonly MenuItem[], id: string): MenuItem | null => {
  for (const item of items) {
    const found = item.id === id ? item : itemById(item.submenu ?? [], id);
    if (found) return found;
  }
  return null;
};

export const Menu = {
  getApplicationMenu: () => ({ getMenuItemById: (id: string) => itemById(current, id) }),
  buildFromTemplate: (template: readonly MenuItem[]) => ({
    items: template,
    popup: () =>
      void recorded.popups.push(template.map(({ label, role, enabled }) => ({ label, role, enabled }))),
  }),
  setApplicationMenu: (menu: { readonly items: readonly MenuItem[] } | null): void => {
    current = menu?.items ?? [];
  },
};

export const shell = {
  openExternal: async (address: string): Promise<void> => {
    recorded.openedOutside.push(address);
  },
  openPath: async (path: string): Promise<string> => {
    recorded.openedPaths.push(path);
    return '';
  },
};

export const crashReporter = {
  start: (options: object): void => {
    recorded.crashReporter = options;
  },
};

/** A test makes it emit `suspend` and `resume`. */
export const powerMonitor = new EventEmitter();

let blockers = 0;
export const powerSaveBlocker = {
  start: (): number => {
    recorded.awake = true;
    blockers += 1;
    return blockers;
  },
  stop: (): void => {
    recorded.awake = false;
  },
};

export class NativeTheme extends EventEmitter {
  #source = 'system';

  get themeSource(): string {
    return this.#source;
  }

  set themeSource(source: string) {
    this.#source = source;
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

export const nativeTheme = new NativeTheme();

type Display = {
  readonly id: number;
  readonly workArea: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
};

/** One screen of a common size, or those that a test configures. */
const displays: readonly Display[] = process.env.VOUCH_STAND_IN_DISPLAYS
  ? JSON.parse(process.env.VOUCH_STAND_IN_DISPLAYS)
  : [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } }];

export const screen = {
  getAllDisplays: () => displays,
  getPrimaryDisplay: () => displays[0],
};
