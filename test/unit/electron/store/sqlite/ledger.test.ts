import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  callKey,
  keptOfFailedResponse,
  type CallIdentity,
} from '../../../../../electron/store/records/call.ts';
import { openLedger, type Ledger } from '../../../../../electron/store/sqlite/open-ledger.ts';
import type { NewPage } from '../../../../../electron/store/records/page.ts';
import { recoverLedger } from '../../../../../electron/store/sqlite/recover.ts';
import type { InvoiceExtraction, Seal } from '../../../../../shared/invoice/extraction.ts';
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
  detail: 'Failure',
  retryable: false,
  mayHaveBeenPaid: false,
};

const opened = (path: string): Ledger => {
  const result = openLedger(path, now);
  if (!result.ok) throw new Error(result.failure.detail);
  return result.value;
};

const answer = (
  ledger: Ledger,
  pageId: number,
  response = 'reply',
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
    response: Buffer.from(response),
  });
  return callId;
};

/** The running test's own ledger, and a function that opens its file again. */
const newLedger = async () => {
  const path = join(await temporaryFolder(), 'ledger.sqlite');
  return { path, ledger: opened(path) };
};

const correct = (value: string | null) => ({ kind: 'correct', field: 'number', value }) as const;

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

  test('keep their response over a restart', async () => {
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
    expect(again.calls.response(callId)?.toString()).toBe('{"header":{}}');
    expect(again.integrity()).toBe('ok');
    again.close();
  });

  test('compress a large response, and return the same bytes', async () => {
    const { ledger, path } = await newLedger();
    const id = first(ledger.pages.add([page()]));
    const response = Buffer.from(JSON.stringify({ text: '发票'.repeat(100_000) }));
    const callId = ledger.calls.begin({ ...identity(), pageId: id, picture: sha('a') });
    ledger.calls.end({
      callId,
      pageId: id,
      outcome: 'answered',
      httpStatus: 200,
      sid: 'sid-1',
      serverDate: null,
      response,
      packedResponse: brotliCompressSync(response),
    });
    expect(ledger.calls.response(callId)?.equals(response)).toBe(true);
    expect(ledger.calls.keptResponse(callId)?.body.length).toBeLessThan(1_000);
    expect(ledger.callRecords.of(id)[0]?.responseBytes).toBe(response.length);
    ledger.close();
    // Recovery detects a damaged byte in it, as in any other response.
    recoverLedger(path, now());
    const again = opened(path);
    expect(again.calls.response(callId)?.equals(response)).toBe(true);
    again.close();
    const db = new DatabaseSync(path);
    db.exec(`UPDATE responses SET body = zeroblob(20)`);
    db.close();
    recoverLedger(path, now());
    const mended = opened(path);
    expect(mended.calls.response(callId)).toBeNull();
    expect(mended.pages.get(id)?.state).toBe('interrupted');
    mended.close();
  });

  test('are interrupted if the process ended during their call', async () => {
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

  test('report why they were refused, until they wait again', async () => {
    const { ledger } = await newLedger();
    const id = first(ledger.pages.add([page({ prepared: null })]));
    ledger.pages.refused(id, { ...failure, kind: 'input', reason: 'missing', code: null });
    expect(ledger.pages.get(id)).toMatchObject({ state: 'failed', failure: { reason: 'missing' } });
    ledger.pages.setState([id], 'waiting');
    expect(ledger.pages.get(id)).toMatchObject({ state: 'waiting', failure: null, finishedAt: null });
    ledger.close();
  });

  test('delete everything of their own and nothing else', async () => {
    const { ledger } = await newLedger();
    const [a, b] = ledger.pages.add([page(), page({ name: 'the same picture again' })]);
    const callId = answer(ledger, a ?? 0);
    ledger.calls.reuse(b ?? 0, callId);
    ledger.results.append(a ?? 0, 0, 'local', [correct('1')]);
    expect(ledger.pages.remove([a ?? 0])).toEqual([]);
    expect(ledger.calls.response(callId)).not.toBeNull();
    expect(ledger.pages.get(b ?? 0)).toMatchObject({ state: 'recognized', reused: true });
    expect(ledger.pages.remove([b ?? 0, 4711])).toEqual([{ sha256: sha('a'), encoding: 'jpg' }]);
    expect(ledger.calls.response(callId)).toBeNull();
    expect(ledger.results.events(a ?? 0)).toEqual([]);
    ledger.close();
  });

  test('are the same if file and content are the same', async () => {
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

describe('keys of calls', () => {
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
  ])('differ by %s', (_, over) => {
    expect(callKey(identity(over))).not.toBe(callKey(identity()));
  });

  test('separate their members unambiguously', () => {
    const by = (appId: string, baseUrl: string) =>
      callKey(identity({ answerer: { kind: 'service', appId, baseUrl } }));
    expect(by('a', 'bc')).not.toBe(by('ab', 'c'));
    expect(callKey(identity({ options: { points: true } }))).not.toBe(
      callKey(identity({ options: { attributes: true } })),
    );
  });

  test('find the newest call with a response, never a failed one', async () => {
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
      response: Buffer.alloc(keptOfFailedResponse + 10),
    });
    expect(ledger.calls.answered(key, 0)).toBeNull();
    expect(ledger.calls.response(failing)?.length).toBe(keptOfFailedResponse);
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

describe('review events', () => {
  test('keep their order, author, version and extraction', async () => {
    const { ledger } = await newLedger();
    const id = first(ledger.pages.add([page()]));
    expect(ledger.results.append(id, 0, 'local', [correct('1'), correct(null)])).toMatchObject({
      ok: true,
      value: [{ version: 0 }, { version: 1 }],
    });
    answer(ledger, id);
    const { extractionId } = ledger.pages.get(id) ?? {};
    ledger.results.append(id, 2, 'other', [{ kind: 'confirm' }]);
    expect(ledger.results.events(id)).toMatchObject([
      { version: 0, by: 'local', change: correct('1'), extractionId: null },
      { version: 1, by: 'local', change: correct(null), extractionId: null },
      { version: 2, by: 'other', change: { kind: 'confirm' }, extractionId },
    ]);
    ledger.close();
  });

  test('for an older version are rejected with the first author, and not stored', async () => {
    const { ledger } = await newLedger();
    const id = first(ledger.pages.add([page()]));
    ledger.results.append(id, 0, 'first', [correct('1')]);
    for (const version of [0, 2])
      expect(ledger.results.append(id, version, 'second', [correct('2')])).toEqual({
        ok: false,
        failure: { version: 1, by: 'first' },
      });
    expect(ledger.results.events(id)).toHaveLength(1);
    ledger.close();
  });
});

describe('extractions', () => {
  const party = { name: null, taxId: null, addressPhone: null, bankAccount: null };
  const payload = {
    reader: 'xml',
    invoice: { number: '24', buyer: party, seller: party, lines: [] },
    ticket: null,
    origins: {},
    findings: [],
    qr: null,
  } as unknown as InvoiceExtraction;

  test('of a call belong to each page that shows them, once', async () => {
    const { ledger } = await newLedger();
    const [a = 0, b = 0] = ledger.pages.add([page(), page()]);
    const callId = answer(ledger, a);
    ledger.calls.reuse(b, callId);
    ledger.calls.reuse(b, callId);
    expect(ledger.extractions.of(a)).toMatchObject([{ page: a, reader: 'service', callId, payload: null }]);
    expect(ledger.extractions.of(b)).toMatchObject([{ page: b, reader: 'service', callId }]);
    expect(ledger.pages.get(b)).toMatchObject({
      extractionId: ledger.extractions.of(b)[0]?.id,
      reader: 'service',
    });
    ledger.close();
  });

  test('of a local reader complete a page without a call, and survive a later failure', async () => {
    const { ledger, path } = await newLedger();
    const id = first(ledger.pages.add([page({ prepared: null })]));
    const extraction = ledger.extractions.add(id, { version: 3, payload });
    ledger.pages.refused(id, { ...failure, kind: 'input', reason: 'missing', code: null });
    ledger.close();
    const again = opened(path);
    expect(again.pages.get(id)).toMatchObject({
      state: 'recognized',
      reader: 'xml',
      callId: null,
      extractionId: extraction,
      maybePaid: false,
      failure: { reason: 'missing' },
    });
    expect(again.extractions.get(extraction)).toMatchObject({ version: 3, payload });
    again.close();
  });

  test('survive a recovery', async () => {
    const { ledger, path } = await newLedger();
    const [a = 0, b = 0] = ledger.pages.add([page(), page({ prepared: null })]);
    answer(ledger, a, '{}');
    ledger.extractions.add(b, { version: 1, payload });
    ledger.results.append(a, 0, 'local', [correct('1')]);
    ledger.close();
    recoverLedger(path, now());
    const again = opened(path);
    for (const id of [a, b]) expect(again.pages.get(id)?.state).toBe('recognized');
    expect(again.results.events(a)).toMatchObject([{ extractionId: again.pages.get(a)?.extractionId }]);
    again.close();
  });
});

test('stores the files and the seal of a digital invoice with its document', async () => {
  const { ledger } = await newLedger();
  const id = first(ledger.pages.add([page()]));
  const document = ledger.pages.get(id)?.document ?? 0;
  const ofd = { name: 'a.ofd', path: '/in/a.ofd', sha256: sha('d'), format: 'ofd', bytes: 7 };
  ledger.documents.addRendition(document, ofd);
  ledger.documents.addRendition(document, { ...ofd, path: '/in/b.ofd' });
  ledger.documents.addRendition(document, {
    ...ofd,
    name: 'a.xml',
    sha256: sha('e'),
    path: null,
    format: 'xml',
  });
  expect(ledger.documents.renditions(document)).toMatchObject([
    { name: 'a.ofd', path: '/in/b.ofd' },
    { name: 'a.xml', path: null },
  ]);
  expect(ledger.pages.usesCopy('0', '/in/b.ofd')).toBe(true);
  const signature = { state: 'unchanged', by: '某局', at: null, reason: null } as const;
  ledger.documents.setSeal(document, { ...signature, signatures: [] } as unknown as Seal);
  expect(ledger.pages.get(id)?.seal).toMatchObject({ state: 'unchanged', by: '某局' });
  ledger.pages.remove([id]);
  expect(ledger.documents.renditions(document)).toEqual([]);
  expect(ledger.pages.usesCopy('0', '/in/b.ofd')).toBe(false);
  ledger.close();
});

test('keeps a call that may have been billed on record after a later success', async () => {
  const { ledger } = await newLedger();
  const [id = 0, other = 0] = ledger.pages.add([page(), page()]);
  const callId = ledger.calls.begin({ ...identity(), pageId: id, picture: sha('a') });
  const outcome: Failure = {
    ...failure,
    kind: 'network',
    reason: 'connection-lost',
    code: null,
    mayHaveBeenPaid: true,
  };
  ledger.calls.end({
    callId,
    pageId: id,
    outcome,
    httpStatus: null,
    sid: null,
    serverDate: null,
    response: null,
  });
  answer(ledger, id);
  answer(ledger, other);
  expect(ledger.pages.get(id)).toMatchObject({ state: 'recognized', maybePaid: true });
  expect(ledger.pages.get(other)).toMatchObject({ state: 'recognized', maybePaid: false });
  ledger.close();
});

test('does not return a response that has changed on the disk', async () => {
  const { ledger, path } = await newLedger();
  const id = first(ledger.pages.add([page()]));
  const callId = answer(ledger, id, '{"total":1}');
  ledger.close();
  const db = new DatabaseSync(path);
  db.exec(`UPDATE responses SET body = CAST('{"total":9}' AS BLOB)`);
  db.close();
  const again = opened(path);
  expect(again.calls.response(callId)).toBeNull();
  again.close();
});

test('finds invoices with the same number, or with the same amount and day, as look-alikes', async () => {
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

test('searches a picture once for a QR code, even if it has none', async () => {
  const { ledger } = await newLedger();
  ledger.pages.add([page()]);
  expect(ledger.results.qr(sha('a'))).toBeUndefined();
  ledger.results.setQr(sha('a'), null);
  expect(ledger.results.qr(sha('a'))).toBeNull();
  ledger.results.setQr(sha('a'), '01,04');
  expect(ledger.results.qr(sha('a'))).toBe('01,04');
  ledger.close();
});

describe('files of another program or version', () => {
  test('are refused and left unchanged if damaged', async () => {
    const path = join(await temporaryFolder(), 'ledger.sqlite');
    writeFileSync(path, 'this is no database, and it is long enough to be taken for one'.repeat(100));
    expect(openLedger(path, now)).toMatchObject({ ok: false, failure: { reason: 'damaged' } });
  });

  test('are refused and left unchanged if newer', async () => {
    const { ledger, path } = await newLedger();
    ledger.close();
    const db = new DatabaseSync(path);
    db.exec('PRAGMA user_version = 4711');
    db.close();
    expect(openLedger(path, now)).toMatchObject({ ok: false, failure: { reason: 'newer' } });
  });

  test('are unusable if they are folders', async () => {
    expect(openLedger(await temporaryFolder(), now)).toMatchObject({
      ok: false,
      failure: { reason: 'unusable' },
    });
  });
});
