import { sql } from 'kysely';
import { z } from 'zod';
import type { OfficeStore } from './open-store.ts';
import { settingsChannel } from './settings.ts';

/** The outcome of a call, as in the pipeline's limiter. */
type PassLoad = 'fine' | 'overrun' | 'gone' | 'unknown';

type Entry = {
  /** Null if the caller must wait. */
  readonly pass: string | null;
  /** How long no call may start; null if that depends on other calls. */
  readonly waitMs: number | null;
  /** The offset of the service's clock from the office's, as measured by any worker. */
  readonly offsetMs: number;
};

/** One rate limit with a clock and a pause for all workers of an office, stored as a row. */
export type Passes = {
  readonly enter: (owner: string, seconds: number) => Promise<Entry>;
  readonly leave: (pass: string, load: PassLoad) => Promise<void>;
  /** Extends an owner's passes. */
  readonly extend: (owner: string, seconds: number) => Promise<void>;
  readonly holdFor: (ms: number) => Promise<void>;
  readonly setPaused: (paused: boolean) => Promise<void>;
  readonly setMost: (most: number) => Promise<void>;
  readonly setOffset: (offsetMs: number) => Promise<void>;
  readonly state: () => Promise<LimitState>;
  /** Called when a pass may have become free. */
  readonly listen: (onFree: () => void) => () => void;
};

type LimitState = { readonly most: number; readonly allowed: number; readonly paused: boolean };

const channel = 'vouch_lines';
const entryRow = z.object({
  pass: z.string().nullable(),
  wait_ms: z.number().nullable(),
  clock_ms: z.int(),
});
const stateRow = z.object({ most: z.int(), allowed: z.number(), paused: z.boolean() });

/**
 * @param name the responder and the account
 * @param most the limit that the first worker sets
 */
export const openPasses = (
  { connection: { db, patiently }, notices }: Pick<OfficeStore, 'connection' | 'notices'>,
  name: string,
  most: number,
): Passes => {
  const tell = sql`SELECT pg_notify(${channel}, ${name})`;
  let known: Promise<unknown> | null = null;
  const know = (): Promise<unknown> =>
    patiently(() =>
      sql`INSERT INTO lines (name, most, allowed) VALUES (${name}, ${most}, ${most})
        ON CONFLICT DO NOTHING`.execute(db),
    );
  const run = async (query: ReturnType<typeof sql>) => {
    await (known ??= know());
    return patiently(() => query.execute(db));
  };
  return {
    enter: async (owner, seconds) => {
      const { rows } = await run(sql`SELECT * FROM enter_line(${name}, ${owner}, ${seconds})`);
      const { pass, wait_ms: waitMs, clock_ms: offsetMs } = entryRow.parse(rows[0]);
      return { pass, waitMs, offsetMs };
    },
    leave: async (pass, load) => {
      await run(sql`SELECT leave_line(${pass}::uuid, ${load}), pg_notify(${channel}, ${name})`);
    },
    extend: async (owner, seconds) => {
      await run(sql`UPDATE passes SET until = clock_timestamp() + make_interval(secs => ${seconds})
        WHERE owner = ${owner}`);
    },
    holdFor: async (ms) => {
      await run(sql`UPDATE lines SET held_until =
          greatest(held_until, clock_timestamp() + make_interval(secs => ${ms / 1000}::double precision))
        WHERE name = ${name}`);
    },
    setPaused: async (paused) => {
      await run(sql`UPDATE lines SET paused = ${paused} WHERE name = ${name}`);
      await run(tell);
    },
    setMost: async (wanted) => {
      // A reduced limit stays until the service keeps up again.
      const { numAffectedRows = 0n } = await run(sql`UPDATE lines SET most = ${wanted},
          allowed = CASE WHEN allowed >= most THEN ${wanted} ELSE least(allowed, ${wanted}) END
        WHERE name = ${name} AND most <> ${wanted}`);
      if (numAffectedRows > 0n) await run(tell);
    },
    setOffset: async (offsetMs) => {
      await run(sql`UPDATE lines SET offset_ms = ${Math.round(offsetMs)} WHERE name = ${name}`);
    },
    state: async () => {
      const { rows } = await run(sql`SELECT most, allowed, paused FROM lines WHERE name = ${name}`);
      return stateRow.parse(rows[0]);
    },
    listen: (onFree) => {
      const stop = [
        notices.on(
          channel,
          (line) => {
            if (line === name) onFree();
          },
          onFree,
        ),
        // The whole queue must not be paused for longer.
        notices.on(settingsChannel, onFree),
      ];
      return () => {
        for (const end of stop) end();
      };
    },
  };
};
