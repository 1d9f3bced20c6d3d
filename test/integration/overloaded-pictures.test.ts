import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../helpers/decode-overloaded.ts', import.meta.url));
const nodeArguments = ['--expose-gc', '--experimental-strip-types', '--disable-warning=ExperimentalWarning'];

type Measured = Readonly<Record<string, { readonly ok: boolean; readonly peakMb: number }>>;

// Attachments that unpack to gigabytes: the first of them took 3.5 GB, and the last all the time there is.
test('what a picture carries beside its pixels takes no memory', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeArguments, script]);
  const measured: Measured = JSON.parse(stdout);
  for (const [name, { ok, peakMb }] of Object.entries(measured)) {
    expect(ok, name).toBe(true);
    expect(peakMb, name).toBeLessThanOrEqual(300);
  }
  expect(Object.keys(measured).length).toBeGreaterThan(10);
}, 60_000);
