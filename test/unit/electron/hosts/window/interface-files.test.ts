import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openInterfaceFiles, withNonce } from '../../../../../electron/hosts/http/interface-files.ts';

const parent = mkdtempSync(join(tmpdir(), 'vouch-interface-'));
const folder = join(parent, 'renderer');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(parent, 'secret.js'), 'secret');
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><html><head lang="en"><title>V</title></head></html>',
);
writeFileSync(join(folder, 'assets', 'a.js'), 'a()');
writeFileSync(join(folder, 'assets', 'a.js.map'), '{}');
writeFileSync(join(folder, 'assets', '.env'), 'KEY=1');
const files = openInterfaceFiles(folder);

afterAll(() => rmSync(parent, { recursive: true, force: true }));

const nonceIn = (text: string | undefined): string | undefined =>
  /nonce[-=]"?([\w+/=]+)/.exec(text ?? '')?.[1];

test('gives the page a fresh nonce, in its policy and in its meta tag', async () => {
  const first = await files.answer('/');
  const second = await files.answer('/index.html');
  const policy = first?.headers['content-security-policy'];
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(nonceIn(policy)).toBe(nonceIn(first?.bytes.toString()));
  expect(nonceIn(policy)).not.toBe(nonceIn(second?.headers['content-security-policy']));
  expect(first?.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
});

test('serves an asset with its type and without any permission as a page', async () => {
  const asset = await files.answer('/assets/a.js');
  expect(asset?.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(asset?.headers['content-security-policy']).toContain('sandbox');
  expect(asset?.bytes.toString()).toBe('a()');
});

test.each([
  '/../secret.js',
  '/assets/../../secret.js',
  '/%2e%2e/secret.js',
  '/..\\secret.js',
  '//secret.js',
  '/assets/',
  '/assets',
  '/assets/a.js.map',
  '/assets/.env',
  '/assets/a.js\0.html',
  '/assets/A.JS',
  `${folder}/index.html`,
  '',
])('does not serve %j', async (path) => {
  expect(await files.answer(path)).toBeNull();
});

test('puts the meta tag first in the head', () => {
  expect(withNonce('<html><HEAD><link>', 'n')).toBe(
    '<html><HEAD><meta property="csp-nonce" nonce="n"><link>',
  );
});
