import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import {
  commands,
  resultSchema,
  type CommandFailure,
  type CommandInput,
  type CommandOutput,
} from '../../../shared/contract/commands.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { officeCallFailures } from '../../../shared/texts/desk.ts';
import { readSettings } from '../../credentials/settings-store.ts';
import type { Environment } from '../../infra/environment.ts';
import { makeNodeTransport } from '../../infra/network/node-transport.ts';
import { createOwnNetwork } from '../../infra/network/own-network.ts';
import type { HttpResponse, Transport, TransportFailure } from '../../infra/network/transport.ts';

/** The server of an office, asked with a personal token. */
export type OfficeClient = {
  readonly look: (
    input: CommandInput<'desk.look'>,
    signal: AbortSignal,
  ) => Promise<Result<CommandOutput<'desk.look'>, CommandFailure>>;
  readonly export: (
    input: CommandInput<'desk.export'>,
    signal: AbortSignal,
  ) => Promise<Result<CommandOutput<'desk.export'>, CommandFailure>>;
  /** @param left how many files of the same drop follow */
  readonly handIn: (
    file: { readonly name: string; readonly bytes: Buffer },
    drop: { readonly id: string; readonly left: number },
    signal: AbortSignal,
  ) => Promise<Result<CommandOutput<'pages.add'>, CommandFailure>>;
  /** `gone`: the server has given it out before, or its time is over. */
  readonly download: (id: string, signal: AbortSignal) => Promise<Result<Buffer, CommandFailure>>;
};

const connectTimeoutMs = 15_000;
/** The server gives the body of a request five minutes. */
const totalTimeoutMs = 330_000;
const maxResponseBytes = 500_000_000;

/** How long a request is sent again while nobody answers, or while the server is too busy. */
const patienceMs = { away: 30_000, busy: 300_000 };
const longestWaitMs = 30_000;

const failureSchema = resultSchema(z.unknown());

/** The server's own failure; null if something else has answered. */
const failureIn = ({ body }: HttpResponse): CommandFailure | null => {
  try {
    const read = failureSchema.safeParse(JSON.parse(body.toString()));
    return read.success && !read.data.ok ? read.data.failure : null;
  } catch {
    return null;
  }
};

const withDetails = (failure: CommandFailure, details: string): CommandFailure => ({ ...failure, details });

const failureOfTransport = ({ reason, detail }: TransportFailure): CommandFailure => {
  if (reason === 'tls') return withDetails(officeCallFailures.certificate, detail);
  if (reason === 'reply-too-large') return withDetails(officeCallFailures.tooLarge, detail);
  return withDetails(officeCallFailures.unreachable, detail);
};

/** These are said by a server of this version, with words that fit a command line. */
const understood: ReadonlySet<string> = new Set([
  'token-refused',
  'not-for-tokens',
  'not-allowed',
  'too-large',
  'request-too-large',
  'database-away',
  'uploads-full',
]);

/** Why a response is none; null for one with a value. */
const failureOfResponse = (response: HttpResponse, missing: CommandFailure): CommandFailure | null => {
  const { status } = response;
  if (status === 200) return null;
  if (status === 404) return missing;
  if (status === 407) return officeCallFailures.proxyLogin;
  const said = failureIn(response);
  if (said && (understood.has(said.id) || status >= 500)) return said;
  const details = `HTTP ${status}`;
  if (status === 429 || status >= 500) return withDetails(officeCallFailures.busy, details);
  return withDetails(officeCallFailures.otherVersion, details);
};

/** How long the server asks to wait, in milliseconds. */
const askedWait = (response: HttpResponse, otherwise: number): number => {
  const seconds = Number(response.headers['retry-after']);
  return Math.min(longestWaitMs, Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : otherwise);
};

const isAwayReason = ({ reason }: TransportFailure): boolean =>
  reason !== 'tls' && reason !== 'reply-too-large' && reason !== 'cancelled';

type OfficeCall = {
  readonly method?: 'GET';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** What a path that is not there means. */
  readonly missing?: CommandFailure;
};

const noOffice: CommandFailure = withDetails(officeCallFailures.otherVersion, 'HTTP 404');

