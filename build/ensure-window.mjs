// Builds the window if it is missing: `vouch serve` in a fresh clone runs this.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './compile.mjs';
import { ensureInstalled, oneAtATime, root } from './install.mjs';

ensureInstalled();
oneAtATime(root, 'Another process builds the window: waiting …', () => {
  if (!existsSync(join(root, 'out', 'renderer', 'index.html'))) ensureBuilt();
});
