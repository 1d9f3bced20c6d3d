import { createServer } from 'node:http';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeRedirectFile } from '../../electron/hosts/browser/open-browser.ts';
import { ask } from '../helpers/app-fixtures/ask.ts';
import { spawnBrowserHost, startBrowserHost, testBrowser } from '../helpers/app-fixtures/browser-app.ts';
import { freshHome } from '../helpers/app-fixtures/running-app.ts';
import { fillLedger } from '../helpers/large-ledger.ts';
import { listen, portOf } from '../helpers/listen.ts';

const portIn = (address: string): number => Number(new URL(address).port);

describe('the process', () => {
  test('prints one line, responds, and exits cleanly on a signal', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const host = await spawnBrowserHost();
      expect((await ask({ port: portIn(host.address) })).status).toBe(200);
      expect(await host.stop(signal)).toBe(0);
      expect(host.lines).toHaveLength(1);
      expect(host.complaints()).toBe('');
      expect(existsSync(join(host.home, 'ledger.sqlite-wal'))).toBe(false);
    }
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'closes its database on %s and leaves no extra files',
    async (signal) => {
      const home = freshHome();
      const ledger = join(home, 'ledger.sqlite');
      fillLedger(ledger, 1_000);
      const { host } = await startBrowserHost({ home });
      await expect.poll(() => existsSync(`${ledger}-wal`), { timeout: 20_000 }).toBe(true);
      expect(await host.stop(signal)).toBe(0);
      expect(existsSync(`${ledger}-wal`)).toBe(false);
    },
  );

  test('uses the given port and a new token at each start, and reports a port in use', async () => {
    const home = freshHome();
    const first = await spawnBrowserHost({ home });
    const port = portIn(first.address);
    await expect(spawnBrowserHost({}, ['--port', String(port)])).rejects.toThrow(/\(1\).*EADDRINUSE/s);
    await first.stop();
    const second = await spawnBrowserHost({ home }, ['--port', String(port)]);
    expect(portIn(second.address)).toBe(port);
    expect(new URL(second.address).hash).not.toBe(new URL(first.address).hash);
    await second.stop();
  });

  test('exits with 2 for wrong parameters', async () => {
    await expect(spawnBrowserHost({}, ['--listen', '0.0.0.0'])).rejects.toThrow(/\(2\).*Usage/s);
  });

  test('exits as a second process and names the program that uses the data folder', async () => {
    const first = await startBrowserHost();
    const complain = async (settings: object): Promise<string> => {
      writeFileSync(join(first.home, 'settings.json'), JSON.stringify({ settings }));
      // It prints no address, because none would work.
      return await spawnBrowserHost({ home: first.home }).then(
        () => 'started',
        (error: unknown) => String(error).replace('Error: The browser host ended (1): ', ''),
      );
    };
    const { pid } = first.host.child;
    expect(await complain({ language: 'en' })).toMatch(
      new RegExp(
        `^Another Vouch is using the data folder \\(Vouch \\(browser\\), pid ${pid}, .*Wait until it ends`,
      ),
    );
    expect(await complain({ language: 'zh' })).toMatch(
      new RegExp(`^数据文件夹正被另一个 Vouch 使用（Vouch \\(browser\\), pid ${pid}, .*请等待其结束`),
    );
    await first.close();
  });
});

