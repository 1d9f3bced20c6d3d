import { z } from 'zod';
import { callRecordSchema } from './call-record.ts';
import { connectionTestSchema, credentialsInputSchema, credentialsStatusSchema } from './account.ts';
import {
  backedUpSchema,
  backupFileSchema,
  backupNameSchema,
  dataSizeSchema,
  restoredSchema,
} from './data.ts';
import { exportChoiceSchema, exportSummarySchema, unresolvedChoices } from './export/choice.ts';
import { exportedSchema } from './export/exported.ts';
import { faceCommandSchemas } from '../face/commands.ts';
import { facePicturesSchema } from '../face/pictures.ts';
import { linesEditSchema } from '../invoice/lines-edit.ts';
import { treatmentSchema } from './preparation.ts';
import { incomingFileSchema } from './incoming-file.ts';
import { booksCommandSchemas, type FileCommandName } from './books-commands.ts';
import { menuIds, type MenuId } from './menu.ts';
import { originalSchema } from './original.ts';
import type { Role } from './office.ts';
import { pageDetailSchema, pageIdSchema, pageSummarySchema } from './page.ts';
import type { Result } from '../result.ts';
import { tagSchema } from '../review/event.ts';
import { reviewMarks } from '../review/replay.ts';
import { serviceIdSchema, type ServiceId } from '../services/service.ts';
import { historyFilterSchema, historyPlaceSchema, recentBatchSchema } from './history.ts';
import { languageSchema } from '../language.ts';
import { totalsFormats, totalsGroupings, totalsSchema } from './totals.ts';
import { sidesQuestionSchema, sidesSchema } from './sides.ts';
import { settingsChangeSchema, settingsSchema } from './settings.ts';

/**
 * Every command and event between a window and the backend, each with its schema. The hosts transport them
 * (IPC in the desktop host, HTTP in the browser host) and add no commands of their own.
 */

/** An expected failure of a command, in both languages, with what the user can do about it. */
export const problemSchema = z.object({
  id: z.string(),
  message: z.object({ zh: z.string(), en: z.string() }),
  remedy: z.object({ zh: z.string(), en: z.string() }).nullable(),
});
export type Problem = z.infer<typeof problemSchema>;

export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['desktop', 'browser', 'office']),
  platform: z.string(),
  /** BCP 47 tag of the system, for the setting "system". */
  locale: z.string(),
  dataFolder: z.string(),
  settings: settingsSchema,
  credentials: credentialsStatusSchema,
  /** Notes about the data folder to show at the start. */
  notes: z.array(problemSchema).exactOptional(),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

/** A set of files dropped together: its id, and how many of them will still follow. */
export const dropSchema = z.object({ id: z.uuid(), left: z.int().min(0).max(100_000) }).strict();
export type Drop = z.infer<typeof dropSchema>;

/** What an undo took back, or a redo restored. */
export const undoneSchema = z.object({
  service: serviceIdSchema,
  /** The pages, in the order in which they were added. */
  pages: z.array(pageIdSchema),
  act: z.enum(['correct', 'lines', 'revert', 'keep', 'faces', 'review', 'accept', 'tag', 'note', 'other']),
  /** The field concerned; null if there is none. */
  field: z.string().nullable(),
  mark: z.enum(reviewMarks).nullable(),
});
export type Undone = z.infer<typeof undoneSchema>;

const nothing = z.object({}).strict();
const done = z.object({});
const passwordSchema = z.string().min(1).max(1000);
const pageIds = z.array(pageIdSchema).max(100_000);

/** A command: `write` changes the ledger, `read` does not. */
type Command = {
  readonly access: 'read' | 'write';
  /**
   * Who may use it in an office; nobody by default. Commands stay closed to everybody if they use a path of
   * the server, watch a folder, read or change the account, or copy or replace all data.
   */
  readonly office?: Role;
  readonly input: z.ZodType;
  readonly reply: z.ZodType;
};

