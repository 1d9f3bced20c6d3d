import { success, type Result, failed } from '../../../shared/result.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import { createSettingsStore } from '../../credentials/settings-store.ts';
import type { Environment } from '../../infra/environment.ts';
import { describeError } from '../../infra/log.ts';
import { makeNodeTransport } from '../../infra/network/node-transport.ts';
import type { StartDecoder } from '../../intake/decode-pool.ts';
import { nodeDecoder } from '../../intake/node-decoder.ts';
import type { DatabaseAddress } from '../store/address.ts';
import { connectDatabase } from '../store/connection.ts';
import { officeFailure } from '../store/failures.ts';
import { followClock, openPostgresStore } from '../store/open-store.ts';
import { officeState } from '../store/office-state.ts';
import { openPageQueue } from '../store/page-queue.ts';
import { openOfficeSettings } from '../store/settings.ts';
import { keepForgetting } from '../store/request-tokens.ts';
import { watchVersion } from '../store/watch-version.ts';
import { backendOver } from '../../app/backend-over.ts';
import type { BackendHost } from '../../app/books-room.ts';
import type { Backend } from '../../app/contract.ts';
import { openBooks } from '../../books/books-commands.ts';
import { officeKeyValues } from '../office-settings.ts';
import { openOffice, officeCommandFailure, officeDatabase } from '../open-office.ts';
import { usersSchema } from '../store/schema.ts';
import { patientPool } from '../users/database.ts';
import { openUsers, type Office } from '../users/office.ts';
import { checkFourEyes, storedFourEyes } from '../users/user-store.ts';
import { openOperations, type Operations } from '../operations/open-operations.ts';
import { whenReachable } from '../operations/when-reachable.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Bilingual, Language } from '../../../shared/language.ts';
import { noLinkTexts, serveTexts, serveUsageTexts } from '../../../shared/texts/office-command.ts';
import { operationsNotes } from '../../../shared/texts/office-operations.ts';
import { prepareTexts } from '../../../shared/texts/office-prepare.ts';
import { createDataFolder } from '../../app/home.ts';
import { codeOf } from '../../infra/error-code.ts';
import { untilAborted } from '../../infra/until-aborted.ts';
import type { Streams } from '../../hosts/terminal/streams.ts';
import { openInterfaceFiles } from '../../hosts/http/interface-files.ts';
import type { ProjectFiles } from '../../hosts/http/project-files.ts';
import { backendFor } from './office-backend.ts';
import { readCertificate, type Certificate } from './certificate.ts';
import { openOfficeHooks } from './office-hooks.ts';
import type { OfficeReach } from './origins.ts';
import type { ServeCommand } from './parameters.ts';
import { startOfficeServer, type OfficePlace, type RunningOffice } from './server.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';

/** The parts of one office server. */
type ServedOffice = {
  readonly office: Office;
  readonly backend: Backend;
  /** Whether its address is that of the database's owner. */
  readonly isOwner: boolean;
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
  /** Starts a decoder process; by default one of this Node.js. */
  readonly startDecoder?: StartDecoder | undefined;
  readonly operations: Pick<Operations, 'log' | 'isDatabaseUp'>;
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
  startDecoder = nodeDecoder(),
  operations: { log, isDatabaseUp },
}: OfficeServerOptions): Promise<Result<ServedOffice, OfficeFailure>> => {
  const opened = await openOffice(address, environment, { folderOf: () => home, patienceMs });
  if (!opened.ok) return opened;
  const folder = opened.value;
  const { office: database, store } = folder;
  const onBug = (error: unknown): void => log.write('error', 'queue', describeError(error));
  const settings = await openOfficeSettings(database, onBug, checkFourEyes);
  const queue = await openPageQueue(database, { supervises: false, onBug });
  const users = connectDatabase(address, patienceMs, 6, usersSchema);
  const keyValues = officeKeyValues(settings, onBug);
  const appSettings = createSettingsStore(keyValues);
  const office = await openUsers(
    patientPool(users),
    store.claims,
    storedFourEyes,
    () => officeState(database),
    isDatabaseUp,
  ).catch(async (error: unknown) => {
    await queue.close();
    await users.close();
    await folder.close();
    return officeFailure(error, database.shown);
  });
  if ('reason' in office) return failed(office);
  const host: BackendHost = {
    kind: 'browser',
    openBooks,
    version,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    home,
    samplesFolder,
    environment: withoutAccount(environment),
    store: keyValues,
    cipher: {
      protection: () => Promise.resolve('session'),
      encrypt: refuseSecret,
      decrypt: () => Promise.resolve(null),
    },
    transport: makeNodeTransport({ environment }),
    now: database.clock.now,
    startDecoder,
    spares: true,
    log,
  };
  const { auditDigest, auditLog } = office;
  const hooks = openOfficeHooks({
    database,
    queue,
    settings,
    auditDigest,
    lastUser: auditLog.lastUser,
    onBug,
  });
  const backend = await backendOver(host, appSettings, folder, hooks);
  const newer = new AbortController();
  const stopSealing = office.keepSealing({
    onDigest: (digest, entries) => log.info('audit-log', { digest, entries }),
    onBug: (error) => log.write('error', 'audit-log', describeError(error)),
  });
  const stops = [followClock(database, onBug), keepForgetting(database.connection.db, onBug)];
  stops.push(watchVersion(database, (detail) => newer.abort(detail), onBug));
  return success({
    office,
    backend,
    isOwner: database.isOwner,
    newer: newer.signal,
    close: async () => {
      for (const stop of stops) stop();
      await queue.close();
      await settings.settled();
      await backend.close();
      await stopSealing();
      await users.close();
    },
  });
};

