import { request as plainRequest, type OutgoingHttpHeaders } from 'node:http';
import { request as secureRequest } from 'node:https';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from '../../electron/office/store/client.ts';
import type { OfficeCommandName, OfficeOutput } from '../../shared/contract/office.ts';
import { backendFor } from '../../electron/office/server/office-backend.ts';
import type { OfficeReach } from '../../electron/office/server/origins.ts';
import { createLocalClaims } from '../../electron/store/records/claim.ts';
import { openUsers, type Office } from '../../electron/office/users/office.ts';
import {
  startOfficeServer,
  usualArrival,
  type OfficePlace,
  type RunningOffice,
} from '../../electron/office/server/server.ts';
import { openInterfaceFiles } from '../../electron/hosts/http/interface-files.ts';
import { responseTo, type HostResponse, type Question } from './app-fixtures/ask.ts';
import { recordingBackend, type RecordingBackend } from './app-fixtures/recording-backend.ts';

/** An office server on a real database, with a backend that records the commands it receives. */
export type OpenedOffice = {
  readonly server: RunningOffice;
  readonly office: Office;
  readonly backend: RecordingBackend;
  readonly logged: readonly string[];
  readonly close: () => Promise<void>;
};

const loopback: Omit<OfficePlace, 'address' | 'port'> = {
  tls: null,
  proxy: null,
  reachAt: (port): OfficeReach => ({ kind: 'loopback', port }),
};

export const openOfficeServer = async (
  pool: InstanceType<typeof Pool>,
  place: Omit<OfficePlace, 'address' | 'port'> = loopback,
  isFourEyesOn = () => false,
  arrival = usualArrival,
): Promise<OpenedOffice> => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-office-server-'));
  mkdirSync(join(folder, 'renderer'));
  writeFileSync(join(folder, 'renderer', 'index.html'), '<html><head></head></html>');
  const office = await openUsers(
    pool,
    createLocalClaims(() => new Date()),
    () => Promise.resolve(isFourEyesOn()),
  );
  const backend = recordingBackend();
  const logged: string[] = [];
  const server = await startOfficeServer(
    {
      files: openInterfaceFiles(join(folder, 'renderer')),
      office,
      backendFor: (signedIn, client) => Promise.resolve(backendFor(backend, office, signedIn, client)),
      log: {
        write: (...words) => {
          logged.push(words.join(' '));
        },
        info: () => {},
        flush: () => Promise.resolve(),
      },
      metrics: { request: () => {} },
      incoming: join(folder, 'incoming'),
    },
    { address: '127.0.0.1', port: 0, ...place },
    arrival,
  );
  return {
    server,
    office,
    backend,
    logged,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

type Asked = Question & {
  readonly path: string;
  /** Uses https and trusts this certificate. */
  readonly ca?: string;
};

/** One request with any headers. */
export const askOffice = ({
  port,
  method = 'POST',
  path,
  headers = {},
  body,
  ca,
}: Asked): Promise<HostResponse> => {
  const options = { host: '127.0.0.1', port, method, path, headers, agent: false as const };
  const setHost = !('host' in headers);
  return responseTo(
    ca === undefined
      ? plainRequest({ ...options, setHost })
      : secureRequest({ ...options, ca, servername: 'localhost', setHost }),
    body,
  );
};

/** A browser with its cookie, as seen by a server. */
export type OfficeBrowser = {
  readonly cookie: () => string | null;
  readonly setCookie: (cookie: string | null) => void;
  /** The cookie that is kept after a sign-in. */
  readonly device: () => string | null;
  readonly setDevice: (cookie: string | null) => void;
  readonly post: (path: string, input: unknown, headers?: OutgoingHttpHeaders) => Promise<HostResponse>;
  /** An office command's result. */
  readonly office: <Name extends OfficeCommandName>(
    name: Name,
    input?: unknown,
  ) => Promise<{
    readonly ok: boolean;
    readonly value: OfficeOutput<Name>;
    readonly failure?: { readonly id: string };
  }>;
};

export const openBrowser = (port: number): OfficeBrowser => {
  let cookie: string | null = null;
  let device: string | null = null;
  const origin = `http://127.0.0.1:${port}`;
  const post: OfficeBrowser['post'] = async (path, input, headers = {}) => {
    const response = await askOffice({
      port,
      path,
      headers: {
        origin,
        'content-type': 'application/json',
        ...(cookie === null && device === null
          ? {}
          : { cookie: [cookie, device].filter((one) => one !== null).join('; ') }),
        ...headers,
      },
      body: JSON.stringify(input),
    });
    for (const given of response.headers['set-cookie'] ?? []) {
      const [value = null] = given.split(';');
      if (value?.startsWith('__Host-vouch-device=')) device = value;
      else cookie = given.includes('Max-Age=0') ? null : value;
    }
    return response;
  };
  return {
    cookie: () => cookie,
    setCookie: (next) => {
      cookie = next;
    },
    device: () => device,
    setDevice: (next) => {
      device = next;
    },
    post,
    office: async (name, input = {}) => JSON.parse((await post(`/office/${name}`, input)).body.toString()),
  };
};
