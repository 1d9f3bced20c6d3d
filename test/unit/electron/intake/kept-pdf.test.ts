import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  closeLargePdf,
  holdLargePdf,
  letGoLargePdf,
  openKeptPdf,
} from '../../../../electron/intake/kept-pdf.ts';
import { largeFileBytes } from '../../../../electron/intake/limits.ts';
import { latinText, pdf, scannedPage } from '../../../samples/digital/pdf-file.ts';

const paths = { large: '', other: '', small: '' };
let large: Buffer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vouch-kept-pdf-'));
  const size = { width: 600, height: 850, filter: 'DCTDecode', bytes: Buffer.alloc(largeFileBytes) } as const;
  large = pdf([scannedPage(size)]);
  for (const name of ['large', 'other', 'small'] as const) paths[name] = join(folder, `${name}.pdf`);
  await Promise.all([
    writeFile(paths.large, large),
    writeFile(paths.other, large),
    writeFile(paths.small, pdf([{ content: latinText('small', 60, 700, 24) }])),
  ]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  letGoLargePdf(0);
  await wait(20);
  await closeLargePdf(() => true);
});

const open = async (name: keyof typeof paths) => {
  const opened = await openKeptPdf(paths[name], null);
  if (!opened.ok) throw new Error(opened.failure.reason);
  return opened.value;
};

test('a held large PDF stays open while a small one is opened', async () => {
  await holdLargePdf(paths.large);
  const first = await open('large');
  await open('small');
  expect(await open('large')).toBe(first);
});

test('by default, one PDF is open', async () => {
  const first = await open('large');
  await open('small');
  expect(await open('large')).not.toBe(first);
});

test.each([
  ['another large one is held', () => holdLargePdf(paths.other)],
  [
    'it is let go',
    async () => {
      letGoLargePdf(1);
      await wait(50);
    },
  ],
] as const)('a held large PDF that is not in use is closed when %s', async (_, end) => {
  await holdLargePdf(paths.large);
  const { document } = await open('large');
  await open('small');
  await end();
  expect(() => document.proxy.getData()).toThrow();
});

test('a large PDF that is held again in time stays open', async () => {
  await holdLargePdf(paths.large);
  const first = await open('large');
  letGoLargePdf(30);
  await holdLargePdf(paths.large);
  await wait(80);
  expect(await open('large')).toBe(first);
});

test('the bytes of a large PDF are those of the open one, and are not read again', async () => {
  const { lend } = await open('large');
  await rm(paths.large);
  expect(await lend((bytes) => bytes.equals(large))).toBe(true);
  await writeFile(paths.large, large);
});
