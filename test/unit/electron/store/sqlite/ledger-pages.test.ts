import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  callKey,
  earlierCallKey,
  keptOfFailedResponse,
  type CallIdentity,
} from '../../../../../electron/store/records/call.ts';
import { recoverLedger } from '../../../../../electron/store/sqlite/recover.ts';
import {
  page,
  identity,
  failure,
  opened,
  answer,
  newLedger,
  first,
  begun,
  bodyOf,
} from '../../../../helpers/test-ledger.ts';
import { sha, correct } from '../../../../helpers/stored-pages.ts';
import { now } from '../../../../helpers/now.ts';

describe('pages', () => {
  test('wait from the moment they are added', async () => {
    const { ledger } = await newLedger();
    const [a, b] = ledger.pages.addPages([page(), page({ name: 'b', path: null, prepared: null })]);
    expect(ledger.pages.pagesOf('vat-invoice').map(({ id, state }) => [id, state])).toEqual([
      [a, 'waiting'],
      [b, 'waiting'],
    ]);
    expect(ledger.pages.pagesOf('face-detect')).toEqual([]);
    expect(ledger.pages.page(b ?? 0)).toMatchObject({ picture: null, originalSha256: null, name: 'b' });
    ledger.close();
  });

  test('keep their response over a restart', async () => {
    const { ledger, path } = await newLedger();
    const id = first(ledger.pages.addPages([page()]));
    const callId = answer(ledger, id, '{"header":{}}');
    ledger.results.putSummaries(
      new Map([
        [
          id,
          {
            kind: '04',
            code: '3100',
            number: '12345678',
            issueDate: '2024-05-28',
            seller: '某公司',
            sellerTaxId: null,
            grossTotal: '318.00',
            faces: null,
            warnings: 2,
            errors: 1,
          },
        ],
      ]),
    );
    ledger.close();
    const again = opened(path);
    expect(again.pages.page(id)).toMatchObject({
      state: 'recognized',
      sid: 'sid-1',
      reused: false,
      finishedAt: '2024-05-28T08:00:00.000Z',
      figures: { seller: '某公司', number: '12345678', grossTotal: '318.00', warnings: 2, errors: 1 },
    });
    expect(bodyOf(again, callId)?.toString()).toBe('{"header":{}}');
    expect(again.integrity()).toBe('ok');
    again.close();
  });

  test('compress a large response, and return the same bytes', async () => {
    const { ledger, path } = await newLedger();
    const id = first(ledger.pages.addPages([page()]));
    const response = Buffer.from(JSON.stringify({ text: '发票'.repeat(100_000) }));
    const callId = begun(ledger, { ...identity(), pageId: id, picture: sha('a') });
    ledger.calls.endCall({
      callId,
      pageId: id,
      outcome: 'answered',
      httpStatus: 200,
      sid: 'sid-1',
      serverDate: null,
      response,
      packedResponse: brotliCompressSync(response),
    });
    expect(bodyOf(ledger, callId)?.equals(response)).toBe(true);
    expect(ledger.calls.response(callId)?.body.length).toBeLessThan(1_000);
    expect(ledger.callRecords.callsOf(id)[0]?.responseBytes).toBe(response.length);
    ledger.close();
    // Recovery detects a damaged byte in it, as in any other response.
    recoverLedger(path, now());
    const again = opened(path);
    expect(bodyOf(again, callId)?.equals(response)).toBe(true);
    again.close();
    const db = new DatabaseSync(path);
    db.exec(`UPDATE responses SET body = zeroblob(20)`);
    db.close();
    recoverLedger(path, now());
    const mended = opened(path);
    expect(bodyOf(mended, callId)).toBeNull();
    expect(mended.pages.page(id)?.state).toBe('interrupted');
    mended.close();
  });

  test('are interrupted if the process ended during their call', async () => {
    const { ledger, path } = await newLedger();
    const id = first(ledger.pages.addPages([page()]));
    begun(ledger, { ...identity(), pageId: id, picture: sha('a') });
    expect(ledger.pages.page(id)?.state).toBe('calling');
    ledger.close();
    const again = opened(path);
    expect(again.pages.page(id)?.state).toBe('interrupted');
    expect(again.calls.answeredCall(identity(), 0)).toBeNull();
    again.close();
  });

  test('report why they were refused, until they wait again', async () => {
    const { ledger } = await newLedger();
    const id = first(ledger.pages.addPages([page({ prepared: null })]));
    ledger.pages.refuse(id, { ...failure, kind: 'input', reason: 'missing', code: null });
    expect(ledger.pages.page(id)).toMatchObject({ state: 'failed', failure: { reason: 'missing' } });
    ledger.pages.setState([id], 'waiting');
    expect(ledger.pages.page(id)).toMatchObject({ state: 'waiting', failure: null, finishedAt: null });
    ledger.close();
  });

  test('delete everything of their own and nothing else', async () => {
    const { ledger } = await newLedger();
    const [a, b] = ledger.pages.addPages([page(), page({ name: 'the same picture again' })]);
    const callId = answer(ledger, a ?? 0);
    ledger.calls.reuseCall(b ?? 0, callId);
    ledger.results.append(a ?? 0, 0, 'local', [correct('1')]);
    expect(ledger.pages.removePages([a ?? 0])).toEqual([]);
    expect(bodyOf(ledger, callId)).not.toBeNull();
    expect(ledger.pages.page(b ?? 0)).toMatchObject({ state: 'recognized', reused: true });
    expect(ledger.pages.removePages([b ?? 0, 4711])).toEqual([{ sha256: sha('a'), encoding: 'jpg' }]);
    expect(bodyOf(ledger, callId)).toBeNull();
    expect(ledger.results.events(a ?? 0)).toEqual([]);
    ledger.close();
  });

  test('are the same if file and content are the same', async () => {
    const { ledger } = await newLedger();
    const id = first(ledger.pages.addPages([page()]));
    expect(ledger.pages.samePage(page(), sha('a'))?.id).toBe(id);
    expect(ledger.pages.samePage(page(), sha('b'))).toBeNull();
    expect(ledger.pages.samePage(page({ path: '/in/b.jpg' }), sha('a'))).toBeNull();
    expect(ledger.pages.samePage(page({ sandbox: true }), sha('a'))).toBeNull();
    expect(ledger.pages.samePage(page({ path: null }), sha('a'))).toBeNull();
    expect(ledger.pages.samePage(page(), null)).toBeNull();
    ledger.close();
  });
});

