import { expect, test } from 'vitest';
import { annotatedNames } from '../../../../electron/export/annotated-names.ts';

test('gives every picture a unique name, even if the file system ignores case', () => {
  expect(
    annotatedNames(
      ['in/a.jpg', 'in/b/A.png', 'c.bmp', 'a (2).jpg', 'in/a.jpeg', '发票.jpg', 'noext'].map((source) => ({
        source,
        page: 1,
        pageCount: 1,
        part: 0,
      })),
    ),
  ).toEqual(['a.png', 'A (2).png', 'c.png', 'a (2) (2).png', 'a (3).png', '发票.png', 'noext.png']);
  const second = { source: 'b.pdf', page: 2, part: 0 };
  expect(
    annotatedNames([
      { ...second, pageCount: 3 },
      { ...second, pageCount: 3, part: 2 },
      { ...second, pageCount: 1, part: 1 },
    ]),
  ).toEqual(['b-2.png', 'b-2-2.png', 'b-1.png']);
});
