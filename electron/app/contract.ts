import type { VouchEvent, PictureSize, CommandFailure } from '../../shared/contract/commands.ts';
import type { Exported } from '../../shared/contract/export/exported.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { Result } from '../../shared/result.ts';
import type { KeyValueStore, SecretCipher } from '../credentials/host.ts';
import type { Caller } from './handlers.ts';
import type { StartReader } from './open-engine.ts';
import type { StartDecoder } from '../intake/decode-pool.ts';
import type { Environment } from '../infra/environment.ts';
import type { Log } from '../infra/log.ts';
import type { ProxyLogins } from '../infra/network/proxy-login.ts';
import type { Transport } from '../infra/network/transport.ts';

/** How the system's print dialog ended. */
export type PrintOutcome = 'printed' | 'cancelled' | 'failed';

/** The purpose of a chosen folder, which decides the title of the dialog. */
export type FolderPurpose = 'pictures' | 'archive' | 'copies';

/** The parts that a host supplies; the backend itself knows no host. */
export type Host = {
  readonly kind: 'desktop' | 'browser';
  readonly version: string;
  /** BCP 47 tag of the system. */
  readonly locale: string;
  /** The data folder (`VOUCH_HOME`, or the host's own default); created if it is missing. */
  readonly home: string;
  readonly samplesFolder: string;
  readonly environment: Environment;
  readonly store: KeyValueStore;
  readonly cipher: SecretCipher;
  /** Sends calls to the real service; the sandbox on loopback is always reached through Node's http. */
  readonly transport: Transport;
  /** The transport writes the Host header itself, in the form that browsers use. */
  readonly writesHost?: boolean;
  /** The system's proxy for an address; absent if the system can't be asked. */
  readonly systemProxy?: (url: URL) => Promise<string | null>;
  /** The logins of proxies that ask for one; a host without a window of its own has none. */
  readonly proxyLogins?: ProxyLogins;
  readonly now: () => Date;
  /** For tests: how long a running call may continue after a stop, in milliseconds. */
  readonly graceMs?: number | undefined;
  /** Starts a decoder process, which may crash; without it threads of this process decode. */
  readonly startDecoder?: StartDecoder | undefined;
  /** Many users share this process: it opens one large document at a time. */
  readonly spares?: boolean;
  /** Starts a process that reads scans; a child process of Node.js by default. */
  readonly startReader?: StartReader | undefined;
  /** Receives unexpected errors; the log is redacted. */
  readonly log: Pick<Log, 'write'>;
  /** Asks where to save; null if the user cancels. Absent if the browser downloads. */
  readonly chooseSavePath?: (suggestedName: string) => Promise<string | null>;
  /** Asks for a folder to write to; null if the user cancels. Absent if the browser downloads. */
  readonly chooseSaveFolder?: (purpose: FolderPurpose) => Promise<string | null>;
  /** Prints a PDF by the system's dialog. Absent if the host has none. */
  readonly printPdf?: (pdf: Uint8Array) => Promise<PrintOutcome>;
  /** Asks for a backup to restore; null if the user cancels. Absent if there are no dialogs. */
  readonly chooseBackup?: () => Promise<string | null>;
  /** Asks for the new path of a moved file; null if the user cancels. Absent if there are no dialogs. */
  readonly chooseOriginal?: (was: {
    readonly name: string;
    readonly folder: string;
  }) => Promise<string | null>;
  /** Shows a folder in the system's file manager. */
  readonly openFolder?: (path: string) => Promise<void>;
};

export type Picture = { readonly type: string; readonly bytes: Buffer };

/** One backend for all hosts. */
export type Backend = {
  /**
   * Runs a command of shared/contract/commands.ts; without a caller, for the local user. Name and input are
   * unknown until parsed here; an invalid one is a failure.
   */
  readonly invoke: (
    name: string,
    input: unknown,
    caller?: Caller,
  ) => Promise<Result<unknown, CommandFailure>>;
  readonly listen: (listener: (event: VouchEvent) => void) => () => void;
  /** Null if the page or the picture does not exist. */
  readonly picture: (id: PageId, size: PictureSize) => Promise<Picture | null>;
  /**
   * The faces of a page, packed (shared/face/pack.ts); null if the page does not exist or has no extracted
   * faces.
   */
  readonly faces: (id: PageId) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** `pages.export` as a download even if the host has a dialog: for drags out of the window. */
  readonly offerExport: (input: unknown) => Promise<Result<Exported, CommandFailure>>;
  /** A finished export, which can be fetched once. */
  readonly takeDownload: (id: string) => Promise<(Picture & { readonly name: string }) | null>;
  /** Stops calls and the sandbox, and closes the ledger. */
  readonly close: () => Promise<void>;
};
