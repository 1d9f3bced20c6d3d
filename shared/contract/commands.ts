import { z } from 'zod';
import { type Command, done, needs, pageIds, nothing } from './command.ts';
import {
  historyFilterSchema,
  historyPlaceSchema,
  recentBatchSchema,
  callRecordCommandSchemas,
} from './history.ts';
import { pageSummarySchema, pageDetailSchema, pageIdSchema } from './page.ts';
import { totalsGroupings, totalsSchema } from '../review/totals.ts';
import { treatmentSchema } from './preparation.ts';
import {
  backedUpSchema,
  backupFileSchema,
  backupNameSchema,
  dataSizeSchema,
  restoredSchema,
} from './data.ts';
import { bilingualSchema } from '../language.ts';
import { faceCommandSchemas } from './face-commands.ts';
import type { Result } from '../result.ts';
import { serviceIdSchema, type ServiceId } from '../services/service.ts';
import {
  addressCheckSchema,
  connectionTestSchema,
  accountInputSchema,
  accountStatusSchema,
} from './account.ts';
import { batchCommandSchemas } from './batch-commands.ts';
import { binCommandSchemas } from './bin-commands.ts';
import { booksCommandSchemas, type FileCommandName } from './books-commands.ts';
import { faceProgressSchema } from './export/face-pictures.ts';
import { proxyQuestionSchema, type ProxyLoginInput } from './proxy-question.ts';
import { deskCommandSchemas } from './desk-commands.ts';
import { exportCommandSchemas } from './export-commands.ts';
import { intakeCommandSchemas, type Adding } from './intake-commands.ts';
import {
  joinCommandSchemas,
  pageCommandSchemas,
  reviewCommandSchemas,
  sidesCommandSchemas,
} from './page-commands.ts';
import { mailboxCommandSchemas } from './mailbox.ts';
import { windowViewCommandSchemas } from './window-view.ts';
import { menuIds, type MenuId } from './menu.ts';
import { originalCommandSchemas } from './original-commands.ts';
import { officeSettings, settingsSchema } from './settings.ts';
import { settingsInputSchema } from './settings-lists.ts';

const historyCommandSchemas = {
  /** Searches all extractions ever made, newest day first; `after` continues where a response ended. */
  'history.search': {
    ledger: 'read',
    office: 'viewer',
    audit: 'nothing',
    input: z
      .object({
        filter: historyFilterSchema,
        after: historyPlaceSchema.nullable(),
        limit: z.int().min(1).max(200),
      })
      .strict(),
    output: z.object({ pages: z.array(pageSummarySchema), next: historyPlaceSchema.nullable() }),
  },
  /** The pages of a service from an id on that a typed text finds, as a search does. In no order. */
  'history.matching': {
    ledger: 'read',
    office: 'viewer',
    audit: 'nothing',
    input: z.object({ text: z.string().max(200), service: serviceIdSchema, from: pageIdSchema }).strict(),
    output: z.object({ ids: z.array(pageIdSchema) }),
  },
  /** The last batches, newest first. */
  'history.batches': {
    ledger: 'read',
    office: 'viewer',
    audit: 'nothing',
    input: z.object({ limit: z.int().min(1).max(20) }).strict(),
    output: z.object({ batches: z.array(recentBatchSchema) }),
  },
  /** Sums of the recognized invoices that match. */
  'history.totals': {
    ledger: 'read',
    office: 'viewer',
    audit: 'nothing',
    input: z.object({ filter: historyFilterSchema, by: z.enum(totalsGroupings) }).strict(),
    output: totalsSchema,
  },
  /** The invoices in one row of the totals, oldest first. */
  'history.totalled': {
    ledger: 'read',
    office: 'viewer',
    audit: 'nothing',
    input: z
      .object({
        filter: historyFilterSchema,
        by: z.enum(totalsGroupings),
        key: z.string().max(1000).nullable(),
        limit: z.int().min(1).max(1_000),
      })
      .strict(),
    output: z.object({ pages: z.array(pageSummarySchema) }),
  },
} as const satisfies Record<string, Command>;

const passwordSchema = z.string().min(1).max(1000);

/** Changes to a page before it is sent, and the approval. */
const treatmentCommandSchemas = {
  /**
   * Rotates and masks a page: its picture is made again and waits for the user's approval. An extraction of
   * the earlier picture is kept and restored with that treatment. `password` opens a PDF that needs one
   * (`password-needed`). `was` is the treatment of the picture that was shown: if another one has been stored since,
   * nothing changes.
   */
  'pages.treat': {
    ledger: 'write',
    contends: 'treatment',
    office: 'preparer',
    audit: { of: 'changed', says: ['treatment'] },
    input: z
      .object({
        id: pageIdSchema,
        treatment: treatmentSchema,
        was: treatmentSchema,
        password: passwordSchema.exactOptional(),
      })
      .strict(),
    output: pageDetailSchema,
  },
  /**
   * The user's approval: sends pages that were held. `shown` is the treatment of the one page whose picture the user saw:
   * it is not sent with another one.
   */
  'pages.send': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed' },
    input: z.object({ ids: pageIds, shown: treatmentSchema.exactOptional() }).strict(),
    output: done,
  },
  /** The password of a PDF; kept in memory until Vouch ends, and never on disk. */
  'pages.unlock': {
    ledger: 'write',
    contends: 'nothing',
    office: 'preparer',
    audit: { of: 'changed' },
    input: z.object({ id: pageIdSchema, password: passwordSchema }).strict(),
    output: done,
  },
} as const satisfies Record<string, Command>;