const by = (appId: string, baseUrl: string) =>
  callKey(identity({ answerer: { kind: 'service', appId, baseUrl } }));

describe('keys of calls', () => {
  test.each<[string, Partial<CallIdentity>]>([
    ['another service', { service: 'face-detect' }],
    ['another picture', { picture: sha('b') }],
    ['other options', { options: { points: true, attributes: false } }],
    ['another app', { answerer: { kind: 'service', appId: 'other', baseUrl: 'https://api.example.com' } }],
    [
      'another base URL',
      { answerer: { kind: 'service', appId: 'app', baseUrl: 'https://other.example.com' } },
    ],
    ['the sandbox', { answerer: { kind: 'sandbox', truth: 'x' } }],
  ])('differ by %s', (_, over) => {
    expect(callKey(identity(over))).not.toBe(callKey(identity()));
  });

  test.each<[string, Partial<CallIdentity>]>([
    ['another file', { originalSha256: sha('b') }],
    ['another page of a file', { page: 2 }],
    ['another way to the same picture', { treatment: { turn: 90, masks: [] } }],
  ])('are the same for %s with an equal picture', (_, over) => {
    expect(callKey(identity(over))).toBe(callKey(identity()));
  });

  test('find calls that earlier versions stored by their file', async () => {
    const { ledger, path } = await newLedger();
    answer(ledger, first(ledger.pages.addPages([page()])));
    ledger.close();
    const asBefore = (key: string): void => {
      const db = new DatabaseSync(path);
      db.prepare('UPDATE calls SET key = ?').run(key);
      db.close();
    };
    const found = (call: CallIdentity): boolean => {
      const again = opened(path);
      const one = again.calls.answeredCall(call, 0);
      again.close();
      return one !== null;
    };
    asBefore(earlierCallKey(identity()));
    expect(found(identity())).toBe(true);
    // Prepared otherwise by this version, or in another file.
    expect(found(identity({ picture: sha('c') }))).toBe(true);
    expect(found(identity({ originalSha256: sha('b'), page: 2 }))).toBe(true);
    expect(found(identity({ picture: sha('c'), originalSha256: sha('b') }))).toBe(false);
    expect(found(identity({ originalSha256: sha('b'), options: { points: true } }))).toBe(false);
    const sandbox = { kind: 'sandbox', truth: 'x' } as const;
    expect(found(identity({ originalSha256: sha('b'), answerer: sandbox }))).toBe(false);
    const other = { kind: 'service', appId: 'other', baseUrl: 'https://api.example.com' } as const;
    expect(found(identity({ originalSha256: sha('b'), answerer: other }))).toBe(false);
  });

  test('separate their members unambiguously', () => {
    expect(by('a', 'bc')).not.toBe(by('ab', 'c'));
    expect(callKey(identity({ options: { points: true } }))).not.toBe(
      callKey(identity({ options: { attributes: true } })),
    );
  });

  test('find the newest call with a response, never a failed one', async () => {
    const { ledger } = await newLedger();
    const id = first(ledger.pages.addPages([page()]));
    const failing = begun(ledger, { ...identity(), pageId: id, picture: sha('a') });
    ledger.calls.endCall({
      callId: failing,
      pageId: id,
      outcome: failure,
      httpStatus: 200,
      sid: 's',
      serverDate: null,
      response: Buffer.alloc(keptOfFailedResponse + 10),
    });
    expect(ledger.calls.answeredCall(identity(), 0)).toBeNull();
    expect(bodyOf(ledger, failing)?.length).toBe(keptOfFailedResponse);
    expect(ledger.pages.page(id)).toMatchObject({ state: 'failed', failure, sid: 's' });
    const one = answer(ledger, id);
    const two = answer(ledger, id);
    expect(ledger.calls.answeredCall(identity(), 0)?.id).toBe(two);
    expect(ledger.calls.answeredCall(identity(), two)).toBeNull();
    expect(ledger.calls.newestCall()).toBe(two);
    expect(two).toBeGreaterThan(one);
    ledger.close();
  });
});
