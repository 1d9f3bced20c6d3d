import { describe, expect, it } from 'vitest';
import { recordLines } from '../../../../../renderer/features/picture/record-dialog.tsx';
import type { CallRecord } from '../../../../../shared/contract/history.ts';

const answered: CallRecord = {
  id: 1,
  service: 'face-detect',
  sandbox: false,
  ofOtherPage: false,
  state: 'answered',
  attempt: 2,
  startedAt: '2024-05-03T08:00:00.000Z',
  finishedAt: '2024-05-03T08:00:01.250Z',
  appId: 'app',
  baseUrl: 'https://api.example.com',
  options: { points: true, attributes: false },
  picture: { encoding: 'jpg', width: 40, height: 30, bytes: 1234 },
  httpStatus: 200,
  sid: 'sid-1',
  serverDate: null,
  retryAfter: null,
  signedOffsetMs: 0,
  measuredOffsetMs: -61_000,
  responseBytes: 99,
  failure: null,
};
const words = {
  language: 'en',
  yes: 'Yes',
  sandbox: 'Sandbox',
  optionsOn: (name: string) => `with ${name}`,
} as const;
const linesOf = (over: Partial<CallRecord> = {}) =>
  Object.fromEntries(recordLines({ ...answered, ...over }, words).map(({ key, value }) => [key, value]));

describe('the lines of a call record', () => {
  it('contain only known values', () => {
    expect(linesOf()).toEqual({
      started: '2024-05-03T08:00:00.000Z',
      finished: '2024-05-03T08:00:01.250Z',
      lasted: '1250 ms',
      attempt: '2',
      sid: 'sid-1',
      httpStatus: '200',
      answerer: 'https://api.example.com',
      appId: 'app',
      options: 'with points',
      sent: 'jpg, 40 × 30, 1234 B',
      responseBytes: '99 B',
      measuredOffset: '-61000 ms',
    });
  });

  it('say that a lost response may have been billed, and why it was lost', () => {
    const failure = {
      kind: 'network',
      reason: 'connection-lost',
      code: null,
      detail: 'ECONNRESET',
      retryable: true,
      mayHaveBeenPaid: true,
    } as const;
    const lines = linesOf({ state: 'failed', failure, sid: null, httpStatus: null, responseBytes: null });
    expect(lines).toMatchObject({ kind: 'network / connection-lost', detail: 'ECONNRESET', paid: 'Yes' });
    expect(lines['message']).toMatch(/\w/);
    expect(Object.keys(lines)).not.toContain('sid');
  });

  it('name the sandbox, without an account', () => {
    expect(linesOf({ sandbox: true, appId: '', baseUrl: '' })).toMatchObject({ answerer: 'Sandbox' });
    expect(Object.keys(linesOf({ sandbox: true, appId: '', baseUrl: '' }))).not.toContain('appId');
  });
});
