import type { DatabaseSync } from 'node:sqlite';
import type { CallRecord } from '../../../shared/contract/call-record-commands.ts';
import { readCallRecord } from '../records/call-row.ts';

export type CallRecords = {
  /** Every call that was made for a page, and the call whose response it shows, oldest first. */
  readonly of: (pageId: number) => readonly CallRecord[];
};

export const openCallRecords = (db: DatabaseSync): CallRecords => {
  const select = db.prepare(
    `SELECT calls.id, calls.service, calls.sandbox, calls.page IS NOT ?1 AS ofOtherPage, calls.state, calls.attempt,
       calls.started_at AS startedAt, calls.finished_at AS finishedAt, calls.app_id AS appId,
       calls.base_url AS baseUrl, calls.options, pictures.encoding, pictures.width, pictures.height, pictures.bytes,
       calls.http_status AS httpStatus, calls.sid, calls.server_date AS serverDate,
       calls.retry_after AS retryAfter, calls.signed_offset AS signedOffsetMs,
       calls.measured_offset AS measuredOffsetMs, coalesce(responses.unpacked, length(responses.body)) AS responseBytes, calls.failure
     FROM calls JOIN pictures ON pictures.sha256 = calls.picture LEFT JOIN responses ON responses.call = calls.id
     WHERE calls.page = ?1 OR calls.id = (SELECT call FROM pages WHERE id = ?1)
     ORDER BY calls.id`,
  );
  return { of: (pageId) => select.all(pageId).map(readCallRecord) };
};
