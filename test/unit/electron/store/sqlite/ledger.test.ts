import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { callKey, keptOfFailedReply, type CallIdentity } from '../../../../../electron/store/sqlite/calls.ts';
import { openLedger, type Ledger } from '../../../../../electron/store/sqlite/open-ledger.ts';
import type { NewPage } from '../../../../../electron/store/sqlite/pages.ts';
import { recoverLedger } from '../../../../../electron/store/sqlite/recover.ts';
import type { Failure } from '../../../../../shared/services/failure.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const now = () => new Date('2024-05-28T08:00:00Z');
const sha = (letter: string) => letter.repeat(64);

const page = (over: Partial<NewPage> = {}): NewPage => ({
  service: 'vat-invoice',
  name: 'a.jpg',
  source: 'in/a.jpg',
  path: '/in/a.jpg',
  sandbox: false,
  options: {},
  prepared: {
    originalSha256: sha('a'),
    pageCount: 1,
    preparation: {
      format: 'jpg',
      page: { width: 40, height: 30, unit: 'px' },
      treatment: { turn: 0, masks: [] },
      changes: [],
    },
    originalBytes: 10,
    picture: { encoding: 'jpg', width: 4, height: 3, bytes: 10, sha256: sha('a') },
  },
  ...over,
});

const identity = (over: Partial<CallIdentity> = {}): CallIdentity => ({
  service: 'vat-invoice',
  originalSha256: sha('a'),
  page: 1,
  options: {},
  answerer: { kind: 'service', appId: 'app', baseUrl: 'https://api.example.com' },
  ...over,
});

const failure: Failure = {
  kind: 'service',
  reason: 'object-code',
  code: 37042,
  said: 'Failure',
  retryable: false,
  mayHaveBeenPaid: false,
};

const opened = (path: string): Ledger => {
  const result = openLedger(path, now);
  if (!result.ok) throw new Error(result.failure.said);
  return result.value;
};

const answer = (
  ledger: Ledger,
  pageId: number,
  reply = 'reply',
  over: Partial<CallIdentity> = {},
): number => {
  const callId = ledger.calls.begin({ ...identity(over), pageId, picture: sha('a') });
  ledger.calls.end({
    callId,
    pageId,
    outcome: 'answered',
    httpStatus: 200,
    sid: 'sid-1',
    serverDate: null,
    reply: Buffer.from(reply),
  });
  return callId;
};

/** A ledger of the running test's own, and how to open its file again. */
const newLedger = async () => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  return { path, ledger: opened(path) };
};

const first = (ids: readonly number[]): number => ids[0] ?? 0;

