// `npm run soak`: the long versions of the short forms in `npm test`. Names as parameters select some; a
// number as the last parameter is the count of rounds.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './compile.mjs';
import {
  ensureInstalled,
  ensureOfficeInstalled,
  hostFlags,
  nodePath,
  projectEnvironment,
  root,
} from './install.mjs';
import { chosen, soaks } from './long-runs.mjs';

const given = process.argv.slice(2);
const rounds = given.filter((parameter) => /^\d+$/u.test(parameter)).slice(0, 1);
const wanted = given.filter((parameter) => !/^\d+$/u.test(parameter));
const slowWindow = 'slow-window';
const names = chosen(wanted, [...soaks, slowWindow]);

ensureInstalled();
ensureOfficeInstalled();
ensureBuilt();
const folder = join(root, 'test', 'soak');

// Memory is measured as the program runs: with the flags of a host.
let missed = 0;
for (const name of names.filter((one) => one !== slowWindow)) {
  const { status } = spawnSync(
    nodePath(),
    [...hostFlags, '--expose-gc', join(folder, 'run.ts'), name, ...rounds],
    { cwd: root, stdio: 'inherit', env: projectEnvironment() },
  );
  if (status !== 0) missed += 1;
}

/**
 * @param {string[]} parameters
 * @param {Record<string, string>} environment
 */
const vitest = (parameters, environment) => {
  const { status } = spawnSync(
    nodePath(),
    [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--reporter=dot', ...parameters],
    { cwd: root, stdio: 'inherit', env: { ...projectEnvironment(), ...environment } },
  );
  if (status !== 0) missed += 1;
};

if (wanted.length === 0) {
  console.log('\nproperty tests, in their long form');
  vitest(['--project', 'unit'], { VOUCH_SOAK: '1' });
}
if (names.includes(slowWindow)) {
  console.log('\nthe whole program with its window six times slower, no second attempts');
  vitest(['--project', 'e2e', '--retry', '0', '--testTimeout', '240000'], { VOUCH_SLOWDOWN: '6' });
}
process.exit(missed > 0 ? 1 : 0);
