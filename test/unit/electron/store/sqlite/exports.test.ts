import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { NewExport } from '../../../../../electron/store/records/export.ts';
import { openLedger } from '../../../../../electron/store/sqlite/open-ledger.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const opened = (path: string) => {
  let minute = 0;
  const now = () => new Date(Date.UTC(2026, 4, 3, 8, minute++));
  const result = openLedger(path, now);
  if (!result.ok) throw new Error(result.failure.detail);
  return result.value;
};

const withPages = async (count: number) => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  const ledger = opened(path);
  const ids = ledger.pages.addPages(
    Array.from({ length: count }, (_, index) => ({
      service: 'vat-invoice' as const,
      name: `${index}.jpg`,
      source: `${index}.jpg`,
      path: null,
      sandbox: false,
      options: {},
      author: 'local',
      prepared: null,
    })),
  );
  return { ledger, ids, path };
};

const written = (ids: readonly number[], over: Partial<NewExport> = {}): NewExport => ({
  service: 'vat-invoice',
  form: 'csv',
  layout: 'tax-bureau',
  place: 'file',
  target: '/out/a.csv',
  pages: ids.length,
  leftOut: 1,
  ids,
  ...over,
});

const rows = (path: string, table: string) => {
  const db = new DatabaseSync(path, { readOnly: true });
  const [found] = Object.values(db.prepare(`SELECT count(*) FROM ${table}`).get() ?? {});
  db.close();
  return found;
};

describe('exports', () => {
  test('are stored with their pages, and listed for each page, newest first', async () => {
    const { ledger, ids } = await withPages(3);
    const [a = 0, b = 0, c = 0] = ids;
    const first = ledger.exports.addExport(written([a, b]));
    const second = ledger.exports.addExport(
      written([a], {
        form: 'xlsx',
        layout: { own: '报销' },
        place: 'download',
        target: 'b.xlsx',
        leftOut: 0,
      }),
    );
    expect(ledger.exports.filesAndExports(a, 20).exports).toEqual([
      {
        id: 2,
        at: second,
        form: 'xlsx',
        layout: { own: '报销' },
        place: 'download',
        target: 'b.xlsx',
        pages: 1,
        leftOut: 0,
      },
      {
        id: 1,
        at: first,
        form: 'csv',
        layout: 'tax-bureau',
        place: 'file',
        target: '/out/a.csv',
        pages: 2,
        leftOut: 1,
      },
    ]);
    expect(ledger.exports.filesAndExports(a, 1).exports).toHaveLength(1);
    expect(ledger.exports.filesAndExports(c, 20).exports).toEqual([]);
    expect(ids.map((id) => ledger.pages.page(id)?.exportedAt)).toEqual([second, first, null]);
    expect(ledger.pages.pagesOf('vat-invoice').map(({ exportedAt }) => exportedAt)).toEqual([
      second,
      first,
      null,
    ]);
    ledger.close();
  });

  test('are deleted with the last of their pages, and not before', async () => {
    const { ledger, ids, path } = await withPages(3);
    const [a = 0, b = 0, c = 0] = ids;
    ledger.exports.addExport(written([a, b]));
    ledger.exports.addExport(written([c]));
    ledger.pages.removePages([a]);
    expect(ledger.exports.filesAndExports(b, 20).exports).toMatchObject([{ pages: 2 }]);
    expect([rows(path, 'exports'), rows(path, 'export_pages')]).toEqual([2, 2]);
    ledger.pages.removePages([b]);
    expect([rows(path, 'exports'), rows(path, 'export_pages')]).toEqual([1, 1]);
    expect(ledger.exports.filesAndExports(c, 20).exports).toHaveLength(1);
    // Its pages were removed while it was written: no page has it.
    ledger.exports.addExport(written([a, b]));
    expect([rows(path, 'exports'), rows(path, 'export_pages')]).toEqual([1, 1]);
    ledger.close();
  });
});
