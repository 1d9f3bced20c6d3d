import type { ConnectionTest } from '../../../shared/contract/account.ts';
import type { Bilingual } from '../../../shared/language.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import { explainFailure, failureDetails } from '../../../shared/services/catalogue.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { maxClockSkewSeconds, type ServiceId } from '../../../shared/services/service.ts';
import type { Account } from '../../infra/account.ts';
import type { BaseUrl } from './base-url.ts';
import { callService, type CallDependencies } from './call.ts';
import { connectionAccepted } from '../../../shared/texts/failures.ts';

type Part = ConnectionTest['parts'][number]['part'];
type State = ConnectionTest['parts'][number]['state'];
type States = Readonly<Record<Part, State>>;

/**
 * A signed call with an empty picture. It cannot be recognized, so the response shows which parts of the
 * account are accepted. Null if cancelled.
 */
export const testConnection = async (
  dependencies: CallDependencies,
  service: ServiceId,
  account: Account<BaseUrl>,
  signal: AbortSignal,
): Promise<ConnectionTest | null> => {
  const image = { bytes: new Uint8Array(0), encoding: 'jpg' } as const;
  const options = { points: false, attributes: false };
  const { outcome, record } = await callService(dependencies, { service, image, options, account }, signal);
  if (outcome === 'cancelled') return null;
  const failure = outcome.ok ? null : outcome.failure;
  const offset = record.measuredOffsetMs;
  const drift = offset === null ? null : offset - (dependencies.clockOffsetMs ?? 0);
  return report(service, failure, drift);
};

/**
 * What the response to the empty picture shows about each part of the account.
 * @param driftMs difference between the signed date and the server's own, if known
 */
const report = (service: ServiceId, failure: Failure | null, driftMs: number | null): ConnectionTest => {
  const states = { ...statesOf(service, failure), ...clockOf(failure, driftMs) };
  const worst = isExpected(service, failure) ? clockFailure(states) : failure;
  return {
    service,
    outcome: worst ? 'failure' : 'ok',
    parts: parts.map((part) => ({ part, state: states[part] })),
    message: worst ? bilingual(service, worst, 'message') : connectionAccepted,
    remedy: worst ? bilingual(service, worst, 'remedy') : null,
    details: worst && failureDetails(worst),
  };
};

const parts: readonly Part[] = ['network', 'clock', 'authorization', 'key-and-secret', 'app-id'];

const unknown: States = {
  network: 'unknown',
  clock: 'unknown',
  authorization: 'unknown',
  'key-and-secret': 'unknown',
  'app-id': 'unknown',
};

/** The signature was checked and accepted. */
const signed: States = {
  network: 'ok',
  clock: 'ok',
  authorization: 'ok',
  'key-and-secret': 'ok',
  'app-id': 'unknown',
};

const statesOf = (service: ServiceId, failure: Failure | null): States => {
  if (!failure) return { ...signed, 'app-id': 'ok' };
  const reached: States = { ...unknown, network: 'ok' };
  switch (failure.kind) {
    case 'auth':
      return { ...reached, ...authStates(failure) };
    case 'clock':
      return { ...reached, clock: 'failure' };
    case 'session':
    case 'service':
      return { ...signed, 'app-id': appIdState(service, failure) };
    case 'network':
    case 'http':
    case 'reply':
    case 'input':
      // The response came from something other than the service, or there was none.
      return { ...unknown, network: 'failure' };
    default:
      return failure.kind satisfies never;
  }
};

const authStates = ({ reason }: Failure): Partial<States> => {
  if (reason === 'signature-mismatch') return { authorization: 'ok', 'key-and-secret': 'failure' };
  // The message covers both missing parts and an unknown key.
  if (reason === 'signature-unverifiable') return { authorization: 'failure', 'key-and-secret': 'failure' };
  return { authorization: 'failure' };
};

/** Codes that an empty picture returns only for an application with access. */
const pastTheDoor: Readonly<Record<ServiceId, ReadonlySet<number>>> = {
  'vat-invoice': new Set([37042]),
  'face-detect': new Set([20002, 20007, 21006]),
};

/** Codes for invalid parameters, including the empty picture. */
const aboutParameters: ReadonlySet<number> = new Set([10106, 10163, 10222]);

const namesAppId = ({ detail }: Failure) => /app_?id/i.test(detail ?? '');

const appIdState = (service: ServiceId, failure: Failure): State => {
  if (failure.code === 10313 || namesAppId(failure)) return 'failure';
  // Without a licence the application is known but may not call.
  return failure.code !== null && (failure.code === 10010 || pastTheDoor[service].has(failure.code))
    ? 'ok'
    : 'unknown';
};

/** A response that only reports the missing picture. */
const isExpected = (service: ServiceId, failure: Failure | null): boolean =>
  failure === null ||
  (failure.code !== null &&
    !namesAppId(failure) &&
    (failure.kind === 'session' || failure.kind === 'service') &&
    (aboutParameters.has(failure.code) || pastTheDoor[service].has(failure.code)));

/** The Date header reveals a wrong clock even if the response does not check it. */
const clockOf = (failure: Failure | null, driftMs: number | null): Partial<States> => {
  const answered = failure === null || ['auth', 'session', 'service'].includes(failure.kind);
  if (!answered || driftMs === null) return {};
  return { clock: Math.abs(driftMs) > maxClockSkewSeconds * 1000 ? 'failure' : 'ok' };
};

/** A clock that is measurably wrong, although the response did not report it. */
const clockFailure = ({ clock }: States): Failure | null =>
  clock === 'failure' ? failureOf('clock-skew') : null;

const bilingual = (service: ServiceId, failure: Failure, part: 'message' | 'remedy'): Bilingual => ({
  zh: explainFailure(service, failure, 'zh')[part],
  en: explainFailure(service, failure, 'en')[part],
});
