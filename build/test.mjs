// `npm test`: installs missing packages, then runs types, lint, format, build and every test. The last line counts
// them.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './compile.mjs';
import { fetchElectron } from './electron.mjs';
import { countOf } from './test-report.mjs';
import { ensureInstalled, ensureOfficeInstalled, nodePath, projectEnvironment, root } from './install.mjs';

ensureInstalled();
ensureOfficeInstalled();
const { ensureChromium, withDisplay } = await import('./ensure-chromium.mjs');

/** @typedef {{ passed: number, failed: number, skipped: readonly string[], repeated: readonly string[] }} Count */

/** @type {Count} */
const none = { passed: 0, failed: 0, skipped: [], repeated: [] };

const modules = join(root, 'node_modules');
/** The checks that are not tests; each counts as one. More threads would repeat work, and the tests keep all cores busy. */
const checks = [
  {
    name: 'types',
    script: join(modules, 'typescript', 'bin', 'tsc'),
    parameters: ['-b', '--singleThreaded'],
  },
  {
    name: 'lint',
    script: join(modules, 'oxlint', 'bin', 'oxlint'),
    parameters: ['--type-aware', '--deny-warnings', '--threads', '1'],
  },
  {
    name: 'format',
    script: join(modules, 'oxfmt', 'bin', 'oxfmt'),
    parameters: ['--check', '--threads', '1'],
  },
];

/**
 * Runs a check in the background and resolves with its whole output.
 * @param {{ script: string, parameters: string[] }} check
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
const runCheck = ({ script, parameters }) =>
  new Promise((resolve) => {
    const child = spawn(nodePath(), [script, ...parameters], {
      cwd: root,
      // The lint checks types in a program written in Go, which takes its number of threads from here.
      env: { ...projectEnvironment(), GOMAXPROCS: '1' },
    });
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (/** @type {Buffer} */ part) => (output += part.toString()));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });

/** @returns {Promise<Count>} */
const runChecks = async () => {
  const ends = await Promise.all(checks.map(runCheck));
  ends.forEach(({ output }, index) => console.log(`\n— ${checks[index]?.name}\n${output}`));
  const failed = ends.filter(({ ok }) => !ok).length;
  return { ...none, passed: checks.length - failed, failed };
};

/**
 * @param {string[]} command
 * @param {Record<string, string>} environment
 * @returns {Promise<boolean>} whether it succeeded
 */
const runCommand = ([program = '', ...parameters], environment) =>
  new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...projectEnvironment(), ...environment },
    });
    child.on('close', (code) => resolve(code === 0));
  });

/**
 * Runs Vitest and counts from its own report. A run without a report counts as a failure.
 * @param {string} name
 * @param {string[]} parameters
 * @param {{ environment?: Record<string, string>, starter?: string[] }} [options] starter: the start of the command line
 * @returns {Promise<Count>}
 */
const runVitest = async (name, parameters, { environment = {}, starter = [] } = {}) => {
  console.log(`\n— ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'vouch-report-'));
  const report = join(folder, 'report.json');
  const vitest = [nodePath(), join(modules, 'vitest', 'vitest.mjs'), 'run'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const succeeded = await runCommand([...starter, ...vitest, ...reporters, ...parameters], environment);
  const count = readReport(report, name);
  rmSync(folder, { recursive: true, force: true });
  if (succeeded || count.failed > 0) return count;
  return { ...count, failed: 1 };
};

/**
 * @param {string} path
 * @param {string} run
 * @returns {Count}
 */
const readReport = (path, run) => {
  try {
    return countOf(JSON.parse(readFileSync(path, 'utf8')), run);
  } catch {
    return none;
  }
};

/** Runs the Electron specs with the real binary if there is one. */
const runRealElectron = async () => {
  const electron = await fetchElectron();
  if ('why' in electron) {
    return {
      count: none,
      note: `The Electron specs ran on the stand-in, not on the real Electron binary, which is not available here (${electron.why}).`,
    };
  }
  return {
    count: await runVitest('end to end, on the real Electron binary', ['--project', 'e2e'], {
      environment: { VOUCH_ELECTRON: 'real' },
      starter: withDisplay(),
    }),
    note: 'The Electron specs ran on the stand-in and on the real Electron binary.',
  };
};

// The checks fill the time in which packages are installed and tests wait.
const checking = runChecks();
const chromium = ensureChromium();
if (!chromium) {
  console.error('No Chromium: install the package `chromium`, or set VOUCH_CHROMIUM to the path of one.');
}
console.log('\n— build');
ensureBuilt();
// One run for all projects keeps every core busy until the end.
const tests = await runVitest('tests', []);
const real = await runRealElectron();
const counts = [await checking, tests, real.count];

/** @param {'passed' | 'failed'} key */
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
const [passed, failed] = [sum('passed'), sum('failed')];
const skipped = counts.flatMap((count) => count.skipped);
const repeated = counts.flatMap((count) => count.repeated);
/**
 * @param {string} title
 * @param {readonly string[]} lines
 */
const list = (title, lines) => {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`);
};
list('Not run', skipped);
list('Passed only at the second attempt', repeated);
console.log(`\n${real.note}`);
console.log(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