export const commands = {
  'app.info': { access: 'read', office: 'reviewer', input: nothing, reply: appInfoSchema },
  /** Information for support about this program: no secret, and no extracted data. */
  'app.diagnostics': { access: 'read', input: nothing, reply: z.object({ text: z.string() }) },
  'settings.change': {
    access: 'read',
    office: 'reviewer',
    input: settingsChangeSchema,
    reply: settingsSchema,
  },
  'credentials.save': {
    access: 'read',
    input: credentialsInputSchema.strict(),
    reply: credentialsStatusSchema,
  },
  'credentials.clear': { access: 'read', input: nothing, reply: credentialsStatusSchema },
  /** A signed call with an empty image to one service. */
  'credentials.test': {
    access: 'read',
    input: z.object({ service: serviceIdSchema }).strict(),
    reply: connectionTestSchema,
  },
  /**
   * Adds files and queues them. `sandbox` uses the built-in sandbox instead of the service. `drop` joins
   * files that arrive one by one into one batch.
   */
  'pages.add': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({
        service: serviceIdSchema,
        files: z.array(incomingFileSchema).min(1).max(10_000),
        sandbox: z.boolean(),
        drop: dropSchema.optional(),
      })
      .strict(),
    reply: z.object({
      added: z.array(pageIdSchema),
      /** Without an account: indices from 0 of the files whose pages only the service can recognize. */
      leftOut: z.array(z.number().int().nonnegative()).optional(),
    }),
  },
  /** Adds the project's own samples and recognizes them with the sandbox. */
  'pages.addSamples': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ service: serviceIdSchema }).strict(),
    reply: z.object({ added: z.array(pageIdSchema) }),
  },
  /** The newest documents, and all unfinished pages. */
  'pages.list': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ service: serviceIdSchema }).strict(),
    reply: z.array(pageSummarySchema),
  },
  /**
   * Older pages that still need a review, newest documents first. They precede one document; null means all
   * that `pages.list` returns. The number requested is approximate. `left` of them precede the document that
   * the reply names.
   */
  'pages.older': {
    access: 'read',
    office: 'reviewer',
    input: z
      .object({
        service: serviceIdSchema,
        before: z.int().min(0).nullable(),
        limit: z.int().min(0).max(1_000),
      })
      .strict(),
    reply: z.object({ pages: z.array(pageSummarySchema), before: z.int().min(0), left: z.int().min(0) }),
  },
  'pages.open': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema }).strict(),
    reply: pageDetailSchema,
  },
  /** The record of each call about a page, oldest first, without any secret, signature or picture. */
  'pages.calls': {
    access: 'read',
    input: z.object({ id: pageIdSchema }).strict(),
    reply: z.object({ calls: z.array(callRecordSchema) }),
  },
  /** The state of the file that a page was made from; a moved file is searched for where other files are. */
  'pages.original': { access: 'read', input: z.object({ id: pageIdSchema }).strict(), reply: originalSchema },
  /** Asks the user to locate the file, which is identified by its content. Null if they cancel. */
  'pages.findOriginal': {
    access: 'write',
    input: z.object({ id: pageIdSchema }).strict(),
    reply: z.object({ original: originalSchema.nullable() }),
  },
  /** Recognizes a page again with a new call. Skips pages whose own file contains all data. */
  'pages.recognize': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    reply: done,
  },
  /**
   * Also sends the picture of a digital invoice to the service; differences become findings. This needs a
   * call.
   */
  'pages.compare': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema }).strict(),
    reply: done,
  },
  /** Stops waiting and active pages: those listed, or all. */
  'pages.cancel': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: z.union([pageIds, z.literal('all')]) }).strict(),
    reply: done,
  },
  /**
   * Rotates and masks a page: its picture is made again and waits for the user's approval. An extraction of
   * the earlier picture is kept and restored with that treatment. `password` opens a PDF that needs one
   * (`password-needed`).
   */
  'pages.treat': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({ id: pageIdSchema, treatment: treatmentSchema, password: passwordSchema.exactOptional() })
      .strict(),
    reply: pageDetailSchema,
  },
  /** The user's approval: sends pages that were held. */
  'pages.send': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    reply: done,
  },
  /** The password of a PDF; kept in memory until Vouch ends, and never on disk. */
  'pages.unlock': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, password: passwordSchema }).strict(),
    reply: done,
  },
  /** Deletes the pages with all their data, but not the files they came from. */
  'pages.remove': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    reply: done,
  },
  /** Corrects a field; null empties it. The extraction is kept. */
  'pages.correct': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({
        id: pageIdSchema,
        field: z.string().max(100),
        value: z.string().max(10_000).nullable(),
        /** The value that the edit was made on: if somebody else has changed it since, nothing is kept. */
        was: z.string().max(10_000).nullable().exactOptional(),
      })
      .strict(),
    reply: pageDetailSchema,
  },
  /** Edits the goods lines as a table, in one step. */
  'pages.editLines': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, edit: linesEditSchema }).strict(),
    reply: pageDetailSchema,
  },
  /**
   * Reverts a field to the extraction, for a conflict to the latest one; `lines` means all edits of the goods
   * lines.
   */
  'pages.revert': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, field: z.string().max(100) }).strict(),
    reply: pageDetailSchema,
  },
  /** Keeps the user's value despite the latest extraction; `lines` means the goods lines. */
  'pages.keep': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, field: z.string().max(100) }).strict(),
    reply: pageDetailSchema,
  },
  /** Takes back the last edit of a page, or restores the one taken back last. */
  'pages.undo': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, redo: z.boolean() }).strict(),
    reply: pageDetailSchema,
  },
  /** Marks a page as confirmed, set aside, or open again. */
  'pages.review': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, mark: z.enum(reviewMarks) }).strict(),
    reply: pageDetailSchema,
  },
  /**
   * Marks several recognized pages as one undo step and skips others. `onlyClean` also skips pages that are
   * already marked or have an open warning or error. The reply lists the pages that were marked.
   */
  'batch.review': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds, mark: z.enum(reviewMarks), onlyClean: z.boolean() }).strict(),
    reply: z.object({ changed: z.array(pageIdSchema) }),
  },
  /** Adds and removes tags on several pages, as one undo step. */
  'batch.tag': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({ ids: pageIds, add: z.array(tagSchema).max(20), remove: z.array(tagSchema).max(100) })
      .strict(),
    reply: done,
  },
  /** Saves a note on a page; null removes it. */
  'pages.note': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, text: z.string().max(2000).nullable() }).strict(),
    reply: pageDetailSchema,
  },
  /** Settles the open findings of a field: the user accepts its value. */
  'pages.accept': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, field: z.string().max(100) }).strict(),
    reply: pageDetailSchema,
  },
  /** Takes back or restores the user's last action, on any page. */
  'batch.undo': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ redo: z.boolean() }).strict(),
    reply: undoneSchema,
  },
  /** Pauses or resumes the queue; active calls finish. */
  'queue.pause': {
    access: 'write',
    office: 'administrator',
    input: z.object({ paused: z.boolean() }).strict(),
    reply: done,
  },
  /** The size of the data folder by type of content. */
  'data.size': { access: 'read', input: nothing, reply: dataSizeSchema },
  /** Invoices with their values, for comparing them side by side. */
  'pages.sides': { access: 'read', office: 'reviewer', input: sidesQuestionSchema, reply: sidesSchema },
  /** Shows the data folder in the system's file manager, if the host has one. */
  'data.openFolder': { access: 'read', input: nothing, reply: done },
  /** Writes everything except settings and secrets to one file. */
  'data.backup': { access: 'read', input: nothing, reply: backedUpSchema },
  /** The backups in the data folder, newest first. */
  'data.backups': { access: 'read', input: nothing, reply: z.object({ backups: z.array(backupFileSchema) }) },
  /**
   * Checks a backup and replaces the data with it; the old data is kept separately. With null the user
   * chooses a file.
   */
  'data.restore': {
    access: 'write',
    input: z.object({ name: backupNameSchema.nullable() }).strict(),
    reply: restoredSchema,
  },
  /** Searches all extractions ever made, newest day first; `after` continues where a reply ended. */
  'history.search': {
    access: 'read',
    office: 'reviewer',
    input: z
      .object({
        filter: historyFilterSchema,
        after: historyPlaceSchema.nullable(),
        limit: z.int().min(1).max(200),
      })
      .strict(),
    reply: z.object({ pages: z.array(pageSummarySchema), next: historyPlaceSchema.nullable() }),
  },
  /** The last batches, newest first. */
  'history.batches': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ limit: z.int().min(1).max(20) }).strict(),
    reply: z.object({ batches: z.array(recentBatchSchema) }),
  },
  /** Sums of the recognized invoices that match. */
  'history.totals': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ filter: historyFilterSchema, by: z.enum(totalsGroupings) }).strict(),
    reply: totalsSchema,
  },
  /** The invoices in one row of the totals, oldest first. */
  'history.totalled': {
    access: 'read',
    office: 'reviewer',
    input: z
      .object({
        filter: historyFilterSchema,
        by: z.enum(totalsGroupings),
        key: z.string().max(1000).nullable(),
        limit: z.int().min(1).max(1_000),
      })
      .strict(),
    reply: z.object({ pages: z.array(pageSummarySchema) }),
  },
  /** Writes the totals as a table. */
  'history.exportTotals': {
    access: 'read',
    office: 'reviewer',
    input: z
      .object({
        filter: historyFilterSchema,
        by: z.enum(totalsGroupings),
        format: z.enum(totalsFormats),
        language: languageSchema,
      })
      .strict(),
    reply: exportedSchema,
  },
  ...faceCommandSchemas,
  ...booksCommandSchemas,
  /** Writes photos with covered faces, or faces cropped from photos: one picture, or a zip of several. */
  'faces.exportPictures': {
    access: 'read',
    office: 'reviewer',
    input: facePicturesSchema,
    reply: exportedSchema,
  },
  /** Open findings in the pages that an export would contain. */
  'pages.summarizeExport': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ service: serviceIdSchema, ids: pageIds.exactOptional() }).strict(),
    reply: exportSummarySchema,
  },
  /** Writes an export of the listed pages, by default of all finished pages of the service. */
  'pages.export': {
    access: 'read',
    office: 'reviewer',
    input: z
      .object({
        service: serviceIdSchema,
        ids: pageIds.exactOptional(),
        ...exportChoiceSchema.shape,
        unresolved: z.enum(unresolvedChoices),
      })
      .strict(),
    reply: exportedSchema,
  },
  /** Saves a blocked export under the alternative name from its reply. */
  'pages.exportBeside': {
    access: 'read',
    input: z.object({ id: z.string().max(100) }).strict(),
    reply: exportedSchema,
  },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;
