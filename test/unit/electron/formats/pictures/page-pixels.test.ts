import { expect, test } from 'vitest';
import { isGrey } from '../../../../../electron/formats/pictures/page-pixels.ts';

test.each(Array.from({ length: 12 }, (_, index) => index + 200))(
  'detects a red line one pixel wide at any position on a page of width %i',
  (width) => {
    const height = 40;
    for (let column = 0; column < width; column += 1) {
      const data = Buffer.alloc(width * height * 3, 255);
      for (let row = 0; row < height; row += 1)
        data.fill(0, (row * width + column) * 3 + 1, (row * width + column) * 3 + 3);
      expect(isGrey({ data, width, height, channels: 3 })).toBe(false);
    }
    expect(isGrey({ data: Buffer.alloc(width * height * 3, 90), width, height, channels: 3 })).toBe(true);
  },
);
