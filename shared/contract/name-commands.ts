import { z } from 'zod';
import { pageIds, type Command } from './command.ts';

const chosenFolderSchema = z.object({ folder: z.string().nullable() });

/** How files get their names: renamed where they are, or copied to the chosen folder. */
export const namingModes = ['move', 'copy'] as const;
export type NamingMode = (typeof namingModes)[number];
const namesInputSchema = z
  .object({ ids: pageIds, pattern: z.string().max(300), as: z.enum(namingModes) })
  .strict();

/**
 * Whether a file gets its new name, or why not. `numbered`: like `new`, with a number, because another file of the
 * run has that name. `taken`: another file has the name. `own-file`: a copy in the data folder, or a sample, is
 * copied, never renamed. `gone`: the file was not found.
 */
const namedStates = [
  'new',
  'numbered',
  'unchanged',
  'taken',
  'missing',
  'several',
  'own-file',
  'gone',
] as const;

const namesPlanSchema = z.object({
  counts: z.partialRecord(z.enum(namedStates), z.int()),
  /** The first files; files without a new name come first. */
  files: z.array(
    z.object({
      name: z.string(),
      state: z.enum(namedStates),
      /** The new name with its folders below the file's own folder, or below the chosen one. */
      to: z.string().nullable(),
      /** The fields of the pattern that have no value. */
      fields: z.array(z.string()),
    }),
  ),
  /** Number of files of the last run, if it can be undone. */
  undoable: z.int(),
});
export type NamesPlan = z.infer<typeof namesPlanSchema>;

/** Commands that name originals by the data of their invoices. */
export const nameCommandSchemas = {
  /** Asks for the folder to copy originals to; it is remembered here, since a page never names a path. */
  'books.chooseNamesFolder': {
    ledger: 'none',
    audit: 'nothing',
    input: z.object({}).strict(),
    output: chosenFolderSchema,
  },
  /** The names that originals would get. Nothing is written, but an interrupted run is restored first. */
  'books.planNames': {
    ledger: 'write',
    contends: 'nothing',
    audit: 'nothing',
    input: namesInputSchema,
    output: namesPlanSchema,
  },
  /** Renames or copies originals: all of those with a name, or none if one of them fails. */
  'books.nameFiles': {
    ledger: 'write',
    contends: 'nothing',
    audit: 'nothing',
    input: namesInputSchema,
    output: z.object({ named: z.int() }),
  },
  /** Reverts the last run, once. `kept`: files that were changed since then and keep their new names. */
  'books.undoNames': {
    ledger: 'write',
    contends: 'nothing',
    audit: 'nothing',
    input: z.object({}).strict(),
    output: z.object({ undone: z.int(), kept: z.int() }),
  },
} as const satisfies Record<string, Command>;
