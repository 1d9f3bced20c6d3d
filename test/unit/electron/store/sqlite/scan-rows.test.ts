import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openDataFolder } from '../../../../../electron/app/data-folder.ts';
import { openLedger } from '../../../../../electron/store/sqlite/open-ledger.ts';
import { recoverLedger } from '../../../../../electron/store/sqlite/recover.ts';
import {
  hurtDefinition,
  idsIn,
  opened,
  responseOf,
  sha,
  written,
} from '../../../../helpers/damaged-ledger.ts';
import { bodyOf } from '../../../../helpers/test-ledger.ts';
import { now } from '../../../../helpers/now.ts';

const countIn = (path: string, sql: string): number => [...idsIn(path, sql)][0] ?? Number.NaN;

const paidAnswers = `SELECT count(*) FROM calls JOIN responses ON call = calls.id WHERE calls.state = 'answered'`;

/** Overwrites pages of a file, from 1. */
const spoil = (path: string, ...pages: readonly number[]): void => {
  const bytes = readFileSync(path);
  for (const page of pages) bytes.fill(0xa5, (page - 1) * 4096, page * 4096);
  writeFileSync(path, bytes);
};

describe('a ledger whose table definitions or trees are damaged', () => {
  test.each(['documents', 'renditions', 'pictures', 'pages', 'calls', 'responses', 'extractions'])(
    'keeps every paid answer if the definition of %s is wrong',
    async (table) => {
      const path = await written(90);
      hurtDefinition(path, table);
      expect(openLedger(path, now)).toMatchObject({ ok: false, failure: { reason: 'damaged' } });
      expect(recoverLedger(path, now())).toMatchObject({ pages: 90, answers: 90 });
      const ledger = opened(path);
      expect(ledger.integrity()).toBe('ok');
      for (const row of ledger.pages.pagesOf('vat-invoice')) {
        expect(row.state).toBe('recognized');
        expect(bodyOf(ledger, row.callId ?? 0)?.equals(responseOf(row.id))).toBe(true);
      }
      ledger.close();
      expect(countIn(path, `SELECT count(*) FROM pictures WHERE bytes = 1`)).toBe(90);
    },
  );

  test('keeps everything if the first page is lost', async () => {
    const path = await written(200);
    spoil(path, 1);
    expect(recoverLedger(path, now())).toMatchObject({ pages: 200, answers: 200 });
  });

  test('loses only the page itself of a tree', async () => {
    const path = await written(1000);
    const db = new DatabaseSync(path, { readOnly: true });
    const inner = db
      .prepare(
        `SELECT pageno FROM dbstat WHERE name IN ('responses', 'pages', 'calls') AND pagetype = 'internal'`,
      )
      .all()
      .map(({ pageno }) => Number(pageno));
    db.close();
    expect(inner.length).toBeGreaterThan(2);
    spoil(path, ...inner);
    expect(recoverLedger(path, now())).toMatchObject({ pages: 1000, answers: 1000 });
  });

  test('does not bring back what was deleted', async () => {
    const path = await written(90);
    const db = new DatabaseSync(path);
    db.exec(`PRAGMA foreign_keys = ON; DELETE FROM documents WHERE id <= 60;
      DELETE FROM calls WHERE id <= 60; DELETE FROM pictures WHERE sha256 <= '${sha(60)}'`);
    db.close();
    hurtDefinition(path, 'documents');
    expect(recoverLedger(path, now())).toMatchObject({ pages: 30, answers: 30 });
    expect(countIn(path, 'SELECT min(id) FROM pages')).toBe(61);
    expect(countIn(path, paidAnswers)).toBe(30);
  });

  test('says how many paid answers it kept', async () => {
    const path = await written(5);
    const db = new DatabaseSync(path);
    db.exec('DELETE FROM responses WHERE call = 2; UPDATE calls SET sandbox = 1 WHERE id = 3');
    db.close();
    hurtDefinition(path, 'calls');
    const folder = await openDataFolder(dirname(path), 'test', now);
    if (!folder.ok) throw new Error(folder.failure.message.en);
    const [note] = folder.value.notes;
    expect(note?.message.en).toContain('Pages recovered: 5. Paid answers recovered: 3');
    expect(note?.message.zh).toContain('已恢复 5 页和 3 次已计费的识别结果');
    await folder.value.close();
  });
});
