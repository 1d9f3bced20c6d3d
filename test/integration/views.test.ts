import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startBackend } from '../helpers/test-backend.ts';

const sample = fileURLToPath(new URL('../../samples/special-paper.jpg', import.meta.url));

test('recreates a damaged or missing thumbnail from the sent picture', async () => {
  const { ask, ended, backend, home } = await startBackend();
  const files = [{ kind: 'path', path: sample }] as const;
  const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: true, files: [...files] });
  await ended(added);
  const [id = 0] = added;
  const folder = join(home, 'thumbnails');
  const kept = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
  const look = async () => {
    const shown = await backend.picture(id, 'thumbnail');
    expect(shown?.type).toBe('image/webp');
    return (await sharp(shown?.bytes).raw().toBuffer()).toString('base64');
  };

  const first = await look();
  const [path = ''] = kept();
  const bytes = readFileSync(path);
  expect(await look()).toBe(first);
  bytes.fill(0, 200, 220);
  writeFileSync(path, bytes);
  expect(await look()).toBe(first);
  expect(readFileSync(path).equals(bytes)).toBe(false);
  rmSync(folder, { recursive: true });
  expect(await look()).toBe(first);
  expect(kept()).toEqual([path]);
});
