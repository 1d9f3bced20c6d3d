import { firstSchema } from './first-schema.ts';
import type { Migration } from './migrate.ts';

/**
 * Every version of the ledger's schema, oldest first. A released step never changes: add a new step at the end.
 * Instants are ISO 8601 in UTC, flags are 0 or 1, structured values are JSON.
 */
export const migrations: readonly Migration[] = [
  firstSchema,
  // The digest of the data that a confirmation is about; null until it is derived.
  'ALTER TABLE results ADD COLUMN digest TEXT',
  `
  -- The side seen from the own companies, and the input tax that is deducted. Null until derived.
  ALTER TABLE results ADD COLUMN side TEXT;
  ALTER TABLE results ADD COLUMN deductible_cents INTEGER;

  -- Vouchers and archives: reserved before they are written, settled after.
  CREATE TABLE book_files (
    id        INTEGER PRIMARY KEY,
    kind      TEXT NOT NULL CHECK (kind IN ('vouchers', 'archive')),
    state     TEXT NOT NULL CHECK (state IN ('writing', 'written', 'dropped')),
    author    TEXT NOT NULL,
    at        TEXT NOT NULL,
    target    TEXT,                       -- a path; null for a download
    digest    TEXT,                       -- of the file, or of an archive's digests.txt; null until known
    from_day  TEXT,                       -- the period of an archive
    to_day    TEXT,
    invoices  INTEGER NOT NULL,
    changes   TEXT                        -- what to note on the invoices when it is settled (JSON); null then
  ) STRICT;
  CREATE INDEX book_files_unsettled ON book_files (id) WHERE state = 'writing';
  CREATE TABLE vouchers (
    id       INTEGER PRIMARY KEY,
    word     TEXT NOT NULL,
    period   TEXT NOT NULL,
    number   INTEGER NOT NULL,
    date     TEXT NOT NULL,
    state    TEXT NOT NULL CHECK (state IN ('writing', 'written', 'void')),
    file     INTEGER REFERENCES book_files (id),  -- the last one; null for a version that reserved none
    earlier  INTEGER NOT NULL DEFAULT 0 CHECK (earlier IN (0, 1)),  -- was written in an earlier file, too
    UNIQUE (word, period, number)
  ) STRICT;
  CREATE INDEX vouchers_by_file ON vouchers (file);
  CREATE TABLE voucher_pages (
    page     INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    voucher  INTEGER NOT NULL REFERENCES vouchers (id) ON DELETE CASCADE,
    PRIMARY KEY (page, voucher)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX voucher_pages_by_voucher ON voucher_pages (voucher);
  -- Vouchers that earlier versions wrote stand only in the review events.
  INSERT INTO vouchers (word, period, number, date, state)
    SELECT body ->> '$.booking.word', body ->> '$.booking.period', body ->> '$.booking.number',
      min(body ->> '$.booking.date'), 'written'
    FROM review_events
    WHERE kind = 'book' AND json_valid(body) AND body ->> '$.booking.number' IS NOT NULL
      AND typeof(body ->> '$.booking.number') = 'integer'
    GROUP BY 1, 2, 3;
  INSERT INTO voucher_pages (page, voucher)
    SELECT events.page, vouchers.id FROM review_events AS events
      JOIN vouchers ON vouchers.word = events.body ->> '$.booking.word'
        AND vouchers.period = events.body ->> '$.booking.period'
        AND vouchers.number = events.body ->> '$.booking.number'
    WHERE events.kind = 'book' AND json_valid(events.body) AND NOT EXISTS (
      SELECT 1 FROM review_events AS later
      WHERE later.page = events.page AND later.kind = 'book' AND later.version > events.version);
  `,
  `
  -- Files that were handed in together. A file leaves the second table once it is in the list.
  CREATE TABLE drops (
    id       TEXT PRIMARY KEY,
    service  TEXT NOT NULL,
    author   TEXT NOT NULL,
    at       TEXT NOT NULL,
    files    INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE drop_files (
    parent   TEXT NOT NULL REFERENCES drops (id) ON DELETE CASCADE,
    place    INTEGER NOT NULL,
    name     TEXT NOT NULL,
    bytes    INTEGER NOT NULL,
    PRIMARY KEY (parent, place)
  ) STRICT, WITHOUT ROWID;
  -- Folders that are or were watched, and the files that were seen there.
  CREATE TABLE watched_folders (
    folder    TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE watched_files (
    folder    TEXT NOT NULL REFERENCES watched_folders (folder) ON DELETE CASCADE,
    path      TEXT NOT NULL,
    bytes     INTEGER NOT NULL,
    modified  INTEGER NOT NULL,
    document  INTEGER,                         -- may be removed: the file stays out then; null if it never was taken
    PRIMARY KEY (folder, path)
  ) STRICT, WITHOUT ROWID;
  `,
  // What the drawn page of a digital file shows at the places of its values (JSON); null until it was looked at.
  'ALTER TABLE pages ADD COLUMN drawn TEXT',
  `
  -- The mail that a file was attached to, as JSON.
  ALTER TABLE documents ADD COLUMN mail TEXT;
  `,
  `
  -- Names under which the bytes of a document were handed in again.
  CREATE TABLE other_names (
    document  INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    PRIMARY KEY (document, name)
  ) STRICT, WITHOUT ROWID;
  -- The rules by which its text was made; null for those of an earlier version, and for a page without figures.
  ALTER TABLE search ADD COLUMN form INTEGER;
  CREATE INDEX search_unformed ON search (page) WHERE form IS NULL;
  `,
  `
  -- Mails of a mailbox that were seen: each is reserved here before it is fetched.
  CREATE TABLE mails (
    mailbox    TEXT NOT NULL,
    folder     TEXT NOT NULL,
    validity   TEXT NOT NULL,                  -- the folder's UIDVALIDITY: with another one the UIDs start over
    uid        INTEGER NOT NULL,
    message    TEXT NOT NULL,                  -- the Message-ID as stated, or empty
    bytes      INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('reserved', 'taken', 'left')),
    at         TEXT NOT NULL,
    PRIMARY KEY (mailbox, folder, validity, uid)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX mails_by_message ON mails (mailbox, folder, message);
  `,
  // The user who handed the page in or had it read again.
  'ALTER TABLE pages ADD COLUMN author TEXT',
  // What was traded; `none` if nothing names it, and null until derived.
  'ALTER TABLE results ADD COLUMN business TEXT',
  `
  -- What pairs papers with their invoices. It is derived again with the business.
  ALTER TABLE results ADD COLUMN pair_role TEXT;
  ALTER TABLE results ADD COLUMN pair_day TEXT;
  ALTER TABLE results ADD COLUMN pair_cents INTEGER;
  ALTER TABLE results ADD COLUMN pair_with INTEGER;     -- the invoice that a user chose, 0 for none
  CREATE INDEX results_by_pair_cents ON results (pair_cents) WHERE pair_cents IS NOT NULL;
  CREATE INDEX results_by_pair_with ON results (pair_with) WHERE pair_with IS NOT NULL;
  UPDATE results SET business = NULL;
  `,
  `
  -- How many of its files were recorded by name: fewer than all while they are being listed.
  ALTER TABLE drops ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
  UPDATE drops SET listed = files;
  `,
  // A page without data that the user has set aside.
  'ALTER TABLE pages ADD COLUMN aside INTEGER NOT NULL DEFAULT 0',
  `
  -- When a page was put into the bin, and by whom; null if it is not there.
  ALTER TABLE pages ADD COLUMN removed_at TEXT;
  ALTER TABLE pages ADD COLUMN removed_by TEXT;
  CREATE INDEX pages_in_bin ON pages (removed_at, id) WHERE removed_at IS NOT NULL;
  -- With the bin, so that the newest documents are still found in the index alone.
  DROP INDEX pages_by_service_document;
  CREATE INDEX pages_by_service_document ON pages (service, document, removed_at);
  `,
  // Which of several invoices on its page it is, from 1; 0 for the whole page.
  'ALTER TABLE pages ADD COLUMN part INTEGER NOT NULL DEFAULT 0',
  // Who had the page read when the call began.
  'ALTER TABLE calls ADD COLUMN author TEXT',
  // The corners of the area that is sent as a rectangle, as JSON; null for the whole page.
  'ALTER TABLE pages ADD COLUMN corners TEXT',
  `
  -- A print is reserved, too. SQLite changes no condition of a table: it is made again, with those that refer to it.
  CREATE TABLE new_book_files (
    id        INTEGER PRIMARY KEY,
    kind      TEXT NOT NULL CHECK (kind IN ('vouchers', 'archive', 'print')),
    state     TEXT NOT NULL CHECK (state IN ('writing', 'written', 'dropped')),
    author    TEXT NOT NULL,
    at        TEXT NOT NULL,
    target    TEXT,
    digest    TEXT,
    from_day  TEXT,
    to_day    TEXT,
    invoices  INTEGER NOT NULL,
    changes   TEXT
  ) STRICT;
  CREATE TABLE new_vouchers (
    id       INTEGER PRIMARY KEY,
    word     TEXT NOT NULL,
    period   TEXT NOT NULL,
    number   INTEGER NOT NULL,
    date     TEXT NOT NULL,
    state    TEXT NOT NULL CHECK (state IN ('writing', 'written', 'void')),
    file     INTEGER REFERENCES new_book_files (id),
    earlier  INTEGER NOT NULL DEFAULT 0 CHECK (earlier IN (0, 1)),
    UNIQUE (word, period, number)
  ) STRICT;
  CREATE TABLE new_voucher_pages (
    page     INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    voucher  INTEGER NOT NULL REFERENCES new_vouchers (id) ON DELETE CASCADE,
    PRIMARY KEY (page, voucher)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO new_book_files
    SELECT id, kind, state, author, at, target, digest, from_day, to_day, invoices, changes FROM book_files;
  INSERT INTO new_vouchers SELECT id, word, period, number, date, state, file, earlier FROM vouchers;
  INSERT INTO new_voucher_pages SELECT page, voucher FROM voucher_pages;
  DROP TABLE voucher_pages;
  DROP TABLE vouchers;
  DROP TABLE book_files;
  ALTER TABLE new_book_files RENAME TO book_files;
  ALTER TABLE new_vouchers RENAME TO vouchers;
  ALTER TABLE new_voucher_pages RENAME TO voucher_pages;
  CREATE INDEX book_files_unsettled ON book_files (id) WHERE state = 'writing';
  CREATE INDEX vouchers_by_file ON vouchers (file);
  CREATE INDEX voucher_pages_by_voucher ON voucher_pages (voucher);
  `,
  // This version checks marks next to a value: it looks again at open invoices whose page agreed.
  `
  UPDATE pages SET drawn = NULL
    WHERE drawn LIKE '%"differences":[]%' AND id IN (SELECT page FROM results WHERE review = 'open');
  `,
  // What a paper that is no invoice is and states (JSON); null for any other page. Pages without a value of an invoice, which
  // may be papers, are derived again with the business.
  `
  ALTER TABLE results ADD COLUMN paper TEXT;
  UPDATE results SET business = NULL
    WHERE coalesce(number, gross_total, issue_date, code, seller, buyer, total, tax_total) IS NULL;
  `,
];
