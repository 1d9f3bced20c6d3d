import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CallIdentity } from '../../../../../electron/store/records/call.ts';
import { noFigures } from '../../../../../electron/pipeline/figures.ts';
import { openLedger } from '../../../../../electron/store/sqlite/open-ledger.ts';
import type { Failure } from '../../../../../shared/services/failure.ts';
import { begun } from '../../../../helpers/test-ledger.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const sha = (letter: string) => letter.repeat(64);
const failure: Failure = {
  kind: 'service',
  reason: 'object-code',
  code: 37042,
  detail: 'Failure',
  retryable: false,
  mayHaveBeenPaid: false,
};
const identity: CallIdentity = {
  service: 'face-detect',
  picture: sha('a'),
  originalSha256: sha('a'),
  page: 1,
  options: { points: true },
  answerer: { kind: 'service', appId: 'app', baseUrl: 'https://api.example.com' },
};
const figures = {
  ...noFigures,
  faces: 3,
  warnings: 0,
  errors: 0,
};

/** A photo that was recognized with points; the clock moves on a day with each call. */
const recognizedPage = async () => {
  let day = 0;
  const now = () => new Date(Date.UTC(2026, 4, 3 + day));
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  const opened = openLedger(path, now);
  if (!opened.ok) throw new Error(opened.failure.detail);
  const ledger = opened.value;
  const picture = { encoding: 'jpg', width: 4, height: 3, bytes: 10, sha256: sha('a') } as const;
  const prepared = {
    originalSha256: sha('a'),
    pageCount: 1,
    preparation: {
      format: 'jpg',
      page: { width: 40, height: 30, unit: 'px' },
      treatment: { turn: 0, masks: [] },
      changes: [],
    },
    originalBytes: 10,
    picture,
  } as const;
  const [id = 0] = ledger.pages.addPages([
    {
      service: 'face-detect',
      name: 'a.jpg',
      source: 'a.jpg',
      path: '/in/a.jpg',
      sandbox: false,
      options: { points: true },
      author: 'local',
      prepared,
    },
  ]);
  const call = (outcome: 'answered' | 'cancelled' | Failure): number => {
    const callId = begun(ledger, { ...identity, pageId: id, picture: sha('a') });
    const sid = `sid-${callId}`;
    const response = outcome === 'answered' ? Buffer.from('response') : null;
    ledger.calls.endCall({ callId, pageId: id, outcome, httpStatus: 200, sid, serverDate: null, response });
    day += 1;
    return callId;
  };
  const first = call('answered');
  ledger.results.putSummaries(new Map([[id, figures]]));
  const askAgain = () => {
    ledger.pages.setOptions([id], { points: true, attributes: true });
    ledger.pages.setState([id], 'waiting');
  };
  /** The ledger as the next start finds it if this one ends during a call. */
  const killedInCall = () => {
    begun(ledger, { ...identity, pageId: id, picture: sha('a') });
    day += 1;
    ledger.close();
    const again = openLedger(path, now);
    if (!again.ok) throw new Error(again.failure.detail);
    return again.value;
  };
  return { ledger, id, first, call, askAgain, killedInCall, prepared, page: () => ledger.pages.page(id) };
};

