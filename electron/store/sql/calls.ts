import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';
import { change, first, type SqlSteps, all, lockPages, type StepsOf } from './steps.ts';
import { crc32 } from 'node:zlib';
import { failed, success } from '../../../shared/result.ts';
import { bufferOver } from '../../infra/bytes.ts';
import type { CallId, ReadStore, WriteStore } from '../port.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import { readCallRecord } from '../records/call-row.ts';
import { callKey, earlierCallKey, keptOfFailedResponse } from '../records/call.ts';
import { lockBudget, overBudgetOf, type ReadBudget } from './call-budget.ts';

/** The version of the readers whose data is stored with the call. */
const callReaderVersion = 1;

/** The page keeps the options of its shown response, and not those of the failed call. */
const keepShown = `
  UPDATE pages SET state = 'recognized', failure = $2, finished_at = $3,
    options = coalesce((SELECT options FROM calls WHERE calls.id = pages.call), options)
  WHERE id = $1 AND EXISTS (
    SELECT 1 FROM extractions LEFT JOIN calls ON calls.id = extractions.call
    WHERE extractions.id = pages.extraction
      AND CASE WHEN extractions.reader = 'local' THEN extractions.payload::json ->> 'picture' = pages.picture
        ELSE calls.id IS NULL OR (calls.state = 'answered' AND calls.picture = pages.picture) END)`;

const earlier = (member: string): string => `(earlier::json ->> '${member}')`;
const earlierNumber = (member: string): string => `CAST(earlier::json ->> '${member}' AS bigint)`;

const restore = `
  UPDATE pages SET state = 'recognized', failure = NULL, finished_at = $2, held = 0, earlier = NULL,
    turn = ${earlierNumber('turn')}, masks = ${earlier('masks')}, corners = ${earlier('corners')},
    picture = ${earlier('picture')},
    preparation = ${earlier('preparation')}, call = ${earlierNumber('call')},
    extraction = ${earlierNumber('extraction')},
    options = coalesce((SELECT options FROM calls WHERE calls.id = ${earlierNumber('call')}), options)
  WHERE id = $1 AND ${earlierNumber('extraction')} IN (SELECT extractions.id FROM extractions)
    AND ${earlier('picture')} IN (SELECT sha256 FROM pictures)`;

/**
 * Ends a page whose repeated call brought no extraction. The page keeps its earlier extraction from the same picture
 * and gets the new failure (JSON; null for none). False if it has no earlier extraction.
 */
export function* keepEarlier(page: PageId, failure: string | null, at: string): SqlSteps<boolean> {
  if ((yield* change(keepShown, page, failure, at)) > 0) return true;
  // Only if the user gives up changing the picture: after a failure the changed one stays, because the next attempt must
  // not send a covered part uncovered.
  return failure === null && (yield* change(restore, page, at)) > 0;
}

const insertShown = `
  INSERT INTO extractions (page, reader, version, created_at, call)
  SELECT $1::bigint, CASE sandbox WHEN 1 THEN 'sandbox' ELSE 'service' END, ${callReaderVersion}, $3::text, id
  FROM calls WHERE id = $2
  ON CONFLICT (page, call) DO UPDATE SET version = excluded.version RETURNING id`;

const idRow = z.object({ id: z.int() });

/** Shows the extraction of a call on a page. The same call on the same page is the same extraction. */
function* showCall(page: PageId, call: number, at: string): SqlSteps<number> {
  return idRow.parse(yield* first(insertShown, page, call, at)).id;
}

export function* dropResult(page: PageId): SqlSteps<void> {
  yield* change('DELETE FROM results WHERE page = $1', page);
}

const callsIdRow = z.object({ id: z.int() });
const answeredRow = z.object({ id: z.int(), sid: z.string().nullable() });
const sidRow = z.object({ sid: z.string().nullable() });
const pictureRow = z.object({ picture: z.string() });
const responseRow = z.object({
  body: z.instanceof(Uint8Array),
  unpacked: z.int().nullable(),
  crc: z.int().nullable(),
});

/** By its key, by the key of earlier versions, or by the picture that an earlier version sent from another file. */
const selectAnswered = `
  SELECT id, sid FROM calls
  WHERE state = 'answered' AND id > $2 AND (key = $1 OR key = $3
    OR (picture = $4 AND service = $5 AND app_id = $6 AND base_url = $7 AND options = $8 AND sandbox = 0))
  ORDER BY id DESC LIMIT 1`;