type ServeDependencies = {
  readonly environment: Environment;
  readonly home: string;
  readonly project: ProjectFiles;
  readonly now: () => Date;
  readonly streams: Pick<Streams, 'out' | 'note'>;
  /** Ends the server. */
  readonly signal: AbortSignal;
  /** Registers what a SIGHUP does. */
  readonly onReload?: (reload: () => void) => void;
};

/** The host name that users enter, as far as this server knows it. */
const shownOrigin = (
  { address, proxy }: ServeCommand,
  certificate: Certificate | null,
  port: number,
  language: Language,
): string => {
  if (proxy !== null) return serveTexts[language].behindProxy;
  if (!certificate) return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  const name = /DNS:(?<name>[a-z0-9.-]+)/iu.exec(certificate.named.subjectAltName ?? '')?.groups?.name;
  return `https://${name ?? address}${port === 443 ? '' : `:${port}`}`;
};

const placeOf = ({ address, port, proxy }: ServeCommand, certificate: Certificate | null): OfficePlace => ({
  address,
  port,
  proxy,
  tls: certificate?.tls ?? null,
  reachAt: (listening): OfficeReach => {
    if (proxy !== null) return { kind: 'proxy' };
    return certificate
      ? { kind: 'certificate', certificate: certificate.named }
      : { kind: 'loopback', port: listening };
  },
});

/** Starts to listen; a failure is a sentence for the user. */
const listen = async (
  { office, backend }: ServedOffice,
  command: ServeCommand,
  certificate: Certificate | null,
  { project, home }: ServeDependencies,
  { log, metrics }: Operations,
): Promise<Result<RunningOffice, { readonly message: Bilingual }>> => {
  const files = openInterfaceFiles(project.interfaceFolder, 'office');
  try {
    return success(
      await startOfficeServer(
        {
          files,
          office,
          log,
          metrics,
          incoming: join(home, 'incoming'),
          backendFor: (...asked) => Promise.resolve(backendFor(backend, office, ...asked)),
        },
        placeOf(command, certificate),
      ),
    );
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return failed(serveUsageTexts.portTaken(command.port));
    if (codeOf(error) === 'EADDRNOTAVAIL') return failed(serveUsageTexts.unknownAddress(command.address));
    throw error;
  }
};

/** Prints a link for an administrator who can't get in. Other servers may be running. */
const printLink = async (
  address: DatabaseAddress,
  named: string | null,
  origin: string,
  { streams, language }: { readonly streams: ServeDependencies['streams']; readonly language: Language },
): Promise<Result<null, OfficeFailure | { readonly message: Bilingual }>> => {
  const opened = await openPostgresStore(address);
  if (!opened.ok) return opened;
  const { store } = opened.value;
  const users = connectDatabase(address, 0, 2, usersSchema);
  try {
    const office = await openUsers(patientPool(users), store.claims);
    const made = await office.consoleLink(named);
    if (!made.ok) return failed(noLinkTexts[made.failure]);
    const { link, until } = made.value;
    // As with all links, not on standard output: that is the log.
    streams.note(serveTexts[language].administratorLink(`${origin}/#link=${link}`, until));
    return success(null);
  } catch (error) {
    return failed(officeFailure(error, address.shown));
  } finally {
    await users.close();
    await store.close();
  }
};

/**
 * Runs an office server until the signal aborts. Returns the exit code: 2 if it can't start with these
 * arguments.
 */
