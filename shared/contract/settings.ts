import { z } from 'zod';
import { customLayoutsSchema } from './export/layout.ts';
import { languageSchema } from '../language.ts';
import { authoritiesSchema, proxySchema } from './network.ts';
import { serviceIdSchema } from '../services/service.ts';

/** A company of the user's own, which the buyer of an incoming invoice should be. */
export const companySchema = z.object({
  name: z.string().trim().max(200),
  /** Empty where only the name is known. */
  taxId: z.string().trim().max(30),
});
export type Company = z.infer<typeof companySchema>;

/** What the user chooses and nobody needs to hide; kept by the host's store. */
export const settingsSchema = z.object({
  language: z.union([languageSchema, z.literal('system')]).default('system'),
  theme: z.enum(['light', 'dark', 'system']).default('system'),
  /** Calls under way at once. */
  concurrency: z.int().min(1).max(16).default(4),
  /** Accept a base URL with plain http beyond loopback: the picture and the figures travel readable by others. */
  allowPlainHttp: z.boolean().default(false),
  /** How calls leave beyond loopback; empty where the system's own way is taken. */
  proxy: proxySchema.default(''),
  authorities: authoritiesSchema.default(''),
  /** Ask for feature points and attributes (face-detect.md, detect_points and detect_property). */
  facePoints: z.boolean().default(true),
  faceAttributes: z.boolean().default(true),
  /** Faces with a lower score are hidden and left out of exports made in the window, 0 to 1. */
  faceThreshold: z.number().min(0).max(1).default(0),
  /** Show what will be sent, and wait for the user's word. */
  lookFirst: z.boolean().default(false),
  /** No picture leaves this computer: only what files state is read. */
  localOnly: z.boolean().default(false),
  /** Whether a file stays where it is, or a copy of it is kept in the data folder; what came as bytes is always copied. */
  originals: z.enum(['reference', 'copy']).default('reference'),
  /** A folder whose new files are taken in by themselves. */
  watch: z
    .object({ folder: z.string().min(1).max(32_768), service: serviceIdSchema })
    .nullable()
    .default(null),
  /** Text lines read with less confidence than this are doubtful, 0 to 1. */
  confidenceLimit: z.number().min(0).max(1).default(0.9),
  ownCompanies: z.array(companySchema).max(200).default([]),
  /** The three steps of the first run are done, or the user wants none of them. */
  welcomed: z.boolean().default(false),
  /** Layouts of exports that the user made. */
  exportLayouts: customLayoutsSchema.default([]),
});
export type Settings = z.infer<typeof settingsSchema>;
export const defaultSettings: Settings = settingsSchema.parse({});

/** A change of settings: only the members named change. */
export const settingsChangeSchema = z
  .object({
    language: settingsSchema.shape.language.unwrap(),
    theme: settingsSchema.shape.theme.unwrap(),
    concurrency: settingsSchema.shape.concurrency.unwrap(),
    allowPlainHttp: z.boolean(),
    proxy: proxySchema,
    authorities: authoritiesSchema,
    lookFirst: z.boolean(),
    localOnly: z.boolean(),
    originals: settingsSchema.shape.originals.unwrap(),
    watch: settingsSchema.shape.watch.unwrap(),
    facePoints: z.boolean(),
    faceAttributes: z.boolean(),
    faceThreshold: settingsSchema.shape.faceThreshold.unwrap(),
    confidenceLimit: settingsSchema.shape.confidenceLimit.unwrap(),
    ownCompanies: settingsSchema.shape.ownCompanies.unwrap(),
    welcomed: z.boolean(),
    exportLayouts: settingsSchema.shape.exportLayouts.unwrap(),
  })
  .partial()
  .strict();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;
