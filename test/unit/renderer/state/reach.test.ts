import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { officeHost } from '../../../../renderer/shell/browser-host.ts';
import { sendPatiently, useReach } from '../../../../renderer/state/reach.ts';

const { getState } = useReach;
const host = officeHost(sendPatiently);
const there = { ok: true, value: { database: true } };
const note = { id: 7, text: 'typed', version: 3 };

/** What each path answers. */
let answers: Record<string, (signal: AbortSignal) => Promise<Response>> = {};
let sent: string[] = [];

const never = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Ended', 'AbortError')));
  });
const timesOf = (path: string) => sent.filter((one) => one === path).length;

beforeEach(() => {
  sent = [];
  answers = { '/office/reach': () => Promise.resolve(Response.json(there)) };
  vi.useFakeTimers();
  vi.stubGlobal('window', { addEventListener: () => undefined });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', (path: string, { signal }: { signal: AbortSignal }) => {
    sent.push(path);
    return answers[path]?.(signal) ?? Promise.reject(new TypeError('No connection'));
  });
});
afterEach(async () => {
  answers = { '/office/reach': () => Promise.resolve(Response.json(there)) };
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a request that a proxy alone refuses ends no other, and is answered after some tries', async () => {
  const heavy = '/commands/history.batches';
  answers[heavy] = () => Promise.resolve(new Response('Gateway Timeout', { status: 504 }));
  const { promise: answer, resolve: finish } = Promise.withResolvers<Response>();
  answers['/commands/pages.note'] = (signal) => Promise.race([never(signal), answer]);
  const noted = host.invoke('pages.note', note);
  const searched = host.invoke('history.batches', { limit: 5 });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await searched).toMatchObject({ ok: false, failure: { id: 'bad-response' } });
  expect(timesOf(heavy)).toBe(4);
  expect(timesOf('/commands/pages.note')).toBe(1);
  expect(getState()).toEqual({ away: null, saving: 1 });
  finish(Response.json({ ok: false, failure: { id: 'x', message: { zh: '', en: '' }, remedy: null } }));
  expect(await noted).toMatchObject({ ok: false, failure: { id: 'x' } });
  expect(getState().saving).toBe(0);
});

test('while the office is away, only what is sent again waits, and counts as saving', async () => {
  answers = {};
  const noted = host.invoke('pages.note', note);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(getState()).toMatchObject({ away: { what: 'server' }, saving: 1 });
  const recognized = await host.invoke('pages.recognize', { ids: [] });
  expect(recognized).toMatchObject({ ok: false, failure: { id: 'office-away' } });
  expect(timesOf('/commands/pages.recognize')).toBe(0);
  answers = {
    '/office/reach': () => Promise.resolve(Response.json(there)),
    '/commands/pages.note': () =>
      Promise.resolve(
        Response.json({ ok: false, failure: { id: 'x', message: { zh: '', en: '' }, remedy: null } }),
      ),
  };
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await noted).toMatchObject({ ok: false, failure: { id: 'x' } });
  expect(getState()).toEqual({ away: null, saving: 0 });
});

test('a slow command that is not sent again does not count as saving', async () => {
  const { promise: answer, resolve: finish } = Promise.withResolvers<Response>();
  answers['/commands/pages.recognize'] = () => answer;
  const recognized = host.invoke('pages.recognize', { ids: [] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(getState()).toEqual({ away: null, saving: 0 });
  finish(Response.json({ ok: true, value: {} }));
  await recognized;
});