const dataCommandSchemas = {
  /** The size of the data folder by type of content. */
  'data.size': { ledger: 'none', audit: 'nothing', input: nothing, output: dataSizeSchema },
  /** Shows the data folder in the system's file manager, if the host has one. */
  'data.openFolder': { ledger: 'none', audit: 'nothing', input: nothing, output: done },
  /** Writes everything except settings and secrets to one file. */
  'data.backup': { ledger: 'read', audit: 'nothing', input: nothing, output: backedUpSchema },
  /** The backups in the data folder, newest first. */
  'data.backups': {
    ledger: 'none',
    audit: 'nothing',
    input: nothing,
    output: z.object({ backups: z.array(backupFileSchema) }),
  },
  /**
   * Checks a backup and replaces the data with it; the old data is kept separately. With null the user
   * chooses a file.
   */
  'data.restore': {
    ledger: 'write',
    contends: 'nothing',
    audit: 'nothing',
    input: z.object({ name: backupNameSchema.nullable() }).strict(),
    output: restoredSchema,
  },
} as const satisfies Record<string, Command>;

/**
 * Every command and event between a window and the backend, each with its schema. The hosts transport them
 * (IPC in the desktop host, HTTP in the browser host) and add no commands of their own.
 */

/** An expected failure of a command, in both languages, with what the user can do about it. */
const commandFailureSchema = z.object({
  id: z.string(),
  message: bilingualSchema,
  remedy: bilingualSchema.nullable(),
  /** The words of a server, a library or the system, for support. Shown on request only. */
  details: z.string().exactOptional(),
});
export type CommandFailure = z.infer<typeof commandFailureSchema>;

/** The schema of a response: a value, or an expected failure. */
export const resultSchema = <Value extends z.ZodType>(value: Value) =>
  z.union([
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), failure: commandFailureSchema }),
  ]);

export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['desktop', 'browser', 'office']),
  platform: z.string(),
  /** BCP 47 tag of the system, for the setting "system". */
  locale: z.string(),
  dataFolder: z.string(),
  settings: settingsSchema,
  account: accountStatusSchema,
  /** Notes about the data folder to show at the start. */
  notes: z.array(commandFailureSchema).exactOptional(),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

export const commands = {
  'app.info': { ledger: 'none', office: 'viewer', audit: 'nothing', input: nothing, output: appInfoSchema },
  /** Information for support about this program: no secret, and no extracted data. */
  'app.diagnostics': {
    ledger: 'read',
    audit: 'nothing',
    input: nothing,
    output: z.object({ text: z.string() }),
  },
  'settings.change': {
    ledger: 'none',
    contends: 'settings',
    office: 'viewer',
    audit: { of: 'office' },
    officeAbove: needs('administrator', settingsInputSchema, (change) =>
      officeSettings.some((name) => name in change),
    ),
    sentAgain: 'now',
    input: settingsInputSchema,
    output: settingsSchema,
  },
  'account.save': {
    ledger: 'none',
    audit: 'nothing',
    input: accountInputSchema.strict(),
    output: accountStatusSchema,
  },
  /** Whether a base URL could be called. Nothing is saved. */
  'account.address': {
    ledger: 'none',
    audit: 'nothing',
    input: z.object({ baseUrl: z.string().max(2048) }).strict(),
    output: addressCheckSchema,
  },
  'account.clear': { ledger: 'none', audit: 'nothing', input: nothing, output: accountStatusSchema },
  /** A signed call with an empty picture to one service. */
  'account.test': {
    ledger: 'none',
    audit: 'nothing',
    input: z.object({ service: serviceIdSchema }).strict(),
    output: connectionTestSchema,
  },
  ...mailboxCommandSchemas,
  ...windowViewCommandSchemas,
  /** Pauses or resumes the queue; active calls finish. A pause that is not kept ends with the program. */
  'queue.pause': {
    ledger: 'write',
    contends: 'nothing',
    office: 'administrator',
    audit: { of: 'office', says: ['paused'] },
    input: z.object({ paused: z.boolean(), kept: z.boolean().exactOptional() }).strict(),
    output: done,
  },
  ...intakeCommandSchemas,
  ...pageCommandSchemas,
  ...binCommandSchemas,
  ...treatmentCommandSchemas,
  ...sidesCommandSchemas,
  ...originalCommandSchemas,
  ...callRecordCommandSchemas,
  ...reviewCommandSchemas,
  ...batchCommandSchemas,
  ...joinCommandSchemas,
  ...exportCommandSchemas,
  ...deskCommandSchemas,
  ...historyCommandSchemas,
  ...dataCommandSchemas,
  ...faceCommandSchemas,
  ...booksCommandSchemas,
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;
export type CommandInput<Name extends CommandName> = z.input<(typeof commands)[Name]['input']>;
export type CommandOutput<Name extends CommandName> = z.output<(typeof commands)[Name]['output']>;
export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name);

