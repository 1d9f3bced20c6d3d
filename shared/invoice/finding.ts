import { z } from 'zod';
import { checkLevels } from './model.ts';

/** What a check reports about an invoice, with its message in both languages. */
export const findingSchema = z.object({
  id: z.string(),
  level: z.enum(checkLevels),
  message: z.object({ zh: z.string(), en: z.string() }),
  /** Paths of the fields that the check ties together. */
  fields: z.array(z.string()).readonly(),
});
export type Finding = z.infer<typeof findingSchema>;
