import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { callRecordSchema, type CallRecord } from '../../../shared/contract/call-record.ts';

export type CallRecords = {
  /** Every call that was made for a page, and the call whose reply it shows, oldest first. */
  readonly of: (pageId: number) => readonly CallRecord[];
};

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

export const openCallRecords = (db: DatabaseSync): CallRecords => {
  const select = db.prepare(
    `SELECT calls.id, calls.service, calls.sandbox, calls.page IS NOT ?1 AS ofOtherPage, calls.state, calls.attempt,
       calls.started_at AS startedAt, calls.finished_at AS finishedAt, calls.app_id AS appId,
       calls.base_url AS baseUrl, calls.options, pictures.encoding, pictures.width, pictures.height, pictures.bytes,
       calls.http_status AS httpStatus, calls.sid, calls.server_date AS serverDate,
       calls.retry_after AS retryAfter, calls.signed_offset AS signedOffsetMs,
       calls.measured_offset AS measuredOffsetMs, coalesce(replies.unpacked, length(replies.body)) AS replyBytes, calls.failure
     FROM calls JOIN pictures ON pictures.sha256 = calls.picture LEFT JOIN replies ON replies.call = calls.id
     WHERE calls.page = ?1 OR calls.id = (SELECT call FROM pages WHERE id = ?1)
     ORDER BY calls.id`,
  );
  return { of: (pageId) => select.all(pageId).map(readCallRecord) };
};
