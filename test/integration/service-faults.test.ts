import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomAccount, startSandbox, type Sandbox } from '../../electron/extract/sandbox/server.ts';
import type { CallResult } from '../../electron/extract/service/call.ts';
import { makeNodeTransport } from '../../electron/infra/network/node-transport.ts';
import type { FailureReason } from '../../shared/services/failure.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import {
  badBase64,
  cutJson,
  halfBody,
  lengthTooLong,
  neverAnswers,
  pass,
  proxyPage,
  resetAfterHeaders,
  resetBeforeHeaders,
  resetWhileSending,
  startFaultServer,
  textNoJson,
  tooMany,
  type Fault,
  type FaultServer,
} from '../helpers/fault-server.ts';
import { accountAt, callInput, callOnce, jpegBytes } from '../helpers/service-calls.ts';

/** Each fault, and the reason that a call must give for it. */
const faults: readonly (readonly [Fault, FailureReason])[] = [
  [resetWhileSending, 'connection-lost'],
  [resetBeforeHeaders, 'connection-lost'],
  [resetAfterHeaders, 'connection-lost'],
  [halfBody, 'connection-lost'],
  [lengthTooLong, 'connection-lost'],
  [neverAnswers, 'call-timeout'],
  [proxyPage(502), 'proxy-page'],
  [proxyPage(200), 'reply-not-json'],
  [tooMany('1'), 'status'],
  [cutJson, 'reply-not-json'],
  [badBase64, 'reply-not-base64'],
  [textNoJson, 'reply-text-not-json'],
];

const calls = 240;

/** Every third request gets a fault, each of them in turn; null for none. */
const plannedFault = (index: number) =>
  (index % 3 === 0 ? faults[(index / 3) % faults.length] : undefined) ?? null;

/** A separate picture for each call. */
const picture = (index: number) => Buffer.concat([jpegBytes, Buffer.from(`number ${index}`)]);

let sandbox: Sandbox;
let server: FaultServer;
beforeAll(async () => {
  const truths = Array.from({ length: calls }, (_, index) => ({
    service: 'face-detect' as const,
    sha256: sha256Of(picture(index)),
    text: { ret: 0, face_num: index, face_1: { x: index, y: 0, w: 1, h: 1 } },
  }));
  sandbox = await startSandbox({ truths, account: randomAccount(), now: () => new Date() });
  server = await startFaultServer({
    script: (index) => plannedFault(index)?.[0] ?? pass,
    forwardTo: sandbox.baseUrl,
  });
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

type Told = { readonly index: number; readonly outcome: CallResult['outcome'] };

/** All calls, eight at a time. */
const callAll = async (): Promise<readonly Told[]> => {
  const account = accountAt(server.baseUrl, sandbox.account);
  const transport = makeNodeTransport();
  const told: Told[] = [];
  let next = 0;
  const worker = async () => {
    while (next < calls) {
      const index = next;
      next += 1;
      const image = { bytes: picture(index), encoding: 'jpg' } as const;
      const { outcome } = await callOnce(callInput(account, { service: 'face-detect', image }), {
        transport,
        limits: { totalTimeoutMs: 6_000 },
      });
      told.push({ index, outcome });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return told;
};

const countBy = (words: readonly string[]) =>
  Object.fromEntries(
    Map.groupBy(words.toSorted(), (word) => word)
      .entries()
      .map(([word, all]) => [word, all.length]),
  );

describe('many calls over a failing network', () => {
  it('each end with the extraction of their own picture, or with the true reason', async () => {
    const told = await callAll();
    const words = told.map(({ outcome }) => {
      if (outcome === 'cancelled') return outcome;
      return outcome.ok ? 'read' : outcome.failure.reason;
    });
    const expected = Array.from({ length: calls }, (_, index) => plannedFault(index)?.[1] ?? 'read');
    expect(countBy(words)).toEqual(countBy(expected));
    for (const { index, outcome } of told)
      if (outcome !== 'cancelled' && outcome.ok)
        expect(outcome.value.extraction).toMatchObject({ faces: { declaredCount: index } });
    // Nothing is repeated unless the caller requests it.
    expect(server.taken).toHaveLength(calls);
  });
});
