import { expect, test } from 'vitest';
import { fuzz, fuzzSamples } from '../../../soak/intake-fuzz.ts';

/** The short form; `npm run soak` runs 2,000 mutations of each format. */
test('gives a picture or a reason for a truncated or corrupted file of any format', async () => {
  const samples = await fuzzSamples();
  const names = Object.keys(samples);
  let made = 0;
  for (const [index, name] of names.entries()) {
    const other = samples[names[(index + 1) % names.length] ?? ''] ?? Buffer.alloc(0);
    const fuzzed = await fuzz(name, samples[name] ?? other, other, 6, 100 + index);
    expect(fuzzed.faults).toEqual([]);
    made += fuzzed.made;
  }
  // The test is only meaningful if some mutated files can be read.
  expect(made).toBeGreaterThan(5);
}, 120_000);
