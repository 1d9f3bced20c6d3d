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
import { faceCommandSchemas } from '../face/commands.ts';
import { facePicturesSchema } from '../face/pictures.ts';
import { linesEditSchema } from '../invoice/lines-edit.ts';
import { treatmentSchema } from './preparation.ts';
import { menuIds, type MenuId } from './menu.ts';
import { originalSchema } from './original.ts';
import type { Role } from './office.ts';
import { pageDetailSchema, pageIdSchema, pageSummarySchema } from './page.ts';
import type { Result } from '../result.ts';
import { tagSchema } from '../review/event.ts';
import { reviewMarks } from '../review/replay.ts';
import { serviceIdSchema, type ServiceId } from '../services/service.ts';
import { historyFilterSchema, historyPlaceSchema, historyTotalSchema, recentBatchSchema } from './history.ts';
import { settingsChangeSchema, settingsSchema } from './settings.ts';

/**
 * Every command and event between a window and the backend, each with its schema. The hosts carry them (IPC in the
 * desktop host, HTTP in the browser host); neither adds commands of its own.
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
  host: z.enum(['desktop', 'browser']),
  platform: z.string(),
  /** BCP 47 tag of the system, for the setting "system". */
  locale: z.string(),
  dataFolder: z.string(),
  settings: settingsSchema,
  credentials: credentialsStatusSchema,
  /** What the user has to know of the data folder from the start. */
  notes: z.array(problemSchema).exactOptional(),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

/** A file that was dropped, chosen or pasted: its bytes, or (only from the desktop's own preload) its path. */
export const incomingFileSchema = z.union([
  z.object({ kind: z.literal('bytes'), name: z.string().min(1).max(1024), bytes: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('path'), path: z.string().min(1).max(32_768) }),
]);
export type IncomingFile = z.infer<typeof incomingFileSchema>;

/** What was dropped together: its id, and how many more of its files are still to come. */
export const dropSchema = z.object({ id: z.uuid(), left: z.int().min(0).max(100_000) }).strict();
export type Drop = z.infer<typeof dropSchema>;

const bilingual = z.object({ zh: z.string(), en: z.string() });
/** Pages in the export, and those that the user left out or that have no picture to be drawn on. */
const exportedPages = {
  pages: z.int(),
  leftOut: z.int(),
  /** Of anonymous photos: faces that nothing tells a place of, and that are not covered. */
  uncovered: z.int().exactOptional(),
  /** Of pictures of faces: photos whose file could not be had, so that what was sent had to do. */
  smaller: z.int().exactOptional(),
};

/** The end of an export. */
export const exportedSchema = z.discriminatedUnion('kind', [
  /** Written where the user chose: a file, or a folder of pictures. */
  z.object({ kind: z.literal('saved'), path: z.string(), ...exportedPages }),
  /** To be fetched once by its id, and saved by the browser. */
  z.object({ kind: z.literal('download'), id: z.string(), name: z.string(), ...exportedPages }),
  z.object({ kind: z.literal('cancelled') }),
  /** Nothing is written: pages are not settled, and the user's word on them is asked for. */
  z.object({ kind: z.literal('undecided'), summary: exportSummarySchema }),
  /** Something is in the way at the path; the export can be saved beside it by `pages.exportBeside`. */
  z.object({
    kind: z.literal('blocked'),
    id: z.string(),
    path: z.string(),
    otherPath: z.string(),
    message: bilingual,
    remedy: bilingual,
  }),
]);
export type Exported = z.infer<typeof exportedSchema>;

/** What an undo took back, or a redo did again. */
export const undoneSchema = z.object({
  service: serviceIdSchema,
  /** The pages, in the order in which they were added. */
  pages: z.array(pageIdSchema),
  act: z.enum(['correct', 'lines', 'revert', 'keep', 'faces', 'review', 'accept', 'tag', 'note', 'other']),
  /** The field that it was about; null for none. */
  field: z.string().nullable(),
  mark: z.enum(reviewMarks).nullable(),
});
export type Undone = z.infer<typeof undoneSchema>;

const nothing = z.object({}).strict();
const done = z.object({});
const passwordSchema = z.string().min(1).max(1000);
const pageIds = z.array(pageIdSchema).max(100_000);

/** A command: `write` changes the ledger, `read` leaves it as it is. */
type Command = {
  readonly access: 'read' | 'write';
  /**
   * Who may give it in an office; nobody, where nothing stands. What names a path of the server, watches a folder, reads
   * or changes the account, or takes or replaces all data is for nobody.
   */
  readonly office?: Role;
  readonly input: z.ZodType;
  readonly reply: z.ZodType;
};