describe('the page', () => {
  let app: Awaited<ReturnType<typeof startBrowserHost>>;
  beforeAll(async () => {
    app = await startBrowserHost();
  });
  afterAll(() => app.close());

  test('removes the token from the address and survives a reload', async () => {
    expect(app.page.url()).not.toContain('token');
    await app.page.reload();
    await app.page.getByRole('tab').first().waitFor();
  });

  test('tells a second tab how to open Vouch, and warns about a reused address', async () => {
    for (const address of [new URL('/', app.host.address).href, app.host.address]) {
      // A new profile, without data of the first tab.
      const context = await (await testBrowser()).newContext({ locale: 'en-US' });
      const page = await context.newPage();
      await page.goto(address);
      await page
        .getByText(/open the new address/i)
        .first()
        .waitFor();
      expect(await page.getByRole('tab').count()).toBe(0);
      if (address === app.host.address)
        await page.getByText('someone else may be using your Vouch').waitFor();
      await context.close();
    }
    await expect.poll(() => app.host.complaints()).toContain('opened a second time');
  });

  test('lets a second tab of the same browser take over the session after a confirmation', async () => {
    const own = await startBrowserHost();
    // The first tab's stream of events ends with its session.
    own.forgive(/401|ERR_INCOMPLETE_CHUNKED_ENCODING/);
    const first = own.page;
    const second = await first.context().newPage();
    await second.goto(new URL('/', own.host.address).href);
    const here = second.getByRole('button', { name: 'Use Vouch in this tab' });
    await here.waitFor();
    // Nothing has happened yet.
    await first.getByRole('tab').first().waitFor();
    await here.click();
    await second.getByRole('tab').first().waitFor();
    await first.getByRole('heading', { name: 'Vouch is not open in this tab' }).waitFor();
    await second.reload();
    await second.getByRole('tab').first().waitFor();
    // The first tab takes the session back.
    await first.getByRole('button', { name: 'Use Vouch in this tab' }).click();
    await first.getByRole('tab').first().waitFor();
    await second.close();
    await own.close();
  });

  test('uses a new address that is opened in the same tab', async () => {
    const home = freshHome();
    const first = await spawnBrowserHost({ home });
    const context = await (await testBrowser()).newContext({ locale: 'en-US' });
    const page = await context.newPage();
    await page.goto(first.address);
    await page.getByRole('tab').first().waitFor();
    await first.stop();
    const second = await spawnBrowserHost({ home }, ['--port', String(portIn(first.address))]);
    const loaded = page.waitForEvent('load');
    // Only the fragment differs, so that the page stays.
    await page.evaluate((address) => {
      window.location.href = address;
    }, second.address);
    await loaded;
    await page.getByRole('tab').first().waitFor();
    expect(page.url()).not.toContain('token');
    await context.close();
    await second.stop();
  });

  test("opens from the private file that the system's opener receives", async () => {
    const host = await spawnBrowserHost();
    const folder = freshHome();
    const { path, remove } = await writeRedirectFile(folder, host.address);
    const context = await (await testBrowser()).newContext({ locale: 'en-US' });
    const page = await context.newPage();
    await page.goto(pathToFileURL(path).href);
    await page.getByRole('tab').first().waitFor();
    expect(page.url()).toBe(new URL('/', host.address).href);
    await page.reload();
    await page.getByRole('tab').first().waitFor();
    await remove();
    await context.close();
    await host.stop();
  });

  test('follows its policy: no inline script, no eval, no other origin', async () => {
    const own = await startBrowserHost();
    own.forgive(/Content Security Policy|Refused to|violates/i);
    const outcome = await own.page.evaluate(async () => {
      const blocked: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'window.inlineRan = true';
      document.body.append(script);
      const frame = document.createElement('iframe');
      frame.src = 'https://example.com/';
      document.body.append(frame);
      await fetch('https://example.com/').catch(() => {});
      // The violations are separate events.
      for (let wait = 0; wait < 100 && blocked.length < 3; wait += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      frame.remove();
      return { blocked, inlineRan: 'inlineRan' in window };
    });
    expect(outcome.inlineRan).toBe(false);
    expect(outcome.blocked).toEqual(expect.arrayContaining(['script-src-elem', 'frame-src', 'connect-src']));
    await own.close();
  });

  test('exposes no secret: a saved one is never returned, and not on disk in plain text', async () => {
    const own = await startBrowserHost();
    const secret = 'planted-secret-0123456789abcdef';
    const outcome = await own.page.evaluate(async (planted) => {
      const headers = {
        'content-type': 'application/json',
        'x-vouch-session': sessionStorage.getItem('vouch-session') ?? '',
      };
      const input = {
        appId: 'app',
        baseUrl: 'https://service.example',
        apiKey: planted,
        apiSecret: planted,
        keepUnprotected: true,
      };
      const save = await fetch('/commands/account.save', {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
      });
      const info = await fetch('/commands/app.info', { method: 'POST', headers, body: '{}' });
      return (await save.text()) + (await info.text());
    }, secret);
    expect(outcome).toContain('"kept":"session"');
    expect(outcome).not.toContain(secret);
    await own.close();
    expect(own.log()).not.toContain(secret);
    const restarted = await startBrowserHost({ home: own.home });
    await restarted.close();
  });

  test("can't be read, posted to or framed by a page of another origin", async () => {
    const other = await listen(
      createServer((_, response) => response.setHeader('content-type', 'text/html').end('<body></body>')),
    );
    const context = await (await testBrowser()).newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${portOf(other)}/`);
    const base = new URL('/', app.host.address).href;
    const outcome = await page.evaluate(async (address) => {
      const attempt = (path: string, init: RequestInit): Promise<string> =>
        fetch(address + path, init).then(
          async (response) => `${response.type} ${response.status} ${await response.text()}`,
          () => 'failed',
        );
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      return {
        page: await attempt('', {}),
        opaque: await attempt('', { mode: 'no-cors' }),
        command: await attempt('commands/app.info', { method: 'POST', mode: 'no-cors', body: '{}' }),
        session: await attempt('session', { method: 'POST', mode: 'no-cors', body: '{"token":"x"}' }),
        framed: frame.contentDocument === null ? 'unreadable' : frame.contentDocument.title,
      };
    }, base);
    expect(outcome.page).toBe('failed');
    // Cross-Origin-Resource-Policy blocks even the opaque request.
    expect(outcome.opaque).toBe('failed');
    expect(outcome.command).toBe('failed');
    expect(outcome.session).toBe('failed');
    expect(outcome.framed).toBe('unreadable');
    await context.close();
    other.close();
    await expect.poll(() => app.log()).toMatch(/request-refused/);
  });
});
