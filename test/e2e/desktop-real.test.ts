import { describe, expect, test } from 'vitest';
import { onRealElectron, startDesktop } from '../helpers/app-fixtures/desktop-app.ts';

/** What only the real binary can answer: not run here counts as not run, never as passed. */
describe.skipIf(!onRealElectron)('real Electron only', () => {
  test('the page has the app’s own address, and its process is sandboxed', async () => {
    const app = await startDesktop();
    expect(app.page.url()).toBe('vouch://app/');
    const sandboxed = await app.real?.evaluate(({ app: shell }) =>
      shell.getAppMetrics().some(({ type, sandboxed: confined }) => type === 'Tab' && confined !== false),
    );
    expect(sandboxed).toBe(true);
    await app.close();
  });

  test('the key store of this system is asked, and a secret comes back from it', async () => {
    const app = await startDesktop();
    const opened = await app.real?.evaluate(async ({ safeStorage }) => {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'secret';
      const sealed = await safeStorage.encryptStringAsync('secret');
      return (await safeStorage.decryptStringAsync(sealed)).result;
    });
    expect(opened).toBe('secret');
    await app.close();
  });

  test('a navigation that never reaches the network goes nowhere either', async () => {
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
