import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { electronPath } from '../../build/electron.mjs';
import { readFuses } from '../../build/fuses.mjs';
import { onRealElectron, startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { freshHome } from '../helpers/app-fixtures/running-app.ts';
import { pack } from '../helpers/package/pack.ts';

/** Tests that need the real binary. Without it they count as skipped, never as passed. */
describe.skipIf(!onRealElectron)('real Electron only', () => {
  test('the page has the app’s own address and a sandboxed process', async () => {
    const app = await startDesktop();
    expect(app.page.url()).toBe('vouch://app/');
    const sandboxed = await app.real?.evaluate(({ app: shell }) =>
      shell.getAppMetrics().some(({ type, sandboxed: confined }) => type === 'Tab' && confined !== false),
    );
    expect(sandboxed).toBe(true);
    await app.close();
  });

  test.runIf(process.platform === 'linux')(
    'a secret counts as sealed only if the key is not constant',
    async () => {
      const app = await startDesktop({ home: freshHome() });
      const isConstant = await app.real?.evaluate(
        async ({ safeStorage }) =>
          (await safeStorage.encryptStringAsync('probe')).subarray(0, 3).toString() === 'v10',
      );
      const found = await app.page.evaluate(() => Reflect.get(window, 'vouch').invoke('app.info', {}));
      const { protection } = found.value.credentials;
      expect(protection).toBe(isConstant ? 'unprotected' : 'sealed');
      await app.close();
    },
  );

  test("the system's key store is used, and a secret can be read back", async () => {
    const app = await startDesktop();
    const opened = await app.real?.evaluate(async ({ safeStorage }) => {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'secret';
      const sealed = await safeStorage.encryptStringAsync('secret');
      return (await safeStorage.decryptStringAsync(sealed)).result;
    });
    expect(opened).toBe('secret');
    await app.close();
  });

  test('a navigation that never reaches the network is blocked, too', async () => {
    const app = await startDesktop();
    app.forgive(/Not allowed|Content Security Policy/);
    for (const address of ['data:text/html,<h1>x</h1>', 'about:blank', 'javascript:document.write(1)']) {
      await app.page.evaluate((to) => {
        location.href = to;
      }, address);
      await app.page.waitForTimeout(200);
      expect(app.page.url()).toBe('vouch://app/');
    }
    await app.close();
  });
});

/** The public CI tries the other systems' packages with build/try-package.mjs. */
describe.skipIf(!onRealElectron || process.platform !== 'linux')(
  'a package of the real Electron only',
  () => {
    test('has its fuses set, does not run as Node.js, and runs the command line without a display', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'vouch-real-package-'));
      const packing = pack(folder, [], dirname(electronPath() ?? ''));
      expect(packing.status, packing.said).toBe(0);
      const program = join(packing.program, 'vouch');
      expect((await readFuses(program)).filter(({ right }) => !right)).toEqual([]);
      const { DISPLAY: _, WAYLAND_DISPLAY: __, ...environment } = process.env;
      // As root, Chromium does not start without this.
      const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
      for (const more of [{}, { ELECTRON_RUN_AS_NODE: '1' }]) {
        const said = spawnSync(program, [...asRoot, '--version'], {
          encoding: 'utf8',
          timeout: 30_000,
          env: { ...environment, VOUCH_HOME: join(folder, 'home'), ...more },
        });
        expect(said.stdout).toMatch(/^vouch \d/);
      }
      rmSync(folder, { recursive: true, force: true });
    });
  },
);
