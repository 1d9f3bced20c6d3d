import { z } from 'zod';
import type { OfficeAction } from '../texts/audit-names.ts';
import { newPersonalTokenSchema, personalTokenSchema, tokenDays } from './personal-token.ts';
import { mostOffered, roleSchema, type Role } from './roles.ts';
import type { Contended } from './command.ts';
import { pageIdSchema } from './page.ts';
import { failureSchema } from '../services/failure.ts';
import { serviceIdSchema } from '../services/service.ts';

/**
 * The part of the contract that only an office has: users, their roles and sessions. `commands.ts` has all
 * other commands.
 */

/** 12 to 128 characters; `weaknessOf` has the other rules. */
export const passwordLength = { least: 12, most: 128 } as const;

const emailSchema = z.string().trim().toLowerCase().pipe(z.email().max(200));
const passwordSchema = z.string().max(1000);
const nameSchema = z.string().trim().min(1).max(100);
/** A one-time link's secret: 256 random bits in base64url. */
const linkSchema = z.string().regex(/^[\w-]{43}$/u);
const idSchema = z.string().min(1).max(100);
const instant = z.string();

const userSchema = z.object({ id: idSchema, name: z.string(), email: z.string(), role: roleSchema });
/** The user who is signed in. */
export type User = z.infer<typeof userSchema>;

const listedUserSchema = userSchema.extend({
  /** False if an administrator has disabled the user. */
  isOn: z.boolean(),
  addedAt: instant,
  /** The last use of any open session; null if there is none. */
  seenAt: instant.nullable(),
  sessions: z.int(),
});
export type ListedUser = z.infer<typeof listedUserSchema>;

const sessionSchema = z.object({
  id: idSchema,
  /** Whether it is the session of this request. */
  isOwn: z.boolean(),
  openedAt: instant,
  seenAt: instant,
  address: z.string(),
  program: z.string(),
});
export type Session = z.infer<typeof sessionSchema>;

/** Why a session has ended: unused for 12 hours, 30 days old, or ended by a person or a change of rights. */
const sessionEnds = ['idle', 'age', 'ended'] as const;
const sessionEndSchema = z.enum(sessionEnds);
export type SessionEnd = z.infer<typeof sessionEndSchema>;

/** Sign-ins that are refused after too many failed ones: of a user, from an address, or both. */
const lockSchema = z.object({ person: idSchema.nullable(), address: z.string().nullable(), until: instant });
export type SignInLock = z.infer<typeof lockSchema>;

/**
 * The purpose of a link: to create the first administrator, to create an invited user, or to set a new password.
 */
export const linkKinds = ['first', 'invitation', 'password'] as const;
const openedLinkSchema = z.object({
  kind: z.enum(linkKinds),
  /** The user's email address; null if the user enters it. */
  email: z.string().nullable(),
  name: z.string().nullable(),
});
export type OpenedLink = z.infer<typeof openedLinkSchema>;

/** The part of an address that users pass on: `#link=…`. */
const newLinkSchema = z.object({ link: linkSchema, until: instant });
export type NewLink = z.infer<typeof newLinkSchema>;