/** Every call that was made for a page, and the call whose response it shows. */
const selectRecords = `
  SELECT calls.id, calls.service, calls.sandbox, calls.page IS DISTINCT FROM $1 AS "ofOtherPage", calls.state,
    calls.attempt, calls.started_at AS "startedAt", calls.finished_at AS "finishedAt", calls.app_id AS "appId",
    calls.base_url AS "baseUrl", calls.options, pictures.encoding, pictures.width, pictures.height, pictures.bytes,
    calls.http_status AS "httpStatus", calls.sid, calls.server_date AS "serverDate",
    calls.retry_after AS "retryAfter", calls.signed_offset AS "signedOffsetMs",
    calls.measured_offset AS "measuredOffsetMs",
    coalesce(responses.unpacked, length(responses.body)) AS "responseBytes", calls.failure
  FROM calls JOIN pictures ON pictures.sha256 = calls.picture LEFT JOIN responses ON responses.call = calls.id
  WHERE calls.page = $1 OR calls.id = (SELECT call FROM pages WHERE id = $1)
  ORDER BY calls.id`;

export const callReads = {
  *response(call) {
    const row = yield* first('SELECT body, unpacked, crc FROM responses WHERE call = $1', call);
    if (row === undefined) return null;
    const { body, unpacked, crc } = responseRow.parse(row);
    // A byte has changed on the disk. A missing response is better than a wrong figure.
    if (crc !== null && crc32(body) !== crc) return null;
    return { body: bufferOver(body), isPacked: unpacked !== null };
  },
  *answeredCall(call, after) {
    const { service, answerer, options } = call;
    const isService = answerer.kind === 'service';
    const row = yield* first(
      selectAnswered,
      callKey(call),
      after,
      earlierCallKey(call),
      // Only its key tells which ground truth a sandbox had.
      isService ? call.picture : null,
      service,
      isService ? answerer.appId : '',
      isService ? answerer.baseUrl : '',
      JSON.stringify(options),
    );
    return answeredRow.optional().parse(row) ?? null;
  },
  *newestCall() {
    return callsIdRow.parse(yield* first('SELECT coalesce(max(id), 0) AS id FROM calls')).id;
  },
  *pictureOfCall(call) {
    const row = yield* first('SELECT picture FROM calls WHERE id = $1', call);
    return pictureRow.optional().parse(row)?.picture ?? null;
  },
  *lastSid(page) {
    const row = yield* first('SELECT sid FROM calls WHERE page = $1 ORDER BY id DESC LIMIT 1', page);
    return sidRow.optional().parse(row)?.sid ?? null;
  },
} satisfies StepsOf<
  Pick<ReadStore, 'response' | 'answeredCall' | 'newestCall' | 'pictureOfCall' | 'lastSid'>
>;

export const callRecordReads = {
  *callsOf(page) {
    return (yield* all(selectRecords, page)).map(readCallRecord);
  },
} satisfies StepsOf<Pick<ReadStore, 'callsOf'>>;

/** The owner gave up its earlier call, and calls again. */
const interruptOwn = `
  UPDATE calls SET state = 'interrupted', finished_at = $3, maybe_paid = 1
  WHERE key = $1 AND state = 'calling' AND lease_owner = $2`;

const interruptOf = `
  UPDATE calls SET state = 'interrupted', finished_at = $2, maybe_paid = 1 WHERE page = $1 AND state = 'calling'`;

const insertCall = `
  INSERT INTO calls (service, key, options, app_id, base_url, sandbox, picture, state, started_at, page, attempt,
    signed_offset, lease_owner, lease_until, author)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 'calling', $8, $9, $10, $11, $12, $13,
    (SELECT pages.author FROM pages WHERE pages.id = $9))
  ON CONFLICT (key) WHERE state = 'calling' DO NOTHING RETURNING id`;

const selectUnderWay = `SELECT id FROM calls WHERE key = $1 AND state = 'calling'`;

const updateCall = `
  UPDATE calls SET state = $2, finished_at = $3, http_status = $4, sid = $5, server_date = $6, failure = $7,
    measured_offset = $8, retry_after = $9, maybe_paid = $10
  WHERE id = $1`;

const pageCalling = `UPDATE pages SET state = 'calling', failure = NULL, finished_at = NULL WHERE id = $1`;
const pageWaits = `UPDATE pages SET state = 'waiting' WHERE id = $1`;
/** A page that was cancelled or has ended meanwhile stays as it is. */
const pageWaitsFor = `
  UPDATE pages SET state = 'waiting', failure = $2, finished_at = NULL
  WHERE id = $1 AND state IN ('waiting', 'calling')`;
