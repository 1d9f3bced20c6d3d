import { z } from 'zod';
import { bilingualSchema } from '../language.ts';
import { serviceIdSchema } from '../services/service.ts';

/** Overrides of the system's network settings for calls to the service. They never apply to loopback. */

/**
 * A proxy as `http://host:port` or `https://host:port`. A name and a password are refused, because settings
 * must not contain secrets.
 */
export const isProxy = (text: string): boolean => {
  const [, port] = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\]):(\d{1,5})\/?$/i.exec(text) ?? [];
  return port !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
};

/** One or more certificates in PEM, and nothing else. */
export const isPem = (text: string): boolean =>
  /^(?:\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/.test(text);

export const countPem = (text: string): number => text.split('-----BEGIN CERTIFICATE-----').length - 1;

/** Empty if the system's own proxy is used. */
export const proxySchema = z
  .string()
  .max(300)
  .refine((text) => text === '' || isProxy(text));

/** Certificate authorities trusted in addition to the system's; empty if there are none. */
export const authoritiesSchema = z
  .string()
  .max(200_000)
  .refine((text) => text === '' || isPem(text));

/** A secret as the user enters it. */
const secretSchema = z.string().trim().min(1).max(256);

/**
 * Printable ASCII without blanks, the form in which the console shows a key (both documents, Credentials).
 */
export const looksLikeSecret = (text: string): boolean => /^[!-~]+$/u.test(text.trim());

/** Input of the settings page. Without a key or secret, the saved one is kept. */
export const accountInputSchema = z.object({
  appId: z.string().trim().max(128),
  baseUrl: z.string().trim().max(2048),
  apiKey: secretSchema.exactOptional(),
  apiSecret: secretSchema.exactOptional(),
  /** Save the secret on disk even if this machine's key store does not protect it. */
  keepUnprotected: z.boolean().default(false),
});
export type AccountInput = z.input<typeof accountInputSchema>;

/** The check of a base URL before it is saved: the URL to call, or why it can't be called. */
export const addressCheckSchema = z.object({
  /** With its scheme and without the services' own paths; null if it can't be called. */
  text: z.string().nullable(),
  failure: z.object({ message: bilingualSchema, remedy: bilingualSchema.nullable() }).readonly().nullable(),
});
export type AddressCheck = z.infer<typeof addressCheckSchema>;

/** The account data that the window may receive: never the key or the secret. */
export const accountStatusSchema = z.object({
  appId: z.string(),
  baseUrl: z.string(),
  hasApiKey: z.boolean(),
  hasApiSecret: z.boolean(),
  /**
   * sealed: saved in the system's key store; unprotected: saved on disk by a key store without protection;
   * session: in memory until Vouch ends; environment: from VOUCH_API_KEY and VOUCH_API_SECRET; none: nothing
   * is saved.
   */
  kept: z.enum(['sealed', 'unprotected', 'session', 'environment', 'none']),
  /** The best protection that the host offers. */
  protection: z.enum(['sealed', 'unprotected', 'session']),
  /** Why the base URL cannot be called, and what to enter instead; null if it can, or is missing. */
  baseUrlFailure: z
    .object({ message: bilingualSchema, remedy: bilingualSchema.nullable() })
    .readonly()
    .nullable(),
  /** All four values are present, and the base URL may be called. */
  ready: z.boolean(),
  /** A saved secret can no longer be decrypted: it must be entered again. */
  unreadable: z.boolean(),
  /** The key store is locked: the saved secret can be decrypted after the user has unlocked it. */
  locked: z.boolean(),
});
export type AccountStatus = z.infer<typeof accountStatusSchema>;

/**
 * The result of a signed call with an empty picture, by part; `unknown` if the response does not reach that
 * part.
 */
export const connectionTestSchema = z.object({
  service: serviceIdSchema,
  outcome: z.enum(['ok', 'failure']),
  parts: z.array(
    z.object({
      part: z.enum(['network', 'clock', 'authorization', 'key-and-secret', 'app-id']),
      state: z.enum(['ok', 'failure', 'unknown']),
    }),
  ),
  /** In both languages: the result, and what to do about it. */
  message: bilingualSchema,
  remedy: bilingualSchema.nullable(),
  /** For support: the kind of the failure and the server's words; null if the test succeeded. */
  details: z.string().nullable(),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;
