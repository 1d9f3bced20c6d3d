import { expect, onTestFinished } from 'vitest';
import { runPrepare } from '../../electron/office/cli/prepare.ts';
import { usersSchema } from '../../electron/office/store/schema.ts';
import { connectDatabase, type Connection } from '../../electron/office/store/connection.ts';
import { openPageQueue } from '../../electron/office/store/page-queue.ts';
import {
  openPostgresStore,
  type OfficeStore,
  type OpenOptions,
} from '../../electron/office/store/open-store.ts';
import { addressOf } from './postgres.ts';

/** Connections to the tables of an office’s users, configured as `vouch serve` does. */
export const usersPool = (url: string, most = 20): Connection['pool'] => {
  const address = addressOf(url);
  return connectDatabase(address, 0, most, usersSchema).pool;
};

/** An office for the running test, closed when the test ends. */
export const openOfficeAt = async (url: string, options: OpenOptions = {}): Promise<OfficeStore> => {
  const address = addressOf(url);
  const opened = await openPostgresStore(address, options);
  if (!opened.ok) throw new Error(`${opened.failure.reason}: ${opened.failure.detail}`);
  onTestFinished(() => opened.value.store.close());
  return opened.value;
};

/** The queue of an office for the running test, which expects that nothing unexpected fails. */
export const openQueue = async (url: string) => {
  const office = await openOfficeAt(url);
  const faults: unknown[] = [];
  const queue = await openPageQueue(office, { supervises: false, onBug: (error) => faults.push(error) });
  onTestFinished(async () => {
    await queue.close();
    expect(faults).toEqual([]);
  });
  return { office, queue, store: office.store };
};

/** The addresses of an office's roles in its database. */
export type RoleUrls = Readonly<Record<'owner' | 'server' | 'worker' | 'reader', string>>;

/** The variables with which `vouch office prepare` gets these addresses. */
export const prepareVariables = ({ owner, server, worker, reader }: RoleUrls) => ({
  VOUCH_OWNER_DATABASE_URL: owner,
  VOUCH_SERVER_DATABASE_URL: server,
  VOUCH_WORKER_DATABASE_URL: worker,
  VOUCH_READER_DATABASE_URL: reader,
});

/** Users for the roles, which are of the whole server: named after the database. */
export const roleUrls = (owner: string): RoleUrls => {
  const urlOf = (role: string): string => {
    const url = new URL(owner);
    url.username = `${url.pathname.slice(1)}_${role}`;
    url.password = `password of the ${role}`;
    return url.href;
  };
  return { owner, server: urlOf('server'), worker: urlOf('worker'), reader: urlOf('reader') };
};

/** Runs `vouch office prepare`. Returns its exit code and what it says. */
export const prepareOffice = async (
  environment: Readonly<Record<string, string>>,
  onLine: (line: string) => void = () => {},
  { signal } = new AbortController(),
) => {
  const lines: string[] = [];
  const note = (line: string): void => {
    lines.push(line);
    onLine(line);
  };
  const code = await runPrepare(
    { kind: 'prepare', language: 'en' },
    { environment, signal, streams: { note } },
  );
  return { code, detail: lines.join('\n') };
};

/** An office of which each process has the address of its role. */
export const officeWithRoles = async (owner: string): Promise<RoleUrls> => {
  const urls = roleUrls(owner);
  const { code, detail } = await prepareOffice(prepareVariables(urls));
  if (code !== 0) throw new Error(detail);
  return urls;
};
