import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { failed, success, type Result } from '../../../shared/result.ts';
import { operationsTexts } from '../../../shared/texts/office-operations.ts';
import { inertHeaders, send } from '../../hosts/http/answers.ts';
import { listenOn } from '../../hosts/http/connections.ts';
import type { FileAnswer } from '../../hosts/http/interface-files.ts';
import type { UsageError } from '../../hosts/terminal/read-flags.ts';
import { codeOf } from '../../infra/error-code.ts';
import { isLoopback, originFor } from '../server/origins.ts';
import type { DatabaseProbe } from './database-probe.ts';
import type { Metrics } from './metrics.ts';
import type { OperationsPlace } from './place.ts';

/** Whether a process does its work: it opens its office, runs, or ends. */
export type Stage = 'starting' | 'running' | 'stopping';

type OperationsDependencies = {
  readonly stage: () => Stage;
  readonly probe: Pick<DatabaseProbe, 'isUp'>;
  readonly metrics: Pick<Metrics, 'text' | 'type'>;
};

type RunningOperations = {
  /** The origin without a path, as a monitor writes it. */
  readonly origin: string;
  readonly close: () => Promise<void>;
};

const timeouts = { headersTimeout: 5_000, requestTimeout: 5_000, connectionsCheckingInterval: 5_000 };
/** More than any number of monitors needs. */
const maxConnections = 100;

const textAnswer = (
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
  headers: Readonly<Record<string, string>> = {},
): FileAnswer => ({
  status,
  headers: { ...inertHeaders, ...headers, 'content-type': type },
  bytes: Buffer.from(text),
});

const readiness = async ({ stage, probe }: OperationsDependencies): Promise<FileAnswer> => {
  if (stage() !== 'running') return textAnswer(503, `${stage()}\n`);
  return (await probe.isUp()) ? textAnswer(200, 'ready\n') : textAnswer(503, 'no database\n');
};

const answerTo = async (
  dependencies: OperationsDependencies,
  request: IncomingMessage,
): Promise<FileAnswer> => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return textAnswer(405, 'GET only\n', undefined, { allow: 'GET, HEAD' });
  const [path] = (request.url ?? '').split('?', 1);
  if (path === '/healthz') return textAnswer(200, 'alive\n');
  if (path === '/readyz') return await readiness(dependencies);
  const { metrics } = dependencies;
  return path === '/metrics'
    ? textAnswer(200, await metrics.text(), metrics.type)
    : textAnswer(404, 'none\n');
};

/**
 * Starts to report how a process is. On loopback, only requests to a name of loopback are answered: a page of another
 * origin must not read the figures by pointing its own name here.
 * @returns the refusal if the port is taken, or if the computer has no such address
 */
export const startOperations = async (
  { address, port }: NonNullable<OperationsPlace>,
  dependencies: OperationsDependencies,
): Promise<Result<RunningOperations, UsageError>> => {
  let listening = port;
  const isForeign = (request: IncomingMessage): boolean =>
    isLoopback(address) && originFor({ kind: 'loopback', port: listening }, request) === null;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const found = isForeign(request)
      ? textAnswer(403, 'foreign\n')
      : await answerTo(dependencies, request).catch(() => textAnswer(500, 'failed\n'));
    if (!response.destroyed) send(response, found, request.method);
  };
  const server = createServer(timeouts, (request, response) => void answer(request, response));
  server.maxConnections = maxConnections;
  try {
    listening = await listenOn(server, address, port);
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE' || codeOf(error) === 'EACCES')
      return failed(operationsTexts.portTaken(port));
    if (codeOf(error) === 'EADDRNOTAVAIL') return failed(operationsTexts.unknownAddress(address));
    throw error;
  }
  return success({
    origin: `http://${address.includes(':') ? `[${address}]` : address}:${listening}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
};
