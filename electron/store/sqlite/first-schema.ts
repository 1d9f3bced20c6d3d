/** The ledger's first schema. It never changes: `schema.ts` has the steps that follow. */
export const firstSchema = `
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
  `;
