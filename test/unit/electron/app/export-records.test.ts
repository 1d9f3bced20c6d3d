import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createExportRecords, recordedLayout } from '../../../../electron/app/export-delivery.ts';
import type { Store, WriteStore } from '../../../../electron/store/port.ts';
import { storageCode } from '../../../../electron/store/sqlite/error-codes.ts';
import type { VouchEvent } from '../../../../shared/contract/commands.ts';

const plan = { service: 'vat-invoice', form: 'csv', layout: null } as const;
const outcome = { place: 'file', target: '/out/a.csv', pages: 1, leftOut: 0, ids: [7] } as const;

const recorder = (add: () => string, readOnly = false) => {
  const events: VouchEvent[] = [];
  const met: unknown[] = [];
  const named = (error: unknown) => {
    met.push(error);
    return storageCode(error);
  };
  const unit = { addExport: () => Promise.resolve().then(add) } as Partial<WriteStore> as WriteStore;
  const store: Pick<Store, 'transact' | 'readOnly'> = { readOnly, transact: (work) => work(unit) };
  const keep = createExportRecords(store, named, (event) => events.push(event));
  return { keep, events, met };
};

test('records and reports each export', async () => {
  const { keep, events } = recorder(() => '2026-05-03T08:00:00.000Z');
  await keep(plan, outcome);
  expect(events).toEqual([{ type: 'pages.exported', ids: [7], at: '2026-05-03T08:00:00.000Z' }]);
});

test('keeps the export if the full disk refuses its record, and reports the error', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE a (x); PRAGMA max_page_count = 3');
  const { keep, events, met } = recorder(() => {
    db.exec('INSERT INTO a SELECT hex(randomblob(100000))');
    return '';
  });
  await keep(plan, outcome);
  expect(events).toMatchObject([{ type: 'failure', failure: { id: expect.stringContaining('storage') } }]);
  // The folder is notified, and marks a damaged ledger.
  expect(met).toHaveLength(1);
});

test('rethrows a bug, and leaves a read-only ledger unchanged', async () => {
  const broken = recorder(() => {
    throw new TypeError('a bug');
  });
  await expect(broken.keep(plan, outcome)).rejects.toThrow('a bug');
  const looked = recorder(() => {
    throw new Error('was written to');
  }, true);
  await looked.keep(plan, outcome);
  expect(looked.events).toEqual([]);
});

test('records the layout of a form that has more than one', () => {
  const own = { name: '报销', rows: 'line', columns: [{ column: 'number' }] } as const;
  const layout = { ...own, columns: [...own.columns] };
  expect(recordedLayout({ service: 'vat-invoice', form: 'xlsx' }, 'deduction')).toBe('deduction');
  expect(recordedLayout({ service: 'vat-invoice', form: 'csv' }, layout)).toEqual({ own: '报销' });
  expect(recordedLayout({ service: 'vat-invoice', form: 'lines-csv' }, 'vouch')).toBeNull();
  expect(recordedLayout({ service: 'face-detect', form: 'csv' }, 'vouch')).toBeNull();
});
