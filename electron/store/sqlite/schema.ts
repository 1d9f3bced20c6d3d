import type { Migration } from './migrate.ts';

/**
 * Every version of the ledger's schema, oldest first. A released step never changes: add a new step at the end.
 * Instants are ISO 8601 in UTC, flags are 0 or 1, structured values are JSON.
 */
export const migrations: readonly Migration[] = [
  `
  -- A file as it was handed in.
  CREATE TABLE documents (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    source      TEXT NOT NULL,            -- the path as given, or the name if there was no path
    path        TEXT,                     -- absolute path to read the file again; null for bytes
    sha256      TEXT,                     -- of the original bytes; null until they were read
    bytes       INTEGER,
    page_count  INTEGER NOT NULL DEFAULT 1,
    seal        TEXT,                     -- result of checking the signatures (Seal); null if not checked
    added_at    TEXT NOT NULL
  ) STRICT;
  CREATE INDEX documents_by_path ON documents (path, sha256);
  CREATE INDEX documents_by_sha256 ON documents (sha256);

  -- The original files of a digital invoice: the same invoice may come as XML, OFD and PDF.
  CREATE TABLE renditions (
    id        INTEGER PRIMARY KEY,
    document  INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    path      TEXT,                       -- where the file was, or our copy in originals/; null if unknown
    sha256    TEXT NOT NULL,
    format    TEXT NOT NULL,
    bytes     INTEGER NOT NULL,
    added_at  TEXT NOT NULL,
    UNIQUE (document, sha256)
  ) STRICT;
  CREATE INDEX renditions_by_sha256 ON renditions (sha256);
  CREATE INDEX renditions_by_path ON renditions (path);

  -- What was sent or is shown for a page; the bytes are in the pictures folder, named by their digest.
  CREATE TABLE pictures (
    sha256    TEXT PRIMARY KEY,
    encoding  TEXT NOT NULL CHECK (encoding IN ('jpg', 'png', 'bmp')),
    width     INTEGER NOT NULL,
    height    INTEGER NOT NULL,
    bytes     INTEGER NOT NULL,
    qr_read   INTEGER NOT NULL DEFAULT 0 CHECK (qr_read IN (0, 1)),
    qr        TEXT                        -- text of the QR code; null if there is none
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE pages (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    document      INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    service       TEXT NOT NULL,
    number        INTEGER NOT NULL,
    sandbox       INTEGER NOT NULL CHECK (sandbox IN (0, 1)),
    options       TEXT NOT NULL,
    state         TEXT NOT NULL CHECK
                  (state IN ('waiting', 'calling', 'interrupted', 'cancelled', 'recognized', 'failed')),
    failure       TEXT,
    picture       TEXT REFERENCES pictures (sha256),
    call          INTEGER REFERENCES calls (id) ON DELETE SET NULL,  -- the call that ended the page
    extraction    INTEGER REFERENCES extractions (id) ON DELETE SET NULL,  -- the extraction that is shown
    reused        INTEGER NOT NULL DEFAULT 0 CHECK (reused IN (0, 1)),
    finished_at   TEXT,
    -- Changes by the user before the page is sent: quarter turns in degrees, masks as JSON.
    turn          INTEGER NOT NULL DEFAULT 0 CHECK (turn IN (0, 90, 180, 270)),
    masks         TEXT NOT NULL DEFAULT '[]',
    held          INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1)),  -- waits until the user sends it
    preparation   TEXT,                   -- how the picture was made from the file; null until it was made
    -- Of a waiting page: only a call after this one may provide its response; 0 for any.
    after_call    INTEGER NOT NULL DEFAULT 0,
    claimed_by    TEXT,                   -- the worker that holds a waiting page
    claimed_until TEXT,
    -- Pages that are joined into one invoice: the page that represents it, and the place among its pages from 0.
    -- Both derive from the review events.
    joined_to     INTEGER,
    joined_place  INTEGER,
    -- The state of a recognized page before it was turned or masked: turn, masks, picture, preparation and data.
    -- It is restored if the user cancels the change before the changed picture has a result.
    earlier       TEXT
  ) STRICT;
  CREATE INDEX pages_by_service ON pages (service, id);
  CREATE INDEX pages_by_document ON pages (document);
  CREATE INDEX pages_by_service_document ON pages (service, document);
  CREATE INDEX pages_by_picture ON pages (picture);
  CREATE INDEX pages_by_call ON pages (call);
  CREATE INDEX pages_by_extraction ON pages (extraction);
  CREATE INDEX pages_open ON pages (service, document) WHERE state IN ('waiting', 'calling', 'interrupted');
  CREATE TRIGGER pages_ended AFTER UPDATE OF state ON pages
  WHEN NEW.after_call <> 0 AND NEW.state NOT IN ('waiting', 'calling') BEGIN
    UPDATE pages SET after_call = 0 WHERE id = NEW.id;
  END;
  CREATE INDEX pages_joined ON pages (joined_to) WHERE joined_to IS NOT NULL;
  CREATE TRIGGER pages_read_again AFTER UPDATE OF extraction ON pages
  WHEN NEW.earlier IS NOT NULL AND NEW.extraction IS NOT NULL AND NEW.extraction IS NOT OLD.extraction BEGIN
    UPDATE pages SET earlier = NULL WHERE id = NEW.id;
  END;

  -- One request to a service. The row is committed before the request leaves.
  CREATE TABLE calls (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    page             INTEGER REFERENCES pages (id) ON DELETE SET NULL,
    service          TEXT NOT NULL,
    key              TEXT NOT NULL,       -- equal for calls that ask the same
    options          TEXT NOT NULL,
    app_id           TEXT NOT NULL,
    base_url         TEXT NOT NULL,
    sandbox          INTEGER NOT NULL CHECK (sandbox IN (0, 1)),
    picture          TEXT NOT NULL REFERENCES pictures (sha256),
    attempt          INTEGER NOT NULL DEFAULT 1,
    state            TEXT NOT NULL CHECK (state IN ('calling', 'answered', 'failed', 'cancelled', 'interrupted')),
    lease_owner      TEXT,                -- the process that makes the call
    lease_until      TEXT,                -- without an extension the call counts as lost after this instant
    started_at       TEXT NOT NULL,
    finished_at      TEXT,
    http_status      INTEGER,
    sid              TEXT,
    server_date      TEXT,
    -- Server's clock minus ours in milliseconds: as signed, and as the response's Date header says.
    signed_offset    INTEGER NOT NULL DEFAULT 0,
    measured_offset  INTEGER,
    retry_after      TEXT,
    failure          TEXT,
    maybe_paid       INTEGER NOT NULL DEFAULT 0 CHECK (maybe_paid IN (0, 1))  -- perhaps billed, but no response kept
  ) STRICT;
  CREATE INDEX calls_by_key ON calls (key, state, id);
  CREATE INDEX calls_by_page ON calls (page);
  CREATE INDEX calls_by_picture ON calls (picture);
  CREATE UNIQUE INDEX calls_under_way ON calls (key) WHERE state = 'calling';

  -- A separate table, so that a list of calls never reads megabytes.
  CREATE TABLE responses (
    call      INTEGER PRIMARY KEY REFERENCES calls (id) ON DELETE CASCADE,
    body      BLOB NOT NULL,
    unpacked  INTEGER,                    -- length of the response if the body is packed by Brotli; else null
    crc       INTEGER                     -- CRC-32 of the body as stored
  ) STRICT;

  -- The result of one reader for a page. The service's data stays with its call; local readers keep theirs here.
  CREATE TABLE extractions (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    page        INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    reader      TEXT NOT NULL,
    version     INTEGER NOT NULL,         -- of the reader
    created_at  TEXT NOT NULL,
    call        INTEGER REFERENCES calls (id) ON DELETE CASCADE,
    payload     TEXT,                     -- InvoiceExtraction of a local reader
    CHECK ((call IS NULL) <> (payload IS NULL)),
    UNIQUE (page, call)
  ) STRICT;
  CREATE INDEX extractions_by_call ON extractions (call) WHERE call IS NOT NULL;

  -- Review events: appended, never changed.
  CREATE TABLE review_events (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    page        INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    version     INTEGER NOT NULL,         -- how many events the page had before
    kind        TEXT NOT NULL,
    body        TEXT NOT NULL,            -- JSON of what the kind has
    author      TEXT NOT NULL,
    at          TEXT NOT NULL,
    extraction  INTEGER REFERENCES extractions (id) ON DELETE SET NULL,  -- shown when the event was made
    UNIQUE (page, version)
  ) STRICT;
  CREATE INDEX review_events_by_instant ON review_events (at);
  CREATE INDEX review_events_by_extraction ON review_events (extraction) WHERE extraction IS NOT NULL;

  -- What lists and comparisons need; derived from the extraction and the events.
  CREATE TABLE results (
    page            INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    kind            TEXT,
    code            TEXT,
    number          TEXT,
    issue_date      TEXT,
    seller          TEXT,
    seller_tax_id   TEXT,
    buyer           TEXT,
    buyer_tax_id    TEXT,
    total           TEXT,                 -- without tax
    tax_total       TEXT,
    gross_total     TEXT,
    faces           INTEGER,
    warnings        INTEGER NOT NULL DEFAULT 0,
    errors          INTEGER NOT NULL DEFAULT 0,
    review          TEXT NOT NULL DEFAULT 'open',
    failed_groups   TEXT NOT NULL DEFAULT '[]',
    tags            TEXT NOT NULL DEFAULT '[]',
    note            TEXT,
    -- For totals. The amounts are cents, null if unknown; counted_key is equal for pages of the same invoice, null if
    -- that is unknown; rates has rate, net, tax and gross of each part of the invoice.
    net_cents       INTEGER,
    tax_cents       INTEGER,
    gross_cents     INTEGER,
    counted_key     TEXT,
    rates           TEXT NOT NULL DEFAULT '[]',
    open_findings   TEXT                  -- level and id of each: OpenFinding; null until it is derived
  ) STRICT;
  CREATE INDEX results_by_number ON results (number) WHERE number IS NOT NULL;
  CREATE INDEX results_by_amount ON results (gross_total, issue_date) WHERE gross_total IS NOT NULL;
  CREATE INDEX results_by_counted_key ON results (counted_key) WHERE counted_key IS NOT NULL;
  CREATE INDEX results_open ON results (page) WHERE review = 'open';

  -- One narrow row per page for searches, in the order of display: a rare text is found by reading all rows, a
  -- frequent one by reading few. Texts have the form of search-text.ts.
  CREATE TABLE search (
    day          TEXT NOT NULL,           -- of the invoice, or the day it was added if that is unknown
    page         INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    service      TEXT NOT NULL,
    sandbox      INTEGER NOT NULL,
    state        TEXT NOT NULL,
    kind         TEXT,
    number       TEXT,
    seller       TEXT,
    buyer        TEXT,
    cents        INTEGER,                 -- the gross total
    text         TEXT NOT NULL,
    -- The compared form, if it differs from lower() of the text.
    seller_form  TEXT,
    buyer_form   TEXT,
    number_form  TEXT,
    PRIMARY KEY (day, page)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX search_by_page ON search (page);
  CREATE TRIGGER search_added AFTER INSERT ON pages BEGIN
    INSERT INTO search (day, page, service, sandbox, state, text)
      SELECT substr(added_at, 1, 10), NEW.id, NEW.service, NEW.sandbox, NEW.state, lower(name)
      FROM documents WHERE id = NEW.document;
  END;
  CREATE TRIGGER search_changed AFTER UPDATE OF state ON pages BEGIN
    UPDATE search SET state = NEW.state WHERE page = NEW.id;
  END;

  -- Exported files, and the pages in each.
  CREATE TABLE exports (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    service   TEXT NOT NULL,
    at        TEXT NOT NULL,
    form      TEXT NOT NULL,
    layout    TEXT,                       -- JSON; null if the form has only one
    place     TEXT NOT NULL CHECK (place IN ('file', 'download', 'dragged', 'output')),
    target    TEXT NOT NULL,              -- a path, or the file's name
    pages     INTEGER NOT NULL,
    left_out  INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE export_pages (
    page    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    export  INTEGER NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
    PRIMARY KEY (page, export)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX export_pages_by_export ON export_pages (export);
  `,
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
];