const pageEnded = `
  UPDATE pages SET state = $2, failure = $3, call = $4, extraction = $5, reused = $6, finished_at = $7 WHERE id = $1`;
const pageState = { answered: 'recognized', cancelled: 'cancelled', failed: 'failed' } as const;

function* keepResponse(call: CallId, body: Uint8Array, unpacked: number | null): SqlSteps<void> {
  const kept = bufferOver(body);
  yield* change(
    'INSERT INTO responses (call, body, unpacked, crc) VALUES ($1, $2, $3, $4)',
    call,
    kept,
    unpacked,
    crc32(kept),
  );
}

/** @param budgetNow the budget of paid calls; null where nobody can set one */
export const callWrites = (now: () => Date, budgetNow: ReadBudget | null) =>
  ({
    *beginCall(start, lease) {
      const { answerer, pageId } = start;
      const isService = answerer.kind === 'service';
      const key = callKey(start);
      yield* lockPages([pageId]);
      yield* change(interruptOwn, key, lease.owner, now().toISOString());
      const budget = isService && budgetNow ? yield* budgetNow() : null;
      // Always in this order, budget before row: two equal calls can't wait for each other.
      if (budget) yield* lockBudget(budget);
      const begins = now();
      const at = begins.toISOString();
      const over = budget && (yield* overBudgetOf(pageId, budget, begins));
      if (over) {
        // The response of an equal call costs nothing.
        if (yield* first(selectUnderWay, key)) return failed({ reason: 'under-way' });
        yield* change(pageWaitsFor, pageId, JSON.stringify(failureOf(over)));
        return failed({ reason: over });
      }
      const begun = yield* first(
        insertCall,
        start.service,
        key,
        JSON.stringify(start.options),
        isService ? answerer.appId : '',
        isService ? answerer.baseUrl : '',
        Number(!isService),
        start.picture,
        at,
        pageId,
        start.attempt ?? 1,
        start.signedOffsetMs ?? 0,
        lease.owner,
        lease.until,
      );
      if (begun === undefined) return failed({ reason: 'under-way' });
      yield* change(pageCalling, pageId);
      return success(callsIdRow.parse(begun).id);
    },
    *endCall({ callId, pageId, outcome, httpStatus, sid, serverDate, response, packedResponse, ...end }) {
      const at = now().toISOString();
      const state = typeof outcome === 'string' ? outcome : 'failed';
      const failure = typeof outcome === 'string' ? null : JSON.stringify(outcome);
      const { measuredOffsetMs = null, retryAfter = null, continues = false } = end;
      const maybePaid = outcome === 'cancelled' || (typeof outcome === 'object' && outcome.mayHaveBeenPaid);
      yield* lockPages([pageId]);
      yield* change(
        updateCall,
        callId,
        state,
        at,
        httpStatus,
        sid,
        serverDate,
        failure,
        measuredOffsetMs,
        retryAfter?.slice(0, 100) ?? null,
        Number(maybePaid),
      );
      if (response && state === 'answered')
        yield* keepResponse(callId, packedResponse ?? response, packedResponse ? response.length : null);
      else if (response) yield* keepResponse(callId, response.subarray(0, keptOfFailedResponse), null);
      if (continues) {
        yield* change(pageWaits, pageId);
        return;
      }
      if (state !== 'answered' && (yield* keepEarlier(pageId, failure, at))) return;
      yield* dropResult(pageId);
      const extraction = state === 'answered' ? yield* showCall(pageId, callId, at) : null;
      yield* change(pageEnded, pageId, pageState[state], failure, callId, extraction, 0, at);
    },
    *interruptCalls(page) {
      return (yield* change(interruptOf, page, now().toISOString())) > 0;
    },
    *discardCall(call: CallId, page: PageId) {
      yield* change(`DELETE FROM calls WHERE id = $1 AND state = 'calling'`, call);
      yield* change(pageWaits, page);
    },
    *reuseCall(page, call) {
      const at = now().toISOString();
      yield* dropResult(page);
      const extraction = yield* showCall(page, call, at);
      yield* change(pageEnded, page, 'recognized', null, call, extraction, 1, at);
    },
    *shareFailure(page, failure) {
      const at = now().toISOString();
      const kept = JSON.stringify(failure);
      if (yield* keepEarlier(page, kept, at)) return;
      yield* dropResult(page);
      yield* change(pageEnded, page, 'failed', kept, null, null, 1, at);
    },
  }) satisfies StepsOf<
    Pick<
      WriteStore,
      'beginCall' | 'endCall' | 'interruptCalls' | 'discardCall' | 'reuseCall' | 'shareFailure'
    >
  >;
