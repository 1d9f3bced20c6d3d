import { describe, expect, test } from 'vitest';
import type { ReadPicture } from '../../../../../electron/extract/local/read-lines.ts';
import { placePage } from '../../../../../electron/extract/local/place/place-page.ts';
import type { Invoice } from '../../../../../shared/invoice/model.ts';
import { pagesAddingUp } from '../../../../../shared/invoice/join-pages.ts';
import { retext, textOf } from '../../../../helpers/scans/changed-page.ts';
import { continuations, makePages, type Continuation } from '../../../../helpers/scans/layout-pages.ts';
import { noNoise, syntheticPicture } from '../../../../helpers/scans/synthetic.ts';

/** Narrow characters of synthetic lines may stand apart. */
const solid = (invoice: Pick<Invoice, 'lines'>): unknown =>
  JSON.parse(JSON.stringify(invoice.lines).replaceAll(' ', ''));

const placed = (picture: ReadPicture): Invoice | null =>
  placePage(picture, { codes: [], confirmed: [] })[0]?.invoice ?? null;

const scanned = async (seed: number, kind: Continuation, pages = 2) => {
  const { truth, sheets } = await makePages(seed, kind, pages);
  return { truth, pictures: sheets.map((sheet) => syntheticPicture(sheet, seed, noNoise)) };
};

describe.each(continuations)('scanned pages of one invoice: %s', (kind) => {
  test.each([1, 2, 3, 4, 5, 6])('have all its lines and its sums once (%i)', async (seed) => {
    const { truth, pictures } = await scanned(seed, kind, 2 + (seed % 2));
    const read = pictures.map(placed).filter((one) => one !== null);
    expect(read).toHaveLength(pictures.length);
    const own = kind === 'list' ? read.slice(1) : read;
    expect(solid({ lines: own.flatMap(({ lines }) => lines) })).toEqual(solid(truth));
    const sums = read.map(({ total, taxTotal, grossTotal }) => [total, taxTotal, grossTotal]);
    const isMain = (page: number): boolean => page === (kind === 'list' ? 0 : read.length - 1);
    expect(sums).toEqual(
      read.map((_, page) =>
        isMain(page) ? [truth.total, truth.taxTotal, truth.grossTotal] : [null, null, null],
      ),
    );
    expect(read[0]?.number).toBe(truth.number);
    // The invoice of a list is known by the place of the page, and by the sums.
    if (kind === 'bare') expect(read[1]?.number).toBeNull();
    expect(pagesAddingUp(read)).toBe(read.length);
    expect(pagesAddingUp(read.slice(0, -1))).toBe(0);
  });
});

const second = async (change: (text: string) => string) => {
  const { pictures } = await scanned(2, 'bare');
  const [, page] = pictures;
  if (!page) throw new Error('No second page');
  const lines = page.lines.map((line) => retext(line, change(textOf(line))));
  return placed({ ...page, lines });
};

describe('a page without heads of columns', () => {
  test('is read if nothing is changed', async () => {
    expect(await second((text) => text)).not.toBeNull();
  });

  test.each([
    ['rates', /^\d{1,2}%$|^免税$/u],
    ['taxes that belong to their amounts', /^\d+\.\d{2}$/u],
  ])('without %s is no page of an invoice', async (_, pattern) => {
    expect(await second((text) => (pattern.test(text) ? '无' : text))).toBeNull();
  });

  test('with words alone is none', async () => {
    expect(await second((text) => (/\d/u.test(text) ? '说明' : text))).toBeNull();
  });
});
