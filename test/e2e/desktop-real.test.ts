import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { electronPath } from '../../build/electron.mjs';
import { readFuses } from '../../build/fuses.mjs';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { openPdf } from '../../electron/formats/pdf/pdf-document.ts';
import { openPdfPage } from '../../electron/formats/pdf/pdf-page.ts';
import { onRealElectron, startDesktop } from '../helpers/app-fixtures/desktop-app.ts';
import { freshHome } from '../helpers/app-fixtures/running-app.ts';
import { pack } from '../helpers/package/pack.ts';

/** Tests that need the real binary. Without it they count as skipped, never as passed. */
describe.skipIf(!onRealElectron)('real Electron only', () => {
  test('gives the page the app’s own address and a sandboxed process', async () => {
    const app = await startDesktop();
    expect(app.page.url()).toBe('vouch://app/');
    const sandboxed = await app.real?.evaluate(({ app: shell }) =>
      shell.getAppMetrics().some(({ type, sandboxed: confined }) => type === 'Tab' && confined !== false),
    );
    expect(sandboxed).toBe(true);
    await app.close();
  });

  test.runIf(process.platform === 'linux')(
    'treats a secret as sealed only if the key is not constant',
    async () => {
      const app = await startDesktop({ home: freshHome() });
      const isConstant = await app.real?.evaluate(
        async ({ safeStorage }) =>
          (await safeStorage.encryptStringAsync('probe')).subarray(0, 3).toString() === 'v10',
      );
      const found = await app.page.evaluate(() => Reflect.get(window, 'vouch').invoke('app.info', {}));
      const { protection } = found.value.account;
      expect(protection).toBe(isConstant ? 'unprotected' : 'sealed');
      await app.close();
    },
  );

  test("uses the system's key store, and reads a secret back", async () => {
    const app = await startDesktop();
    const opened = await app.real?.evaluate(async ({ safeStorage }) => {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'secret';
      const sealed = await safeStorage.encryptStringAsync('secret');
      return (await safeStorage.decryptStringAsync(sealed)).result;
    });
    expect(opened).toBe('secret');
    await app.close();
  });

  test('shows the PDF that the system prints in the print window', async () => {
    const home = freshHome();
    const app = await startDesktop({ home });
    const path = join(home, 'invoice.xml');
    const invoice = makeDigitalInvoice(seededRandom(81), {
      lines: 1,
      isRed: false,
      hasSpecialCharacters: false,
    });
    writeFileSync(path, writeEInvoice(invoice));
    await app.drop([path]);
    await app.page.getByRole('row', { name: /Recognized/ }).waitFor();
    // No user can answer the native dialog here, so the page is printed to a PDF instead.
    await app.real?.evaluate(({ app: shell }) => {
      shell.on('web-contents-created', (_, contents) => {
        Object.assign(contents, {
          print: async (__: object, done: (success: boolean, reason: string) => void) => {
            const pdf = await contents.printToPDF({});
            Reflect.set(shell, 'printed', pdf.toString('base64'));
            done(true, '');
          },
        });
      });
    });
    await app.page.getByRole('button', { name: 'Books' }).click();
    await app.page.getByRole('menuitem', { name: 'Print…' }).click();
    await app.page.getByRole('button', { name: 'Print…' }).click();
    await app.page.getByText('Sent to the printer.').waitFor();
    const printed = await app.real?.evaluate(({ app: shell }) => String(Reflect.get(shell, 'printed')));
    const opened = await openPdf(new Uint8Array(Buffer.from(printed ?? '', 'base64')), null);
    const page = opened.ok ? await openPdfPage(opened.value, 1) : null;
    const content = page?.ok ? await page.value.page.getTextContent() : null;
    const texts = content?.items.map((item) => ('str' in item ? item.str : '')).join('');
    expect(texts).toContain(invoice.number);
    await app.close();
  });

  test('blocks a navigation that never reaches the network', async () => {
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
    test('sets the fuses, refuses to run as Node.js, and runs the command line without a display', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'vouch-real-package-'));
      const packing = pack(folder, [], dirname(electronPath() ?? ''));
      expect(packing.status, packing.detail).toBe(0);
      const program = join(packing.program, 'vouch');
      expect((await readFuses(program)).filter(({ right }) => !right)).toEqual([]);
      const { DISPLAY: _, WAYLAND_DISPLAY: __, ...environment } = process.env;
      // As root, Chromium does not start without this.
      const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
      for (const more of [{}, { ELECTRON_RUN_AS_NODE: '1' }]) {
        const version = spawnSync(program, [...asRoot, '--version'], {
          encoding: 'utf8',
          timeout: 30_000,
          env: { ...environment, VOUCH_HOME: join(folder, 'home'), ...more },
        });
        expect(version.stdout).toMatch(/^vouch \d/);
      }
      rmSync(folder, { recursive: true, force: true });
    });
  },
);
