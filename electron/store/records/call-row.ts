import { z } from 'zod';
import { callRecordSchema, type CallRecord } from '../../../shared/contract/history.ts';

/** PostgreSQL returns a condition as a boolean. */
const flag = z
  .union([z.literal(0), z.literal(1), z.boolean()])
  .transform((value) => value === 1 || value === true);
const json = z.string().transform((value): unknown => JSON.parse(value));
const { shape } = callRecordSchema;

const rowSchema = z.object({
  ...shape,
  sandbox: flag,
  ofOtherPage: flag,
  options: json.pipe(shape.options),
  failure: json.pipe(shape.failure).nullable(),
  encoding: shape.picture.shape.encoding,
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  picture: z.undefined().optional(),
});

/** Reads the row of a call, from either engine. */
export const readCallRecord = (value: unknown): CallRecord => {
  const { encoding, width, height, bytes, ...row } = rowSchema.parse(value);
  return { ...row, picture: { encoding, width, height, bytes } };
};
