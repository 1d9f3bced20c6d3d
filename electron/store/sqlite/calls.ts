import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Failure } from '../../../shared/services/failure.ts';
import { crc32 } from 'node:zlib';
import {
  callKey,
  keptOfFailedResponse,
  type CallEnd,
  type CallStart,
  type KeptResponse,
  cutOffFailure,
} from '../records/call.ts';
import { openEarlierExtractions } from './earlier-extraction.ts';
import { openShowCall } from './extractions.ts';
import { inTransaction } from './migrate.ts';
import { unpackedResponse } from './packed-response.ts';
import { isOpenPage } from '../records/page-row.ts';
import { bufferOver } from '../../infra/bytes.ts';
import type { CallRecord } from '../../../shared/contract/call-record-commands.ts';
import { readCallRecord } from '../records/call-row.ts';

/** Calls and their raw responses. */
export type Calls = {
  /**
   * Written before the request leaves, so that a crash leaves a trace of the call. It also survives a power
   * cut after the ledger's `lasting` has resolved.
   */
  readonly begin: (start: CallStart) => number;
  /** Ends calls with this key that their owner has given up. */
  readonly interruptOwn: (key: string, owner: string) => void;
  /** Whether a call with this key is running. */
  readonly isUnderWay: (key: string) => boolean;
  /** The response and the page's new state, committed together before anyone sees either. */
  readonly end: (end: CallEnd) => void;
  /** Forgets a call that never left this computer; its page waits again. */
  readonly discard: (callId: number, pageId: number) => void;
  /** The newest call of this key with a response, after the given call (0 for any). */
  readonly answered: (
    key: string,
    after: number,
  ) => { readonly id: number; readonly sid: string | null } | null;
  /** Digest of the picture that was sent with a call; null if the call was deleted. */
  readonly pictureOf: (callId: number) => string | null;
  /** The session id of a page's newest call; null if there is none. */
  readonly lastSid: (pageId: number) => string | null;
  readonly newestId: () => number;
  readonly reuse: (pageId: number, callId: number) => void;
  /** Gives a page the failure of an equal page's call. */
  readonly shareFailure: (pageId: number, failure: Failure) => void;
  /** The raw body as received. */
  readonly response: (callId: number) => Buffer | null;
  /** The body as stored: large ones are compressed, and take time to decompress. */
  readonly keptResponse: (callId: number) => KeptResponse | null;
  /** Ends a page's running calls as interrupted; false if there were none. */
  readonly interruptOf: (pageId: number) => boolean;
  /** Ends calls that were running when an earlier process ended, and marks their pages. Returns their number. */
  readonly interrupt: () => number;
};

const idRow = z.object({ id: z.int() });
const answeredRow = z.object({ id: z.int(), sid: z.string().nullable() });
const sidRow = z.object({ sid: z.string().nullable() });
const pictureRow = z.object({ picture: z.string() });
const responseRow = z.object({
  body: z.instanceof(Uint8Array),
  unpacked: z.int().nullable(),
  crc: z.int().nullable(),
});