/** The value of a response. */
const valueOf = <Value>(
  answer: Result<HttpResponse, CommandFailure>,
  schema: z.ZodType<Value>,
): Result<Value, CommandFailure> => {
  if (!answer.ok) return answer;
  const said = failureIn(answer.value);
  if (said) return failed(said);
  try {
    const read = resultSchema(schema).safeParse(JSON.parse(answer.value.body.toString()));
    if (read.success && read.data.ok) return success(read.data.value);
  } catch {
    // Not JSON: another program has answered.
  }
  return failed(officeCallFailures.otherVersion);
};

/**
 * @param origin of the server
 * @param patience for tests: how long a request is sent again, in milliseconds
 */
export const createOfficeClient = (
  origin: string,
  token: string,
  transport: Transport,
  patience = patienceMs,
): OfficeClient => {
  const call = async (
    { path, headers = {}, body = Buffer.alloc(0), missing = noOffice, ...method }: OfficeCall,
    signal: AbortSignal,
  ): Promise<Result<HttpResponse, CommandFailure>> => {
    const request = {
      ...method,
      url: new URL(path, origin),
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'vouch', ...headers },
      body,
      connectTimeoutMs,
      totalTimeoutMs,
      maxResponseBytes,
    };
    const begunMs = performance.now();
    for (let waitMs = 500; ; waitMs = Math.min(waitMs * 2, 8_000)) {
      const outcome = await transport(request, signal);
      const waitedMs = performance.now() - begunMs;
      let nextMs = waitMs;
      if (outcome.ok) {
        const { value } = outcome;
        const failure = failureOfResponse(value, missing);
        if (!failure) return success(value);
        if ((value.status !== 429 && value.status !== 503) || waitedMs > patience.busy)
          return failed(failure);
        nextMs = askedWait(value, waitMs);
      } else if (!isAwayReason(outcome.failure) || waitedMs > patience.away)
        return failed(failureOfTransport(outcome.failure));
      await wait(nextMs, null, { signal }).catch(() => {});
      if (signal.aborted) return failed(officeCallFailures.unreachable);
    }
  };
  const json = { 'content-type': 'application/json' };
  const post = async (name: string, input: object, signal: AbortSignal) =>
    call({ path: `/commands/${name}`, headers: json, body: Buffer.from(JSON.stringify(input)) }, signal);
  return {
    look: async (input, signal) =>
      valueOf(await post('desk.look', input, signal), commands['desk.look'].output),
    export: async (input, signal) =>
      valueOf(await post('desk.export', input, signal), commands['desk.export'].output),
    handIn: async ({ name, bytes }, { id, left }, signal) => {
      const query = `service=vat-invoice&sandbox=false&drop=${id}&left=${left}`;
      const headers = {
        'content-type': 'application/octet-stream',
        'x-vouch-name': encodeURIComponent(name.toWellFormed()),
      };
      const answer = await call({ path: `/files?${query}`, headers, body: bytes }, signal);
      return valueOf(answer, commands['pages.add'].output);
    },
    download: async (id, signal) => {
      const path = `/downloads/${encodeURIComponent(id)}`;
      const answer = await call({ method: 'GET', path, missing: officeCallFailures.gone }, signal);
      return answer.ok ? success(answer.value.body) : answer;
    },
  };
};

type OfficePlace = {
  /** The data folder, whose settings have proxy and authorities. */
  readonly home: string;
  readonly environment: Environment;
  /** Whether the server is on this computer, which a proxy can't reach. */
  readonly isHere: boolean;
};

/**
 * A client that uses the proxy and the certificate authorities of the settings, as all calls do; without any proxy
 * for a server on this computer.
 */
export const openOfficeClient = (
  origin: string,
  token: string,
  { home, environment, isHere }: OfficePlace,
): OfficeClient => {
  const { authorities, proxy } = readSettings(home);
  const chosen = { authorities, proxy: isHere ? '' : proxy };
  const proxies = isHere ? {} : environment;
  const usual = makeNodeTransport({ environment: proxies });
  const transport = createOwnNetwork({ usual, chosen: () => chosen, environment: proxies });
  return createOfficeClient(origin, token, transport);
};
