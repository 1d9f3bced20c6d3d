import { z } from 'zod';
import { exportFormats, namedLayouts } from './exported.ts';

/** All forms of an export: tables and other data, and pictures made from photos. */
export const exportForms = [...exportFormats, 'anonymous', 'crops'] as const;
export type ExportForm = (typeof exportForms)[number];

/**
 * The destination of an export: a file or folder, the browser's downloads, a drag out of the window, or
 * standard output.
 */
export const exportPlaces = ['file', 'download', 'dragged', 'output'] as const;

/** Built-in layouts by their id, a custom layout by its name at that time. */
export const recordedLayoutSchema = z.union([z.enum(namedLayouts), z.object({ own: z.string() })]);
export type RecordedLayout = z.infer<typeof recordedLayoutSchema>;

/** One export that included the page. */
export const exportRecordSchema = z.object({
  id: z.int(),
  /** ISO 8601. */
  at: z.string(),
  form: z.enum(exportForms),
  /** Null if the form has no layouts. */
  layout: recordedLayoutSchema.nullable(),
  place: z.enum(exportPlaces),
  /** A path, or the name of the file that was sent; empty for standard output. */
  target: z.string(),
  /** Pages in the export, and pages that were selected but left out. */
  pages: z.int(),
  leftOut: z.int(),
});
export type ExportRecord = z.infer<typeof exportRecordSchema>;
