import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onRealElectron, startDesktop, type DesktopApp } from '../helpers/app-fixtures/desktop-app.ts';
import { freshHome } from '../helpers/app-fixtures/running-app.ts';

const info = (app: DesktopApp): Promise<unknown> =>
  app.page.evaluate(() => Reflect.get(window, 'vouch').invoke('app.info', {}));
const onDisk = (home: string): string => readFileSync(join(home, 'settings.json'), 'utf8');

describe('secrets', () => {
  const secret = 'planted-secret-0123456789abcdef';
  const save = (app: DesktopApp, keepUnprotected: boolean) =>
    app.page.evaluate(
      ([planted, keep]) =>
        Reflect.get(window, 'vouch').invoke('account.save', {
          appId: 'app',
          baseUrl: 'https://service.example',
          apiKey: planted,
          apiSecret: planted,
          keepUnprotected: keep,
        }),
      [secret, keepUnprotected] as const,
    );

  test('are sealed by the key store, survive a restart, and are never returned', async () => {
    const home = freshHome();
    const app = await startDesktop({ home });
    const saved = await save(app, false);
    expect(saved).toMatchObject({ ok: true, value: { hasApiSecret: true } });
    const { kept } = saved.value;
    // A real machine may have no secure key store: then nothing is written.
    expect(onRealElectron ? ['sealed', 'session'] : ['sealed']).toContain(kept);
    await app.close();
    expect(onDisk(home)).not.toContain(secret);
    expect(app.log()).not.toContain(secret);
    const again = await startDesktop({ home });
    const found = await info(again);
    const lives = kept === 'sealed';
    expect(found).toMatchObject({ value: { account: { hasApiSecret: lives, ready: lives } } });
    expect(JSON.stringify([saved, found])).not.toContain(secret);
    await again.close();
  });

  // A keyring that did not answer leaves Chromium with its constant key, as a machine without one does.
  test.skipIf(onRealElectron)(
    'are not written to an unprotected key store, unless the user insists',
    async () => {
      const options = { home: freshHome(), env: { VOUCH_STAND_IN_KEY_STORE: 'cancelled' } };
      const first = await startDesktop(options);
      expect(await save(first, false)).toMatchObject({
        ok: true,
        value: { protection: 'unprotected', kept: 'session' },
      });
      await first.close();
      expect(onDisk(options.home)).not.toContain(secret);

      const second = await startDesktop(options);
      expect(await info(second)).toMatchObject({ value: { account: { hasApiSecret: false } } });
      expect(await save(second, true)).toMatchObject({
        ok: true,
        value: { protection: 'unprotected', kept: 'unprotected' },
      });
      await second.close();
      expect(onDisk(options.home)).not.toContain(secret);

      const third = await startDesktop(options);
      expect(await info(third)).toMatchObject({ value: { account: { hasApiSecret: true } } });
      await third.close();
    },
  );

  test.skipIf(onRealElectron)('are not written without a key store, even if the user insists', async () => {
    const options = { home: freshHome(), env: { VOUCH_STAND_IN_KEY_STORE: 'none' } };
    const first = await startDesktop(options);
    expect(await save(first, true)).toMatchObject({
      ok: true,
      value: { protection: 'session', kept: 'session' },
    });
    await first.close();
    expect(onDisk(options.home)).not.toContain(secret);
    const again = await startDesktop(options);
    expect(await info(again)).toMatchObject({ value: { account: { hasApiSecret: false } } });
    await again.close();
  });
});
