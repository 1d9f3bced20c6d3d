import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshHome } from '../helpers/app-fixtures/running-app.ts';
import { sharedApp } from '../helpers/interface/shared-app.ts';
import { makeSelfSigned } from '../helpers/self-signed.ts';

const shared = sharedApp();

const kept = (home: string): string => readFileSync(join(home, 'settings.json'), 'utf8');

test('sets, saves and removes a proxy and authorities by keyboard', async () => {
  const app = await shared();
  const folder = freshHome();
  const { page } = app;
  await page.getByRole('button', { name: 'Settings' }).click();
  const section = page.getByRole('region', { name: 'Network' });
  const proxy = section.getByRole('textbox', { name: 'Proxy' });
  await proxy.fill('http://me:secret@proxy.example:8080');
  const error = section.getByText(/without user name and password/);
  await error.waitFor();
  expect(await proxy.getAttribute('aria-invalid')).toBe('true');
  await proxy.press('Enter');
  await proxy.fill('http://proxy.example:8080');
  expect(await error.count()).toBe(0);
  await proxy.press('Enter');
  await expect.poll(() => kept(app.home)).toContain('http://proxy.example:8080');
  expect(kept(app.home)).not.toContain('me:secret');

  const { cert } = makeSelfSigned();
  const [pem, der, none] = ['a.pem', 'b.cer', 'c.crt'].map((name) => join(folder, name));
  writeFileSync(pem ?? '', cert.replaceAll('\n', '\r\n'));
  writeFileSync(der ?? '', new X509Certificate(makeSelfSigned().cert).raw);
  writeFileSync(none ?? '', 'no certificate');
  const add = (paths: readonly (string | undefined)[]): Promise<void> =>
    app.choose(
      paths.map((path) => path ?? ''),
      () => section.getByRole('button', { name: 'Add from a file…' }).press('Enter'),
    );
  await section.getByText('None: only the system’s authorities are trusted').waitFor();
  await add([pem, der]);
  await section.getByText('2 certificates trusted in addition to the system’s').waitFor();
  await add([none]);
  await page.getByText('Can’t read the certificate. Nothing was changed').waitFor();
  await section.getByText('2 certificates trusted in addition to the system’s').waitFor();
  await section.getByRole('button', { name: 'Remove all' }).press('Enter');
  await section.getByText('None: only the system’s authorities are trusted').waitFor();
});