export type CommandInput<Name extends CommandName> = z.input<(typeof commands)[Name]['input']>;
export type CommandReply<Name extends CommandName> = z.output<(typeof commands)[Name]['reply']>;
export const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name);

/** The state of one service's queue. */
export const progressSchema = z.object({
  service: serviceIdSchema,
  /** Counted since the queue was last empty. */
  total: z.int(),
  finished: z.int(),
  failed: z.int(),
  calling: z.int(),
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
  z.object({ type: z.literal('settings.changed'), settings: settingsSchema }),
  z.object({ type: z.literal('credentials.changed'), credentials: credentialsStatusSchema }),
  /** An action was chosen in the system's own menu; desktop only. */
  z.object({ type: z.literal('menu.chosen'), id: z.enum(menuIds) }),
  /** A backup has replaced all data. */
  z.object({ type: z.literal('data.replaced') }),
  /** A batch was chosen in the system's own menu, identified by its first page; desktop only. */
  z.object({ type: z.literal('page.chosen'), id: pageIdSchema }),
  /** In an office: someone took a page or gave one back. */
  z.object({ type: z.literal('claims.changed') }),
  /** A problem that concerns no single page. */
  z.object({ type: z.literal('problem'), problem: problemSchema }),
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
  ) => Promise<Result<CommandReply<Name>, Problem>>;
  /** Adds files in the host's own way: by path in the desktop host, as bytes in the browser host. */
  readonly addFiles: (
    service: ServiceId,
    files: readonly unknown[],
    sandbox: boolean,
  ) => Promise<Result<CommandReply<'pages.add'>, Problem>>;
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
  readonly listen: (listener: (event: VouchEvent) => void) => () => void;
};
