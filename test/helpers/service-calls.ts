import { parseBaseUrl, type BaseUrl } from '../../electron/extract/service/base-url.ts';
import { callService, type CallDependencies, type CallInput } from '../../electron/extract/service/call.ts';
import { makeNodeTransport } from '../../electron/infra/network/node-transport.ts';
import type { Failure } from '../../shared/services/failure.ts';

/** Calls like those of the program, over real sockets. */

export type Account = CallInput['account'];

const baseUrlAt = (text: string): BaseUrl => {
  const parsed = parseBaseUrl(text, { allowPlainHttp: false });
  if (!parsed.ok) throw new Error(`${text}: ${parsed.failure}`);
  return parsed.value;
};

/** A key and secret that are easy to find if they leak. */
export const plantedKeys = {
  appId: 'app-1234',
  apiKey: 'PLANTEDKEY0123456789abcdefPLANTED',
  apiSecret: 'PLANTEDSECRET0123456789abcPLANTED',
} as const;

export const accountAt = (baseUrl: string, keys: Omit<Account, 'baseUrl'> = plantedKeys): Account => ({
  ...keys,
  baseUrl: baseUrlAt(baseUrl),
});

/** The smallest bytes that are detected as a JPEG. */
export const jpegBytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]);

export const callInput = (account: Account, change: Partial<CallInput> = {}): CallInput => ({
  service: 'vat-invoice',
  image: { bytes: jpegBytes, encoding: 'jpg' },
  options: { points: true, attributes: true },
  account,
  ...change,
});

export const dependencies = (change: Partial<CallDependencies> = {}): CallDependencies => ({
  transport: makeNodeTransport(),
  now: () => new Date(),
  limits: { connectTimeoutMs: 5_000, totalTimeoutMs: 5_000 },
  ...change,
});

/** A call without cancellation. */
export const callOnce = (input: CallInput, change: Partial<CallDependencies> = {}) =>
  callService(dependencies(change), input, new AbortController().signal);

/** The failure of a call that must fail. */
export const failureFrom = async (result: ReturnType<typeof callOnce>): Promise<Failure> => {
  const { outcome } = await result;
  if (outcome === 'cancelled' || outcome.ok) throw new Error(`No failure: ${JSON.stringify(outcome)}`);
  return outcome.failure;
};
