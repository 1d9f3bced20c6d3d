import process from 'node:process';
import { app, net, safeStorage, session, shell, utilityProcess } from 'electron';
import { createRestorableBackend } from '../../app/restorable-backend.ts';
import type { Backend } from '../../app/contract.ts';
import { openBooks } from '../../books/books-commands.ts';
import {
  chooseBackup,
  chooseOriginal,
  chooseSaveFolder,
  chooseSavePath,
  type DialogOwner,
} from './dialogs.ts';
import { createNetTransport } from './net-transport.ts';
import type { ProxyLogins } from '../../infra/network/proxy-login.ts';
import { createPrinter } from './print/print-pdf.ts';
import type { Program } from './program.ts';
import { createKeyStoreCipher } from './key-store-cipher.ts';
import { systemLocale, systemProxy } from './system-proxy.ts';
import { fileURLToPath } from 'node:url';
import { threadAddress } from '../../infra/thread-address.ts';
import type { PoolWorker } from '../../infra/worker-pool.ts';

/**
 * Starts a separate process of Electron, without anything from the account. Only after `ready`.
 */
const startUtility = (address: URL, serviceName: string): PoolWorker => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VOUCH_')));
  const child = utilityProcess.fork(fileURLToPath(address), [], { env, stdio: 'ignore', serviceName });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process has no origin
    send: (posted) => child.postMessage(posted),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => void child.on('exit', () => listener('ended')),
    // The window keeps the program alive.
    hold: () => {},
    end: () => void child.kill(),
  };
};

/** Decodes pictures. */
const utilityDecoder = (): PoolWorker =>
  startUtility(
    threadAddress(import.meta.url, '../../intake/decoder-main.ts', 'intake-decoder.js'),
    'Vouch decoder',
  );

/** Reads the text of scans. */
const utilityReader = (): PoolWorker =>
  startUtility(
    threadAddress(import.meta.url, '../../extract/local/engine/reader-main.ts', 'line-reader.js'),
    'Vouch reader',
  );

/** The backend with the desktop's parts: the system's key store, Chromium's network, native dialogs. */
export const openBackend = (
  program: Program,
  dialogs: DialogOwner,
  proxyLogins: ProxyLogins,
): Promise<Backend> =>
  createRestorableBackend({
    kind: 'desktop',
    openBooks,
    version: program.files.version,
    locale: systemLocale(app),
    home: program.home,
    samplesFolder: program.files.samplesFolder,
    environment: program.environment,
    store: program.store,
    cipher: createKeyStoreCipher(safeStorage, process.platform),
    transport: createNetTransport(net, proxyLogins),
    writesHost: true,
    systemProxy: systemProxy(session.defaultSession, proxyLogins.known),
    proxyLogins,
    now: () => new Date(),
    startDecoder: utilityDecoder,
    startReader: utilityReader,
    log: program.log,
    chooseSavePath: (suggestedName) => chooseSavePath(dialogs, suggestedName),
    chooseSaveFolder: (purpose) => chooseSaveFolder(dialogs, purpose),
    printPdf: createPrinter(program.home, dialogs.window, program.log),
    chooseOriginal: (was) => chooseOriginal(dialogs, was),
    chooseBackup: () => chooseBackup(dialogs),
    openFolder: async (path) => {
      await shell.openPath(path);
    },
  });
