import { expect, test } from 'vitest';
import { countOf } from '../../../build/test-report.mjs';

test('lists a skipped test with its run and its file', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: '/project/test/e2e/a.test.ts',
        assertionResults: [
          { status: 'passed', fullName: 'a passes' },
          { status: 'failed', fullName: 'a fails' },
          { status: 'skipped', fullName: 'a waits for the real one' },
        ],
      },
      {
        name: '/project/test/e2e/b.test.ts',
        assertionResults: [
          { status: 'pending', fullName: 'b is pending' },
          { status: 'todo', fullName: 'b is to be written' },
        ],
      },
    ],
  };
  expect(countOf(report, 'end to end')).toEqual({
    passed: 1,
    failed: 1,
    skipped: [
      'end to end: a.test.ts: a waits for the real one',
      'end to end: b.test.ts: b is pending',
      'end to end: b.test.ts: b is to be written',
    ],
  });
});
