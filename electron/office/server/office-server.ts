import { success, type Result } from '../../../shared/result.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import { createSettingsStore } from '../../credentials/settings-store.ts';
import type { Environment } from '../../infra/environment.ts';
import { describeError, type Log } from '../../infra/log.ts';
import { makeNodeTransport } from '../../infra/network/node-transport.ts';
import { nodeDecoder } from '../../intake/node-decoder.ts';
import type { DatabaseAddress } from '../store/address.ts';
import { connectDatabase } from '../store/connection.ts';
import { openOfficeDownloads } from '../store/downloads.ts';
import { openPageQueue } from '../store/page-queue.ts';
import { openOfficeSettings } from '../store/settings.ts';
import { watchVersion } from '../store/watch-version.ts';
import { backendOver } from '../../app/backend-over.ts';
import type { BackendHost } from '../../app/books-room.ts';
import type { Backend } from '../../app/contract.ts';
import { openBooks } from '../../books/books-commands.ts';
import { officeKeyValues } from '../../app/office-settings.ts';
import { openOffice } from '../open-office.ts';
import { patientPool, peopleSchema } from '../users/database.ts';
import { openPeople, type Office } from '../users/office.ts';

/** The parts of one office server. */
export type ServedOffice = {
  readonly office: Office;
  readonly backend: Backend;
  /** Aborts when a newer program has changed the schema; the reason is a message for the user. */
  readonly newer: AbortSignal;
  readonly close: () => Promise<void>;
};

type OfficeServerOptions = {
  readonly address: DatabaseAddress;
  readonly home: string;
  readonly version: string;
  readonly samplesFolder: string;
  readonly environment: Environment;
  readonly log: Log;
};

const refuseSecret = (): Promise<never> =>
  Promise.reject(new Error('A server of an office keeps no secret.'));

/**
 * How long a query waits for an unreachable database, in milliseconds: longer than a restart of PostgreSQL
 * takes.
 */
const patienceMs = 60_000;

/** Only the workers have the account: a server ignores the account variables of its environment. */
const withoutAccount = (environment: Environment): Environment =>
  Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^VOUCH_(?:APP_ID|API_|BASE_URL)/iu.test(name)),
  );

/** Composes a server of an office: its ledger, pictures, queue, settings and users. */
export const openOfficeServer = async ({
  address,
  home,
  version,
  samplesFolder,
  environment,
  log,
}: OfficeServerOptions): Promise<Result<ServedOffice, OfficeFailure>> => {
  const opened = await openOffice(address, environment, { folderOf: () => home, patienceMs });
  if (!opened.ok) return opened;
  const folder = opened.value;
  const { office: database, store } = folder;
  const onBug = (error: unknown): void => log.write('error', 'queue', describeError(error));
  const settings = await openOfficeSettings(database, onBug);
  const queue = await openPageQueue(database, { supervises: false, onBug });
  const people = connectDatabase(address, patienceMs, 6, peopleSchema);
  const office = await openPeople(patientPool(people), store.claims);
  const host: BackendHost = {
    kind: 'browser',
    openBooks,
    version,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    home,
    samplesFolder,
    environment: withoutAccount(environment),
    store: officeKeyValues(settings, onBug),
    cipher: { protection: 'session', encrypt: refuseSecret, decrypt: () => Promise.resolve(null) },
    transport: makeNodeTransport({ environment }),
    now: database.clock.now,
    startDecoder: nodeDecoder(),
    log,
  };
  const backend = await backendOver(host, createSettingsStore(host.store), folder, {
    handOver: (page) => store.transact((unit) => queue.send(unit, [page])),
    onSettings: settings.listen,
    downloads: openOfficeDownloads(database),
    onClaims: store.claims.listen,
  });
  const newer = new AbortController();
  const stopWatching = watchVersion(database, (detail) => newer.abort(detail), onBug);
  return success({
    office,
    backend,
    newer: newer.signal,
    close: async () => {
      stopWatching();
      await queue.close();
      await settings.settled();
      await backend.close();
      await people.close();
    },
  });
};
