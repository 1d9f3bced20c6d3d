import { sql, type Kysely, type QueryExecutorProvider } from 'kysely';
import { z } from 'zod';
import { createTurn } from '../../../shared/turn.ts';
import type { ChangedSetting } from '../office-settings.ts';
import { SettingChanged } from '../../credentials/settings-store.ts';
import { runningUse, takeToken, tellSetting, type CommandUse } from './command-use.ts';
import type { OfficeStore } from './open-store.ts';
import { insertToken } from './request-tokens.ts';
import { ledgerSchema } from './schema.ts';
import type { Tables } from './tables.ts';

/** Settings that all processes of an office share. None of them is secret. */
export type OfficeSettings = {
  /** The stored value as this process knows it; undefined if there is none. */
  readonly get: (key: string) => unknown;
  /** Resolves when the value is saved and the other processes are notified. Undefined removes it. */
  readonly set: (key: string, value: unknown) => Promise<void>;
  /**
   * The same for several values: all are saved, or none. Rejects with `SettingChanged` if one is not as it was seen, and
   * with `SettingRefused` if it is not allowed.
   */
  readonly change: (changes: readonly ChangedSetting[]) => Promise<void>;
  /** Called when another process has changed a setting. */
  readonly listen: (onChange: () => void) => () => void;
  /** Resolves when all earlier changes are saved. */
  readonly settled: () => Promise<void>;
};

/** An arbitrary number that never changes and differs from the other locks. */
const settingsLock = 7_602_516;

export const settingsChannel = 'vouch_settings';
const rowSchema = z.object({ key: z.string(), value: z.string() });
const valueRow = z.object({ value: z.string(), author: z.string().nullable() });

const lockSettings = (trx: QueryExecutorProvider) =>
  sql`SELECT pg_advisory_xact_lock(${settingsLock}::bigint)`.execute(trx);

const parsed = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};

/** The stored value of a setting, which nobody changes before the end of this transaction; undefined if there is none. */
export const heldSetting = async (trx: QueryExecutorProvider, key: string): Promise<unknown> => {
  await lockSettings(trx);
  const { rows } = await sql<{ value: string }>`
    SELECT value FROM ${sql.id(ledgerSchema)}.settings WHERE key = ${key}`.execute(trx);
  return rows[0] && parsed(rows[0].value);
};

/**
 * Reads the settings, and reads them again when another process changes one.
 * @param check throws `SettingRefused` for a value that may not be stored, in the transaction that would store it
 */
export const openOfficeSettings = async (
  { connection: { db, patiently }, notices }: Pick<OfficeStore, 'connection' | 'notices'>,
  onBug: (error: unknown) => void,
  check: (trx: QueryExecutorProvider, change: Pick<ChangedSetting, 'key' | 'value'>) => Promise<void> = () =>
    Promise.resolve(),
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
  const store = async (
    trx: Kysely<Tables>,
    { key, value, isSeen }: ChangedSetting,
    use: CommandUse | null,
  ): Promise<void> => {
    const text = value === undefined ? null : JSON.stringify(value);
    const { rows } = await sql`SELECT value, author FROM settings WHERE key = ${key}`.execute(trx);
    const was = rows[0] === undefined ? null : valueRow.parse(rows[0]);
    if (!isSeen(was ? parsed(was.value) : undefined)) {
      // The other process has told everybody; this one may not have heard it yet.
      if (was) known.set(key, parsed(was.value));
      throw new SettingChanged(was?.author ?? null);
    }
    await check(trx, { key, value });
    await tellSetting(trx, use, { field: key, was: was?.value ?? null, now: text });
    await (
      text === null
        ? sql`DELETE FROM settings WHERE key = ${key}`
        : sql`INSERT INTO settings (key, value, author) VALUES (${key}, ${text}, ${use?.user.name ?? null})
          ON CONFLICT (key) DO UPDATE SET value = excluded.value, author = excluded.author`
    ).execute(trx);
  };
  const change = (changes: readonly ChangedSetting[]): Promise<void> => {
    const use = runningUse();
    const token = takeToken();
    if (changes.length === 0 && token === null) return Promise.resolve();
    return turn.run(async () => {
      const isNew = await patiently(() =>
        db.transaction().execute(async (trx) => {
          // A setting that is not stored yet has no row to lock.
          await lockSettings(trx);
          if (token !== null && !(await insertToken(trx, token))) return false;
          for (const one of changes) await store(trx, one, use);
          if (changes.length > 0) await sql`SELECT pg_notify(${settingsChannel}, '')`.execute(trx);
          return true;
        }),
      );
      if (use && (changes.length > 0 || !isNew)) use.hasEntry = true;
      // An earlier request or attempt has stored them, and another user may have changed them since.
      if (!isNew) return await read();
      // A value that isn't stored applies nowhere.
      for (const { key, value } of changes) known.set(key, value);
    });
  };
  return {
    get: (key) => known.get(key),
    set: (key, value) => change([{ key, value, isSeen: () => true }]),
    change,
    listen: (onChange) => {
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
      };
    },
    settled: turn.ended,
  };
};
