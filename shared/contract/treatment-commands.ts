import { z } from 'zod';
import { done, pageIds, type Command } from './command.ts';
import { pageDetailSchema, pageIdSchema } from './page.ts';
import { treatmentSchema } from './preparation.ts';

const passwordSchema = z.string().min(1).max(1000);

/** Changes to a page before it is sent, and the approval. */
export const treatmentCommandSchemas = {
  /**
   * Rotates and masks a page: its picture is made again and waits for the user's approval. An extraction of
   * the earlier picture is kept and restored with that treatment. `password` opens a PDF that needs one
   * (`password-needed`).
   */
  'pages.treat': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({ id: pageIdSchema, treatment: treatmentSchema, password: passwordSchema.exactOptional() })
      .strict(),
    output: pageDetailSchema,
  },
  /** The user's approval: sends pages that were held. */
  'pages.send': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    output: done,
  },
  /** The password of a PDF; kept in memory until Vouch ends, and never on disk. */
  'pages.unlock': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, password: passwordSchema }).strict(),
    output: done,
  },
} as const satisfies Record<string, Command>;