export const commands = {
  'app.info': { access: 'read', office: 'reviewer', input: nothing, reply: appInfoSchema },
  /** What somebody who helps has to know of this program: no secret, and nothing that was read. */
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
   * Takes files in and queues them. `sandbox` asks the built-in sandbox instead of the service. `drop` joins files that
   * come one by one to one batch.
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
      /** Without an account: which of the files, from 0, hold pages that only the service can recognize. */
      leftOut: z.array(z.number().int().nonnegative()).optional(),
    }),
  },
  /** Takes the project's own samples in and asks the sandbox about them. */
  'pages.addSamples': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ service: serviceIdSchema }).strict(),
    reply: z.object({ added: z.array(pageIdSchema) }),
  },
  /** The newest documents, and all pages that have not come to an end. */
  'pages.list': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ service: serviceIdSchema }).strict(),
    reply: z.array(pageSummarySchema),
  },
  /**
   * Older pages that the user has still to look at, newest documents first: those before one document (before all that
   * `pages.list` has for null), about as many as asked for. `left` of them come before the document that the reply names.
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
  /** How the file stands that a page was made from; a moved one is looked for where others lie. */
  'pages.original': { access: 'read', input: z.object({ id: pageIdSchema }).strict(), reply: originalSchema },
  /** Has the user show where the file is now; it is known by its content. Null where they cancel. */
  'pages.findOriginal': {
    access: 'write',
    input: z.object({ id: pageIdSchema }).strict(),
    reply: z.object({ original: originalSchema.nullable() }),
  },
  /** Asks the service again, by a new call. A page whose own file states all is left as it is. */
  'pages.recognize': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    reply: done,
  },
  /** Has the service read the picture of a digital invoice, too, by a call: what differs becomes a finding. */
  'pages.compare': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema }).strict(),
    reply: done,
  },
  /** Stops what waits or is under way: the pages named, or all. */
  'pages.cancel': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: z.union([pageIds, z.literal('all')]) }).strict(),
    reply: done,
  },
  /**
   * Turns and masks a page: what is sent of it is made anew, and waits for the user's word. An answer to the page as it
   * was is kept, and comes back with the treatment. `password` opens a PDF that wants one (`password-needed`).
   */
  'pages.treat': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({ id: pageIdSchema, treatment: treatmentSchema, password: passwordSchema.exactOptional() })
      .strict(),
    reply: pageDetailSchema,
  },
  /** The user's word: pages that were held are sent. */
  'pages.send': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    reply: done,
  },
  /** The password of a PDF; it is kept in memory until Vouch ends, and never on disk. */
  'pages.unlock': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, password: passwordSchema }).strict(),
    reply: done,
  },
  /** Deletes the pages with all that belongs to them, the files they came from excepted. */
  'pages.remove': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    reply: done,
  },
  /** How many of the invoices have a voucher, and how many are in an archive: whoever removes them has to know. */
  'pages.books': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ ids: pageIds }).strict(),
    reply: z.object({ booked: z.int(), archived: z.int() }),
  },
  /** Corrects a field; null empties it. The reading is kept. */
  'pages.correct': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({ id: pageIdSchema, field: z.string().max(100), value: z.string().max(10_000).nullable() })
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
   * A field is what was read again, which of a field in conflict is what was read last; `lines` stands for all that was
   * done to the goods lines.
   */
  'pages.revert': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, field: z.string().max(100) }).strict(),
    reply: pageDetailSchema,
  },
  /** The user's value stands against what was read last; `lines` stands for the goods lines. */
  'pages.keep': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, field: z.string().max(100) }).strict(),
    reply: pageDetailSchema,
  },
  /** Takes the last edit of a page back, or has again the last one that was taken back. */
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
   * Marks several recognized pages as one step of undo; others are passed over. `onlyClean` also passes over pages that
   * are marked already or have an open warning or error. The reply has the pages that were marked.
   */
  'batch.review': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ ids: pageIds, mark: z.enum(reviewMarks), onlyClean: z.boolean() }).strict(),
    reply: z.object({ changed: z.array(pageIdSchema) }),
  },
  /** Adds and removes tags on several pages, as one step of undo. */
  'batch.tag': {
    access: 'write',
    office: 'reviewer',
    input: z
      .object({ ids: pageIds, add: z.array(tagSchema).max(20), remove: z.array(tagSchema).max(100) })
      .strict(),
    reply: done,
  },
  /** Keeps a note on a page; null removes it. */
  'pages.note': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, text: z.string().max(2000).nullable() }).strict(),
    reply: pageDetailSchema,
  },
  /** Settles the open findings that name a field: the user accepts its value as it stands. */
  'pages.accept': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ id: pageIdSchema, field: z.string().max(100) }).strict(),
    reply: pageDetailSchema,
  },
  /** Takes back the user's last action, or has it again, on whichever pages it was made. */
  'batch.undo': {
    access: 'write',
    office: 'reviewer',
    input: z.object({ redo: z.boolean() }).strict(),
    reply: undoneSchema,
  },
  /** Holds the queue, or lets it go on; what is under way comes to its end. */
  'queue.pause': {
    access: 'write',
    office: 'administrator',
    input: z.object({ paused: z.boolean() }).strict(),
    reply: done,
  },
  /** How large the data folder is, by what lies in it. */
  'data.size': { access: 'read', input: nothing, reply: dataSizeSchema },
  /** Shows the data folder in the system's file manager; only where the host has one. */
  'data.openFolder': { access: 'read', input: nothing, reply: done },
  /** Writes everything but settings and secrets into one file. */
  'data.backup': { access: 'read', input: nothing, reply: backedUpSchema },
  /** The backups that lie in the data folder, newest first. */
  'data.backups': { access: 'read', input: nothing, reply: z.object({ backups: z.array(backupFileSchema) }) },
  /** Checks a backup and puts it in the place of the data, which is kept aside; null has the user choose a file. */
  'data.restore': {
    access: 'write',
    input: z.object({ name: backupNameSchema.nullable() }).strict(),
    reply: restoredSchema,
  },
  /** Looks through everything that was ever read, newest day first; `after` goes on where an answer ended. */
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
  /** What the recognized invoices among these come to, by month and seller. */
  'history.totals': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ filter: historyFilterSchema }).strict(),
    reply: z.object({ rows: z.array(historyTotalSchema) }),
  },
  ...faceCommandSchemas,
  /** Writes photos with their faces covered, or faces cut out of photos: one picture, or a zip of several. */
  'faces.exportPictures': {
    access: 'read',
    office: 'reviewer',
    input: facePicturesSchema,
    reply: exportedSchema,
  },
  /** What is open in the pages that an export would hold. */
  'pages.summarizeExport': {
    access: 'read',
    office: 'reviewer',
    input: z.object({ service: serviceIdSchema, ids: pageIds.exactOptional() }).strict(),
    reply: exportSummarySchema,
  },
  /** Writes an export of some pages (all of the service that have come to an end where none are named). */
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
  /** Saves an export that was blocked under the other name that its reply gave. */
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

