import Conf from 'conf';
import type { BackendHost } from '../../app/books-room.ts';
import type { Host } from '../../app/contract.ts';
import { openBooks } from '../../books/books-commands.ts';
import { nodeDecoder } from '../../intake/node-decoder.ts';
import { makeNodeTransport } from '../../infra/network/node-transport.ts';
import type { ProjectFiles } from '../http/project-files.ts';
import { openStore, settingsFile } from '../http/settings-store.ts';
import type { SecretCipher } from '../../credentials/host.ts';

/** The browser host has no key store: a secret stays in memory until Vouch ends, and is never written. */
const sessionCipher: SecretCipher = {
  protection: () => Promise.resolve('session'),
  encrypt: () =>
    Promise.reject(new Error('There is no key store in the browser host: a secret is never written.')),
  decrypt: () => Promise.resolve(null),
};

const openConf = (home: string) =>
  new Conf<Record<string, unknown>>({
    cwd: home,
    configName: settingsFile,
    projectName: 'vouch',
    accessPropertiesByDotNotation: false,
    configFileMode: 0o600,
  });

const now = () => new Date();

/** The parts that the browser host supplies to the backend. */
export const browserHost = (
  home: string,
  project: ProjectFiles,
  environment: Host['environment'],
  log: Host['log'],
): BackendHost => {
  return {
    kind: 'browser',
    openBooks,
    version: project.version,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    home,
    samplesFolder: project.samplesFolder,
    environment,
    store: openStore(home, () => openConf(home), now),
    cipher: sessionCipher,
    transport: makeNodeTransport({ environment }),
    now,
    startDecoder: nodeDecoder(),
    log,
  };
};
