import { expect, test } from 'vitest';
import { cleanRecord } from '../../../../electron/app/call-record-commands.ts';
import type { CallRecord } from '../../../../shared/contract/history.ts';
import { failureOf } from '../../../../shared/services/failures.ts';

const key = '0123456789abcdef0123456789abcdef';

const record = (sid: string, detail: string): CallRecord => ({
  id: 1,
  service: 'vat-invoice',
  sandbox: false,
  ofOtherPage: false,
  state: 'failed',
  attempt: 1,
  startedAt: '2024-05-28T08:00:00.000Z',
  finishedAt: '2024-05-28T08:00:01.000Z',
  appId: 'app',
  baseUrl: 'https://api.example.com',
  options: {},
  picture: { encoding: 'png', width: 4, height: 3, bytes: 10 },
  httpStatus: 200,
  sid,
  serverDate: null,
  retryAfter: null,
  signedOffsetMs: 0,
  measuredOffsetMs: null,
  responseBytes: null,
  failure: failureOf('status', { detail }),
});

test.each([
  '550e8400-e29b-41d4-a716-446655440000',
  'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
  'ocr0000abcd@hu1234567890abcdef1234567890abcdef12',
])('never hides the session id %s as a secret', (sid) => {
  const cleaned = cleanRecord(record(sid, `session ${sid}`), [key]);
  expect(cleaned.sid).toBe(sid);
  expect(cleaned.failure?.detail).toContain(sid);
});

test('hides a key and a signature in the service’s text', () => {
  const signature = 'c2lnbmF0dXJlIG9mIGZvcnR5LWZvdXIgY2hhcmFjdGVycw==';
  const cleaned = cleanRecord(record('sid', `${key} ${signature}`), [key]);
  expect(cleaned.failure?.detail).not.toContain(key);
  expect(cleaned.failure?.detail).not.toContain(signature);
});
