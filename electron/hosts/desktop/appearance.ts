import type { BrowserWindow, NativeTheme } from 'electron';

/** `--ground` of the window's styles: shown before the first paint, and where a resized window is not yet painted. */
export const grounds = { light: '#eef0f3', dark: '#101215' } as const;

/** The window's background in the current theme. */
export const groundOf = ({ shouldUseDarkColors }: Pick<NativeTheme, 'shouldUseDarkColors'>): string =>
  shouldUseDarkColors ? grounds.dark : grounds.light;

/** What `showOnce` needs of a window. */
type Hidden = Pick<BrowserWindow, 'show' | 'maximize' | 'isDestroyed'> & {
  readonly once: {
    (event: 'ready-to-show', listener: () => void): unknown;
    (event: 'closed', listener: () => void): unknown;
  };
  readonly webContents: { readonly once: (event: 'did-finish-load', listener: () => void) => unknown };
};

/**
 * Shows a hidden window when it can be painted without a flash. On Wayland, `ready-to-show` may never come for
 * a hidden window (electron/electron#48859), so the loaded page or two seconds show it, too.
 */
export const showOnce = (window: Hidden, maximized: boolean, longestMs = 2000): void => {
  let isShown = false;
  const show = (): void => {
    clearTimeout(timer);
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    if (maximized) window.maximize();
    window.show();
  };
  const timer = setTimeout(show, longestMs);
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.once('closed', () => clearTimeout(timer));
};

/** Resolves with the first of a promise and a time limit. A rejection is left to those who await the promise. */
export const within = async (awaited: Promise<unknown>, longestMs: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, longestMs);
  awaited.then(
    () => resolve(),
    () => resolve(),
  );
  await promise;
  clearTimeout(timer);
};
