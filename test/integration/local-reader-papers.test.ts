import { expect, test } from 'vitest';
import { misreadPhotographs } from '../helpers/paper-photographs.ts';

// `npm run soak -- papers` reads all kinds.
test(
  'reads photographs of papers that are no invoice, and marks what is unsure',
  { timeout: 600_000 },
  async () => {
    const kinds = ['bank receipt, upright words', 'fiscal receipt', 'tax payment', 'hand receipt'];
    expect(await misreadPhotographs(kinds, [2])).toEqual([]);
  },
);
