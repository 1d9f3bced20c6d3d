import { expect, test } from 'vitest';
import { misreadPictures } from '../helpers/slip-picture.ts';

// `npm run soak -- papers` reads all forms.
test('reads pictures of forms on paper by the descriptions of files', { timeout: 600_000 }, async () => {
  const forms = ['taxi', 'airItinerary', 'paperRail', 'digitalToll', 'blockchain'] as const;
  expect(await misreadPictures(forms, 1)).toEqual([]);
});
