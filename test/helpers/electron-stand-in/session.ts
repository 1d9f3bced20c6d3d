import { EventEmitter } from 'node:events';

type SchemeHandler = (request: Request) => Response | Promise<Response>;
type RequestHandler = (
  details: { readonly url: string },
  callback: (answer: { readonly cancel: boolean }) => void,
) => void;
type CheckHandler = (contents: unknown, permission: string, origin: string, details: object) => boolean;

export class Session extends EventEmitter {
  readonly schemes = new Map<string, SchemeHandler>();
  checkHandler: CheckHandler = () => true;
  isGuarded = false;
  readonly options: object;

  constructor(options: object) {
    super();
    this.options = options;
  }

  proxy: object | null = null;
  requestHandler: RequestHandler | null = null;

  readonly webRequest = {
    onBeforeRequest: (handler: RequestHandler): void => {
      this.requestHandler = handler;
    },
  };

  setProxy(config: object): Promise<void> {
    this.proxy = config;
    return Promise.resolve();
  }

  readonly protocol = {
    handle: (scheme: string, handler: SchemeHandler): void => {
      this.schemes.set(scheme, handler);
    },
  };

  resolveProxy(): Promise<string> {
    return Promise.resolve('DIRECT');
  }

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.isGuarded = true;
    this.checkHandler = handler;
  }

  /** Never called: Chromium gets the check handler's decisions in advance. */
  setPermissionRequestHandler(): void {}
  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setUSBProtectedClassesHandler(): void {}
  setBluetoothPairingHandler(): void {}
}

export type StandInSession = Session;

const sessions = new Map<string, Session>();

export const session = {
  fromPartition: (partition: string, options: object = {}): Session => {
    const known = sessions.get(partition) ?? new Session(options);
    sessions.set(partition, known);
    return known;
  },
  get defaultSession(): Session {
    return session.fromPartition('');
  },
};

const privileged = new Set<string>();

export const protocol = {
  registerSchemesAsPrivileged: (schemes: readonly { readonly scheme: string }[]): void => {
    for (const { scheme } of schemes) privileged.add(scheme);
  },
};

export const isPrivileged = (scheme: string): boolean => privileged.has(scheme);
