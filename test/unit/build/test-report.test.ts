import { expect, test } from 'vitest';
import { countOf } from '../../../build/test-report.mjs';

test('lists a skipped test with its run and its file, and why a test passed only at the second attempt', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      {
        name: '/project/test/e2e/a.test.ts',
        assertionResults: [
          { status: 'passed', fullName: 'a passes' },
          { status: 'failed', fullName: 'a fails' },
          { status: 'skipped', fullName: 'a waits for the real one' },
          {
            status: 'passed',
            fullName: 'a passes late',
            failureMessages: ['\u001B[31mError\u001B[39m: late\n  at a'],
          },
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
    passed: 2,
    failed: 1,
    skipped: [
      'end to end: a.test.ts: a waits for the real one',
      'end to end: b.test.ts: b is pending',
      'end to end: b.test.ts: b is to be written',
    ],
    repeated: ['end to end: a.test.ts: a passes late\n    Error: late\n      at a'],
  });
});
