import { basename } from 'node:path';

/**
 * What Vitest's own report says: how many passed and failed, and by name what was not run.
 * @param {{
 *   numPassedTests: number,
 *   numFailedTests: number,
 *   testResults: readonly {
 *     name: string,
 *     assertionResults: readonly { status: string, fullName: string }[],
 *   }[],
 * }} report
 * @param {string} run how the run is called that it tells of
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
