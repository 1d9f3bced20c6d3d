import { z } from 'zod';

/** Who sent the mail that a document came with, about what, on which day (ISO); empty if it does not say. */
export const mailHeadSchema = z.object({ sender: z.string(), subject: z.string(), day: z.string() });
export type MailHead = z.infer<typeof mailHeadSchema>;
