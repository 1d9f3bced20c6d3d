import { z } from 'zod';
import { languageSchema } from './language.ts';

/** What the user chooses and nobody needs to hide; kept by the host's store. */
export const settingsSchema = z.object({
  language: z.union([languageSchema, z.literal('system')]).default('system'),
  theme: z.enum(['light', 'dark', 'system']).default('system'),
  /** Calls under way at once. */
  concurrency: z.int().min(1).max(16).default(4),
  /** Accept a base URL with plain http beyond loopback: the picture and the figures travel readable by others. */
  allowPlainHttp: z.boolean().default(false),
  /** Ask for feature points and attributes (face-detect.md, detect_points and detect_property). */
  facePoints: z.boolean().default(true),
  faceAttributes: z.boolean().default(true),
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
    facePoints: z.boolean(),
    faceAttributes: z.boolean(),
  })
  .partial()
  .strict();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;
