import type { Migration } from './migrate.ts';

/**
 * Every version of the ledger's file, oldest first. A step that has been released is never changed: a change is a new
 * step at the end. Instants are ISO 8601 in UTC, flags 0 or 1, structured values JSON.
 */
export const migrations: readonly Migration[] = [
  `
  -- A file as it was handed in.
  CREATE TABLE documents (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL,
    source      TEXT NOT NULL,            -- path as given, or the name where there was no path
    path        TEXT,                     -- absolute path to read it again; null for bytes
    sha256      TEXT,                     -- of the bytes as they came; null until they were read
    bytes       INTEGER,
    page_count  INTEGER NOT NULL DEFAULT 1,
    added_at    TEXT NOT NULL
  ) STRICT;
  CREATE INDEX documents_by_path ON documents (path, sha256);

  -- What is sent for a page, kept by content in the pictures folder.
  CREATE TABLE pictures (
    sha256    TEXT PRIMARY KEY,
    encoding  TEXT NOT NULL CHECK (encoding IN ('jpg', 'png', 'bmp')),
    width     INTEGER NOT NULL,
    height    INTEGER NOT NULL,
    bytes     INTEGER NOT NULL,
    qr_read   INTEGER NOT NULL DEFAULT 0 CHECK (qr_read IN (0, 1)),
    qr        TEXT                        -- text of the QR code; null where none was found
  ) STRICT, WITHOUT ROWID;

  -- One request to a service and its answer. The row is there before the request leaves.
  CREATE TABLE calls (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    service       TEXT NOT NULL,
    key           TEXT NOT NULL,          -- what makes two calls the same one
    options       TEXT NOT NULL,
    app_id        TEXT NOT NULL,
    base_url      TEXT NOT NULL,
    sandbox       INTEGER NOT NULL CHECK (sandbox IN (0, 1)),
    picture       TEXT NOT NULL REFERENCES pictures (sha256),
    state         TEXT NOT NULL CHECK (state IN ('calling', 'answered', 'failed', 'cancelled', 'interrupted')),
    started_at    TEXT NOT NULL,
    finished_at   TEXT,
    http_status   INTEGER,
    sid           TEXT,
    server_date   TEXT,
    failure       TEXT
  ) STRICT;
  CREATE INDEX calls_by_key ON calls (key, state, id);
  CREATE INDEX calls_under_way ON calls (state) WHERE state = 'calling';

  -- Apart from the calls, so that a list of calls never reads through megabytes.
  CREATE TABLE replies (
    call  INTEGER PRIMARY KEY REFERENCES calls (id) ON DELETE CASCADE,
    body  BLOB NOT NULL
  ) STRICT;

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
    call          INTEGER REFERENCES calls (id),  -- the call whose answer is shown
    reused        INTEGER NOT NULL DEFAULT 0 CHECK (reused IN (0, 1)),
    finished_at   TEXT
  ) STRICT;
  CREATE INDEX pages_by_service ON pages (service, id);
  CREATE INDEX pages_by_document ON pages (document);
  CREATE INDEX pages_by_picture ON pages (picture);
  CREATE INDEX pages_by_call ON pages (call);

  -- What the list and the comparison with other invoices need; made from the reply and the corrections.
  CREATE TABLE results (
    page            INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    kind            TEXT,
    code            TEXT,
    number          TEXT,
    issue_date      TEXT,
    seller          TEXT,
    seller_tax_id   TEXT,
    gross_total     TEXT,
    faces           INTEGER,
    warnings        INTEGER NOT NULL DEFAULT 0,
    errors          INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX results_by_number ON results (number) WHERE number IS NOT NULL;
  CREATE INDEX results_by_amount ON results (gross_total, issue_date) WHERE gross_total IS NOT NULL;

  -- Corrections as events: never changed, only added.
  CREATE TABLE corrections (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    page   INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    field  TEXT NOT NULL,
    value  TEXT,                          -- null empties the field
    at     TEXT NOT NULL
  ) STRICT;
  CREATE INDEX corrections_by_page ON corrections (page, id);
  `,
  `
  -- What the user wants done with a page before it is sent: quarter turns in degrees, masks as JSON.
  ALTER TABLE pages ADD COLUMN turn INTEGER NOT NULL DEFAULT 0 CHECK (turn IN (0, 90, 180, 270));
  ALTER TABLE pages ADD COLUMN masks TEXT NOT NULL DEFAULT '[]';
  -- Waits for the user's word before it is sent.
  ALTER TABLE pages ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1));
  -- How what is sent came from the file, as JSON; null until it was made.
  ALTER TABLE pages ADD COLUMN preparation TEXT;
  `,
  `
  -- Which page a call was made for, and which of its attempts it was; null where an earlier version did not say.
  ALTER TABLE calls ADD COLUMN page INTEGER REFERENCES pages (id) ON DELETE SET NULL;
  ALTER TABLE calls ADD COLUMN attempt INTEGER NOT NULL DEFAULT 1;
  -- Server's clock minus ours in milliseconds: as it was signed, and as the reply's Date header has it.
  ALTER TABLE calls ADD COLUMN signed_offset INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE calls ADD COLUMN measured_offset INTEGER;
  ALTER TABLE calls ADD COLUMN retry_after TEXT;
  CREATE INDEX calls_by_page ON calls (page);
  CREATE INDEX calls_by_picture ON calls (picture);
  CREATE INDEX documents_by_sha256 ON documents (sha256);
  `,
  `
  ALTER TABLE results ADD COLUMN buyer TEXT;

  -- One narrow row a page to search in, in the order in which it is shown: what is rare is found by reading all of
  -- them, what is frequent by reading few. Texts in the form of ledger/search-text.
  CREATE TABLE search (
    day      TEXT NOT NULL,               -- of the invoice; of its coming in where that is not known
    page     INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    service  TEXT NOT NULL,
    sandbox  INTEGER NOT NULL,
    state    TEXT NOT NULL,
    kind     TEXT,
    number   TEXT,
    seller   TEXT,
    buyer    TEXT,
    cents    INTEGER,                     -- the gross total
    text     TEXT NOT NULL,
    PRIMARY KEY (day, page)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX search_by_page ON search (page);
  CREATE INDEX pages_open ON pages (service, document) WHERE state IN ('waiting', 'calling', 'interrupted');
  INSERT INTO search (day, page, service, sandbox, state, kind, number, seller, cents, text)
    SELECT coalesce(results.issue_date, substr(documents.added_at, 1, 10)), pages.id, pages.service, pages.sandbox,
      pages.state, results.kind, results.number, results.seller,
      CAST(round(CAST(results.gross_total AS REAL) * 100) AS INTEGER),
      lower(concat_ws(char(10), documents.name, results.seller, results.seller_tax_id, results.number, results.code,
        results.gross_total))
    FROM pages JOIN documents ON documents.id = pages.document LEFT JOIN results ON results.page = pages.id;
  CREATE TRIGGER search_added AFTER INSERT ON pages BEGIN
    INSERT INTO search (day, page, service, sandbox, state, text)
      SELECT substr(added_at, 1, 10), NEW.id, NEW.service, NEW.sandbox, NEW.state, lower(name)
      FROM documents WHERE id = NEW.document;
  END;
  CREATE TRIGGER search_changed AFTER UPDATE OF state ON pages BEGIN
    UPDATE search SET state = NEW.state WHERE page = NEW.id;
  END;
  `,
  `
  -- How the user marked the page; made from the corrections.
  ALTER TABLE results ADD COLUMN review TEXT NOT NULL DEFAULT 'open';
  `,
  `
  -- What the checks that do not hold are about, as a JSON array of groups; made from the reply and the corrections.
  ALTER TABLE results ADD COLUMN failed_groups TEXT NOT NULL DEFAULT '[]';
  `,
  `
  -- What was written for others to use.
  CREATE TABLE exports (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    service   TEXT NOT NULL,
    at        TEXT NOT NULL,
    form      TEXT NOT NULL,
    layout    TEXT,                       -- JSON; null where the form has but one
    place     TEXT NOT NULL CHECK (place IN ('file', 'download', 'dragged', 'output')),
    target    TEXT NOT NULL,              -- a path, or the name of what left
    pages     INTEGER NOT NULL,
    left_out  INTEGER NOT NULL
  ) STRICT;
  -- The pages that were in an export.
  CREATE TABLE export_pages (
    page    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    export  INTEGER NOT NULL REFERENCES exports (id) ON DELETE CASCADE,
    PRIMARY KEY (page, export)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX export_pages_by_export ON export_pages (export);
  `,
  `
  -- The call whose answer was shown when a correction was made; null where that is not known.
  ALTER TABLE corrections ADD COLUMN call INTEGER REFERENCES calls (id) ON DELETE SET NULL;
  UPDATE corrections SET call =
    (SELECT calls.id FROM pages JOIN calls ON calls.picture = pages.picture
     WHERE pages.id = corrections.page AND calls.sandbox = pages.sandbox AND calls.service = pages.service
       AND calls.state = 'answered' AND calls.finished_at <= corrections.at
     ORDER BY calls.id DESC LIMIT 1);
  CREATE INDEX corrections_by_call ON corrections (call) WHERE call IS NOT NULL;
  `,
  `
  -- Bytes of a reply that is kept packed by Brotli, as it came; null where the body is the reply itself.
  ALTER TABLE replies ADD COLUMN unpacked INTEGER;
  `,
  `
  -- Of a page that waits: the user has asked for a new call, and only one after this may answer it; 0 for any.
  ALTER TABLE pages ADD COLUMN after_call INTEGER NOT NULL DEFAULT 0;
  CREATE TRIGGER pages_ended AFTER UPDATE OF state ON pages
  WHEN NEW.after_call <> 0 AND NEW.state NOT IN ('waiting', 'calling') BEGIN
    UPDATE pages SET after_call = 0 WHERE id = NEW.id;
  END;
  `,
  `
  -- What the user has still to look at, however old it is.
  CREATE INDEX results_open ON results (page) WHERE review = 'open';
  `,
  `
  -- The form in which they are compared, where it is another than lower() makes of them.
  ALTER TABLE search ADD COLUMN seller_form TEXT;
  ALTER TABLE search ADD COLUMN buyer_form TEXT;
  ALTER TABLE search ADD COLUMN number_form TEXT;
  UPDATE search SET seller_form = comparable_if_other(seller), buyer_form = comparable_if_other(buyer),
      number_form = comparable_if_other(number)
    WHERE coalesce(comparable_if_other(seller), comparable_if_other(buyer), comparable_if_other(number)) IS NOT NULL;
  `,
  `
  -- The documents that came in last, without a look at the others.
  CREATE INDEX pages_by_service_document ON pages (service, document);
  `,
];
