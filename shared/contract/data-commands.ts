import { z } from 'zod';
import { done, nothing, type Command } from './command.ts';
import {
  backedUpSchema,
  backupFileSchema,
  backupNameSchema,
  dataSizeSchema,
  restoredSchema,
} from './data.ts';

export const dataCommandSchemas = {
  /** The size of the data folder by type of content. */
  'data.size': { access: 'read', input: nothing, output: dataSizeSchema },
  /** Shows the data folder in the system's file manager, if the host has one. */
  'data.openFolder': { access: 'read', input: nothing, output: done },
  /** Writes everything except settings and secrets to one file. */
  'data.backup': { access: 'read', input: nothing, output: backedUpSchema },
  /** The backups in the data folder, newest first. */
  'data.backups': {
    access: 'read',
    input: nothing,
    output: z.object({ backups: z.array(backupFileSchema) }),
  },
  /**
   * Checks a backup and replaces the data with it; the old data is kept separately. With null the user
   * chooses a file.
   */
  'data.restore': {
    access: 'write',
    input: z.object({ name: backupNameSchema.nullable() }).strict(),
    output: restoredSchema,
  },
} as const satisfies Record<string, Command>;
