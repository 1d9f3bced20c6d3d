import { expect, test } from 'vitest';
import { afterClosing } from '../../../../renderer/state/dialogs.ts';

test('asks again about files that wait when the settings are closed', () => {
  const service = 'vat-invoice';
  expect(afterClosing({ kind: 'settings', waiting: service })).toEqual({ kind: 'ask', service });
  expect(afterClosing({ kind: 'settings', waiting: null })).toBeNull();
  expect(afterClosing({ kind: 'ask', service })).toBeNull();
});
