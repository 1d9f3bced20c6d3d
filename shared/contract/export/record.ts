import { z } from 'zod';
import { exportFormats } from './choice.ts';
import { namedLayouts } from './layout.ts';

/** All that an export may be written as: tables and the like, and pictures made of photos. */
export const exportForms = [...exportFormats, 'anonymous', 'crops'] as const;
export type ExportForm = (typeof exportForms)[number];

/** Where an export went: a file or folder, the browser's downloads, out of the window, or a standard output. */
export const exportPlaces = ['file', 'download', 'dragged', 'output'] as const;
export type ExportPlace = (typeof exportPlaces)[number];

/** Vouch's own and the tax bureau's by their names, one of the user's own by the name that it had then. */
export const recordedLayoutSchema = z.union([z.enum(namedLayouts), z.object({ own: z.string() })]);
export type RecordedLayout = z.infer<typeof recordedLayoutSchema>;

/** One export that a page was in. */
export const exportRecordSchema = z.object({
  id: z.int(),
  /** ISO 8601. */
  at: z.string(),
  form: z.enum(exportForms),
  /** Null where the form has but one. */
  layout: recordedLayoutSchema.nullable(),
  place: z.enum(exportPlaces),
  /** A path, or the name of what left; empty for a standard output. */
  target: z.string(),
  /** Pages that were in it, and those that were chosen and left out. */
  pages: z.int(),
  leftOut: z.int(),
});
export type ExportRecord = z.infer<typeof exportRecordSchema>;
