import { expect, it } from 'vitest';
import { fuzzOfd } from '../../../../../soak/ofd.ts';

it('returns values or a reason for a hundred mutations of an invoice; `npm run soak` tries 2,000', async () => {
  const { read, refused, faults } = await fuzzOfd(100, 5);
  expect(faults).toEqual([]);
  expect(read).toBeGreaterThan(10);
  expect(refused).toBeGreaterThan(10);
}, 60_000);
