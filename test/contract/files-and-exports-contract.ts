import { describe, expect, test } from 'vitest';
import type { NewExport } from '../../electron/store/records/export.ts';
import { addOne, sha, type OpenedStore } from '../helpers/stored-pages.ts';

/** A file of an invoice. */
const fileOf = (format: string) => ({
  name: `in/a.${format}`,
  path: null,
  sha256: sha(format.charAt(0)),
  format,
  bytes: 1,
});

/** An export that was written to a path. */
const csvOf = (target: string, ids: readonly number[]): NewExport => ({
  service: 'vat-invoice',
  form: 'csv',
  layout: 'vouch',
  place: 'file',
  target,
  pages: ids.length,
  leftOut: 0,
  ids,
});

/** What a store gives a window beside a page. */
export const filesAndExportsContract = (name: string, opened: () => Promise<OpenedStore>): void => {
  describe(`${name}: files and exports of a page`, () => {
    test('give the files of an invoice in order, and its last exports, newest first', async () => {
      const { store } = await opened();
      const [id, other] = [await addOne(store), await addOne(store)];
      const { document = 0 } = (await store.page(id)) ?? {};
      await store.transact(async (unit) => {
        await unit.addRendition(document, fileOf('xml'));
        await unit.addRendition(document, fileOf('ofd'));
        await unit.addExport(csvOf('/out/1.csv', [id, other]));
        await unit.addExport(csvOf('/out/2.csv', [id]));
      });
      expect(await store.filesAndExports(id, 20)).toMatchObject({
        files: [{ name: 'in/a.xml', format: 'xml', sha256: sha('x') }, { name: 'in/a.ofd' }],
        exports: [
          { target: '/out/2.csv', pages: 1, layout: 'vouch' },
          { target: '/out/1.csv', pages: 2 },
        ],
      });
      expect((await store.filesAndExports(id, 1)).exports.map(({ target }) => target)).toEqual([
        '/out/2.csv',
      ]);
      expect(await store.filesAndExports(other, 20)).toMatchObject({
        files: [],
        exports: [{ target: '/out/1.csv' }],
      });
    });
  });
};
