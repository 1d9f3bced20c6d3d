import { z } from 'zod';
import { serviceIdSchema } from '../services/service.ts';
import { done, type Command } from './command.ts';
import { incomingFileSchema } from './incoming-file.ts';
import { pageIdSchema } from './page.ts';

/** Maximum number of files that are handed in together. */
export const mostDropped = 100_000;
/** Maximum number of names in one command, whose length is limited. */
export const mostNamed = 1_000;
const countSchema = z.int().min(0).max(mostDropped);

/**
 * A set of files dropped together: its id, how many of them will still follow, and the place of each file of this
 * command in the drop as it was begun. Without places, the command begins the drop.
 */
export const dropSchema = z
  .object({ id: z.uuid(), left: countSchema, places: z.array(countSchema).max(mostDropped).exactOptional() })
  .strict();
export type DropPart = z.infer<typeof dropSchema>;

/** A file that was handed in: its name with the folders below the dropped one, and its length in bytes. */
const droppedFileSchema = z.object({ name: z.string().max(4_096), bytes: z.int().min(0) });
export type DroppedFile = z.infer<typeof droppedFileSchema>;

/** A drop of which files are missing in the list. */
const unfinishedDropSchema = z.object({
  id: z.uuid(),
  service: serviceIdSchema,
  /** ISO 8601 instant. */
  at: z.string(),
  /** How many were handed in, and how many of them are missing. */
  files: z.int(),
  left: z.int(),
  /** How many of the missing files are not known by name: the window ended while it listed them. */
  unlisted: z.int(),
});
export type UnfinishedDrop = z.infer<typeof unfinishedDropSchema>;

/** How files are added: read by the demo service instead of the real one; not sent before `pages.send`. */
export type Adding = { readonly sandbox: boolean; readonly held: boolean; readonly drop: DropPart };

export const intakeCommandSchemas = {
  /**
   * Adds files and queues them. `sandbox` uses the built-in sandbox instead of the service. `drop` joins
   * files that arrive one by one into one batch; with it, a file whose bytes are in the list or in the bin is not added
   * again.
   */
  'pages.add': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    byToken: true,
    audit: { of: 'changed', says: ['service'] },
    input: z
      .object({
        service: serviceIdSchema,
        files: z.array(incomingFileSchema).min(1).max(10_000),
        sandbox: z.boolean(),
        /** Nothing of these files is sent before `pages.send`. */
        held: z.boolean().exactOptional(),
        drop: dropSchema.optional(),
      })
      .strict(),
    output: z.object({
      added: z.array(pageIdSchema),
      /** Without an account: indices from 0 of the files whose pages only the service can recognize. */
      leftOut: z.array(z.number().int().nonnegative()).optional(),
      /** Pages of files that were there already. */
      there: z.array(pageIdSchema).optional(),
      /** With `drop`: pages in the bin with the bytes of these files, which are not added: the user restores them. */
      binned: z.array(pageIdSchema).optional(),
    }),
  },
  /**
   * Records what is handed in before the first file is taken, so that nothing of it can be forgotten. Long lists are
   * sent in parts, which follow each other; the first part records how many files there are.
   */
  'drops.begin': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'office', says: ['id', 'count'] },
    input: z
      .object({
        id: z.uuid(),
        service: serviceIdSchema,
        /** How many files are handed in, and the place of the first one of this command. */
        count: countSchema,
        from: countSchema,
        named: z.array(droppedFileSchema.strict()).min(1).max(mostNamed),
      })
      .strict(),
    output: done,
  },
  /** The user's drops of which files are missing. */
  'drops.list': {
    ledger: 'read',
    office: 'viewer',
    audit: 'nothing',
    input: z.object({}).strict(),
    output: z.object({ drops: z.array(unfinishedDropSchema) }),
  },
  /** The missing files of a drop of the user, by their place in it. */
  'drops.files': {
    ledger: 'read',
    office: 'preparer',
    audit: 'nothing',
    input: z.object({ id: z.uuid() }).strict(),
    output: z.object({ files: z.array(droppedFileSchema.extend({ place: z.int() })) }),
  },
  /** The user does not want the missing files of a drop. */
  'drops.dismiss': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'office', says: ['id'] },
    input: z.object({ id: z.uuid() }).strict(),
    output: done,
  },
  /** Files are being dragged over the window or chosen, so the decoder starts early. */
  'pages.expect': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: 'nothing',
    input: z.object({}).strict(),
    output: done,
  },
  /** Adds the project's own samples and recognizes them with the sandbox. */
  'pages.addSamples': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed', says: ['service'] },
    input: z.object({ service: serviceIdSchema }).strict(),
    output: z.object({ added: z.array(pageIdSchema) }),
  },
} as const satisfies Record<string, Command>;