describe('pages', () => {
  test('wait from the moment they are added', async () => {
    const { ledger } = await newLedger();
    const [a, b] = ledger.pages.add([page(), page({ name: 'b', path: null, prepared: null })]);
    expect(ledger.pages.list('vat-invoice').map(({ id, state }) => [id, state])).toEqual([
      [a, 'waiting'],
      [b, 'waiting'],
    ]);
    expect(ledger.pages.list('face-detect')).toEqual([]);
    expect(ledger.pages.get(b ?? 0)).toMatchObject({ picture: null, originalSha256: null, name: 'b' });
    ledger.close();
  });

  test('an answer and its page are there after a restart', async () => {
    const { ledger, path } = await newLedger();
    const id = first(ledger.pages.add([page()]));
    const callId = answer(ledger, id, '{"header":{}}');
    ledger.results.set(id, {
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
    });
    ledger.close();
    const again = opened(path);
    expect(again.pages.get(id)).toMatchObject({
      state: 'recognized',
      sid: 'sid-1',
      reused: false,
      finishedAt: '2024-05-28T08:00:00.000Z',
      figures: { seller: '某公司', number: '12345678', grossTotal: '318.00', warnings: 2, errors: 1 },
    });
    expect(again.calls.reply(callId)?.toString()).toBe('{"header":{}}');
    expect(again.integrity()).toBe('ok');
    again.close();
  });

  test('a large reply is kept packed, and is the same when it is asked for', async () => {
    const { ledger, path } = await newLedger();
    const id = first(ledger.pages.add([page()]));
    const reply = Buffer.from(JSON.stringify({ text: '发票'.repeat(100_000) }));
    const callId = ledger.calls.begin({ ...identity(), pageId: id, picture: sha('a') });
    ledger.calls.end({
      callId,
      pageId: id,
      outcome: 'answered',
      httpStatus: 200,
      sid: 'sid-1',
      serverDate: null,
      reply,
      packedReply: brotliCompressSync(reply),
    });
    expect(ledger.calls.reply(callId)?.equals(reply)).toBe(true);
    expect(ledger.calls.keptReply(callId)?.body.length).toBeLessThan(1_000);
    expect(ledger.callRecords.of(id)[0]?.replyBytes).toBe(reply.length);
    ledger.close();
    // A damaged byte in it is noticed where the file is recovered, as in any other answer.
    recoverLedger(path, now());
    const again = opened(path);
    expect(again.calls.reply(callId)?.equals(reply)).toBe(true);
    again.close();
    const db = new DatabaseSync(path);
    db.exec(`UPDATE replies SET body = zeroblob(20)`);
    db.close();
    recoverLedger(path, now());
    const mended = opened(path);
    expect(mended.calls.reply(callId)).toBeNull();
    expect(mended.pages.get(id)?.state).toBe('interrupted');
    mended.close();
  });

  test('a call that was under way when the process ended is interrupted, not forgotten', async () => {
    const { ledger, path } = await newLedger();
    const id = first(ledger.pages.add([page()]));
    ledger.calls.begin({ ...identity(), pageId: id, picture: sha('a') });
    expect(ledger.pages.get(id)?.state).toBe('calling');
    ledger.close();
    const again = opened(path);
    expect(again.pages.get(id)?.state).toBe('interrupted');
    expect(again.calls.answered(callKey(identity()), 0)).toBeNull();
    again.close();
  });

  test('a refusal says why, and waiting again forgets it', async () => {
    const { ledger } = await newLedger();
    const id = first(ledger.pages.add([page({ prepared: null })]));
    ledger.pages.refused(id, { ...failure, kind: 'input', reason: 'missing', code: null });
    expect(ledger.pages.get(id)).toMatchObject({ state: 'failed', failure: { reason: 'missing' } });
    ledger.pages.setState([id], 'waiting');
    expect(ledger.pages.get(id)).toMatchObject({ state: 'waiting', failure: null, finishedAt: null });
    ledger.close();
  });

  test('removing deletes all that belongs to a page and nothing else', async () => {
    const { ledger } = await newLedger();
    const [a, b] = ledger.pages.add([page(), page({ name: 'the same picture again' })]);
    const callId = answer(ledger, a ?? 0);
    ledger.calls.reuse(b ?? 0, callId);
    ledger.results.correct(a ?? 0, 'number', '1');
    expect(ledger.pages.remove([a ?? 0])).toEqual([]);
    expect(ledger.calls.reply(callId)).not.toBeNull();
    expect(ledger.pages.get(b ?? 0)).toMatchObject({ state: 'recognized', reused: true });
    expect(ledger.pages.remove([b ?? 0, 4711])).toEqual([{ sha256: sha('a'), encoding: 'jpg' }]);
    expect(ledger.calls.reply(callId)).toBeNull();
    expect(ledger.results.corrections(a ?? 0)).toEqual([]);
    ledger.close();
  });

  test('the same file with the same content is the same page', async () => {
    const { ledger } = await newLedger();
    const id = first(ledger.pages.add([page()]));
    expect(ledger.pages.same(page(), sha('a'))?.id).toBe(id);
    expect(ledger.pages.same(page(), sha('b'))).toBeNull();
    expect(ledger.pages.same(page({ path: '/in/b.jpg' }), sha('a'))).toBeNull();
    expect(ledger.pages.same(page({ sandbox: true }), sha('a'))).toBeNull();
    expect(ledger.pages.same(page({ path: null }), sha('a'))).toBeNull();
    ledger.close();
  });
});

