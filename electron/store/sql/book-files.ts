import { z } from 'zod';
import type { ReadStore, WriteStore } from '../port.ts';
import { bookFileRow, pageVoucherRow, voucherNumberRow } from '../records/book-file.ts';
import { all, change, first, lock, type StepsOf } from './steps.ts';

const idRow = z.object({ id: z.int() });
const lastRow = z.object({ last: z.int() });
const changesRow = z.object({ changes: z.string().nullable() });

const selectFiles = `
  SELECT id, kind, state, author, at, target, digest, from_day AS "from", to_day AS "to", invoices FROM book_files`;

const selectVouchers = `
  SELECT voucher_pages.page, vouchers.word, vouchers.period, vouchers.number, vouchers.date, vouchers.state,
    vouchers.file, book_files.author, book_files.at
  FROM voucher_pages JOIN vouchers ON vouchers.id = voucher_pages.voucher
    LEFT JOIN book_files ON book_files.id = vouchers.file
  WHERE voucher_pages.page = ANY($1::bigint[]) ORDER BY voucher_pages.page, vouchers.id`;

/** The numbers of these pages' own vouchers are left out: they are written again under the same number. */
const selectLast = `
  SELECT coalesce(max(number), 0) AS last FROM vouchers WHERE word = $1 AND period = $2
    AND (NOT EXISTS (SELECT 1 FROM voucher_pages WHERE voucher = vouchers.id)
      OR EXISTS (SELECT 1 FROM voucher_pages WHERE voucher = vouchers.id AND page <> ALL($3::bigint[])))`;

export const bookFileReads = {
  *bookFile(id) {
    const row = yield* first(`${selectFiles} WHERE id = $1`, id);
    return row === undefined ? null : bookFileRow.parse(row);
  },
  *unsettledBookFiles() {
    return (yield* all(`${selectFiles} WHERE state = 'writing' ORDER BY id`)).map((row) =>
      bookFileRow.parse(row),
    );
  },
  *archivesOf({ from, to }) {
    const sql = `${selectFiles} WHERE kind = 'archive' AND state = 'written' AND from_day = $1 AND to_day = $2
      ORDER BY id`;
    return (yield* all(sql, from, to)).map((row) => bookFileRow.parse(row));
  },
  *archivesWithDigest(digest) {
    const sql = `${selectFiles} WHERE kind = 'archive' AND state = 'written' AND digest = $1 ORDER BY id`;
    return (yield* all(sql, digest)).map((row) => bookFileRow.parse(row));
  },
  *bookFileChanges(id) {
    const row = yield* first('SELECT changes FROM book_files WHERE id = $1', id);
    return row === undefined ? null : changesRow.parse(row).changes;
  },
  *vouchersOf(pages) {
    const rows = pages.length === 0 ? [] : yield* all(selectVouchers, pages);
    return rows.map((row) => pageVoucherRow.parse(row));
  },
  *vouchersIn(file) {
    const rows = yield* all(
      'SELECT word, period, number FROM vouchers WHERE file = $1 ORDER BY word, period, number',
      file,
    );
    return rows.map((row) => voucherNumberRow.parse(row));
  },
  *lastVoucher(word, period, without) {
    return lastRow.parse(yield* first(selectLast, word, period, without)).last;
  },
  *voidVouchers() {
    const rows = yield* all(
      `SELECT word, period, number FROM vouchers WHERE state = 'void' ORDER BY word, period, number`,
    );
    return rows.map((row) => voucherNumberRow.parse(row));
  },
} satisfies StepsOf<
  Pick<
    ReadStore,
    | 'bookFile'
    | 'unsettledBookFiles'
    | 'archivesOf'
    | 'archivesWithDigest'
    | 'bookFileChanges'
    | 'vouchersOf'
    | 'vouchersIn'
    | 'lastVoucher'
    | 'voidVouchers'
  >
>;

const insertFile = `
  INSERT INTO book_files (kind, state, author, at, target, digest, from_day, to_day, invoices, changes)
  VALUES ($1, 'writing', $2, $3, $4, NULL, $5, $6, $7, $8) RETURNING id`;

const insertVoucher = `
  INSERT INTO vouchers (word, period, number, date, state, file, earlier)
  VALUES ($1, $2, $3, $4, 'writing', $5, 0)
  ON CONFLICT (word, period, number) DO UPDATE SET date = excluded.date, state = 'writing', file = excluded.file,
    earlier = CASE WHEN vouchers.state = 'written' THEN 1 ELSE vouchers.earlier END
  RETURNING id`;

/** A page may have been removed meanwhile. */
const insertVoucherPages = `
  INSERT INTO voucher_pages (page, voucher) SELECT id, $2::bigint FROM pages WHERE id = ANY($1::bigint[])
  ON CONFLICT DO NOTHING`;

/** A dropped number is used again only if no later one of its month was given. */
const deleteLast = `
  DELETE FROM vouchers WHERE file = $1 AND state = 'writing' AND earlier = 0 AND NOT EXISTS (
    SELECT 1 FROM vouchers AS later WHERE later.word = vouchers.word AND later.period = vouchers.period
      AND later.number > vouchers.number AND (later.file IS NULL OR later.file <> $1 OR later.earlier = 1))`;

const voidOthers = `UPDATE vouchers SET state = 'void' WHERE file = $1 AND state = 'writing' AND earlier = 0`;
const dropVoidPages = `
  DELETE FROM voucher_pages WHERE voucher IN (SELECT id FROM vouchers WHERE file = $1 AND state = 'void')`;
const restoreEarlier = `UPDATE vouchers SET state = 'written' WHERE file = $1 AND state = 'writing' AND earlier = 1`;

export const bookFileWrites = (now: () => Date) =>
  ({
    *lockBooks() {
      yield* lock('SELECT pg_advisory_xact_lock(hashtextextended($1, 3))', 'books');
    },
    *reserveBookFile({ kind, author, target, from, to, invoices, changes = null }, vouchers) {
      const at = now().toISOString();
      const values = [kind, author, at, target, from, to, invoices, changes] as const;
      const { id } = idRow.parse(yield* first(insertFile, ...values));
      for (const { word, period, number, date, pages } of vouchers) {
        const voucher = idRow.parse(yield* first(insertVoucher, word, period, number, date, id));
        yield* change(insertVoucherPages, pages, voucher.id);
      }
      return id;
    },
    *noteBookFile(id, { target, digest, changes }) {
      const noted = yield* change(
        `UPDATE book_files SET target = coalesce($2::text, target), digest = $3, changes = $4
        WHERE id = $1 AND state = 'writing'`,
        id,
        target,
        digest,
        changes,
      );
      return noted > 0;
    },
    *settleBookFile(id, state) {
      const isOpen = yield* change(
        `UPDATE book_files SET state = $2, changes = NULL WHERE id = $1 AND state = 'writing'`,
        id,
        state,
      );
      if (isOpen === 0) return false;
      if (state === 'written') {
        yield* change(`UPDATE vouchers SET state = 'written' WHERE file = $1 AND state = 'writing'`, id);
        return true;
      }
      yield* change(deleteLast, id);
      yield* change(voidOthers, id);
      yield* change(dropVoidPages, id);
      yield* change(restoreEarlier, id);
      return true;
    },
  }) satisfies StepsOf<Pick<WriteStore, 'lockBooks' | 'reserveBookFile' | 'noteBookFile' | 'settleBookFile'>>;
