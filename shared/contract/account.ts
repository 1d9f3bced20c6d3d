import { z } from 'zod';
import { serviceIdSchema } from '../services/service.ts';

const bilingualSchema = z.object({ zh: z.string(), en: z.string() });

/** A secret on its way in. */
const secretSchema = z.string().trim().min(1).max(256);

/** Printable ASCII without blanks, as the console shows a key (both documents, Credentials). */
export const looksLikeSecret = (text: string): boolean => /^[!-~]+$/u.test(text.trim());

/** What the settings page sends. A missing key or secret keeps the one that is there. */
export const credentialsInputSchema = z.object({
  appId: z.string().trim().max(128),
  baseUrl: z.string().trim().max(2048),
  apiKey: secretSchema.exactOptional(),
  apiSecret: secretSchema.exactOptional(),
  /** Keep the secret on disk though the key store of this machine is no protection. */
  keepUnprotected: z.boolean().default(false),
});
export type CredentialsInput = z.input<typeof credentialsInputSchema>;

/** What may be told of the credentials: never the key, never the secret. */
export const credentialsStatusSchema = z.object({
  appId: z.string(),
  baseUrl: z.string(),
  hasApiKey: z.boolean(),
  hasApiSecret: z.boolean(),
  /**
   * sealed: kept by the system's key store; unprotected: kept on disk by a key store that is no protection;
   * session: in memory until Vouch ends; environment: from VOUCH_API_KEY and VOUCH_API_SECRET; none: nothing kept.
   */
  kept: z.enum(['sealed', 'unprotected', 'session', 'environment', 'none']),
  /** What the host could offer at best. */
  protection: z.enum(['sealed', 'unprotected', 'session']),
  /** Why the base URL can't be called, and what to enter instead; null where it can, or is missing. */
  baseUrlProblem: z
    .object({ message: bilingualSchema, remedy: bilingualSchema.nullable() })
    .readonly()
    .nullable(),
  /** All four are there, and the base URL is one that may be called. */
  ready: z.boolean(),
  /** A seal was there that can't be opened any more: the secret has to be entered again. */
  unreadable: z.boolean(),
});
export type CredentialsStatus = z.infer<typeof credentialsStatusSchema>;

/** What a signed call with an empty image tells about each part; `unknown` where the answer does not reach that far. */
export const connectionTestSchema = z.object({
  service: serviceIdSchema,
  outcome: z.enum(['ok', 'problem']),
  parts: z.array(
    z.object({
      part: z.enum(['network', 'clock', 'authorization', 'key-and-secret', 'app-id']),
      state: z.enum(['ok', 'problem', 'unknown']),
    }),
  ),
  /** In both languages: what was found, and what to do about it. */
  message: bilingualSchema,
  remedy: bilingualSchema.nullable(),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;
