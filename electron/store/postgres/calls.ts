import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { failed, success } from '../../../shared/result.ts';
import { readCallRecord } from '../records/call-row.ts';
import { callKey, keptOfFailedResponse } from '../records/call.ts';
import type { ReadStore, WriteStore } from '../port.ts';
import { dropResult, keepEarlier, showCall } from './endings.ts';
import { lockPages, type Reach } from './page-questions.ts';
import { bufferOver } from '../../infra/bytes.ts';

type CallQuestions = Pick<
  ReadStore,
  'response' | 'answeredCall' | 'newestCall' | 'pictureOfCall' | 'lastSid' | 'callsOf'
>;
type CallWrites = Pick<
  WriteStore,
  'beginCall' | 'endCall' | 'interruptCalls' | 'discardCall' | 'reuseCall' | 'shareFailure'
>;

export const callQuestions = ({ db }: Reach): CallQuestions => ({
  response: async (call) => {
    const row = await db.selectFrom('responses').selectAll().where('call', '=', call).executeTakeFirst();
    if (!row) return null;
    // A byte has changed on the disk. A missing response is better than a wrong figure.
    if (row.crc !== null && crc32(row.body) !== row.crc) return null;
    return { body: row.body, isPacked: row.unpacked !== null };
  },
  answeredCall: async (key, after) => {
    const row = await db
      .selectFrom('calls')
      .select(['id', 'sid'])
      .where('key', '=', key)
      .where('state', '=', 'answered')
      .where('id', '>', after)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  },
  newestCall: async () => {
    const row = await db
      .selectFrom('calls')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst();
    return row?.id ?? 0;
  },
  pictureOfCall: async (call) => {
    const row = await db.selectFrom('calls').select('picture').where('id', '=', call).executeTakeFirst();
    return row?.picture ?? null;
  },
  lastSid: async (page) => {
    const row = await db
      .selectFrom('calls')
      .select('sid')
      .where('page', '=', page)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.sid ?? null;
  },
  callsOf: async (page) => {
    const found = await sql`
      SELECT calls.id, calls.service, calls.sandbox, calls.page IS DISTINCT FROM ${page} AS "ofOtherPage",
        calls.state, calls.attempt, calls.started_at AS "startedAt", calls.finished_at AS "finishedAt",
        calls.app_id AS "appId", calls.base_url AS "baseUrl", calls.options, pictures.encoding, pictures.width,
        pictures.height, pictures.bytes, calls.http_status AS "httpStatus", calls.sid,
        calls.server_date AS "serverDate", calls.retry_after AS "retryAfter",
        calls.signed_offset AS "signedOffsetMs", calls.measured_offset AS "measuredOffsetMs",
        coalesce(responses.unpacked, length(responses.body)) AS "responseBytes", calls.failure
      FROM calls JOIN pictures ON pictures.sha256 = calls.picture LEFT JOIN responses ON responses.call = calls.id
      WHERE calls.page = ${page} OR calls.id = (SELECT call FROM pages WHERE id = ${page})
      ORDER BY calls.id`.execute(db);
    return found.rows.map(readCallRecord);
  },
});

const pageState = { answered: 'recognized', cancelled: 'cancelled', failed: 'failed' } as const;

