import type { Language } from '../../../shared/language.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { operationsNotes } from '../../../shared/texts/office-operations.ts';
import type { UsageError } from '../../hosts/terminal/read-flags.ts';
import type { Streams } from '../../hosts/terminal/streams.ts';
import type { Environment } from '../../infra/environment.ts';
import type { DatabaseAddress } from '../store/address.ts';
import { openDatabaseProbe } from './database-probe.ts';
import { openJsonLog, type JsonLog } from './json-log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { startOperations, type Stage } from './operations-server.ts';
import { operationsPlace, type OperationsOptions } from './place.ts';

/** How a process of an office tells its administrators what it does: its log, its figures, and its stage. */
export type Operations = {
  readonly log: JsonLog;
  readonly metrics: Metrics;
  readonly isDatabaseUp: () => Promise<boolean>;
  readonly setStage: (stage: Stage) => void;
  readonly close: () => Promise<void>;
};

type OperationsSetup = {
  readonly name: 'serve' | 'worker';
  /** Null for a worker inside another command, which has no port, and whose standard output is for its results. */
  readonly options: OperationsOptions['operations'] | null;
  readonly environment: Environment;
  readonly address: DatabaseAddress;
  readonly language: Language;
  readonly now: () => Date;
  readonly streams: Pick<Streams, 'out' | 'note'>;
};

const secretsOf = (environment: Environment, address: DatabaseAddress): readonly string[] =>
  [
    address.password,
    environment.VOUCH_API_KEY?.trim(),
    environment.VOUCH_API_SECRET?.trim(),
    environment.VOUCH_MAIL_PASSWORD?.trim(),
  ].filter((secret): secret is string => secret !== undefined && secret !== '');

/** Opens all of it, before the process waits for its database. */
export const openOperations = async ({
  name,
  options,
  environment,
  address,
  language,
  now,
  streams,
}: OperationsSetup): Promise<Result<Operations, UsageError>> => {
  const place = options ? operationsPlace(options, environment) : success(null);
  if (!place.ok) return place;
  let stage: Stage = 'starting';
  const out = options ? streams.out : () => Promise.resolve();
  const log = openJsonLog({ name, out, now, secrets: secretsOf(environment, address) });
  const probe = openDatabaseProbe(address);
  const metrics = createMetrics(probe);
  const server = place.value && (await startOperations(place.value, { stage: () => stage, probe, metrics }));
  if (server && !server.ok) {
    await probe.close();
    return failed(server.failure);
  }
  if (server) streams.note(operationsNotes[language].listening(server.value.origin));
  log.info('started', { operations: server?.value.origin ?? null });
  return success({
    log,
    metrics,
    isDatabaseUp: probe.isUp,
    setStage: (next) => {
      stage = next;
      log.info('stage', { stage });
    },
    close: async () => {
      await server?.value.close();
      await probe.close();
      await log.flush();
    },
  });
};
