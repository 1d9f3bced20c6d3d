import { z } from 'zod';
import {
  responseHeaderSchema,
  requestHeaderSchema,
  requestImageSchema,
  resultBlockSchema,
  textDeliverySchema,
} from './envelope.ts';

/** The wire format of face-detect.md, member by member; as tolerant as that of vat-invoice.ts. */

/** A switch of the request: a string, not a number. */
const switchSchema = z.enum(['0', '1']);

/** Request body. */
export const faceRequestSchema = z.looseObject({
  header: requestHeaderSchema,
  parameter: z.looseObject({
    s67c9c78c: z.looseObject({
      service_kind: z.literal('face_detect'),
      detect_points: switchSchema.exactOptional(),
      detect_property: switchSchema.exactOptional(),
      face_detect_result: textDeliverySchema,
    }),
  }),
  payload: z.looseObject({ input1: requestImageSchema }),
});
export type FaceRequest = z.infer<typeof faceRequestSchema>;

/** Response body; the payload is present if the session call succeeded. */
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

/** The ordinal n, from 1, of a member named `prefix` + n; null for any other name. */
export const ordinalOf = (key: string, prefix: string): number | null => {
  if (!key.startsWith(prefix)) return null;
  let ordinal = 0;
  for (let at = prefix.length; at < key.length; at += 1) {
    const digit = key.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9 || (ordinal === 0 && digit === 0)) return null;
    ordinal = ordinal * 10 + digit;
  }
  return ordinal > 0 && Number.isSafeInteger(ordinal) ? ordinal : null;
};
