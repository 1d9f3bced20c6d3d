import { expect, test } from 'vitest';
import { mainStepAfter, supportRows } from '../../../../../renderer/features/documents/failure-details.ts';
import type { Failure } from '../../../../../shared/services/failure.ts';
import { detailOf } from '../../page-summaries.ts';

const failure: Failure = {
  kind: 'service',
  reason: 'service-code',
  code: 37042,
  detail: 'no content',
  retryable: false,
  mayHaveBeenPaid: true,
};
const detail = detailOf(7, { sid: 'sid-1' });

test('lists complete details for support, without rows that have no value', () => {
  expect(supportRows(detail, failure)).toEqual([
    { key: 'file', value: '7.jpg' },
    { key: 'kind', value: 'service / service-code' },
    { key: 'code', value: '37042' },
    { key: 'sid', value: 'sid-1' },
    { key: 'detail', value: 'no content' },
  ]);
  const bare = supportRows({ ...detail, sid: null }, { ...failure, code: null, detail: '' });
  expect(bare.map(({ key }) => key)).toEqual(['file', 'kind']);
});

test.each([
  ['encrypted-pdf', 'unlock'],
  ['spreadsheet', 'match'],
  ['old-spreadsheet', 'match'],
  // Causes in the file itself do not pass.
  ['heic', 'remove'],
  ['ofd', 'remove'],
  ['empty', 'remove'],
  ['damaged', 'remove'],
  ['not-an-image', 'remove'],
  ['unsupported-format', 'remove'],
  ['no-invoice-data', 'remove'],
  ['too-many-pixels', 'remove'],
  // These depend on the moment, the computer or the service.
  ['missing', 'again'],
  ['took-too-long', 'again'],
  ['decoder-died', 'again'],
  ['call-timeout', 'again'],
  ['no-account', 'again'],
  ['reply-lost', 'again'],
] as const)('after %s, highlights the button "%s"', (reason, step) => {
  expect(mainStepAfter({ reason })).toBe(step);
});
