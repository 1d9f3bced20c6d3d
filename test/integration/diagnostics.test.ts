import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placesOf } from '../helpers/secret-search.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { demoPages } from '../helpers/demo-pages.ts';

test('reports what helps in the diagnostics, and nothing private', async () => {
  const home = join(await temporaryFolder(), 'home');
  const { ask, ended } = await startBackend({ home });
  const [key, secret] = ['planted-key-5f1c9a7d3b', 'planted-secret-8d2e6b4f0a'];
  const own = { name: '青岩软件有限公司', taxId: '91310000MA1K00000X' };
  await ask('account.save', {
    appId: 'planted-app-73',
    baseUrl: 'https://service.example',
    apiKey: key,
    apiSecret: secret,
  });
  await ask('settings.change', { proxy: 'http://proxy-user.example:3128', ownCompanies: [own] });
  const { added } = await ask('pages.add', demoPages('vat-invoice'));
  await ended(added);
  // A log with lines that were not redacted.
  await mkdir(join(home, 'logs'), { recursive: true });
  const encoded = Buffer.from(`api_key="${key}", signature="x"`).toString('base64');
  await writeFile(
    join(home, 'logs', 'desktop.log'),
    [
      `old ${'z '.repeat(30_000)}`,
      `call ?authorization=${encoded}`,
      secret,
      `${homedir()}/scans`,
      'last line',
    ].join('\n'),
  );

  const { text } = await ask('app.diagnostics', {});
  expect(text).toMatch(/^# Vouch\nversion: \S+\nhost: (desktop|browser)\nsystem: /);
  expect(text).toContain(`pages: {"recognized":${String(added.length)}}`);
  expect(text).toMatch(/proxy: set\n/);
  expect(text).toMatch(/ownCompanies: 1\n/);
  expect(text).toContain('# desktop.log');
  expect(text.endsWith('~/scans\nlast line\n')).toBe(true);
  expect(text.length).toBeLessThan(30_000);
  expect(placesOf([key, secret, 'planted-app-73'], [['diagnostics', text]])).toEqual([]);
  for (const theirs of [own.name, own.taxId, 'proxy-user', 'service.example', homedir()]) {
    expect(text).not.toContain(theirs);
  }
});
