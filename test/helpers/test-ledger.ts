import { join } from 'node:path';
import type { CallIdentity, CallStart } from '../../electron/store/records/call.ts';
import { openLedger, type Ledger } from '../../electron/store/sqlite/open-ledger.ts';
import { unpackedResponse } from '../../electron/store/sqlite/packed-response.ts';
import type { NewPage } from '../../electron/store/records/page.ts';
import type { Failure } from '../../shared/services/failure.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { sha } from './stored-pages.ts';
import { now } from './now.ts';

export const page = (over: Partial<NewPage> = {}): NewPage => ({
  service: 'vat-invoice',
  name: 'a.jpg',
  source: 'in/a.jpg',
  path: '/in/a.jpg',
  sandbox: false,
  options: {},
  author: 'local',
  prepared: {
    originalSha256: sha('a'),
    pageCount: 1,
    preparation: {
      format: 'jpg',
      page: { width: 40, height: 30, unit: 'px' },
      treatment: { turn: 0, masks: [] },
      changes: [],
    },
    originalBytes: 10,
    picture: { encoding: 'jpg', width: 4, height: 3, bytes: 10, sha256: sha('a') },
  },
  ...over,
});

export const identity = (over: Partial<CallIdentity> = {}): CallIdentity => ({
  service: 'vat-invoice',
  picture: sha('a'),
  originalSha256: sha('a'),
  page: 1,
  options: {},
  answerer: { kind: 'service', appId: 'app', baseUrl: 'https://api.example.com' },
  ...over,
});

export const failure: Failure = {
  kind: 'service',
  reason: 'object-code',
  code: 37042,
  detail: 'Failure',
  retryable: false,
  mayHaveBeenPaid: false,
};

export const opened = (path: string): Ledger => {
  const result = openLedger(path, now);
  if (!result.ok) throw new Error(result.failure.detail);
  return result.value;
};

/** Begins a call, and returns its id. */
export const begun = (ledger: Ledger, start: CallStart): number => {
  const call = ledger.calls.beginCall(start, { owner: 'test', until: '2024-05-28T08:00:30.000Z' });
  if (!call.ok) throw new Error(call.failure.reason);
  return call.value;
};

/** The body of a call's response as received. */
export const bodyOf = (ledger: Ledger, callId: number): Buffer | null => {
  const kept = ledger.calls.response(callId);
  return kept?.isPacked ? unpackedResponse(kept.body) : (kept?.body ?? null);
};

export const answer = (
  ledger: Ledger,
  pageId: number,
  response = 'response',
  over: Partial<CallIdentity> = {},
): number => {
  const callId = begun(ledger, { ...identity(over), pageId, picture: sha('a') });
  ledger.calls.endCall({
    callId,
    pageId,
    outcome: 'answered',
    httpStatus: 200,
    sid: 'sid-1',
    serverDate: null,
    response: Buffer.from(response),
  });
  return callId;
};

/** The running test's own ledger, and a function that opens its file again. */
export const newLedger = async () => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  return { path, ledger: opened(path) };
};

export const first = (ids: readonly number[]): number => ids[0] ?? 0;
