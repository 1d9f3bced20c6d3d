import { describe, expect, test } from 'vitest';
import { createPageFigures } from '../../../../electron/office/worker/page-figures.ts';
import type { PageRow } from '../../../../electron/store/records/page.ts';
import type { WriteStore } from '../../../../electron/store/port.ts';

// Only passed to the tested code.
const unit = {} as WriteStore;
const page = { id: 7 } as PageRow;

const setUp = () => {
  const search = Promise.withResolvers<boolean>();
  const done: string[] = [];
  const bugs: unknown[] = [];
  const figures = createPageFigures({
    assessor: {
      lookForQr: () => search.promise,
      assess: async (id) => {
        done.push(`again ${id}`);
        return Promise.resolve([id]);
      },
      assessIn: async (_, id) => {
        done.push(`with the response ${id}`);
        return Promise.resolve([id]);
      },
    },
    onBug: (error) => bugs.push(error),
  });
  figures.begin(page);
  return { figures, search, done, bugs };
};

describe('the figures of a page from a worker', () => {
  test('include a code found before the response, and are derived once', async () => {
    const { figures, search, done } = setUp();
    search.resolve(true);
    await new Promise(setImmediate);
    await figures.keep(unit, 7);
    await figures.end(7, true);
    expect(done).toEqual(['with the response 7']);
  });

  test('are saved with the response, and again with a code found later', async () => {
    const { figures, search, done } = setUp();
    await figures.keep(unit, 7);
    search.resolve(true);
    await figures.end(7, true);
    expect(done).toEqual(['with the response 7', 'again 7']);
  });

  test('stay if the search finds nothing or fails, or if there is no result', async () => {
    const nothing = setUp();
    await nothing.figures.keep(unit, 7);
    nothing.search.resolve(false);
    await nothing.figures.end(7, true);
    expect(nothing.done).toEqual(['with the response 7']);

    const broken = setUp();
    await broken.figures.keep(unit, 7);
    broken.search.reject(new Error('broken'));
    await broken.figures.end(7, true);
    expect(broken.done).toEqual(['with the response 7']);
    expect(broken.bugs).toEqual([new Error('broken')]);

    const failed = setUp();
    failed.search.resolve(true);
    await failed.figures.end(7, false);
    expect(failed.done).toEqual([]);
  });
});
