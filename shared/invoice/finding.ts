import { z } from 'zod';
import { bilingualSchema } from '../language.ts';
import { checkLevels } from './model.ts';

/** What a check reports about an invoice, with its message in both languages. */
export const findingSchema = z.object({
  id: z.string(),
  level: z.enum(checkLevels),
  message: bilingualSchema,
  /** Paths of the fields that the finding concerns. */
  fields: z.array(z.string()).readonly(),
  /** The value of the other reader, which one key takes instead of the shown one. */
  other: z.string().exactOptional(),
  /** Set if the user has accepted the invoice despite the finding, which is then no longer open. */
  settled: z.object({ by: z.string(), at: z.string() }).exactOptional(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Whether the user still has to settle the finding. */
export const isOpenFinding = ({ level, settled }: Finding): boolean =>
  (level === 'warn' || level === 'error') && settled === undefined;
