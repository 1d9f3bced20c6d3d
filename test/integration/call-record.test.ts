import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mayHaveBeenPaid } from '../../shared/contract/history.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { answer, pass, type Fault } from '../helpers/fault-server.ts';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { placesOf } from '../helpers/secret-search.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

const signatureIn = (url: string): string => {
  const authorization = new URL(url, 'http://a.example').searchParams.get('authorization') ?? '';
  return /signature="([^"]+)"/.exec(Buffer.from(authorization, 'base64').toString())?.[1] ?? '';
};

test('records each call of a page, without confidential data', async () => {
  const made = await madeInvoice(1);
  const folder = await temporaryFolder();
  await writeMade(folder, [made]);
  let signature = '';
  const picture = made.bytes.toString('base64');
  /** Responds with everything that it was sent, in full and in parts, in every place for text. */
  const tattler: Fault = {
    strike: async (exchange) => {
      signature = signatureIn(exchange.taken.url);
      const detail = `${signature} ${exchange.taken.url} ${service.account.apiSecret} ${picture.slice(10, 90)}`;
      const body = JSON.stringify({ header: { code: 10_163, message: detail, sid: `sid ${signature}` } });
      const headers = { 'content-type': 'application/json', 'retry-after': service.account.apiKey };
      await answer(200, headers, body).strike(exchange);
    },
  };
  const service = await startCountingService([made.truth], (index) => {
    if (index === 0) return answer(503, { 'content-type': 'text/html' }, '<p>busy</p>');
    return index === 1 ? tattler : pass;
  });
  const { ask, ended, failure } = await startBackend({
    home: join(folder, 'home'),
    environment: service.environment,
  });
  const add = async (name: string) => {
    const file = { kind: 'bytes', name, bytes: new Uint8Array(made.bytes) } as const;
    const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files: [file] });
    await ended(added);
    return added[0] ?? 0;
  };

  const id = await add('a.png');
  await ask('pages.recognize', { ids: [id] });
  await ended([id]);
  const { calls } = await ask('pages.calls', { id });
  expect(calls).toMatchObject([
    { state: 'failed', attempt: 1, httpStatus: 503, failure: { kind: 'http', code: 503 } },
    { state: 'failed', attempt: 2, httpStatus: 200, failure: { kind: 'session', code: 10_163 } },
    { state: 'answered', attempt: 1, httpStatus: 200, failure: null, ofOtherPage: false },
  ]);
  for (const call of calls) {
    expect(call).toMatchObject({
      sandbox: false,
      appId: service.account.appId,
      baseUrl: service.baseUrl,
      picture: { encoding: 'png', width: 64, height: 48, bytes: made.bytes.length },
    });
    expect(Date.parse(call.finishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(call.startedAt));
  }
  expect(calls[2]?.responseBytes).toBeGreaterThan(100);

  const { apiKey, apiSecret } = service.account;
  expect(signature.length).toBe(44);
  const text = JSON.stringify(calls);
  expect(placesOf([apiKey, apiSecret, signature, picture.slice(10, 50)], [['record', text]])).toEqual([]);
  // The text around the removed parts is still there.
  expect(calls[1]?.sid).toMatch(/^sid \[/);

  const copy = await add('b.png');
  const shared = await ask('pages.calls', { id: copy });
  expect(shared.calls).toMatchObject([{ id: calls[2]?.id, ofOtherPage: true }]);
  expect(service.calls()).toBe(3);
  expect(await failure('pages.calls', { id: 9_999 })).toBe('page-not-found');
});

test('marks a call that was interrupted, or whose response was lost, as possibly billed', () => {
  const failure = {
    kind: 'network',
    reason: 'connection-lost',
    code: null,
    detail: null,
    retryable: true,
    mayHaveBeenPaid: true,
  } as const;
  expect(mayHaveBeenPaid({ state: 'interrupted', failure: null })).toBe(true);
  expect(mayHaveBeenPaid({ state: 'failed', failure })).toBe(true);
  expect(mayHaveBeenPaid({ state: 'failed', failure: { ...failure, mayHaveBeenPaid: false } })).toBe(false);
  expect(mayHaveBeenPaid({ state: 'answered', failure: null })).toBe(false);
});