/** How the queue of one service stands. */
export const progressSchema = z.object({
  service: serviceIdSchema,
  /** Counted since the queue last ran empty. */
  total: z.int(),
  finished: z.int(),
  failed: z.int(),
  calling: z.int(),
  /** Nothing starts until the user says so. */
  paused: z.boolean().exactOptional(),
  /** The service is out of reach; the queue goes on by itself when it is back. */
  offline: z.boolean().exactOptional(),
  /** Pages a minute, and seconds until the last one at that speed; null where that is not known. */
  perMinute: z.number().nullable().exactOptional(),
  secondsLeft: z.int().nullable().exactOptional(),
});
export type Progress = z.infer<typeof progressSchema>;

export const eventSchema = z.discriminatedUnion('type', [
  /** New or changed rows; of a page that was edited, all that a window shows of it. */
  z.object({
    type: z.literal('pages.changed'),
    pages: z.array(pageSummarySchema),
    details: z.array(pageDetailSchema).exactOptional(),
  }),
  /** `into` is the page that has what these showed: their files are of its document now. */
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
  /** A backup stands in the place of all that was there. */
  z.object({ type: z.literal('data.replaced') }),
  /** A batch was chosen in the system's own menu, by its first page; desktop only. */
  z.object({ type: z.literal('page.chosen'), id: pageIdSchema }),
  /** Something that concerns no single page. */
  z.object({ type: z.literal('problem'), problem: problemSchema }),
]);
export type VouchEvent = z.infer<typeof eventSchema>;

/**
 * `full`: the picture that was sent, as it is; `best`: the same view in more pixels where the file has them; `thumbnail`:
 * a small one for the list.
 */
export const pictureSizes = ['full', 'best', 'thumbnail'] as const;
export type PictureSize = (typeof pictureSizes)[number];

/** What a window has of the backend; each host gives its own, as `window.vouch` or by HTTP. */
export type Bridge = {
  readonly invoke: <Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ) => Promise<Result<CommandReply<Name>, Problem>>;
  /** Adds files by whatever way the host has: by path in the desktop host, by their bytes in the browser host. */
  readonly addFiles: (
    service: ServiceId,
    files: readonly unknown[],
    sandbox: boolean,
  ) => Promise<Result<CommandReply<'pages.add'>, Problem>>;
  /** Files chosen in the system's own dialog, each by a mark that `addFiles` takes in a file's place; desktop only. */
  readonly chooseFiles?: (service: ServiceId) => Promise<unknown>;
  /** Gives an export to the pointer that drags it; null where it is on its way. Desktop only. */
  readonly dragExport?: (input: CommandInput<'pages.export'>) => Promise<unknown>;
  /** Greys the system's menu but for these actions; desktop only. */
  readonly showEnabled?: (ids: readonly MenuId[]) => Promise<unknown>;
  readonly listen: (listener: (event: VouchEvent) => void) => () => void;
};
