import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openBatches } from '../../../../../electron/store/sqlite/history.ts';

const start = Date.parse('2026-05-03T07:45:00.000Z');

/** Documents of one page each, in seconds after the start. */
const ledgerWith = (documents: readonly (readonly [service: string, seconds: number])[]) => {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE TABLE documents (id INTEGER PRIMARY KEY, name TEXT, added_at TEXT);
    CREATE TABLE pages (id INTEGER PRIMARY KEY, document INTEGER, service TEXT, removed_at TEXT);`);
  documents.forEach(([service, seconds], index) => {
    const addedAt = new Date(start + seconds * 1000).toISOString();
    db.prepare('INSERT INTO documents VALUES (?, ?, ?)').run(index + 1, `${index + 1}.jpg`, addedAt);
    for (const page of [1, 2])
      db.prepare('INSERT INTO pages VALUES (?, ?, ?, NULL)').run((index + 1) * 10 + page, index + 1, service);
  });
  return openBatches(db);
};

test('groups documents that arrived together into one batch, by their first page', () => {
  const batches = ledgerWith([
    ['vat-invoice', 0],
    ['vat-invoice', 5],
    ['vat-invoice', 64],
    ['face-detect', 65],
    ['vat-invoice', 66],
    ['vat-invoice', 200],
  ]);
  const found = batches(10).map(({ service, documents, name, page }) => [service, documents, name, page]);
  expect(found).toEqual([
    ['vat-invoice', 1, '6.jpg', 61],
    ['vat-invoice', 1, '5.jpg', 51],
    ['face-detect', 1, '4.jpg', 41],
    ['vat-invoice', 3, '1.jpg', 11],
  ]);
  expect(batches(2)).toHaveLength(2);
});

test('leaves out a document with a damaged row', () => {
  const batches = ledgerWith([
    ['vat-invoice', 0],
    ['vat-invoicf', 1],
    ['vat-invoice', 2],
  ]);
  expect(batches(10).map(({ documents }) => documents)).toEqual([2]);
});

test('has no batch without documents', () => {
  expect(ledgerWith([])(10)).toEqual([]);
});
