import { z } from 'zod';

/** The contents of the data folder, in bytes. */
export const dataSizeSchema = z.object({
  /** Documents, calls, responses and corrections. */
  ledger: z.int(),
  /** Sent pictures. */
  pictures: z.int(),
  /** Copies of files that were received without a path. */
  originals: z.int(),
  /** Small and large views that can be made again. */
  views: z.int(),
  logs: z.int(),
  /** Backups, and data kept by a restore or a repair. */
  backups: z.int(),
  total: z.int(),
});
export type DataSize = z.infer<typeof dataSizeSchema>;

/** A backup in the data folder. */
export const backupFileSchema = z.object({ name: z.string(), bytes: z.int() });
export type BackupFile = z.infer<typeof backupFileSchema>;

/** The name of a backup in the data folder: not a path. */
export const backupNameSchema = z
  .string()
  .max(200)
  .regex(/^[\w][\w .-]*\.vouch$/u);

export const backedUpSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('saved'),
    path: z.string(),
    pages: z.int(),
    bytes: z.int(),
    /** Pictures that are missing in the data folder and therefore in the backup. */
    missing: z.int(),
  }),
  z.object({ kind: z.literal('cancelled') }),
]);

export const restoredSchema = z.discriminatedUnion('kind', [
  /** Restored; the earlier data is kept in the data folder. */
  z.object({ kind: z.literal('restored'), pages: z.int(), madeAt: z.string() }),
  z.object({ kind: z.literal('cancelled') }),
]);
