import { z } from 'zod';

/** What the data folder holds, in bytes. */
export const dataSizeSchema = z.object({
  /** Documents, calls, replies and corrections. */
  ledger: z.int(),
  /** What was sent. */
  pictures: z.int(),
  /** Copies of files that came without a place of their own. */
  originals: z.int(),
  /** Small and large views that can be made again. */
  views: z.int(),
  logs: z.int(),
  /** Backups, and what was kept aside by a restore or a repair. */
  backups: z.int(),
  total: z.int(),
});
export type DataSize = z.infer<typeof dataSizeSchema>;

/** A backup that lies in the data folder. */
export const backupFileSchema = z.object({ name: z.string(), bytes: z.int() });
export type BackupFile = z.infer<typeof backupFileSchema>;

/** The name of a backup in the data folder: no path. */
export const backupNameSchema = z
  .string()
  .max(200)
  .regex(/^[\w][\w .-]*\.vouch$/u);

/** The end of a backup. */
export const backedUpSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('saved'),
    path: z.string(),
    pages: z.int(),
    bytes: z.int(),
    /** Pictures that the data folder has lost, and the backup with it. */
    missing: z.int(),
  }),
  z.object({ kind: z.literal('cancelled') }),
]);
export type BackedUp = z.infer<typeof backedUpSchema>;

/** The end of a restore. */
export const restoredSchema = z.discriminatedUnion('kind', [
  /** In place; the data that was there before is kept aside in the data folder. */
  z.object({ kind: z.literal('restored'), pages: z.int(), madeAt: z.string() }),
  z.object({ kind: z.literal('cancelled') }),
]);
export type Restored = z.infer<typeof restoredSchema>;
