import { z } from 'zod';
import { cornersSchema, maskSchema, turnSchema } from '../page-geometry.ts';

const maxMasks = 200;

/** The user's treatment of a page before it is sent. */
export const treatmentSchema = z.object({
  turn: turnSchema,
  masks: z.array(maskSchema).max(maxMasks).readonly(),
  /** Only the part between these corners is sent, as a rectangle; left out for the whole page. */
  corners: cornersSchema.exactOptional(),
});
export type Treatment = z.infer<typeof treatmentSchema>;
export const untreated: Treatment = { turn: 0, masks: [] };
export const isUntreated = ({ turn, masks, corners }: Treatment): boolean =>
  turn === 0 && masks.length === 0 && corners === undefined;

/** Changes between the file and the sent picture; empty if the bytes are the file's own. */
const changeSchema = z.discriminatedUnion('id', [
  /** The EXIF orientation of a photo was applied. */
  z.object({ id: z.literal('upright') }),
  z.object({ id: z.literal('turned'), degrees: turnSchema }),
  z.object({ id: z.literal('masked'), count: z.int() }),
  /** Only the part between four corners is left, straightened. */
  z.object({ id: z.literal('straightened') }),
  /** Another format; `quality` for a jpg. */
  z.object({ id: z.literal('encoded'), from: z.string(), to: z.string(), quality: z.int().nullable() }),
  z.object({ id: z.literal('scaled'), width: z.int(), height: z.int() }),
  /** The long side is now below 1,600 pixels: small print may be lost. */
  z.object({ id: z.literal('small') }),
  z.object({ id: z.literal('rendered'), dpi: z.int() }),
  /** A scanned page was extracted from its PDF without change. */
  z.object({ id: z.literal('taken-out') }),
]);
export type Change = z.infer<typeof changeSchema>;

/** How the sent picture was made from the page. */
export const preparationSchema = z.object({
  /** `jpg`, `tiff`, `pdf` …: the file's own format. */
  format: z.string(),
  /**
   * The page's size as the file shows it, before the user's rotation. It includes EXIF orientation and a
   * PDF's own rotation. In pixels; points for a PDF, millimetres for an OFD.
   */
  page: z.object({ width: z.number(), height: z.number(), unit: z.enum(['px', 'pt', 'mm']) }),
  treatment: treatmentSchema,
  changes: z.array(changeSchema).readonly(),
  /**
   * The file and page that were drawn, if they belong to another rendition of the document; otherwise left
   * out.
   */
  rendition: z.object({ sha256: z.string(), page: z.int() }).exactOptional(),
});
export type Preparation = z.infer<typeof preparationSchema>;

/** The treatment of a picture as it is shown. */
export const treatmentOf = (preparation: Pick<Preparation, 'treatment'> | null): Treatment =>
  preparation?.treatment ?? untreated;

/** Whether a picture has one of these treatments, all read by the schema. */
export const isTreatedAs = (
  preparation: Pick<Preparation, 'treatment'> | null,
  ...treatments: readonly Treatment[]
): boolean => {
  const shown = JSON.stringify(treatmentOf(preparation));
  return treatments.some((one) => JSON.stringify(one) === shown);
};
