import { z } from 'zod';
import { type Command, done, nothing } from './command.ts';

/** What is taken from the mailbox; not where it is. */
export const mailboxSettingsSchema = z.object({
  /** Looks for mails every 10 minutes. */
  isOn: z.boolean().default(false),
  folders: z.array(z.string().trim().min(1).max(500)).min(1).max(20).default(['INBOX']),
  /** Addresses, or `@domain` for all of a domain; everybody if empty. */
  senders: z.array(z.string().trim().toLowerCase().min(1).max(320)).max(200).default([]),
  /** ISO day: earlier mails stay out. Empty for all. */
  since: z
    .string()
    .regex(/^(?:\d{4}-\d{2}-\d{2})?$/u)
    .default(''),
});
export type MailboxSettings = z.infer<typeof mailboxSettingsSchema>;

/** A host name or an address, without a scheme. */
const hostSchema = z
  .string()
  .trim()
  .max(253)
  .regex(/^[\w.:-]+$/u);

/** Input of the settings page. Without a password the saved one is kept, for the same host, port and user only. */
export const mailboxInputSchema = z.object({
  host: hostSchema,
  port: z.int().min(1).max(65_535),
  user: z.string().trim().min(1).max(320),
  password: z.string().min(1).max(1000).exactOptional(),
  keepUnprotected: z.boolean().default(false),
});
export type MailboxInput = z.input<typeof mailboxInputSchema>;

/** The mailbox as the window may know it: never its password. */
export const mailboxStatusSchema = z.object({
  host: z.string(),
  port: z.int(),
  user: z.string(),
  hasPassword: z.boolean(),
  /** As for the account; `environment`: VOUCH_MAIL_HOST, VOUCH_MAIL_USER and VOUCH_MAIL_PASSWORD. */
  kept: z.enum(['sealed', 'unprotected', 'session', 'environment', 'none']),
  protection: z.enum(['sealed', 'unprotected', 'session']),
  /** The key store is locked. */
  locked: z.boolean(),
});
export type MailboxStatus = z.infer<typeof mailboxStatusSchema>;

export const mailboxCommandSchemas = {
  'mailbox.status': {
    ledger: 'none',
    office: 'administrator',
    audit: 'nothing',
    input: nothing,
    output: mailboxStatusSchema,
  },
  'mailbox.save': {
    ledger: 'none',
    audit: 'nothing',
    input: mailboxInputSchema.strict(),
    output: mailboxStatusSchema,
  },
  'mailbox.clear': { ledger: 'none', audit: 'nothing', input: nothing, output: mailboxStatusSchema },
  /** Connects and lists the folders. Nothing is taken. */
  'mailbox.test': {
    ledger: 'none',
    office: 'administrator',
    audit: { of: 'office' },
    input: nothing,
    output: z.object({ folders: z.array(z.string()) }),
  },
  /** Looks for mails now. */
  'mailbox.take': {
    ledger: 'write',
    contends: 'nothing',
    office: 'administrator',
    audit: { of: 'office' },
    input: nothing,
    output: done,
  },
} as const satisfies Record<string, Command>;
