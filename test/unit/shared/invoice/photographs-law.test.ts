import { describe, expect, it } from 'vitest';
import { photographKinds, readPhotographs } from '../../../helpers/read-photographs.ts';

const count = 150;

describe(`${count} generated photographs of up to 20 line items`, () => {
  it.each(Object.entries(photographKinds))(
    'are extracted %s: exact or with a finding, never wrong without one',
    (_, { least, options }) => {
      const { exact, wrong } = readPhotographs(count, options);
      expect(wrong).toEqual([]);
      expect(exact / count).toBeGreaterThanOrEqual(least);
    },
    60_000,
  );
});
