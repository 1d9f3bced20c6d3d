import { z } from 'zod';
import { elementNames } from '../../shared/texts/names.ts';
import { ordinalOf } from '../../shared/services/read-face-detect.ts';

/**
 * The responses of vat-invoice.md and face-detect.md, member by member. Objects are loose: undocumented members are
 * kept, not refused. Members are optional unless there is no result without them.
 */

/** Session part of every response (Response body, header). */
const responseHeaderSchema = z.looseObject({
  sid: z.string().exactOptional(),
  code: z.int(),
  message: z.string().exactOptional(),
});

/** The result block: base64 of a JSON document; the delivery is only present if the request set it. */
const resultBlockSchema = z.looseObject({
  compress: z.string().exactOptional(),
  encoding: z.string().exactOptional(),
  format: z.string().exactOptional(),
  text: z.string(),
});

/** Response body of vat-invoice.md; the payload is present if the session call succeeded. */
export const invoiceResponseSchema = z.looseObject({
  header: responseHeaderSchema,
  payload: z.looseObject({ result: resultBlockSchema }).exactOptional(),
});

const cornerSchema = z.looseObject({ x: z.number(), y: z.number() });

/** Position: four corners, integer pixels. */
const positionSchema = z.looseObject({
  tl_point: cornerSchema,
  tr_point: cornerSchema,
  bl_point: cornerSchema,
  br_point: cornerSchema,
});

/** One of the 24 element values, or one that the service added later. */
const elementSchema = z.union([z.enum(Object.keys(elementNames)), z.string()]);

/** Each text_sent_list[n] entry. */
const textSentSchema = z.looseObject({
  text: z.string().exactOptional(),
  position: positionSchema.exactOptional(),
  image_data: z.string().exactOptional(),
  angle: z.number().exactOptional(),
  char_count: z.int().exactOptional(),
  det_score: z.number().exactOptional(),
  score: z.number().exactOptional(),
});

/** Each text_block_list[n] entry; `text_sent_list` is declared as an object and shown as a list. */
const textBlockSchema = z.looseObject({
  id: z.string().exactOptional(),
  order: z.int().exactOptional(),
  key: elementSchema.exactOptional(),
  value: z.string().exactOptional(),
  position: positionSchema.exactOptional(),
  ocr_flag: z.int().exactOptional(),
  tag: z.string().exactOptional(),
  class: elementSchema.exactOptional(),
  text_sent_count: z.int().exactOptional(),
  text_sent_list: z.union([z.array(textSentSchema), textSentSchema]).exactOptional(),
});

/** Each region_list[n] entry. */
const regionWireSchema = z.looseObject({
  id: z.string().exactOptional(),
  order: z.int().exactOptional(),
  type: elementSchema.exactOptional(),
  position: positionSchema.exactOptional(),
  text_block_count: z.int().exactOptional(),
  text_block_list: z.array(textBlockSchema).exactOptional(),
});

/** Each object_list[n] entry. */
const invoiceObjectSchema = z.looseObject({
  error_code: z.int().exactOptional(),
  error_msg: z.string().exactOptional(),
  type: z.string().exactOptional(),
  description: z.string().exactOptional(),
  width: z.int().exactOptional(),
  height: z.int().exactOptional(),
  idx: z.int().exactOptional(),
  table_count: z.int().exactOptional(),
  table_list: z.array(z.unknown()).exactOptional(),
  region_count: z.int().exactOptional(),
  region_list: z.array(regionWireSchema),
});

/**
 * Decoded text of a success: one target with its regions. `version` is declared as a string and shown as a
 * number.
 */
export const invoiceTextSchema = z.looseObject({
  engine_version: z.string().exactOptional(),
  error_code: z.int(),
  error_msg: z.string().exactOptional(),
  object_count: z.int().exactOptional(),
  version: z.union([z.number(), z.string()]).exactOptional(),
  object_list: z.array(invoiceObjectSchema).min(1),
});

/** The same of face-detect.md. */
export const faceResponseSchema = z.looseObject({
  header: responseHeaderSchema,
  payload: z.looseObject({ face_detect_result: resultBlockSchema }).exactOptional(),
});

/** point_n of a face, pixels. */
const facePointSchema = z.looseObject({ x: z.number(), y: z.number() });

/** property fields; a number that the document does not list is kept. */
const facePropertySchema = z.looseObject({
  beard: z.int().exactOptional(),
  expression: z.int().exactOptional(),
  gender: z.int().exactOptional(),
  glass: z.int().exactOptional(),
  hair: z.int().exactOptional(),
  mask: z.int().exactOptional(),
});

/** Each face_n object; its point_n members are siblings of the named ones. */
const faceObjectSchema = z
  .looseObject({
    score: z.number().exactOptional(),
    x: z.number().exactOptional(),
    y: z.number().exactOptional(),
    w: z.number().exactOptional(),
    h: z.number().exactOptional(),
    property: facePropertySchema.exactOptional(),
  })
  .check(numberedMembers('point', facePointSchema));

/** Decoded text; its face_n members are siblings of the named ones. */
export const faceTextSchema = z
  .looseObject({ ret: z.int(), face_num: z.int().min(0).exactOptional() })
  .check(numberedMembers('face', faceObjectSchema));

/** Validates every member `name_1`, `name_2` … of an object, in any order. */
function numberedMembers(name: string, member: z.ZodType): z.core.CheckFn<Record<string, unknown>> {
  return ({ value, issues }) => {
    for (const [key, entry] of Object.entries(value)) {
      if (ordinalOf(key, `${name}_`) === null) continue;
      const parsed = member.safeParse(entry);
      if (!parsed.success)
        for (const { path, message } of parsed.error.issues)
          issues.push({ code: 'custom', input: entry, path: [key, ...path], message });
    }
  };
}
