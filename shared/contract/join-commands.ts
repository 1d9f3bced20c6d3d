import { z } from 'zod';
import { mostJoined } from '../review/event.ts';
import { pageIds, type Command } from './command.ts';
import { pageIdSchema } from './page.ts';

export const joinCommandSchemas = {
  /** Joins recognized pages into one invoice. The response names the page that represents it. */
  'batch.join': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: z.array(pageIdSchema).min(1).max(mostJoined) }).strict(),
    output: z.object({ into: pageIdSchema }),
  },
  /** Splits joined invoices into their pages, which the response lists. */
  'batch.split': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    output: z.object({ pages: z.array(pageIdSchema) }),
  },
} as const satisfies Record<string, Command>;
