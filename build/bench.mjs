// `npm run bench`: every benchmark and its floor, measured in the same run. Names as parameters select some.
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
import { benches, chosen } from './long-runs.mjs';

const given = process.argv.slice(2);
/** The words after `office` select its parts, such as `office scaling`. */
const [wanted, parts] = given[0] === 'office' ? [['office'], given.slice(1)] : [given, []];
const names = chosen(wanted, benches);

ensureInstalled();
ensureOfficeInstalled();
ensureBuilt();
const folder = join(root, 'test', 'bench');

/**
 * The whole program is measured with the flags it runs with.
 * @param {string} name
 */
const flagsOf = (name) => (name === 'batch-load' ? hostFlags : ['--disable-warning=ExperimentalWarning']);

let missed = 0;
for (const name of names) {
  // One process each, so that no benchmark warms up or fills another's heap.
  const { status } = spawnSync(
    nodePath(),
    [...flagsOf(name), '--expose-gc', join(folder, 'run.ts'), name, ...parts],
    {
      cwd: root,
      stdio: 'inherit',
      env: projectEnvironment(),
    },
  );
  if (status !== 0) missed += 1;
}
process.exit(missed > 0 ? 1 : 0);
