import { expect, test } from 'vitest';
import { createPageRecovery } from '../../../../../electron/hosts/desktop/page-recovery.ts';
import { hostProblems } from '../../../../../shared/texts/host-problems.ts';

test('three breaks within a minute are put right, the fourth is the user’s', () => {
  const recovery = createPageRecovery(() => 0);
  expect([1, 2, 3, 4, 5].map(() => recovery.broke())).toEqual(['reload', 'reload', 'reload', 'ask', 'ask']);
  recovery.again();
  expect(recovery.broke()).toBe('reload');
});

test('breaks far from one another never add up', () => {
  let at = 0;
  const recovery = createPageRecovery(() => at);
  for (let index = 0; index < 20; index += 1) {
    at += 20_001;
    expect(recovery.broke()).toBe('reload');
  }
});

test('a break is said once', () => {
  const recovery = createPageRecovery(() => 0);
  expect(recovery.takeNews()).toBeNull();
  recovery.broke();
  expect(recovery.takeNews()).toBe(hostProblems.pageBroke);
  expect(recovery.takeNews()).toBeNull();
});
