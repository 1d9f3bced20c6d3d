import { describe, expect, it } from 'vitest';
import { openOfdPages } from '../../../../../../electron/extract/document/ofd/draw/open-pages.ts';
import { readOfd } from '../../../../../../electron/extract/document/ofd/read/read-ofd.ts';
import { hostileOfds } from '../../../../../helpers/hostile-ofd.ts';

/** The expected result of each: a reason, or a drawn page. `npm run soak` measures time and memory. */
const drawn: Readonly<Record<string, string>> = {
  'ten thousand pages': 'archive-too-large',
  'ten thousand references to one page': 'too-many-pages',
  'a composite object inside itself': 'damaged',
  'a thousand nested elements': 'damaged',
  'a DOCTYPE': 'damaged',
  'an XML bomb': 'archive-too-large',
  'half a million elements': 'took-too-long',
  'a text of 8 MB': 'took-too-long',
  '20,000 amounts': 'took-too-long',
  'a page one kilometre wide': 'page-too-large',
  'paths outside the file': 'damaged',
};

describe('a hostile OFD', () => {
  const files = hostileOfds();

  it.each(Object.keys(files))(
    'gives a reason or reliable data: %s',
    async (name) => {
      const bytes = files[name] ?? Buffer.alloc(0);
      const read = await readOfd(bytes);
      expect(read.ok).toBe(false);
      if (!read.ok) expect(read.failure.kind).toBe('input');
      const opened = await openOfdPages(bytes);
      const page = opened.ok ? await opened.value.drawPage(1, { dpi: 72 }) : opened;
      if (opened.ok) opened.value.close();
      expect(page.ok ? 'drawn' : page.failure.reason).toBe(drawn[name] ?? 'drawn');
    },
    60_000,
  );
});
