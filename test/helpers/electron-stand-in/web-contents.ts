import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fromServed, toServed } from './address.ts';
import { app } from './app.ts';
import { chromium, killPages } from './chromium.ts';
import type { DevtoolsSession, Message } from './devtools.ts';
import { emitOfSystem } from './events.ts';
import { ipcMain } from './ipc-main.ts';
import { recorded } from './record.ts';
import { answerRequests } from './requests.ts';
import { session as sessions, type StandInSession } from './session.ts';
import { nextAnswer } from './shell-parts.ts';
import { decodeValue, encodeValue } from './values.ts';
import { isolatedWorldSource, mainWorldSource, preloadWorld } from './worlds.ts';

export type Preferences = {
  readonly preload?: string;
  readonly session?: StandInSession;
  readonly contextIsolation?: boolean;
  readonly plugins?: boolean;
};

/** Pages that belong to windows of the program. */
const taken = new Set<string>();

/** A preload runs in the window's own page, not in frames. */
const onlyTop = (source: string): string => `if (window === window.top) {${source}\n}`;

type Frame = { readonly origin: string; readonly url: string; readonly parent: Frame | null };
type OpenHandler = (details: { readonly url: string }) => { readonly action: string };

/** Chromium's permission names and the names that Electron uses for them. */
const permissions: readonly (readonly [{ readonly name: string }, string])[] = [
  [{ name: 'geolocation' }, 'geolocation'],
  [{ name: 'notifications' }, 'notifications'],
  [{ name: 'midi' }, 'midi'],
  [{ name: 'camera' }, 'media'],
  [{ name: 'microphone' }, 'media'],
  [{ name: 'clipboard-read' }, 'clipboard-read'],
  [{ name: 'clipboard-write' }, 'clipboard-sanitized-write'],
  [{ name: 'idle-detection' }, 'idle-detection'],
  [{ name: 'local-fonts' }, 'local-fonts'],
];

const originOf = (address: string): string => {
  const url = new URL(address);
  return url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin;
};

/** One page of Chromium, with the interface that the program expects. */
export class WebContents extends EventEmitter {
  readonly session: StandInSession;
  targetId = '';
  readonly #preferences: Preferences;
  readonly #contexts = new Map<number, { frameId: string; name: string }>();
  #isolated: number | null = null;
  #page: DevtoolsSession | null = null;
  #address = 'about:blank';
  #ownNavigation = false;
  #delivery: Promise<void> = Promise.resolve();
  #destroyed = false;
  #openHandler: OpenHandler = () => ({ action: 'allow' });
  readonly #prepared: Promise<void>;

  readonly mainFrame: Frame;

  constructor(preferences: Preferences) {
    super();
    this.#preferences = preferences;
    this.session = preferences.session ?? sessions.defaultSession;
    const address = (): string => this.#address;
    this.mainFrame = {
      parent: null,
      get url() {
        return address();
      },
      get origin() {
        return originOf(address());
      },
    };
    this.#prepared = this.#prepare();
    app.emit('web-contents-created', {}, this);
  }

  getURL(): string {
    return this.#address;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  startDrag(item: { readonly file: string }): void {
    recorded.dragged.push(item.file);
  }

  forcefullyCrashRenderer(): void {
    void killPages();
  }

  reload(): void {
    this.#ownNavigation = true;
    void this.#page?.send('Page.reload');
  }

  send(channel: string, ...values: unknown[]): void {
    this.#delivery = this.deliver({ kind: 'event', channel, values });
  }

  /** Resolves when the page has received the last message. */
  delivered(): Promise<void> {
    return this.#delivery;
  }

  /** Sends a message to the preload's world. */
  async deliver(message: object): Promise<void> {
    if (this.#isolated === null || this.#destroyed) return;
    const expression = `standInDeliver(${JSON.stringify(encodeValue(message))})`;
    await this.#page?.send('Runtime.evaluate', { expression, contextId: this.#isolated }).catch(() => {});
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    recorded.webRtcPolicy = policy;
  }

  async loadURL(address: string): Promise<void> {
    await this.#prepared;
    this.#ownNavigation = true;
    const loaded = once(this, 'did-finish-load');
    // As in Electron, a closed page does not finish loading.
    const gone = once(this, 'destroyed').then(() => {
      throw new Error(`ERR_FAILED (-2) loading '${address}'`);
    });
    gone.catch(() => {});
    const navigated = await this.#page?.send('Page.navigate', { url: toServed(address) });
    if (navigated?.errorText) throw new Error(navigated.errorText);
    await Promise.race([loaded, gone]);
  }

  /**
   * A PDF in Chromium's viewer, which headless Chromium does not have. Like Electron, it is ready to print only with
   * plug-ins, and if the program allows the viewer's frame and the file.
   */
  async loadFile(path: string): Promise<void> {
    await this.#prepared;
    this.#address = pathToFileURL(path).href;
    const viewer = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html';
    const isLet = [this.#address, viewer].every((url) => {
      let cancelled = false;
      this.session.requestHandler?.({ url }, ({ cancel }) => (cancelled = cancel));
      return !cancelled;
    });
    if (!isLet) throw new Error('ERR_BLOCKED_BY_CLIENT');
    let prevented = false;
    this.emit('will-frame-navigate', { url: viewer, preventDefault: () => (prevented = true) });
    if (this.#preferences.plugins === true && !prevented)
      setImmediate(() => emitOfSystem(this, '-pdf-ready-to-print'));
  }

  print(options: object, done: (success: boolean, reason: string) => void): void {
    const path = fileURLToPath(this.#address);
    recorded.printed.push({ path, pdf: readFileSync(path, 'base64'), options });
    const { success, reason } = nextAnswer('print') ?? { success: false, reason: 'Print job canceled' };
    setImmediate(() => done(success === true, typeof reason === 'string' ? reason : ''));
  }

  async close(): Promise<void> {
    await this.#prepared;
    await chromium().browser.send('Target.closeTarget', { targetId: this.targetId });
  }

  async #prepare(): Promise<void> {
    const { browser, session } = chromium();
    this.targetId = await this.#findTarget();
    const attached = await browser.send('Target.attachToTarget', { targetId: this.targetId, flatten: true });
    const page = session(attached.sessionId);
    this.#page = page;
    this.#listen(page);
    await page.send('Page.enable');
    await page.send('Runtime.enable');
    await this.#installWorlds(page);
    await this.#setPermissions();
    await answerRequests({
      page,
      session: this.session,
      mainFrameId: () => this.targetId,
      mayNavigate: (address, isMainFrame) => this.#mayNavigate(address, isMainFrame),
    });
  }

  /** The page that Chromium starts with for the first window; a new page for each later window. */
  async #findTarget(): Promise<string> {
    const { browser } = chromium();
    const { targetInfos } = await browser.send('Target.getTargets');
    const blank = targetInfos.find(
      (target: Message) =>
        target.type === 'page' && target.url === 'about:blank' && !taken.has(target.targetId),
    );
    const id =
      blank?.targetId ?? (await browser.send('Target.createTarget', { url: 'about:blank' })).targetId;
    taken.add(id);
    return id;
  }

