// `npm run screenshots`: the main states in both languages, both themes and five window sizes, and in forced
// colours, into screenshots/. `npm run screenshots -- en-US.dark`: one look of them. `npm run screenshots -- books`:
// the dialogs for the books. `npm run screenshots -- office`: those of an office, which needs PostgreSQL.
// `npm run screenshots -- documents`: the pictures of the README in both languages, into docs/.
// `npm run screenshots -- guide [zh|en]`: the pictures of the guide, into docs/guide.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './compile.mjs';
import { ensureInstalled, nodePath, projectEnvironment, root } from './install.mjs';

ensureInstalled();
ensureBuilt();
const [name = '', ...others] = process.argv.slice(2);
const other = { documents: 'documents.ts', guide: 'guide.ts', books: 'books.ts', office: 'office.ts' }[name];
const looks = other === undefined ? process.argv.slice(2) : others;
const { status } = spawnSync(
  nodePath(),
  ['--disable-warning=ExperimentalWarning', join(root, 'test', 'screenshots', other ?? 'run.ts'), ...looks],
  { cwd: root, stdio: 'inherit', env: projectEnvironment() },
);
process.exit(status ?? 1);
