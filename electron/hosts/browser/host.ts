import Conf from 'conf';
import type { Host } from '../../app/contract.ts';
import { nodeDecoder } from '../../intake/node-decoder.ts';
import { makeNodeTransport } from '../../infra/network/node-transport.ts';
import type { ProjectFiles } from '../window/project-files.ts';
import { openStore, settingsFile } from '../window/settings-store.ts';
import type { SecretCipher } from '../../credentials/host.ts';

/** The browser host has no key store: a secret stays in memory until Vouch ends, and is never written. */
const sessionCipher: SecretCipher = {
  protection: 'session',
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
): Host => {
  return {
    kind: 'browser',
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
