import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { migrate } from '../../../../../electron/store/sqlite/migrate.ts';
import { openPages } from '../../../../../electron/store/sqlite/pages.ts';
import { migrations } from '../../../../../electron/store/sqlite/schema.ts';

/**
 * Three hundred recognized documents of one page, and another one of three pages that was unlocked late,
 * after all others.
 */
const unlockedLate = () => {
  const db = new DatabaseSync(':memory:');
  migrate(db, migrations);
  const page = db.prepare(
    `INSERT INTO pages (document, service, number, sandbox, options, state)
     VALUES (?, 'vat-invoice', ?, 0, '{}', 'recognized')`,
  );
  for (let document = 1; document <= 300; document += 1) {
    db.prepare(`INSERT INTO documents (id, name, source, added_at) VALUES (?, '', '', '')`).run(document);
    if (document !== 5) page.run(document, 1);
  }
  for (const number of [1, 2, 3]) page.run(5, number);
  db.exec('INSERT INTO results (page) SELECT id FROM pages');
  return { db, pages: openPages(db, () => new Date()) };
};

test('leaves later documents out of a list that was extended by late pages', () => {
  const { db, pages } = unlockedLate();
  expect(pages.recent('vat-invoice', 2).map(({ document }) => document)).toEqual([299, 300]);
  const older = pages.older({ service: 'vat-invoice', before: null, documents: 2, pages: 2 });
  expect(older.rows.map(({ document }) => document)).toEqual([297, 298]);
  expect(older).toMatchObject({ before: 297, left: 298 });
  db.close();
});

test('finds the newest documents, and the open pages of the others, without a full scan', () => {
  const { db } = unlockedLate();
  const asked: string[] = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (sql) => {
    asked.push(sql);
    return prepare(sql);
  };
  openPages(db, () => new Date()).recent('vat-invoice', 2);
  const planOf = (part: string): string =>
    prepare(`EXPLAIN QUERY PLAN ${asked.find((sql) => sql.includes(part)) ?? ''}`)
      .all()
      .map(({ detail }) => String(detail))
      .join('\n');
  expect(planOf('OFFSET')).toBe('SEARCH pages USING COVERING INDEX pages_by_service_document (service=?)');
  const recent = planOf('UNION ALL');
  expect(recent).toContain('pages_by_service_document (service=? AND document>?)');
  expect(recent).toContain('pages_open (service=? AND document<?)');
  db.close();
});
