import { z } from 'zod';

/** A personal token: `vouch_` and 256 random bits in base64url. */
export const personalTokenPattern = /^vouch_[\w-]{43}$/u;

/** For how many days a token is valid. */
export const tokenDays = { usual: 90, most: 365 } as const;

/** Maximum number of tokens of one user. */
export const mostTokens = 20;

const instant = z.string();

export const personalTokenSchema = z.object({
  id: z.string().min(1).max(100),
  name: z.string(),
  madeAt: instant,
  /** The last use, to the minute; null before the first one. */
  usedAt: instant.nullable(),
  until: instant,
  isExpired: z.boolean(),
});
export type PersonalToken = z.infer<typeof personalTokenSchema>;

/** The only time that a token leaves the office. */
export const newPersonalTokenSchema = z.object({
  token: z.string().regex(personalTokenPattern),
  until: instant,
});
export type NewPersonalToken = z.infer<typeof newPersonalTokenSchema>;