describe('paid once', () => {
  test.each<[string, Partial<CallIdentity>]>([
    ['another service', { service: 'face-detect' }],
    ['other bytes', { originalSha256: sha('b') }],
    ['another page', { page: 2 }],
    ['other options', { options: { points: true, attributes: false } }],
    ['another app', { answerer: { kind: 'service', appId: 'other', baseUrl: 'https://api.example.com' } }],
    [
      'another base URL',
      { answerer: { kind: 'service', appId: 'app', baseUrl: 'https://other.example.com' } },
    ],
    ['the sandbox', { answerer: { kind: 'sandbox', truth: 'x' } }],
  ])('%s is another call', (_, over) => {
    expect(callKey(identity(over))).not.toBe(callKey(identity()));
  });

  test('no members run together', () => {
    const by = (appId: string, baseUrl: string) =>
      callKey(identity({ answerer: { kind: 'service', appId, baseUrl } }));
    expect(by('a', 'bc')).not.toBe(by('ab', 'c'));
    expect(callKey(identity({ options: { points: true } }))).not.toBe(
      callKey(identity({ options: { attributes: true } })),
    );
  });

  test('the newest answered call serves, a failed one never', async () => {
    const { ledger } = await newLedger();
    const id = first(ledger.pages.add([page()]));
    const key = callKey(identity());
    const failing = ledger.calls.begin({ ...identity(), pageId: id, picture: sha('a') });
    ledger.calls.end({
      callId: failing,
      pageId: id,
      outcome: failure,
      httpStatus: 200,
      sid: 's',
      serverDate: null,
      reply: Buffer.alloc(keptOfFailedReply + 10),
    });
    expect(ledger.calls.answered(key, 0)).toBeNull();
    expect(ledger.calls.reply(failing)?.length).toBe(keptOfFailedReply);
    expect(ledger.pages.get(id)).toMatchObject({ state: 'failed', failure, sid: 's' });
    const one = answer(ledger, id);
    const two = answer(ledger, id);
    expect(ledger.calls.answered(key, 0)?.id).toBe(two);
    expect(ledger.calls.answered(key, two)).toBeNull();
    expect(ledger.calls.newestId()).toBe(two);
    expect(two).toBeGreaterThan(one);
    ledger.close();
  });
});

test('corrections are events in their order', async () => {
  const { ledger } = await newLedger();
  const id = first(ledger.pages.add([page()]));
  ledger.results.correct(id, 'number', '1');
  ledger.results.correct(id, 'number', null);
  expect(ledger.results.corrections(id).map(({ field, value }) => [field, value])).toEqual([
    ['number', '1'],
    ['number', null],
  ]);
  ledger.close();
});

test('invoices alike are those with the number, or with the amount on the same day', async () => {
  const { ledger } = await newLedger();
  const figures = {
    kind: '04',
    code: null,
    issueDate: '2024-05-28',
    seller: 's',
    sellerTaxId: null,
    faces: null,
    warnings: 0,
    errors: 0,
  };
  const ids = ledger.pages.add([page(), page(), page(), page(), page({ sandbox: true })]);
  const rows = [
    ['1', '10.00'],
    ['1', '99.00'],
    ['2', '10.00'],
    ['3', '11.00'],
    ['1', '10.00'],
  ] as const;
  for (const [index, id] of ids.entries()) {
    answer(ledger, id);
    ledger.results.set(id, { ...figures, number: rows[index]![0], grossTotal: rows[index]![1] });
  }
  const alike = ledger.results.alike(ids[0]!, false, { ...figures, number: '1', grossTotal: '10.00' });
  expect(alike.map(({ pageId }) => pageId)).toEqual([ids[1], ids[2]]);
  const nothing = { ...figures, number: null, grossTotal: null, issueDate: null };
  expect(ledger.results.alike(ids[0]!, false, nothing)).toEqual([]);
  ledger.close();
});

test('the QR code of a picture is looked for once, and finding none counts', async () => {
  const { ledger } = await newLedger();
  ledger.pages.add([page()]);
  expect(ledger.results.qr(sha('a'))).toBeUndefined();
  ledger.results.setQr(sha('a'), null);
  expect(ledger.results.qr(sha('a'))).toBeNull();
  ledger.results.setQr(sha('a'), '01,04');
  expect(ledger.results.qr(sha('a'))).toBe('01,04');
  ledger.close();
});

describe('files that are not ours to write', () => {
  test('a damaged one is refused and left as it is', async () => {
    const path = join(await temporaryFolder(), 'ledger.sqlite');
    writeFileSync(path, 'this is no database, and it is long enough to be taken for one'.repeat(100));
    expect(openLedger(path, now)).toMatchObject({ ok: false, failure: { reason: 'damaged' } });
  });

  test('a newer one is refused and left as it is', async () => {
    const { ledger, path } = await newLedger();
    ledger.close();
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 4711');
    db.close();
    expect(openLedger(path, now)).toMatchObject({ ok: false, failure: { reason: 'newer' } });
  });

  test('a folder in its place is named unusable', async () => {
    expect(openLedger(await temporaryFolder(), now)).toMatchObject({
      ok: false,
      failure: { reason: 'unusable' },
    });
  });
});