export const callWrites = (reach: Reach): CallWrites => {
  const { db, now } = reach;
  const setPage = (page: number) => db.updateTable('pages').where('id', '=', page);
  const keepResponse = async (call: number, body: Uint8Array, unpacked: number | null): Promise<void> => {
    const kept = bufferOver(body);
    await db
      .insertInto('responses')
      .values({ call, body: kept, unpacked, crc: crc32(kept) })
      .execute();
  };

  return {
    beginCall: async (start, lease) => {
      const { answerer } = start;
      await lockPages(reach, [start.pageId]);
      const at = now().toISOString();
      // This owner gave up its earlier call and calls again.
      await db
        .updateTable('calls')
        .set({ state: 'interrupted', finished_at: at, maybe_paid: 1 })
        .where('key', '=', callKey(start))
        .where('state', '=', 'calling')
        .where('lease_owner', '=', lease.owner)
        .execute();
      const begun = await sql<{ id: number }>`
        INSERT INTO calls (service, key, options, app_id, base_url, sandbox, picture, state, started_at, page,
          attempt, signed_offset, lease_owner, lease_until)
        VALUES (${start.service}, ${callKey(start)}, ${JSON.stringify(start.options)},
          ${answerer.kind === 'service' ? answerer.appId : ''},
          ${answerer.kind === 'service' ? answerer.baseUrl : ''}, ${Number(answerer.kind === 'sandbox')},
          ${start.picture}, 'calling', ${now().toISOString()}, ${start.pageId}, ${start.attempt ?? 1},
          ${start.signedOffsetMs ?? 0}, ${lease.owner}, ${lease.until})
        ON CONFLICT (key) WHERE state = 'calling' DO NOTHING RETURNING id`.execute(db);
      const [row] = begun.rows;
      if (!row) return failed({ reason: 'under-way' });
      await setPage(start.pageId).set({ state: 'calling', failure: null, finished_at: null }).execute();
      return success(row.id);
    },
    endCall: async ({
      callId,
      pageId,
      outcome,
      httpStatus,
      sid,
      serverDate,
      response,
      packedResponse,
      ...end
    }) => {
      const at = now().toISOString();
      const state = typeof outcome === 'string' ? outcome : 'failed';
      const failure = typeof outcome === 'string' ? null : JSON.stringify(outcome);
      const { measuredOffsetMs = null, retryAfter = null, continues = false } = end;
      const maybePaid = outcome === 'cancelled' || (typeof outcome === 'object' && outcome.mayHaveBeenPaid);
      await lockPages(reach, [pageId]);
      await db
        .updateTable('calls')
        .set({
          state,
          finished_at: at,
          http_status: httpStatus,
          sid,
          server_date: serverDate,
          failure,
          measured_offset: measuredOffsetMs,
          retry_after: retryAfter?.slice(0, 100) ?? null,
          maybe_paid: Number(maybePaid),
        })
        .where('id', '=', callId)
        .execute();
      if (response && state === 'answered')
        await keepResponse(callId, packedResponse ?? response, packedResponse ? response.length : null);
      else if (response) await keepResponse(callId, response.subarray(0, keptOfFailedResponse), null);
      if (continues) {
        await setPage(pageId).set({ state: 'waiting' }).execute();
        return;
      }
      if (state !== 'answered' && (await keepEarlier(reach, pageId, failure, at))) return;
      await dropResult(reach, pageId);
      const extraction = state === 'answered' ? await showCall(reach, pageId, callId, at) : null;
      await setPage(pageId)
        .set({ state: pageState[state], failure, call: callId, extraction, reused: 0, finished_at: at })
        .execute();
    },
    interruptCalls: async (page) => {
      const ended = await db
        .updateTable('calls')
        .set({ state: 'interrupted', finished_at: now().toISOString(), maybe_paid: 1 })
        .where('page', '=', page)
        .where('state', '=', 'calling')
        .executeTakeFirst();
      return Number(ended.numUpdatedRows) > 0;
    },
    discardCall: async (call, page) => {
      await db.deleteFrom('calls').where('id', '=', call).where('state', '=', 'calling').execute();
      await setPage(page).set({ state: 'waiting' }).execute();
    },
    reuseCall: async (page, call) => {
      const at = now().toISOString();
      await dropResult(reach, page);
      const extraction = await showCall(reach, page, call, at);
      await setPage(page)
        .set({ state: 'recognized', failure: null, call, extraction, reused: 1, finished_at: at })
        .execute();
    },
    shareFailure: async (page, failure) => {
      const at = now().toISOString();
      const kept = JSON.stringify(failure);
      if (await keepEarlier(reach, page, kept, at)) return;
      await dropResult(reach, page);
      await setPage(page)
        .set({ state: 'failed', failure: kept, call: null, extraction: null, reused: 1, finished_at: at })
        .execute();
    },
  };
};
