import { expect, test } from 'vitest';
import { createPageRecovery } from '../../../../../electron/hosts/desktop/page-recovery.ts';
import { hostFailures } from '../../../../../shared/texts/host-failures.ts';

test('reloads after three crashes within a minute, and asks the user after the fourth', () => {
  const recovery = createPageRecovery(() => 0);
  expect([1, 2, 3, 4, 5].map(() => recovery.broke())).toEqual(['reload', 'reload', 'reload', 'ask', 'ask']);
  recovery.again();
  expect(recovery.broke()).toBe('reload');
});

test('does not add up crashes that are far apart', () => {
  let at = 0;
  const recovery = createPageRecovery(() => at);
  for (let index = 0; index < 20; index += 1) {
    at += 20_001;
    expect(recovery.broke()).toBe('reload');
  }
});

test('reports a crash once', () => {
  const recovery = createPageRecovery(() => 0);
  expect(recovery.takeNews()).toBeNull();
  recovery.broke();
  expect(recovery.takeNews()).toBe(hostFailures.pageCrashed);
  expect(recovery.takeNews()).toBeNull();
});
