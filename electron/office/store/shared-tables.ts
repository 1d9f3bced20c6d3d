/** The tables that only an office has: what its processes share, and the functions of the rate limit. */
export const sharedTables = `
  -- Who answers, and how many calls all workers together may have under way there.
  CREATE TABLE lines (
    name        text PRIMARY KEY,
    most        integer NOT NULL,             -- what the account allows
    allowed     double precision NOT NULL,    -- what the service keeps up with
    last_cut    timestamptz NOT NULL DEFAULT '-infinity',
    held_until  timestamptz NOT NULL DEFAULT '-infinity',
    paused      boolean NOT NULL DEFAULT false,
    offset_ms   bigint NOT NULL DEFAULT 0     -- the service's clock minus the office's
  );
  -- A call that was let in. Without an extension its place is free again after its time.
  CREATE TABLE passes (
    id     uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    line   text NOT NULL REFERENCES lines (name) ON DELETE CASCADE,
    owner  text NOT NULL,
    since  timestamptz NOT NULL,
    until  timestamptz NOT NULL
  );
  CREATE INDEX passes_by_line ON passes (line, until);
  CREATE INDEX passes_by_owner ON passes (owner);

  -- Local ledgers that were copied here, by the digest of their rows.
  CREATE TABLE moves (
    digest  text PRIMARY KEY,
    at      text NOT NULL
  );

  -- Running workers, with the time when each was last seen. One without an account recognizes demo pages only.
  CREATE TABLE workers (
    id           text PRIMARY KEY,
    has_account  boolean NOT NULL,
    since        timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen         timestamptz NOT NULL DEFAULT clock_timestamp()
  );

  -- What all processes share, as JSON. \`queue-paused\` holds every call of every worker.
  CREATE TABLE settings (
    key    text COLLATE "C" PRIMARY KEY,
    value  text NOT NULL
  );

  -- Each statement sees what was committed before it, so the count after the lock is exact.
  CREATE FUNCTION enter_line(asked text, asker text, seconds double precision)
    RETURNS TABLE (pass uuid, wait_ms double precision, clock_ms bigint) LANGUAGE plpgsql AS $$
  DECLARE
    line lines;
    at timestamptz;
    under bigint;
  BEGIN
    SELECT * INTO line FROM lines WHERE name = asked FOR UPDATE;
    at := clock_timestamp();
    clock_ms := line.offset_ms;
    SELECT count(*) INTO under FROM passes WHERE passes.line = asked AND until > at;
    IF line.held_until > at THEN
      wait_ms := extract(epoch FROM line.held_until - at) * 1000;
    ELSIF NOT line.paused AND under < floor(line.allowed)
      AND NOT EXISTS (SELECT 1 FROM settings WHERE key = 'queue-paused' AND value = 'true') THEN
      DELETE FROM passes WHERE passes.line = asked AND until <= at;
      INSERT INTO passes (line, owner, since, until)
        VALUES (asked, asker, at, at + make_interval(secs => seconds)) RETURNING id INTO pass;
    END IF;
    RETURN NEXT;
  END $$;

  -- As in pipeline/limiter.ts: one more for every round without overload, half as many after an overload.
  CREATE FUNCTION leave_line(given uuid, load text) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    was passes;
  BEGIN
    DELETE FROM passes WHERE id = given RETURNING * INTO was;
    IF was.id IS NULL OR load = 'unknown' THEN RETURN; END IF;
    UPDATE lines SET
      allowed = CASE
        WHEN load = 'fine' THEN least(most, allowed + 1 / allowed)
        WHEN load = 'gone' THEN 1
        WHEN load = 'overrun' AND was.since > last_cut THEN greatest(1, floor(allowed) / 2)
        ELSE allowed END,
      last_cut = CASE
        WHEN load = 'overrun' AND was.since > last_cut THEN clock_timestamp() ELSE last_cut END
    WHERE name = was.line;
  END $$;

  -- Which user has which page open for review.
  CREATE TABLE claims (
    page    bigint PRIMARY KEY,
    person  text NOT NULL,
    until   text COLLATE "C" NOT NULL
  );
  CREATE INDEX claims_by_person ON claims (person);

  -- Finished exports, until a browser fetches them from any of the servers.
  CREATE TABLE downloads (
    id      uuid PRIMARY KEY,
    at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    type    text NOT NULL,
    name    text NOT NULL,
    record  text,
    parts   integer NOT NULL,
    bytes   bigint NOT NULL
  );
  CREATE TABLE download_parts (
    download  uuid NOT NULL REFERENCES downloads (id) ON DELETE CASCADE,
    place     integer NOT NULL,
    body      bytea NOT NULL,
    PRIMARY KEY (download, place)
  );
  ALTER TABLE download_parts ALTER COLUMN body SET STORAGE EXTERNAL;
`;
