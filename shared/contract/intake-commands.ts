import { z } from 'zod';
import { serviceIdSchema } from '../services/service.ts';
import { done, type Command } from './command.ts';
import { incomingFileSchema } from './incoming-file.ts';
import { pageIdSchema } from './page.ts';

/** A set of files dropped together: its id, and how many of them will still follow. */
export const dropSchema = z.object({ id: z.uuid(), left: z.int().min(0).max(100_000) }).strict();

/** How files are added: read by the demo service instead of the real one; not sent before `pages.send`. */
export const addingSchema = z.object({ sandbox: z.boolean(), held: z.boolean() }).strict();
export type Adding = z.infer<typeof addingSchema>;

export const intakeCommandSchemas = {
  /**
   * Adds files and queues them. `sandbox` uses the built-in sandbox instead of the service. `drop` joins
   * files that arrive one by one into one batch.
   */
  'pages.add': {
    ledger: 'write',
    office: 'reviewer',
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
    }),
  },
  /** Files are being dragged over the window or chosen, so the decoder starts early. */
  'pages.expect': {
    ledger: 'write',
    office: 'reviewer',
    input: z.object({}).strict(),
    output: done,
  },
  /** Adds the project's own samples and recognizes them with the sandbox. */
  'pages.addSamples': {
    ledger: 'write',
    office: 'reviewer',
    input: z.object({ service: serviceIdSchema }).strict(),
    output: z.object({ added: z.array(pageIdSchema) }),
  },
} as const satisfies Record<string, Command>;