/** An entry of the audit log; `was` and `now` are the value of `field` before and after. */
const auditEntrySchema = z.object({
  id: z.int(),
  at: instant,
  name: z.string(),
  address: z.string(),
  action: z.string(),
  about: z.string(),
  invoice: z.string(),
  field: z.string(),
  was: z.string().nullable(),
  now: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const auditDays = { from: z.iso.date(), to: z.iso.date() };

/** Queue, workers, calls of the day in Shanghai, and failed pages of the last 24 hours by their reason. */
const officeStateSchema = z.object({
  queued: z.int(),
  /** Age of the oldest queued page. */
  oldestSeconds: z.number(),
  calling: z.int(),
  workers: z.int(),
  workersWithAccount: z.int(),
  callsToday: z.int(),
  /** Null without a budget. */
  budgetLeft: z.int().nullable(),
  /** Pages that wait for the budget of another day. */
  overBudget: z.int(),
  failures: z.array(z.object({ service: serviceIdSchema, failure: failureSchema, pages: z.int() })),
});
export type OfficeState = z.infer<typeof officeStateSchema>;

/** A page that another user has open. */
const claimSchema = z.object({ page: pageIdSchema, person: idSchema, name: z.string() });

const nothing = z.object({}).strict();
const done = z.object({});

type OfficeCommand = {
  /** Who may use it: everybody, or signed-in users with a role or one that includes it. */
  readonly for: 'all' | Role;
  readonly contends?: Contended;
  /**
   * The entries of the audit log for a use that is done: at least one, stored in its transaction. `nothing` is for queries,
   * and for what says only that somebody is at work.
   */
  readonly audit: 'nothing' | readonly [OfficeAction, ...OfficeAction[]];
  readonly input: z.ZodType;
  readonly output: z.ZodType;
};

/** POST /office/NAME. */
export const officeCommands = {
  /** Whether the server reaches its database. Needs no session, and no database. */
  reach: { for: 'all', audit: 'nothing', input: nothing, output: z.object({ database: z.boolean() }) },
  /** The user of this session; `ended` says why an earlier session of this browser has ended. */
  who: {
    for: 'all',
    audit: 'nothing',
    input: nothing,
    output: z.object({ person: userSchema.nullable(), ended: sessionEndSchema.nullable() }),
  },
  signIn: {
    for: 'all',
    audit: ['signed-in'],
    input: z.object({ email: emailSchema, password: passwordSchema }).strict(),
    output: z.object({ person: userSchema }),
  },
  /** Returns the purpose of a link without using it up. */
  openLink: {
    for: 'all',
    audit: 'nothing',
    input: z.object({ link: linkSchema }).strict(),
    output: openedLinkSchema,
  },
  /** Creates the user or sets the password, invalidates the link, and signs the user in. */
  useLink: {
    contends: 'link',
    for: 'all',
    audit: ['account-made', 'password-changed', 'signed-in'],
    input: z
      .object({ link: linkSchema, email: emailSchema, name: nameSchema, password: passwordSchema })
      .strict(),
    output: z.object({ person: userSchema }),
  },
  /** The window was used: extends the session. */
  use: { for: 'viewer', audit: 'nothing', input: nothing, output: done },
  signOut: { for: 'viewer', audit: ['signed-out'], input: nothing, output: done },
  changePassword: {
    for: 'viewer',
    audit: ['password-changed'],
    input: z.object({ now: passwordSchema, next: passwordSchema }).strict(),
    output: done,
  },
  sessions: {
    for: 'viewer',
    audit: 'nothing',
    input: nothing,
    output: z.object({ sessions: z.array(sessionSchema) }),
  },
  /** Ends one of the user's own sessions. */
  endSession: {
    for: 'viewer',
    audit: ['session-ended'],
    input: z.object({ id: idSchema }).strict(),
    output: done,
  },
  /** The user's own personal tokens, newest first. */
  tokens: {
    for: 'viewer',
    audit: 'nothing',
    input: nothing,
    output: z.object({ tokens: z.array(personalTokenSchema) }),
  },
  /** Makes a personal token, and returns it this once. */
  makeToken: {
    for: 'viewer',
    audit: ['token-made'],
    input: z.object({ name: nameSchema, days: z.int().min(1).max(tokenDays.most) }).strict(),
    output: newPersonalTokenSchema,
  },
  /** Ends one of the user's own tokens. */
  revokeToken: {
    for: 'viewer',
    audit: ['token-revoked'],
    input: z.object({ id: idSchema }).strict(),
    output: done,
  },
  /** Claims a page for two minutes, or extends the claim; `isOwn` is false if another user has it. */
  claim: {
    for: 'preparer',
    audit: 'nothing',
    input: z.object({ page: pageIdSchema }).strict(),
    output: z.object({ isOwn: z.boolean() }),
  },
  /** Claims the first of these pages that is not reviewed and that nobody else has; null if there is none. */
  claimFirst: {
    for: 'preparer',
    audit: 'nothing',
    input: z.object({ pages: z.array(pageIdSchema).max(mostOffered) }).strict(),
    output: z.object({ page: pageIdSchema.nullable() }),
  },
  giveBack: { for: 'viewer', audit: 'nothing', input: nothing, output: done },
  claims: {
    for: 'viewer',
    audit: 'nothing',
    input: nothing,
    output: z.object({ claims: z.array(claimSchema) }),
  },
  /** The names of users, for what they did; unknown ids are left out. */
  names: {
    for: 'viewer',
    audit: 'nothing',
    input: z.object({ ids: z.array(idSchema).max(1_000) }).strict(),
    output: z.object({ people: z.array(z.object({ id: idSchema, name: z.string() })) }),
  },
  /** How the office runs now. */
  state: { for: 'administrator', audit: 'nothing', input: nothing, output: officeStateSchema },
  people: {
    for: 'administrator',
    audit: 'nothing',
    input: nothing,
    output: z.object({ people: z.array(listedUserSchema) }),
  },
  invite: {
    contends: 'link',
    for: 'administrator',
    audit: ['invited'],
    input: z.object({ email: emailSchema, role: roleSchema }).strict(),
    output: newLinkSchema,
  },
  setRole: {
    contends: 'administrator',
    for: 'administrator',
    audit: ['role-changed'],
    input: z.object({ person: idSchema, role: roleSchema }).strict(),
    output: done,
  },
  /** Enables or disables a user; disabling ends the user's sessions. */
  switchAccount: {
    contends: 'administrator',
    for: 'administrator',
    audit: ['account-switched'],
    input: z.object({ person: idSchema, on: z.boolean() }).strict(),
    output: done,
  },
  endSessions: {
    for: 'administrator',
    audit: ['sessions-ended'],
    input: z.object({ person: idSchema }).strict(),
    output: done,
  },
  /** The personal tokens of a user, newest first. */
  tokensOf: {
    for: 'administrator',
    audit: 'nothing',
    input: z.object({ person: idSchema }).strict(),
    output: z.object({ tokens: z.array(personalTokenSchema) }),
  },
  revokeTokenOf: {
    for: 'administrator',
    audit: ['token-revoked'],
    input: z.object({ person: idSchema, id: idSchema }).strict(),
    output: done,
  },
  /** Creates a link for setting a new password. */
  passwordLink: {
    contends: 'link',
    for: 'administrator',
    audit: ['password-link-made'],
    input: z.object({ person: idSchema }).strict(),
    output: newLinkSchema,
  },
  locks: {
    for: 'administrator',
    audit: 'nothing',
    input: nothing,
    output: z.object({ locks: z.array(lockSchema) }),
  },
  /** Forgets the failed sign-ins of a user, from an address, or both. */
  liftLock: {
    for: 'administrator',
    audit: ['lock-lifted'],
    input: z.object({ person: idSchema.nullable(), address: z.string().max(100).nullable() }).strict(),
    output: done,
  },
  /** The audit log as CSV; days are ISO 8601 dates in Shanghai, both inclusive. */
  trail: {
    for: 'administrator',
    audit: ['trail-exported'],
    input: z.object(auditDays).strict(),
    output: z.object({ name: z.string(), csv: z.string() }),
  },
  /**
   * Entries of the audit log, newest first: of some days (in Shanghai, both inclusive), of one user or all, and with a text
   * in one of their members. They precede one entry; null for the newest.
   */
  trailEntries: {
    for: 'administrator',
    audit: ['trail-read'],
    input: z
      .object({
        ...auditDays,
        person: idSchema.nullable(),
        text: z.string().trim().max(100),
        before: z.int().min(0).nullable(),
      })
      .strict(),
    output: z.object({ entries: z.array(auditEntrySchema), hasMore: z.boolean() }),
  },
} as const satisfies Record<string, OfficeCommand>;

export type OfficeCommandName = keyof typeof officeCommands;
export type OfficeInput<Name extends OfficeCommandName> = z.input<(typeof officeCommands)[Name]['input']>;
export type OfficeOutput<Name extends OfficeCommandName> = z.output<(typeof officeCommands)[Name]['output']>;
export const isOfficeCommand = (name: string): name is OfficeCommandName =>
  Object.hasOwn(officeCommands, name);
