import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { basename } from 'node:path';

/** Requests from a test to the stand-in; see test/helpers/electron-stand-in/control.ts. */

export type MenuEntry = {
  readonly label: string;
  readonly accelerator?: string;
  /** False if disabled. */
  readonly enabled?: false;
  readonly items?: readonly MenuEntry[];
};

type StandInRecord = {
  readonly openedOutside: readonly string[];
  readonly openedPaths: readonly string[];
  readonly dialogs: readonly { readonly method: string; readonly options: Record<string, unknown> }[];
  readonly refusedRequests: readonly string[];
  readonly prevented: readonly string[];
  readonly allowed: readonly string[];
  readonly windows: readonly (Readonly<Record<string, unknown>> & {
    readonly webPreferences: Record<string, unknown>;
  })[];
  readonly maximized: readonly boolean[];
  readonly minimized: readonly boolean[];
  readonly inFront: readonly boolean[];
  readonly visible: readonly boolean[];
  readonly messages: readonly { readonly channel: string; readonly values: readonly unknown[] }[];
  readonly copied: readonly string[];
  readonly notifications: readonly { readonly title: string; readonly body: string }[];
  readonly progressBar: readonly number[];
  readonly dragged: readonly string[];
  readonly printed: readonly {
    readonly path: string;
    readonly pdf: string;
    readonly options: Record<string, unknown>;
  }[];
  readonly backgrounds: readonly string[];
  readonly recentDocuments: readonly string[];
  readonly popups: readonly (readonly {
    readonly label?: string;
    readonly role?: string;
    readonly enabled?: boolean;
  }[])[];
  readonly awake: boolean;
  readonly hardwareAcceleration: boolean;
  readonly crashReporter: unknown;
  readonly sandboxed: boolean;
  readonly appUserModelId: string;
  readonly webRtcPolicy: string;
  readonly network: { readonly proxy: object; readonly lets: readonly string[] };
  readonly defaultSessionIsGuarded: boolean;
  readonly sessionOptions: object;
  readonly channels: readonly string[];
  readonly menu: readonly MenuEntry[];
  readonly theme: string;
};

type ForgedSender = 'own' | 'other-window' | 'frame' | 'gone' | { readonly origin: string };

export type StandInControl = {
  readonly record: () => Promise<StandInRecord>;
  readonly scriptDialog: (method: string, answer: object) => Promise<void>;
  readonly clickMenu: (...path: readonly string[]) => Promise<void>;
  /** Reports the paths of files that the page is about to receive, which Chromium does not do. */
  readonly tellFiles: (paths: readonly string[]) => Promise<void>;
  /** Sends a message that no page of the program would send; resolves with its result, rejects if refused. */
  readonly forge: (channel: string, values: readonly unknown[], sender: ForgedSender) => Promise<unknown>;
  /** Whether the program prevents an event that the stand-in can't trigger. */
  readonly prevents: (event: string) => Promise<boolean>;
  /** Moves and resizes the window like a user. */
  readonly place: (
    bounds: {
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
    },
    maximized: boolean,
  ) => Promise<void>;
  /** Minimizes the window like a user; another program's window is then in front. */
  readonly minimize: () => Promise<void>;
  /** Throws an uncaught exception in the main process. */
  readonly break: () => Promise<void>;
  /** Kills the process of the window's page. */
  readonly killPage: () => Promise<void>;
  /** Makes the window stop responding to input, or respond again. */
  readonly hangs: () => Promise<void>;
  readonly comesBack: () => Promise<void>;
  /** The computer falls asleep or wakes up. */
  readonly power: (name: 'suspend' | 'resume') => Promise<void>;
  /** A right click that the page leaves to the program. */
  readonly contextMenu: (clicked: object) => Promise<void>;
  /** What the program answers to a server that asks for a certificate. */
  readonly certificateFor: (url: string) => Promise<string>;
  readonly quit: () => Promise<void>;
};

const keyOf = (path: string): string => {
  const { size, mtimeMs } = statSync(path);
  return `${basename(path)} ${size} ${Math.trunc(mtimeMs)}`;
};

// oxlint-disable-next-line typescript/no-explicit-any -- each result has the type of its own request
type Answer = any;

export const controlOf = (child: ChildProcess): StandInControl => {
  let last = 0;
  const ask = (message: object): Promise<Answer> => {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      const take = (answer: Answer): void => {
        if (answer.id !== id) return;
        child.off('message', take);
        if (answer.error === undefined) resolve(answer.value);
        else reject(new Error(answer.error));
      };
      child.on('message', take);
      child.send({ id, ...message });
    });
  };
  return {
    record: () => ask({ kind: 'record' }),
    scriptDialog: (method, answer) => ask({ kind: 'dialog', method, answer }),
    clickMenu: (...path) => ask({ kind: 'menu', path }),
    tellFiles: (paths) => ask({ kind: 'files', files: paths.map((path) => ({ key: keyOf(path), path })) }),
    forge: (channel, values, sender) => ask({ kind: 'forge', channel, values, sender }),
    prevents: (event) => ask({ kind: 'prevented', name: event }),
    place: (bounds, maximized) => ask({ kind: 'place', bounds, maximized }),
    minimize: () => ask({ kind: 'minimize' }),
    break: () => ask({ kind: 'break' }),
    killPage: () => ask({ kind: 'kill-page' }),
    hangs: () => ask({ kind: 'hangs' }),
    comesBack: () => ask({ kind: 'comes-back' }),
    power: (name) => ask({ kind: 'power', name }),
    contextMenu: (clicked) => ask({ kind: 'context-menu', clicked }),
    certificateFor: (url) => ask({ kind: 'certificate', url }),
    quit: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      ask({ kind: 'quit' }).catch(() => {});
      // A hanging program must not block the tests after it.
      const impatience = setTimeout(() => child.kill('SIGKILL'), 20_000);
      const [code]: unknown[] = await ended;
      clearTimeout(impatience);
      if (code !== 0) throw new Error(`The program ended with ${String(code)}.`);
    },
  };
};
