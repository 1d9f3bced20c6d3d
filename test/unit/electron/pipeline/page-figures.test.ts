import { describe, expect, test } from 'vitest';
import { createPageFigures } from '../../../../electron/office/worker/page-figures.ts';
import type { PageRow } from '../../../../electron/store/records/page.ts';
import type { WriteStore } from '../../../../electron/store/port.ts';
import { emptyInvoice } from '../../../../shared/invoice/empty-invoice.ts';

/** The data of a file whose invoice has two pages, and that of a call. */
const ofFile = {
  id: 1,
  callId: null,
  payload: { reader: 'pdf', invoice: emptyInvoice, findings: [], origins: {}, pages: [1, 2] },
};
const ofCall = { id: 2, callId: 5, payload: null };

const page = { id: 7 } as PageRow;

const setUp = (extractions: readonly object[] = []) => {
  const search = Promise.withResolvers<boolean>();
  const done: string[] = [];
  // The unit of work, as far as the tested code uses it.
  const unit = {
    extractionsOf: async () => Promise.resolve(extractions),
    showExtraction: async (_: number, id: number) => {
      done.push(`shows ${id}`);
      return Promise.resolve();
    },
    page: async () => Promise.resolve(null),
  } as unknown as WriteStore;
  const bugs: unknown[] = [];
  const figures = createPageFigures({
    assessor: {
      trustedKeys: () => [],
      assess: async (id) => {
        done.push(`again ${id}`);
        return Promise.resolve([id]);
      },
      assessIn: async (_, id) => {
        done.push(`with the response ${id}`);
        return Promise.resolve([id]);
      },
    },
    lookForQr: () => search.promise,
    onBug: (error) => bugs.push(error),
  });
  figures.begin(page);
  return { unit, figures, search, done, bugs };
};

describe('the figures of a page from a worker', () => {
  test('include a code found before the response, and are derived once', async () => {
    const { unit, figures, search, done } = setUp();
    search.resolve(true);
    await new Promise(setImmediate);
    await figures.keep(unit, 7);
    await figures.end(7, true);
    expect(done).toEqual(['with the response 7']);
  });

  test('are saved with the response, and again with a code found later', async () => {
    const { unit, figures, search, done } = setUp();
    await figures.keep(unit, 7);
    search.resolve(true);
    await figures.end(7, true);
    expect(done).toEqual(['with the response 7', 'again 7']);
  });

  test('stay if the search finds nothing or fails, or if there is no result', async () => {
    const nothing = setUp();
    await nothing.figures.keep(nothing.unit, 7);
    nothing.search.resolve(false);
    await nothing.figures.end(7, true);
    expect(nothing.done).toEqual(['with the response 7']);

    const broken = setUp();
    await broken.figures.keep(broken.unit, 7);
    broken.search.reject(new Error('broken'));
    await broken.figures.end(7, true);
    expect(broken.done).toEqual(['with the response 7']);
    expect(broken.bugs).toEqual([new Error('broken')]);

    const failed = setUp();
    failed.search.resolve(true);
    await failed.figures.end(7, false);
    expect(failed.done).toEqual([]);
  });

  test('show the data of a file with several pages again, before the figures are derived', async () => {
    const { unit, figures, done } = setUp([ofFile, ofCall]);
    await figures.keep(unit, 7);
    expect(done).toEqual(['shows 1', 'with the response 7']);
    const one = setUp([{ ...ofFile, payload: { ...ofFile.payload, pages: [1] } }, ofCall]);
    await one.figures.keep(one.unit, 7);
    expect(one.done).toEqual(['with the response 7']);
  });
});
