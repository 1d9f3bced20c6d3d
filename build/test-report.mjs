import { basename } from 'node:path';

/**
 * Counts of passed and failed tests from Vitest's own report, and the names of tests that were not run.
 * @param {{
 *   numPassedTests: number,
 *   numFailedTests: number,
 *   testResults: readonly {
 *     name: string,
 *     assertionResults: readonly { status: string, fullName: string }[],
 *   }[],
 * }} report
 * @param {string} run name of the run
 */
export const countOf = ({ numPassedTests, numFailedTests, testResults }, run) => ({
  passed: numPassedTests,
  failed: numFailedTests,
  skipped: testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => `${run}: ${basename(name)}: ${fullName}`),
  ),
});
