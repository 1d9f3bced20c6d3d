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

  test.skipIf(onRealElectron).each([
    ['a key store that is no protection', 'basic_text', false, 'unprotected', 'session'],
    [
      'a keyring that did not answer, so that the constant key is used',
      'cancelled',
      false,
      'unprotected',
      'session',
    ],
    ['the same, and the user insists', 'basic_text', true, 'unprotected', 'unprotected'],
    ['no key store', 'none', true, 'session', 'session'],
  ] as const)('with %s', async (_, keyStore, insists, protection, kept) => {
    const home = freshHome();
    const app = await startDesktop({ home, env: { VOUCH_STAND_IN_KEY_STORE: keyStore } });
    expect(await save(app, insists)).toMatchObject({ ok: true, value: { protection, kept } });
    await app.close();
    expect(onDisk(home)).not.toContain(secret);
    const again = await startDesktop({ home, env: { VOUCH_STAND_IN_KEY_STORE: keyStore } });
    const lives = kept !== 'session';
    expect(await info(again)).toMatchObject({ value: { account: { hasApiSecret: lives } } });
    await again.close();
  });
});
