import { basename } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Enough lines for the message of an assertion and the place in the test. */
const mostLines = 12;

/** @param {readonly string[]} messages */
const firstLines = (messages) =>
  messages.flatMap((message) =>
    stripVTControlCharacters(message)
      .split('\n')
      .slice(0, mostLines)
      .map((line) => `    ${line}`),
  );

/**
 * Counts of passed and failed tests from Vitest's own report, the names of tests that were not run, and why tests
 * passed only at the second attempt.
 * @param {{
 *   numPassedTests: number,
 *   numFailedTests: number,
 *   testResults: readonly {
 *     name: string,
 *     assertionResults: readonly { status: string, fullName: string, failureMessages?: readonly string[] | null }[],
 *   }[],
 * }} report
 * @param {string} run name of the run
 */
export const countOf = ({ numPassedTests, numFailedTests, testResults }, run) => {
  const results = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName, failureMessages }) => ({
      status,
      label: `${run}: ${basename(name)}: ${fullName}`,
      reasons: failureMessages ?? [],
    })),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: results
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ label }) => label),
    repeated: results
      .filter(({ status, reasons }) => status === 'passed' && reasons.length > 0)
      .map(({ label, reasons }) => [label, ...firstLines(reasons)].join('\n')),
  };
};
