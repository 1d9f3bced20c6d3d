import { expect, it } from 'vitest';
import { fuzzXml } from '../../../../../soak/xml.ts';

it('returns values or a reason for a hundred mutations of each format; `npm run soak` tries 2,000', () => {
  const { read, refused, faults } = fuzzXml(700, 5);
  expect(faults).toEqual([]);
  expect(read).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(100);
});