export const openCalls = (db: DatabaseSync, now: () => Date): Calls => {
  const insertCall = db.prepare(
    `INSERT INTO calls
       (service, key, options, app_id, base_url, sandbox, picture, state, started_at, page, attempt, signed_offset,
        lease_owner, lease_until)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'calling', ?, ?, ?, ?, ?, ?)`,
  );
  const pageCalling = db.prepare(
    `UPDATE pages SET state = 'calling', failure = NULL, finished_at = NULL WHERE id = ?`,
  );
  const updateCall = db.prepare(
    `UPDATE calls SET state = ?, finished_at = ?, http_status = ?, sid = ?, server_date = ?, failure = ?,
       measured_offset = ?, retry_after = ?, maybe_paid = ? WHERE id = ?`,
  );
  const pageWaits = db.prepare(`UPDATE pages SET state = 'waiting' WHERE id = ?`);
  const deleteCall = db.prepare(`DELETE FROM calls WHERE id = ? AND state = 'calling'`);
  const insertResponse = db.prepare(`INSERT INTO responses (call, body, unpacked, crc) VALUES (?, ?, ?, ?)`);
  const pageEnded = db.prepare(
    `UPDATE pages SET state = ?, failure = ?, call = ?, extraction = ?, reused = ?, finished_at = ? WHERE id = ?`,
  );
  const dropResult = db.prepare(`DELETE FROM results WHERE page = ?`);
  const selectAnswered = db.prepare(
    `SELECT id, sid FROM calls WHERE key = ? AND state = 'answered' AND id > ? ORDER BY id DESC LIMIT 1`,
  );
  const selectPicture = db.prepare(`SELECT picture FROM calls WHERE id = ?`);
  const selectLastSid = db.prepare(`SELECT sid FROM calls WHERE page = ? ORDER BY id DESC LIMIT 1`);
  const selectNewest = db.prepare(`SELECT coalesce(max(id), 0) AS id FROM calls`);
  const selectResponse = db.prepare(`SELECT body, unpacked, crc FROM responses WHERE call = ?`);
  const selectCalling = db.prepare(`SELECT id FROM pages WHERE state = 'calling' AND ${isOpenPage}`);
  const interruptPages = db.prepare(
    `UPDATE pages SET state = 'interrupted', finished_at = ? WHERE state = 'calling' AND ${isOpenPage}`,
  );
  const interruptCalls = db.prepare(
    `UPDATE calls SET state = 'interrupted', finished_at = ?, maybe_paid = 1 WHERE state = 'calling'`,
  );

  const interruptCallsOf = db.prepare(
    `UPDATE calls SET state = 'interrupted', finished_at = ?, maybe_paid = 1 WHERE page = ? AND state = 'calling'`,
  );

  const interruptOwnCalls = db.prepare(
    `UPDATE calls SET state = 'interrupted', finished_at = ?, maybe_paid = 1
     WHERE key = ? AND state = 'calling' AND lease_owner = ?`,
  );
  const selectUnderWay = db.prepare(`SELECT 1 FROM calls WHERE key = ? AND state = 'calling'`);

  const keepEarlier = openEarlierExtractions(db);
  const showCall = openShowCall(db);
  const keepResponse = (callId: number, body: Uint8Array, unpacked: number | null): void => {
    insertResponse.run(callId, body, unpacked, crc32(body));
  };
  const keptResponse = (callId: number): KeptResponse | null => {
    const row = selectResponse.get(callId);
    if (!row) return null;
    const { body, unpacked, crc } = responseRow.parse(row);
    // A byte has changed on the disk. A missing response is better than a wrong figure.
    if (crc !== null && crc32(body) !== crc) return null;
    return { body: bufferOver(body), isPacked: unpacked !== null };
  };
  const pageState = { answered: 'recognized', cancelled: 'cancelled', failed: 'failed' } as const;

  return {
    begin: (start) =>
      inTransaction(db, () => {
        const { answerer } = start;
        const inserted = insertCall.run(
          start.service,
          callKey(start),
          JSON.stringify(start.options),
          answerer.kind === 'service' ? answerer.appId : '',
          answerer.kind === 'service' ? answerer.baseUrl : '',
          Number(answerer.kind === 'sandbox'),
          start.picture,
          now().toISOString(),
          start.pageId,
          start.attempt ?? 1,
          start.signedOffsetMs ?? 0,
          start.lease?.owner ?? null,
          start.lease?.until ?? null,
        );
        pageCalling.run(start.pageId);
        return Number(inserted.lastInsertRowid);
      }),
    interruptOwn: (key, owner) => {
      interruptOwnCalls.run(now().toISOString(), key, owner);
    },
    isUnderWay: (key) => selectUnderWay.get(key) !== undefined,
    end: ({ callId, pageId, outcome, httpStatus, sid, serverDate, response, packedResponse, ...end }) =>
      inTransaction(db, () => {
        const at = now().toISOString();
        const state = typeof outcome === 'string' ? outcome : 'failed';
        const failure = typeof outcome === 'string' ? null : JSON.stringify(outcome);
        const { measuredOffsetMs = null, retryAfter = null, continues = false } = end;
        updateCall.run(
          state,
          at,
          httpStatus,
          sid,
          serverDate,
          failure,
          measuredOffsetMs,
          retryAfter?.slice(0, 100) ?? null,
          Number(outcome === 'cancelled' || (typeof outcome === 'object' && outcome.mayHaveBeenPaid)),
          callId,
        );
        if (response && state === 'answered')
          keepResponse(callId, packedResponse ?? response, packedResponse ? response.length : null);
        else if (response) keepResponse(callId, response.subarray(0, keptOfFailedResponse), null);
        if (continues) {
          pageWaits.run(pageId);
          return;
        }
        if (state !== 'answered' && keepEarlier(pageId, failure, at)) return;
        dropResult.run(pageId);
        const extraction = state === 'answered' ? showCall(pageId, callId, at) : null;
        pageEnded.run(pageState[state], failure, callId, extraction, 0, at, pageId);
      }),
    discard: (callId, pageId) =>
      inTransaction(db, () => {
        deleteCall.run(callId);
        pageWaits.run(pageId);
      }),
    answered: (key, after) => {
      const row = selectAnswered.get(key, after);
      return row ? answeredRow.parse(row) : null;
    },
    pictureOf: (callId) => {
      const row = selectPicture.get(callId);
      return row ? pictureRow.parse(row).picture : null;
    },
    lastSid: (pageId) => {
      const row = selectLastSid.get(pageId);
      return row ? sidRow.parse(row).sid : null;
    },
    newestId: () => idRow.parse(selectNewest.get()).id,
    reuse: (pageId, callId) =>
      inTransaction(db, () => {
        dropResult.run(pageId);
        const at = now().toISOString();
        pageEnded.run('recognized', null, callId, showCall(pageId, callId, at), 1, at, pageId);
      }),
    shareFailure: (pageId, failure) =>
      inTransaction(db, () => {
        const at = now().toISOString();
        if (keepEarlier(pageId, JSON.stringify(failure), at)) return;
        dropResult.run(pageId);
        pageEnded.run('failed', JSON.stringify(failure), null, null, 1, at, pageId);
      }),
    response: (callId) => {
      const kept = keptResponse(callId);
      return kept?.isPacked ? unpackedResponse(kept.body) : (kept?.body ?? null);
    },
    keptResponse,
    interruptOf: (pageId) =>
      inTransaction(db, () => interruptCallsOf.run(now().toISOString(), pageId).changes !== 0),
    interrupt: () =>
      inTransaction(db, () => {
        const at = now().toISOString();
        for (const row of selectCalling.all()) keepEarlier(idRow.parse(row).id, cutOffFailure, at);
        interruptPages.run(at);
        return Number(interruptCalls.run(at).changes);
      }),
  };
};

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
