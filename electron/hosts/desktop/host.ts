import { app, net, safeStorage, session, shell } from 'electron';
import process from 'node:process';
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
import { createPrinter } from './print/print-pdf.ts';
import type { Program } from './program.ts';
import { createKeyStoreCipher } from './key-store-cipher.ts';
import { systemLocale, systemProxy } from './system-proxy.ts';
import { utilityDecoder, utilityReader } from './utility-process.ts';

/** The backend with the desktop's parts: the system's key store, Chromium's network, native dialogs. */
export const openBackend = async (program: Program, dialogs: DialogOwner): Promise<Backend> =>
  createRestorableBackend({
    kind: 'desktop',
    openBooks,
    version: program.files.version,
    locale: systemLocale(app),
    home: program.home,
    samplesFolder: program.files.samplesFolder,
    environment: program.environment,
    store: program.store,
    cipher: await createKeyStoreCipher(safeStorage, process.platform),
    transport: createNetTransport(net),
    writesHost: true,
    systemProxy: systemProxy(session.defaultSession),
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