describe('an earlier extraction', () => {
  test('stays shown with the later failure, its own time and its own options', async () => {
    const { ledger, first, call, askAgain, page } = await recognizedPage();
    askAgain();
    const second = call(failure);
    expect(page()).toMatchObject({
      state: 'recognized',
      failure: { code: 37042 },
      callId: first,
      sid: `sid-${first}`,
      options: { points: true },
      answeredAt: '2026-05-03T00:00:00.000Z',
      finishedAt: '2026-05-04T00:00:00.000Z',
      figures: { faces: 3 },
    });
    expect(ledger.calls.lastSid(page()?.id ?? 0)).toBe(`sid-${second}`);
    askAgain();
    call(failure);
    expect(page()).toMatchObject({ state: 'recognized', callId: first, figures: { faces: 3 } });
    ledger.close();
  });

  test('is replaced by a new response without a failure', async () => {
    const { ledger, call, askAgain, page } = await recognizedPage();
    askAgain();
    call(failure);
    askAgain();
    const third = call('answered');
    expect(page()).toMatchObject({ state: 'recognized', failure: null, callId: third, figures: null });
    expect(page()?.answeredAt).toBe('2026-05-05T00:00:00.000Z');
    ledger.close();
  });

  test('survives a cancelled call, a refusal, and the failure of an equal page', async () => {
    const { ledger, id, first, call, askAgain, page } = await recognizedPage();
    askAgain();
    call('cancelled');
    expect(page()).toMatchObject({ state: 'recognized', failure: null, callId: first });
    askAgain();
    ledger.pages.setState([id], 'cancelled');
    expect(page()).toMatchObject({ state: 'recognized', failure: null, callId: first });
    askAgain();
    ledger.pages.refuse(id, { ...failure, kind: 'input', reason: 'missing', code: null });
    expect(page()).toMatchObject({ state: 'recognized', failure: { reason: 'missing' }, callId: first });
    askAgain();
    ledger.calls.shareFailure(id, failure);
    expect(page()).toMatchObject({ state: 'recognized', failure: { code: 37042 }, callId: first });
    ledger.close();
  });

  test('does not apply to another picture', async () => {
    const { ledger, id, call, prepared, page } = await recognizedPage();
    ledger.pages.setTreatment(id, { turn: 90, masks: [] }, null);
    ledger.pages.setPrepared(id, { ...prepared, picture: { ...prepared.picture, sha256: sha('b') } });
    ledger.pages.setState([id], 'waiting');
    call(failure);
    expect(page()).toMatchObject({ state: 'failed', failure: { code: 37042 }, answeredAt: null });
    ledger.close();
  });

  test('survives a kill during the new call, which may have been billed', async () => {
    const { id, first, askAgain, killedInCall } = await recognizedPage();
    askAgain();
    const ledger = killedInCall();
    expect(ledger.pages.page(id)).toMatchObject({
      state: 'recognized',
      failure: { kind: 'network', reason: 'interrupted', mayHaveBeenPaid: true },
      callId: first,
      options: { points: true },
      answeredAt: '2026-05-03T00:00:00.000Z',
      finishedAt: '2026-05-05T00:00:00.000Z',
      figures: { faces: 3 },
    });
    expect(ledger.callRecords.callsOf(id).map(({ state }) => state)).toEqual(['answered', 'interrupted']);
    ledger.pages.setState([id], 'cancelled');
    expect(ledger.pages.page(id)).toMatchObject({ state: 'recognized', failure: null, callId: first });
    // A job that broke off while the program continued.
    ledger.pages.setState([id], 'waiting');
    ledger.pages.setState([id], 'interrupted');
    expect(ledger.pages.page(id)).toMatchObject({ state: 'recognized', failure: { reason: 'interrupted' } });
    ledger.close();
  });

  test('is not reused for a page that waits for a new call, until that page ends', async () => {
    const { ledger, id, first, call, page } = await recognizedPage();
    expect(page()?.afterCall).toBe(0);
    ledger.pages.askAgain([id], null);
    expect(page()).toMatchObject({ state: 'waiting', failure: null, afterCall: first });
    ledger.pages.setState([id], 'waiting');
    expect(page()?.afterCall).toBe(first);
    call(failure);
    expect(page()).toMatchObject({ state: 'recognized', afterCall: 0 });
    for (const end of ['cancelled', 'interrupted'] as const) {
      ledger.pages.askAgain([id], null);
      ledger.pages.setState([id], end);
      expect(page()?.afterCall).toBe(0);
    }
    ledger.pages.askAgain([id], null);
    ledger.pages.setTreatment(id, { turn: 90, masks: [] }, null);
    expect(page()?.afterCall).toBe(0);
    ledger.close();
  });

  test('is not shown for another picture after a kill either', async () => {
    const { ledger: before, id, killedInCall, prepared } = await recognizedPage();
    before.pages.setTreatment(id, { turn: 90, masks: [] }, null);
    before.pages.setPrepared(id, { ...prepared, picture: { ...prepared.picture, sha256: sha('b') } });
    const ledger = killedInCall();
    expect(ledger.pages.page(id)).toMatchObject({ state: 'interrupted', failure: null, answeredAt: null });
    ledger.close();
  });

  test('is not created if there was none', async () => {
    const { ledger, page, id } = await recognizedPage();
    const row = page();
    if (!row) throw new Error('no page');
    const [other = 0] = ledger.pages.addPages([
      { ...row, author: 'local', beside: id, page: 2, prepared: null },
    ]);
    ledger.pages.setState([other], 'cancelled');
    expect(ledger.pages.page(other)).toMatchObject({ state: 'cancelled', answeredAt: null });
    ledger.close();
  });
});