  async #installWorlds(page: DevtoolsSession): Promise<void> {
    if (this.#preferences.contextIsolation === false) throw new Error('The stand-in isolates the preload.');
    const meeting = { name: randomUUID() };
    const preload = this.#preferences.preload ? readFileSync(this.#preferences.preload, 'utf8') : '';
    await page.send('Runtime.addBinding', { name: 'standInSend', executionContextName: preloadWorld });
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: onlyTop(mainWorldSource(meeting)) });
    await page.send('Page.addScriptToEvaluateOnNewDocument', {
      source: onlyTop(isolatedWorldSource(meeting, preload)),
      worldName: preloadWorld,
    });
  }

  async #setPermissions(): Promise<void> {
    const { browser } = chromium();
    for (const [permission, name] of permissions) {
      const allowed = this.session.checkHandler(this, name, 'vouch://app/', {});
      await browser
        .send('Browser.setPermission', {
          permission,
          setting: allowed ? 'granted' : 'denied',
          origin: toServed('vouch://app'),
        })
        .catch(() => {});
    }
  }

  #listen(page: DevtoolsSession): void {
    page.on('Runtime.executionContextCreated', ({ context }) => {
      this.#contexts.set(context.id, { frameId: context.auxData.frameId, name: context.name });
      if (context.name === preloadWorld && context.auxData.frameId === this.targetId)
        this.#isolated = context.id;
    });
    page.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      this.#contexts.delete(executionContextId);
      if (this.#isolated === executionContextId) this.#isolated = null;
    });
    page.on('Runtime.bindingCalled', (call) => this.#receive(call));
    page.on('Page.frameNavigated', ({ frame }) => {
      if (!frame.parentId) this.#address = fromServed(frame.url);
    });
    page.on('Page.loadEventFired', () => {
      this.emit('dom-ready');
      emitOfSystem(this, 'did-finish-load');
    });
    page.on('Inspector.targetCrashed', () => this.emit('render-process-gone', {}, { reason: 'crashed' }));
    chromium().browser.on('Target.targetDestroyed', ({ targetId }) => {
      if (targetId !== this.targetId || this.#destroyed) return;
      this.#destroyed = true;
      this.emit('destroyed');
    });
  }

  /** False if the program prevents it. Navigations by the program itself are not reported to it. */
  #mayNavigate(address: string, isMainFrame: boolean): boolean {
    if (isMainFrame && this.#ownNavigation) {
      this.#ownNavigation = false;
      return true;
    }
    let prevented = false;
    const event = { url: address, isMainFrame, preventDefault: () => (prevented = true) };
    this.emit('will-frame-navigate', event);
    if (isMainFrame && !prevented) this.emit('will-navigate', event, address);
    (prevented ? recorded.prevented : recorded.allowed).push(`navigation ${address}`);
    return !prevented;
  }

  #open(url: string): void {
    const { action } = this.#openHandler({ url });
    (action === 'deny' ? recorded.prevented : recorded.allowed).push(`window ${url}`);
  }

  #receive({ payload, executionContextId }: Message): void {
    const context = this.#contexts.get(executionContextId);
    const message: Message = decodeValue(payload);
    if (message.kind === 'open') {
      this.#open(fromServed(message.address));
      return;
    }
    recorded.messages.push({ channel: message.channel, values: message.values });
    const senderFrame =
      context?.frameId === this.targetId ? this.mainFrame : { ...this.mainFrame, parent: this.mainFrame };
    const event = { sender: this, senderFrame, type: 'frame' };
    if (message.kind === 'send') {
      ipcMain.emit(message.channel, event, ...message.values);
      return;
    }
    ipcMain.dispatch(message.channel, event, message.values).then(
      (value) => this.deliver({ kind: 'result', id: message.id, value }),
      (error: unknown) =>
        this.deliver({
          kind: 'result',
          id: message.id,
          error: `Error invoking remote method '${message.channel}': ${String(error)}`,
        }),
    );
  }
}
