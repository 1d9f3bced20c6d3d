import { EventEmitter, once } from 'node:events';
import process from 'node:process';
import { app } from './app.ts';
import { chromium } from './chromium.ts';
import type { Message } from './devtools.ts';
import { emitOfSystem } from './events.ts';
import { recorded } from './record.ts';
import { WebContents, type Preferences } from './web-contents.ts';

type Bounds = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Options = Record<string, unknown> & { readonly webPreferences?: Preferences } & Partial<Bounds>;

const open = new Set<BrowserWindow>();

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents;
  #shown: boolean;
  #bounds: Bounds;
  #maximized = false;
  #minimized = false;
  #inFront = false;

  constructor(options: Options = {}) {
    super();
    recorded.windows.push({ options });
    this.#shown = options.show !== false;
    const { x = 100, y = 100, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.webContents = new WebContents(options.webPreferences ?? {});
    this.webContents.once('dom-ready', () => emitOfSystem(this, 'ready-to-show'));
    this.webContents.once('destroyed', () => this.#hasClosed());
    open.add(this);
  }

  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return [...open].find((window) => window.webContents === contents) ?? null;
  }

  static getAllWindows(): BrowserWindow[] {
    return [...open];
  }

  loadURL(address: string): Promise<void> {
    const loaded = this.webContents.loadURL(address);
    // Simulates a quick user.
    if (process.env['VOUCH_STAND_IN_CLOSES'] === 'while-loading') void this.close();
    return loaded;
  }

  show(): void {
    this.#shown = true;
    this.emit('show');
  }

  setBackgroundColor(color: string): void {
    recorded.backgrounds.push(color);
  }

  focus(): void {
    this.#inFront = !this.#minimized;
    this.emit('focus');
  }

  /** No user is in front of the stand-in. */
  isFocused(): boolean {
    return false;
  }

  setProgressBar(progress: number): void {
    recorded.progressBar.push(progress);
  }

  /** Whether it is in front of other programs' windows, as requested by the program. */
  isInFront(): boolean {
    return this.#inFront;
  }

  /** Like a user: another program's window is then in front. */
  minimize(): void {
    this.#minimized = true;
    this.#inFront = false;
  }

  isVisible(): boolean {
    return this.#shown;
  }

  /** Bounds of the window when not maximized. */
  getNormalBounds(): Bounds {
    return this.#bounds;
  }

  /** Moves and resizes like a user. */
  setBounds(bounds: Bounds): void {
    this.#bounds = bounds;
  }

  maximize(): void {
    this.#maximized = true;
  }

  isMaximized(): boolean {
    return this.#maximized;
  }

  isMinimized(): boolean {
    return this.#minimized;
  }

  restore(): void {
    this.#minimized = false;
  }

  isDestroyed(): boolean {
    return !open.has(this);
  }

  async close(): Promise<void> {
    if (this.isDestroyed()) return;
    this.emit('close', { preventDefault: () => undefined });
    const closed = once(this, 'closed');
    await this.webContents.close();
    await closed;
  }

  /** Closes it without asking the program. */
  destroy(): void {
    if (!this.isDestroyed()) void this.webContents.close();
  }

  #hasClosed(): void {
    open.delete(this);
    this.emit('closed');
    if (open.size === 0) app.emit('window-all-closed');
  }
}

app.closeWindows = async () => {
  await Promise.all([...open].map((window) => window.close()));
};

/** Reports downloads to the first window's session; Chromium itself never saves one. */
export const watchDownloads = async (): Promise<void> => {
  const { browser } = chromium();
  browser.on('Browser.downloadWillBegin', ({ url }: Message) => {
    let prevented = false;
    const [first] = open;
    first?.webContents.session.emit(
      'will-download',
      { preventDefault: () => (prevented = true) },
      { getURL: () => url },
      first.webContents,
    );
    (prevented ? recorded.prevented : recorded.allowed).push(`download ${url}`);
  });
  await browser.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true });
};
