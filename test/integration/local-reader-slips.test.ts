import { expect, test } from 'vitest';
import { misreadPictures } from '../helpers/slip-picture.ts';

// `npm run soak -- papers` reads all forms.
test('reads pictures of forms on paper by the descriptions of files', { timeout: 600_000 }, async () => {
  expect(await misreadPictures(['taxi', 'airItinerary', 'paperRail'], 1)).toEqual([]);
});
