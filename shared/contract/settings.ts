import { z } from 'zod';
import { firstVoucherLayout, voucherLayoutSchema } from '../books/voucher.ts';
import { voucherRulesSchema } from '../books/voucher-rules.ts';
import { chosenKeysSchema } from './chosen-keys.ts';
import { customLayoutsSchema } from './export/exported.ts';
import { mailboxSettingsSchema } from './mailbox.ts';
import { fingerprintPattern } from '../invoice/signer.ts';
import { languageSchema } from '../language.ts';
import { authoritiesSchema, proxySchema } from './account.ts';
import { serviceIdSchema } from '../services/service.ts';

/** One of the user's own companies, expected as the buyer of incoming invoices. */
const companySchema = z.object({
  name: z.string().trim().max(200),
  /** Empty if only the name is known. */
  taxId: z.string().trim().max(30),
});
export type Company = z.infer<typeof companySchema>;

export const readerChoices = ['automatic', 'local', 'service', 'both'] as const;
const readerChoiceSchema = z.enum(readerChoices);
/** Who reads pictures of invoices. */
export type ReaderChoice = z.infer<typeof readerChoiceSchema>;

/** A trusted signer, with the name in its certificate, which proves nothing by itself. */
export const trustedSignerSchema = z.object({
  key: z.string().regex(fingerprintPattern),
  name: z.string().max(200),
});
export type TrustedSigner = z.infer<typeof trustedSignerSchema>;

/** A folder that is watched with its subfolders. */
const watchedFolderSchema = z.object({
  folder: z.string().min(1).max(32_768),
  service: serviceIdSchema,
  /** Also adds the files that are there when it is first watched. */
  addExisting: z.boolean().default(false),
});
export type WatchedFolder = z.infer<typeof watchedFolderSchema>;

/** Earlier versions watched one folder, or none. */
const watchSchema = z.preprocess(
  (kept) => (kept === null ? [] : Array.isArray(kept) || kept === undefined ? kept : [kept]),
  z.array(watchedFolderSchema).max(20),
);

const budgetSchema = z.int().min(0).max(10_000_000).nullable();

/** The user's settings, none of them secret; saved by the host's store. */
export const settingsSchema = z.object({
  language: z.union([languageSchema, z.literal('system')]).default('system'),
  theme: z.enum(['light', 'dark', 'system']).default('system'),
  /** A picture opens with the zoom and the place of the one before. */
  keepZoom: z.boolean().default(true),
  /** The keys of actions, where they are not those that Vouch comes with. */
  keys: chosenKeysSchema.default({}),
  /** Number of parallel calls. */
  concurrency: z.int().min(1).max(16).default(4),
  /**
   * Accept a base URL with plain http beyond loopback, although others can then read the picture and the
   * figures.
   */
  allowPlainHttp: z.boolean().default(false),
  /** Proxy for calls beyond loopback; empty if the system's settings are used. */
  proxy: proxySchema.default(''),
  authorities: authoritiesSchema.default(''),
  /** Request feature points and attributes (face-detect.md, detect_points and detect_property). */
  facePoints: z.boolean().default(true),
  faceAttributes: z.boolean().default(true),
  /** Faces with a lower score are hidden and left out of exports made in the window, 0 to 1. */
  faceThreshold: z.number().min(0).max(1).default(0),
  /** Preview what will be sent, and wait for the user's approval. */
  lookFirst: z.boolean().default(false),
  /** No picture leaves this computer: only data from the files themselves is extracted. */
  localOnly: z.boolean().default(false),
  /** Who reads scans and photos of invoices. `automatic`: the service with an account, otherwise this computer. */
  invoiceReader: readerChoiceSchema.default('automatic'),
  /** With both readers: makes no call for a page whose local reading is proven whole. */
  skipProvenCalls: z.boolean().default(false),
  /**
   * Whether to refer to a file at its path or to keep a copy in the data folder. Data without a path is
   * always copied.
   */
  originals: z.enum(['reference', 'copy']).default('reference'),
  /** Back up the ledger once a day, while there is room. */
  dailyBackup: z.boolean().default(true),
  /** Folders whose new files are added automatically. */
  watch: watchSchema.default([]),
  /** In an office: whoever has changed an invoice since its last approval may not approve it. */
  fourEyes: z.boolean().default(false),
  /** In an office: how many paid calls may begin in a day (Shanghai), those of all users and of each; null for any. */
  officeBudget: budgetSchema.default(null),
  personBudget: budgetSchema.default(null),
  /** In an office: how many calls all workers together may have under way. */
  officeCalls: z.int().min(1).max(512).default(32),
  /** What is taken from the mailbox. Where it is, the account of the mailbox says. */
  mailbox: mailboxSettingsSchema.prefault({}),
  /** Text lines with a lower confidence are reported, 0 to 1. */
  confidenceLimit: z.number().min(0).max(1).default(0.9),
  ownCompanies: z.array(companySchema).max(200).default([]),
  /** Signers that the user trusts besides the shipped ones, by the fingerprints of their keys. */
  trustedSigners: z.array(trustedSignerSchema).max(500).default([]),
  /** The user has finished or skipped the three steps of the first run. */
  welcomed: z.boolean().default(false),
  exportLayouts: customLayoutsSchema.default([]),
  /** How invoices become vouchers, and the columns of the user's own voucher layout. */
  voucherRules: voucherRulesSchema.prefault({}),
  voucherLayout: voucherLayoutSchema.default([...firstVoucherLayout]),
  /** The last used pattern for file names. */
  filePattern: z.string().max(300).default('{date}_{seller}_{gross}'),
});
export type Settings = z.infer<typeof settingsSchema>;
export const defaultSettings: Settings = /* @__PURE__ */ settingsSchema.parse({});

/**
 * A change of settings: only the members that are present change. `required` turns the defaults off, which would
 * otherwise stand in for the members that are left out.
 */
export const settingsChangeSchema = settingsSchema.required().partial().strict();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

/** In an office: settings of each user. */
export const ownSettings = ['language', 'theme', 'keepZoom', 'keys', 'welcomed'] as const;
/**
 * In an office: settings that change results or outputs. Administrators set them for everyone. All other
 * settings describe one computer.
 */
export const officeSettings = [
  'invoiceReader',
  'skipProvenCalls',
  'fourEyes',
  'officeBudget',
  'personBudget',
  'officeCalls',
  'confidenceLimit',
  'ownCompanies',
  'trustedSigners',
  'facePoints',
  'faceAttributes',
  'faceThreshold',
  'exportLayouts',
  'voucherRules',
  'voucherLayout',
  'filePattern',
  'mailbox',
] as const;

/** The members with the given names. */
export const onlySettings = (
  settings: object,
  names: readonly (keyof Settings)[],
): Readonly<Record<string, unknown>> => {
  const wanted = new Set<string>(names);
  return Object.fromEntries(Object.entries(settings).filter(([name]) => wanted.has(name)));
};
