import { success, type Result, failed } from '../../../shared/result.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';
import { createSettingsStore } from '../../credentials/settings-store.ts';
import { type Environment, takeEnvironment } from '../../infra/environment.ts';
import { describeError, type Log, openLog } from '../../infra/log.ts';
import { makeNodeTransport } from '../../infra/network/node-transport.ts';
import { nodeDecoder } from '../../intake/node-decoder.ts';
import type { DatabaseAddress } from '../store/address.ts';
import { connectDatabase } from '../store/connection.ts';
import { openPageQueue } from '../store/page-queue.ts';
import { openOfficeSettings } from '../store/settings.ts';
import { watchVersion } from '../store/watch-version.ts';
import { backendOver } from '../../app/backend-over.ts';
import type { BackendHost } from '../../app/books-room.ts';
import type { Backend } from '../../app/contract.ts';
import { openBooks } from '../../books/books-commands.ts';
import { officeKeyValues } from '../office-settings.ts';
import { openOffice, officeCommandFailure, officeDatabase } from '../open-office.ts';
import { patientPool, usersSchema } from '../users/database.ts';
import { openUsers, type Office } from '../users/office.ts';
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Bilingual, Language } from '../../../shared/language.ts';
import { serveTexts, serveUsageTexts } from '../../../shared/texts/office-command.ts';
import { createDataFolder } from '../../app/home.ts';
import { codeOf } from '../../infra/error-code.ts';
import { untilAborted } from '../../infra/until-aborted.ts';
import type { Streams } from '../../hosts/terminal/streams.ts';
import { openInterfaceFiles } from '../../hosts/http/interface-files.ts';
import type { ProjectFiles } from '../../hosts/http/project-files.ts';
import { backendFor } from './office-backend.ts';
import { openOfficeHooks } from './office-hooks.ts';
import type { OfficeReach } from './origins.ts';
import type { ServeCommand } from './parameters.ts';
import { startOfficeServer, type OfficePlace, type RunningOffice } from './server.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';

/** The parts of one office server. */
type ServedOffice = {
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
const openOfficeServer = async ({
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
  const users = connectDatabase(address, patienceMs, 6, usersSchema);
  const office = await openUsers(patientPool(users), store.claims);
  const host: BackendHost = {
    kind: 'browser',
    openBooks,
    version,
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    home,
    samplesFolder,
    environment: withoutAccount(environment),
    store: officeKeyValues(settings, onBug),
    cipher: {
      protection: () => Promise.resolve('session'),
      encrypt: refuseSecret,
      decrypt: () => Promise.resolve(null),
    },
    transport: makeNodeTransport({ environment }),
    now: database.clock.now,
    startDecoder: nodeDecoder(),
    log,
  };
  const hooks = openOfficeHooks({ database, queue, settings, onBug });
  const backend = await backendOver(host, createSettingsStore(host.store), folder, hooks);
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
      await users.close();
    },
  });
};

type ServeDependencies = {
  readonly environment: Record<string, string | undefined>;
  readonly home: string;
  readonly project: ProjectFiles;
  readonly now: () => Date;
  readonly streams: Pick<Streams, 'out' | 'note'>;
  /** Ends the server. */
  readonly signal: AbortSignal;
};

type Certificate = { readonly tls: NonNullable<OfficePlace['tls']>; readonly named: X509Certificate };

/** The contents of the certificate and key files, checked before the server listens. */
const readCertificate = (
  files: NonNullable<ServeCommand['certificate']>,
): Result<Certificate, { readonly message: Bilingual }> => {
  try {
    const tls = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
    createSecureContext(tls);
    return success({ tls, named: new X509Certificate(tls.cert) });
  } catch (error) {
    return failed(serveUsageTexts.badCertificate(error instanceof Error ? error.message : String(error)));
  }
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
  { project, home, now }: ServeDependencies,
): Promise<Result<RunningOffice, { readonly message: Bilingual }>> => {
  const log = openLog(join(home, 'logs', 'serve.log'), now);
  const files = openInterfaceFiles(project.interfaceFolder, 'office');
  try {
    return success(
      await startOfficeServer(
        {
          files,
          office,
          log,
          backendFor: (signedIn, client) => Promise.resolve(backendFor(backend, office, signedIn, client)),
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

/**
 * Runs an office server until the signal aborts. Returns the exit code: 2 if it can't start with these
 * arguments.
 */
export const runServe = async (command: ServeCommand, dependencies: ServeDependencies): Promise<number> => {
  const { streams, home, project, now, signal } = dependencies;
  const { language } = command;
  const refuse = ({ message }: { readonly message: Bilingual }): number => {
    streams.note(message[language]);
    return 2;
  };
  const environment = takeEnvironment(dependencies.environment);
  const address = officeDatabase(environment);
  if (!address) return refuse(serveUsageTexts.noDatabase);
  const refuseOffice = (failure: OfficeFailure): number => {
    streams.note(commandFailureLine(officeCommandFailure(failure), language));
    return 2;
  };
  if (!address.ok) return refuseOffice(address.failure);
  const certificate = command.certificate ? readCertificate(command.certificate) : success(null);
  if (!certificate.ok) return refuse(certificate.failure);
  if (!existsSync(join(project.interfaceFolder, 'index.html'))) return refuse(serveUsageTexts.notBuilt);

  createDataFolder(home);
  const log = openLog(join(home, 'logs', 'serve.log'), now);
  const { version, samplesFolder } = project;
  const made = await openOfficeServer({
    address: address.value,
    home,
    version,
    samplesFolder,
    environment,
    log,
  });
  if (!made.ok) return refuseOffice(made.failure);
  const server = await listen(made.value, command, certificate.value, dependencies);
  if (!server.ok) {
    await made.value.close();
    return refuse(server.failure);
  }
  const origin = shownOrigin(command, certificate.value, server.value.port, language);
  await streams.out(`Vouch: ${origin}/\n`);
  const first = await made.value.office.firstLink();
  if (first)
    await streams.out(`${serveTexts[language].firstLink(`${origin}/#link=${first.link}`, first.until)}\n`);
  const { newer } = made.value;
  await untilAborted(AbortSignal.any([signal, newer]));
  await server.value.close();
  await made.value.close();
  await log.flush();
  return newer.aborted ? refuseOffice({ reason: 'newer', detail: String(newer.reason) }) : 0;
};
