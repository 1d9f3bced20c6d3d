import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/**
 * A backup is one SQLite file: a snapshot of the ledger, and its files in an extra table. Its application id
 * tells it from any other SQLite file.
 */
export const backupApplicationId = 0x564f5543;
export const backupFormat = 1;
/** The folders of the data folder that a backup contains; thumbnails and the like are made again. */
const keptFolders = ['pictures', 'originals'] as const;
export type KeptFolder = (typeof keptFolders)[number];

export const backupTables = `
  CREATE TABLE backup (
    format   INTEGER NOT NULL,
    at       TEXT NOT NULL,
    program  TEXT NOT NULL,
    -- Earlier versions wrote whole backups only, without this column.
    ledger_only INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE backup_files (
    folder     TEXT NOT NULL,
    sha256     TEXT NOT NULL,
    extension  TEXT NOT NULL,
    body       BLOB NOT NULL,
    PRIMARY KEY (folder, sha256)
  ) STRICT;
`;

export type WriteBackup = {
  readonly kind: 'write';
  /** The data folder. */
  readonly home: string;
  readonly target: string;
  /** ISO 8601. */
  readonly at: string;
  /** `Vouch 0.1.0`. */
  readonly program: string;
  /** Without pictures and originals. Restored, it finds those of the data folder. */
  readonly ledgerOnly?: boolean;
};

export type UnpackBackup = {
  readonly kind: 'unpack';
  readonly source: string;
  readonly home: string;
  readonly at: string;
};

export type BackupTask = WriteBackup | UnpackBackup;

export type Written = {
  readonly pages: number;
  readonly bytes: number;
  /** Pictures of the ledger that are missing from the data folder, or damaged. */
  readonly missing: number;
};

/** not-a-backup: some other file. newer: written by a newer program. damaged: required content is missing. */
export type BackupFailure = { readonly reason: 'not-a-backup' | 'newer' | 'damaged' };

export type Unpacked = { readonly pages: number; readonly madeAt: string };

const storedFileSchema = z.object({
  folder: z.enum(keptFolders),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  extension: z.string().regex(/^[a-z]{3,4}$/),
  body: z.instanceof(Uint8Array),
});
type StoredFile = z.infer<typeof storedFileSchema>;
/** A row of `backup_files`; null if its name can't occur in a data folder: a name must not lead out of it. */
export const readStoredFile = (row: unknown): StoredFile | null =>
  storedFileSchema.safeParse(row).data ?? null;

/** The path of a stored file in a data folder. */
export const filePath = (home: string, { folder, sha256, extension }: Omit<StoredFile, 'body'>): string =>
  join(home, folder, sha256.slice(0, 2), `${sha256}.${extension}`);

/** The digest in the name of one of our copies; null for any other path. */
export const digestIn = (path: string): string | null => /[\\/]([0-9a-f]{64})\.bin$/u.exec(path)?.[1] ?? null;

export const backupNumber = (db: DatabaseSync, pragmaOrCount: string): number => {
  const [value] = Object.values(db.prepare(pragmaOrCount).get() ?? {});
  return typeof value === 'number' ? value : 0;
};
