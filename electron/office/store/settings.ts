import { sql } from 'kysely';
import { z } from 'zod';
import { createTurn } from '../../../shared/turn.ts';
import { runningUse, tellSetting } from './command-use.ts';
import type { OfficeStore } from './open-store.ts';

/** Settings that all processes of an office share. None of them is secret. */
export type OfficeSettings = {
  /** The stored value as this process knows it; undefined if there is none. */
  readonly get: (key: string) => unknown;
  /** Resolves when the value is saved and the other processes are notified. Undefined removes it. */
  readonly set: (key: string, value: unknown) => Promise<void>;
  /** Called when another process has changed a setting. */
  readonly listen: (onChange: () => void) => () => void;
  /** Resolves when all earlier changes are saved. */
  readonly settled: () => Promise<void>;
};

export const settingsChannel = 'vouch_settings';
const rowSchema = z.object({ key: z.string(), value: z.string() });
const valueRow = rowSchema.pick({ value: true });

const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};

/** Reads the settings, and reads them again when another process changes one. */
export const openOfficeSettings = async (
  { connection: { db, patiently }, notices }: Pick<OfficeStore, 'connection' | 'notices'>,
  onBug: (error: unknown) => void,
): Promise<OfficeSettings> => {
  const listeners = new Set<() => void>();
  let known = new Map<string, unknown>();
  const turn = createTurn();
  const read = async (): Promise<void> => {
    const { rows } = await patiently(() => sql`SELECT key, value FROM settings`.execute(db));
    known = new Map(rows.map((row) => rowSchema.parse(row)).map(({ key, value }) => [key, parsed(value)]));
  };
  const readAndTell = async (): Promise<void> => {
    await turn.run(read);
    for (const listener of listeners) listener();
  };
  const readAgain = (): void => void readAndTell().catch(onBug);
  notices.on(settingsChannel, readAgain, readAgain);
  await turn.run(read);
  return {
    get: (key) => known.get(key),
    set: (key, value) => {
      const text = value === undefined ? null : JSON.stringify(value);
      const use = runningUse();
      return turn.run(async () => {
        await patiently(() =>
          db.transaction().execute(async (trx) => {
            const { rows } = await sql`SELECT value FROM settings WHERE key = ${key} FOR UPDATE`.execute(trx);
            const was = rows[0] === undefined ? null : valueRow.parse(rows[0]).value;
            await tellSetting(trx, use, { field: key, was, now: text });
            await (
              text === null
                ? sql`DELETE FROM settings WHERE key = ${key}`
                : sql`INSERT INTO settings (key, value) VALUES (${key}, ${text})
                  ON CONFLICT (key) DO UPDATE SET value = excluded.value`
            ).execute(trx);
            await sql`SELECT pg_notify(${settingsChannel}, '')`.execute(trx);
          }),
        );
        if (use) use.hasEntry = true;
        // A value that isn't stored applies nowhere.
        known.set(key, value);
      });
    },
    listen: (onChange) => {
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
      };
    },
    settled: turn.ended,
  };
};