export const runServe = async (command: ServeCommand, dependencies: ServeDependencies): Promise<number> => {
  const { environment, streams, project, now } = dependencies;
  const { language } = command;
  const refuse = ({ message }: { readonly message: Bilingual }): number => {
    streams.note(message[language]);
    return 2;
  };
  const address = officeDatabase(environment);
  if (!address) return refuse(serveUsageTexts.noDatabase);
  const refuseOffice = (failure: OfficeFailure): number => {
    streams.note(commandFailureLine(officeCommandFailure(failure), language));
    return 2;
  };
  if (!address.ok) return refuseOffice(address.failure);
  const certificate = command.certificate ? readCertificate(command.certificate) : success(null);
  if (!certificate.ok) return refuse(certificate.failure);
  const { administratorLink } = command;
  if (administratorLink) {
    const origin = shownOrigin(command, certificate.value, command.port, language);
    const printed = await printLink(address.value, administratorLink.name, origin, { streams, language });
    if (printed.ok) return 0;
    return 'message' in printed.failure ? refuse(printed.failure) : refuseOffice(printed.failure);
  }
  if (!existsSync(join(project.interfaceFolder, 'index.html'))) return refuse(serveUsageTexts.notBuilt);

  const operations = await openOperations({
    name: 'serve',
    options: command.operations,
    environment,
    address: address.value,
    language,
    now,
    streams,
  });
  if (!operations.ok) return refuse(operations.failure);
  try {
    const code = await serve(command, dependencies, {
      operations: operations.value,
      address: address.value,
      environment,
      certificate: certificate.value,
      refuse,
      refuseOffice,
    });
    operations.value.log.info('ended', { code });
    return code;
  } finally {
    await operations.value.close();
  }
};

type Checked = {
  readonly operations: Operations;
  readonly address: DatabaseAddress;
  readonly environment: Environment;
  readonly certificate: Certificate | null;
  /** Prints why the server can't start. Returns the exit code. */
  readonly refuse: (failure: { readonly message: Bilingual }) => number;
  readonly refuseOffice: (failure: OfficeFailure) => number;
};

/** Opens the office as soon as its database can be reached, and serves it until the signal aborts. */
const serve = async (
  command: ServeCommand,
  dependencies: ServeDependencies,
  { operations, address, environment, certificate, refuse, refuseOffice }: Checked,
): Promise<number> => {
  const { streams, home, project, signal } = dependencies;
  const { language } = command;
  const { log } = operations;
  const { version, samplesFolder } = project;
  let current = certificate;
  let running: RunningOffice | null = null;
  // Before the wait for the database, which may last long: no signal is lost.
  dependencies.onReload?.(() => {
    if (!command.certificate) return;
    const renewed = readCertificate(command.certificate);
    if (!renewed.ok) {
      // The old one may be valid for days: users notice nothing, and the administrator is told why.
      refuse(renewed.failure);
      log.write('error', 'certificate-not-reloaded', renewed.failure.message.en);
      return;
    }
    const { fingerprint256: fingerprint, validTo: validUntil } = renewed.value.named;
    const isSame = fingerprint === current?.named.fingerprint256;
    current = renewed.value;
    running?.renew(placeOf(command, current));
    log.info(isSame ? 'certificate-unchanged' : 'certificate-reloaded', { fingerprint, validUntil });
  });
  createDataFolder(home);
  const made = await whenReachable(
    () => openOfficeServer({ address, home, version, samplesFolder, environment, operations }),
    {
      signal,
      onWait: (failure) => {
        const reason = officeCommandFailure(failure).message[language];
        streams.note(operationsNotes[language].waiting(reason));
        log.write('warn', 'waits-for-database', failure.detail);
      },
    },
  );
  if (signal.aborted && !made.ok) return 0;
  if (!made.ok) return refuseOffice(made.failure);
  const server = await listen(made.value, command, current, dependencies, operations);
  if (!server.ok) {
    await made.value.close();
    return refuse(server.failure);
  }
  running = server.value;
  // A signal may have come since it began to listen.
  running.renew(placeOf(command, current));
  const origin = shownOrigin(command, current, running.port, language);
  if (made.value.isOwner) {
    streams.note(prepareTexts.ownerAddress.message[language]);
    log.write('warn', 'owner-address', address.shown);
  }
  // Standard output is for the log.
  streams.note(`Vouch: ${origin}/`);
  const first = await made.value.office.firstLink();
  if (first) streams.note(serveTexts[language].firstLink(`${origin}/#link=${first.link}`, first.until));
  operations.setStage('running');
  const { newer } = made.value;
  await untilAborted(AbortSignal.any([signal, newer]));
  operations.setStage('stopping');
  await running.close();
  await made.value.close();
  return newer.aborted ? refuseOffice({ reason: 'newer', detail: String(newer.reason) }) : 0;
};
