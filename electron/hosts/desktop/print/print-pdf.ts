import { BrowserWindow, session, type Session, type WebContents } from 'electron';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { safePreferences } from '../safe-preferences.ts';
import type { PrintOutcome } from '../../../app/contract.ts';
import { describeError, type Log } from '../../../infra/log.ts';
import { closeWebRtc, deadProxy } from '../net-transport.ts';
import { denyDownloads } from '../downloads.ts';
import { guardPermissions } from '../navigation.ts';
import { printAddresses, type PrintAddresses } from './print-addresses.ts';

/** Electron emits it when the viewer has loaded a PDF. Printing earlier gives an empty page. */
const readyToPrint = '-pdf-ready-to-print';

/** A PDF of thousands of pages is ready after a few seconds. */
const longestLoadMs = 120_000;

/** Electron's result when the user closes the system's dialog. */
const cancelledReason = 'Print job canceled';

/** In memory only: no invoice is left behind in a browser cache. */
const openSession = (): Session => session.fromPartition('vouch-print', { cache: false });

const folderIn = (home: string): string => join(home, 'printing');

/** The addresses of a page of the print window; null for every other page. */
export const printAddressesOf = (contents: WebContents, home: string): PrintAddresses | null =>
  contents.session === openSession() ? printAddresses(folderIn(home)) : null;

const closeSession = async (own: Session, addresses: PrintAddresses, log: Log): Promise<void> => {
  guardPermissions(own, log);
  denyDownloads(own, log);
  own.webRequest.onBeforeRequest(({ url }, callback) => {
    const cancel = !addresses.mayLoad(url);
    if (cancel) log.write('warn', 'request-blocked', URL.parse(url)?.origin ?? 'no address');
    callback({ cancel });
  });
  await own.setProxy(deadProxy);
};

const openWindow = (own: Session, parent: BrowserWindow | null): BrowserWindow => {
  const window = new BrowserWindow({
    ...(parent && { parent }),
    show: false,
    webPreferences: {
      ...safePreferences,
      session: own,
      // The viewer of PDFs counts as a plug-in.
      plugins: true,
      backgroundThrottling: false,
    },
  });
  closeWebRtc(window.webContents);
  return window;
};

/** Loads a PDF until it can be printed. Rejects if it can't be loaded, or takes too long. */
const load = async ({ webContents }: BrowserWindow, path: string): Promise<void> => {
  const gone = new AbortController();
  webContents.once('destroyed', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(longestLoadMs)]);
  const ready = once(webContents, readyToPrint, { signal });
  // `loadFile` may reject first: then a rejection of `ready` has no other handler.
  ready.catch(() => {});
  await webContents.loadFile(path);
  await ready;
};

/** Opens the system's dialog, and waits for its end. */
const ask = ({ webContents }: BrowserWindow): Promise<PrintOutcome> =>
  new Promise((resolve) => {
    webContents.once('destroyed', () => resolve('cancelled'));
    webContents.print(
      { silent: false, printBackground: true, pageSize: 'A4', margins: { marginType: 'none' } },
      (success, reason) => {
        if (success) resolve('printed');
        else resolve(reason === cancelledReason ? 'cancelled' : 'failed');
      },
    );
  });

type PrintPdf = (pdf: Uint8Array) => Promise<PrintOutcome>;

/**
 * Prints PDFs by the system's dialog. A hidden window shows the PDF in Chromium's viewer, which prints text and
 * lines as vectors. The window has its own session, which reaches neither the network nor the rest of the disk.
 */
export const createPrinter = (home: string, parent: () => BrowserWindow | null, log: Log): PrintPdf => {
  const folder = folderIn(home);
  // Files left by a crash.
  rmSync(folder, { recursive: true, force: true });
  let closed: Promise<void> | null = null;
  return async (pdf) => {
    const own = openSession();
    closed ??= closeSession(own, printAddresses(folder), log);
    await closed;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${randomUUID()}.pdf`);
    await writeFile(path, pdf, { mode: 0o600 });
    const window = openWindow(own, parent());
    try {
      await load(window, path);
      return await ask(window);
    } catch (error) {
      log.write('error', 'print', describeError(error));
      return 'failed';
    } finally {
      if (!window.isDestroyed()) window.destroy();
      await rm(path, { force: true });
    }
  };
};
