// `node build/try-package.mjs PROGRAM`: opens a packaged program like a user would, with its own data folder, and
// checks what only the real program can show. Playwright connects to its page through Chromium's port, because the
// main process allows no debugger.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright';

const [, , program = ''] = process.argv;
const home = mkdtempSync(join(tmpdir(), 'vouch-try-'));
const environment = { ...process.env, VOUCH_HOME: home };

/** @param {boolean} holds @param {string} what */
const demand = (holds, what) => {
  console.log(`${holds ? 'ok   ' : 'WRONG'} ${what}`);
  if (!holds) process.exitCode = 1;
};

/** Chromium writes its chosen port to its data folder. */
const devtoolsAddress = async () => {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    try {
      const [port] = readFileSync(join(home, 'desktop', 'DevToolsActivePort'), 'utf8').split('\n');
      return `http://127.0.0.1:${port}`;
    } catch {
      await wait(100);
    }
  }
  throw new Error('The program opened no port.');
};

const asNode = spawnSync(program, ['--version'], {
  env: { ...environment, ELECTRON_RUN_AS_NODE: '1' },
  encoding: 'utf8',
  timeout: 20_000,
});
demand(asNode.stdout.startsWith('vouch '), 'can’t be started as Node.js');

const child = spawn(program, ['--remote-debugging-port=0'], { env: environment, stdio: 'inherit' });
try {
  const browser = await chromium.connectOverCDP(await devtoolsAddress());
  /** @type {import('playwright').Page | undefined} */
  let page;
  for (let attempt = 0; attempt < 300 && !page; attempt += 1) {
    page = browser
      .contexts()[0]
      ?.pages()
      .find((each) => each.url().startsWith('vouch://app/'));
    if (!page) await wait(100);
  }
  demand(page !== undefined, 'opens its window at its own address');
  await page?.getByRole('tab').first().waitFor();
  const facts = await page?.evaluate(() => ({
    node: typeof Reflect.get(globalThis, 'process') + typeof Reflect.get(globalThis, 'require'),
    bridge: typeof Reflect.get(globalThis, 'vouch'),
  }));
  demand(facts?.node === 'undefinedundefined', 'its page knows nothing of Node.js');
  demand(facts?.bridge === 'object', 'its page has the bridge');
  await browser.close();
} finally {
  child.kill();
  await wait(1000);
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