/** The state of one service's queue. */
const progressSchema = z.object({
  service: serviceIdSchema,
  /** Counted since the queue was last empty. */
  total: z.int(),
  finished: z.int(),
  failed: z.int(),
  /** Nothing starts until the user resumes. */
  paused: z.boolean().exactOptional(),
  /** The service is unreachable; the queue resumes automatically when it is back. */
  offline: z.boolean().exactOptional(),
  /** Pages per minute, and the remaining seconds at that speed; null if unknown. */
  perMinute: z.number().nullable().exactOptional(),
  secondsLeft: z.int().nullable().exactOptional(),
});
export type Progress = z.infer<typeof progressSchema>;

export const eventSchema = z.discriminatedUnion('type', [
  /** New or changed rows; for an edited page, everything that a window shows of it. */
  z.object({
    type: z.literal('pages.changed'),
    pages: z.array(pageSummarySchema),
    details: z.array(pageDetailSchema).exactOptional(),
  }),
  /** `into` is the page that replaces these: their files now belong to its document. */
  z.object({
    type: z.literal('pages.removed'),
    ids: z.array(pageIdSchema),
    into: pageIdSchema.exactOptional(),
  }),
  /** Pages were in an export that was written at that instant. */
  z.object({ type: z.literal('pages.exported'), ids: z.array(pageIdSchema).readonly(), at: z.string() }),
  z.object({ type: z.literal('progress'), progress: progressSchema }),
  z.object({ type: z.literal('faces.progress'), progress: faceProgressSchema }),
  z.object({ type: z.literal('settings.changed'), settings: settingsSchema }),
  z.object({ type: z.literal('account.changed'), account: accountStatusSchema }),
  /** An action was chosen in the system's own menu; desktop only. */
  z.object({ type: z.literal('menu.chosen'), id: z.enum(menuIds) }),
  /** A backup has replaced all data. */
  z.object({ type: z.literal('data.replaced') }),
  /** A batch was chosen in the system's own menu, identified by its first page; desktop only. */
  z.object({ type: z.literal('page.chosen'), id: pageIdSchema }),
  /** In an office: a user took or returned a page. */
  z.object({ type: z.literal('claims.changed') }),
  /** The proxies that ask for a login now; desktop only. */
  z.object({ type: z.literal('proxy.asked'), questions: z.array(proxyQuestionSchema).readonly() }),
  /** A failure that concerns no single page. */
  z.object({ type: z.literal('failure'), failure: commandFailureSchema }),
]);
export type VouchEvent = z.infer<typeof eventSchema>;

/**
 * `full`: the picture that was sent, unchanged; `best`: the same view with more pixels if the file has them;
 * `thumbnail`: a small one for the list.
 */
export const pictureSizes = ['full', 'best', 'thumbnail'] as const;
export type PictureSize = (typeof pictureSizes)[number];

/** The window's interface to the backend. Each host provides its own, as `window.vouch` or by HTTP. */
export type Bridge = {
  readonly invoke: <Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ) => Promise<Result<CommandOutput<Name>, CommandFailure>>;
  /** Adds files in the host's own way: by path in the desktop host, as bytes in the browser host. */
  readonly addFiles: (
    service: ServiceId,
    files: readonly unknown[],
    adding: Adding,
  ) => Promise<Result<CommandOutput<'pages.add'>, CommandFailure>>;
  /** Runs a command of `fileCommands`, with the file that belongs to it. */
  readonly handFile: (name: FileCommandName, input: object, file: unknown) => Promise<unknown>;
  /**
   * Files chosen in the system's own dialog, each as a token that `addFiles` accepts instead of a file;
   * desktop only.
   */
  readonly chooseFiles?: (service: ServiceId) => Promise<unknown>;
  /** Starts dragging an export as a file; null if the drag has started. Desktop only. */
  readonly dragExport?: (input: CommandInput<'pages.export'>) => Promise<unknown>;
  /** Disables all other actions in the system's menu; desktop only. */
  readonly showEnabled?: (ids: readonly MenuId[]) => Promise<unknown>;
  /** Answers a question for the login of a proxy; null cancels it. Desktop only. */
  readonly answerProxy?: (id: string, login: ProxyLoginInput | null) => Promise<unknown>;
  readonly listen: (listener: (event: VouchEvent) => void) => () => void;
};
