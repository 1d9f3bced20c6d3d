import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../helpers/encode-many.ts', import.meta.url));
const nodeArguments = [
  '--experimental-strip-types',
  '--disable-warning=ExperimentalWarning',
  // On a busy machine, concurrent threads of the garbage collector fall behind, and the heap grows meanwhile.
  '--single-threaded-gc',
  // Without a limit, the heap also grows when a collection would be enough. In MB.
  '--max-old-space-size=100',
];

type Peaks = { readonly json: number; readonly xlsx: number };

const peaksOf = async (invoices: number): Promise<Peaks> => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...nodeArguments,
    script,
    String(invoices),
  ]);
  return JSON.parse(stdout);
};

// A list of pages and a workbook in memory took 0.45 MB an invoice: 900 MB for these.
test('writes thousands of invoices without holding them in memory', async () => {
  const { json, xlsx } = await peaksOf(2000);
  expect(json).toBeLessThan(150);
  expect(xlsx).toBeLessThan(200);
}, 60_000);
