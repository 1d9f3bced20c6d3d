import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../helpers/decode-overloaded.ts', import.meta.url));
const nodeArguments = ['--expose-gc', '--experimental-strip-types', '--disable-warning=ExperimentalWarning'];

type Measured = Readonly<Record<string, { readonly ok: boolean; readonly peakMb: number }>>;

// Attachments that decompress to gigabytes. Without limits, the first took 3.5 GB of memory, and the last never
// ended.
test('allocates no memory for large metadata of a picture', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeArguments, script]);
  const measured: Measured = JSON.parse(stdout);
  for (const [name, { ok, peakMb }] of Object.entries(measured)) {
    expect(ok, name).toBe(true);
    expect(peakMb, name).toBeLessThanOrEqual(300);
  }
  expect(Object.keys(measured).length).toBeGreaterThan(10);
}, 60_000);
