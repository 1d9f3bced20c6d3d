import { isIP } from 'node:net';
import { inspect } from 'node:util';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { OfficeFailure } from '../../../shared/texts/office-failures.ts';

/** The address of an office's database and the user name. */
export type DatabaseAddress = {
  /** A host name, an IP address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Whether TLS is used and verified. It is off only for loopback and Unix sockets. */
  readonly tls: boolean;
  /** A file with trusted certificate authorities, instead of the system's. */
  readonly authorityFile: string | null;
  /** The address without the password, for display. */
  readonly shown: string;
  /**
   * Not enumerable, so that copies, JSON and logs don't contain it. If undefined, pg looks it up (PGPASSWORD,
   * .pgpass).
   */
  readonly password?: string;
};

/** Unverified TLS does not protect against interception, so the weaker modes are refused. */
const knownModes = new Set(['verify-full', 'disable']);
const knownParameters = new Set(['host', 'sslmode', 'sslrootcert']);

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const bad = (why: string): Result<never, OfficeFailure> => failed({ reason: 'bad-address', detail: why });

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** Null if the text is not an address. */
const parsed = (text: string): URL | null => {
  const url = URL.parse(text);
  return url && ['postgres:', 'postgresql:'].includes(url.protocol) ? url : null;
};

/**
 * Parses `postgres://user:password@host:5432/database`. `?host=/run/postgresql` names a Unix socket,
 * `?sslrootcert=FILE` certificate authorities, and `?sslmode=verify-full` requires TLS on loopback, too.
 * @returns a failure that never contains the password
 */
export const parseDatabaseAddress = (text: string): Result<DatabaseAddress, OfficeFailure> => {
  const url = parsed(text.trim());
  if (!url) return bad('postgres://user:password@host:5432/database');
  const unknown = [...url.searchParams.keys()].find((name) => !knownParameters.has(name));
  if (unknown !== undefined) return bad(`?${unknown}`);
  const socket = url.searchParams.get('host');
  const host = socket ?? url.hostname.replace(/^\[(.*)\]$/, '$1');
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (host === '' || !database || !user || password === null) return bad('user, host, database');
  const isLocal = socket?.startsWith('/') === true || isLoopback(host);
  const mode = url.searchParams.get('sslmode') ?? (isLocal ? 'disable' : 'verify-full');
  if (!knownModes.has(mode)) return bad(`sslmode=${mode}`);
  if (mode === 'disable' && !isLocal) return failed({ reason: 'plain-tcp', detail: host });
  const port = url.port === '' ? 5432 : Number(url.port);
  const address = {
    host,
    port,
    user,
    database,
    tls: mode === 'verify-full',
    authorityFile: url.searchParams.get('sslrootcert'),
    shown: `postgres://${encodeURIComponent(user)}@${host}:${port}/${encodeURIComponent(database)}`,
  };
  return success(
    Object.freeze(
      Object.defineProperties(address, {
        ...(password === '' ? {} : { password: { value: password, enumerable: false } }),
        [inspect.custom]: { value: () => address.shown, enumerable: false },
      }),
    ),
  );
};
