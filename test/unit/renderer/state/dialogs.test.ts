import { expect, test } from 'vitest';
import { afterClosing } from '../../../../renderer/state/dialogs.ts';

test('asks again about files that wait for an account if the settings close without one', () => {
  const waiting = { service: 'vat-invoice', files: ['mark'] } as const;
  expect(afterClosing({ kind: 'settings', waiting })).toEqual({ kind: 'ask', ...waiting });
  expect(afterClosing({ kind: 'settings', waiting: null })).toBeNull();
  expect(afterClosing({ kind: 'ask', ...waiting })).toBeNull();
});
