import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { officeHost } from '../../../../renderer/shell/browser-host.ts';
import { sendPatiently, useReach, type Tries } from '../../../../renderer/state/reach.ts';
import { saveTypedAtEnd } from '../../../../renderer/state/typed.ts';

const { getState } = useReach;
const host = officeHost(sendPatiently);
const there = { ok: true, value: { database: true } };
const note = { id: 7, text: 'typed', version: 3 };

/** What each path answers. */
let answers: Record<string, (signal: AbortSignal, body: string) => Promise<Response>> = {};
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
  vi.stubGlobal('fetch', (path: string, { signal, body }: { signal: AbortSignal; body: string }) => {
    sent.push(path);
    return answers[path]?.(signal, body) ?? Promise.reject(new TypeError('No connection'));
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
  // Each press would undo a further step when the office is back.
  const undone = await Promise.all([1, 2].map(() => host.invoke('batch.undo', { redo: false })));
  for (const refused of undone) expect(refused).toMatchObject({ ok: false, failure: { id: 'office-away' } });
  expect(timesOf('/commands/batch.undo')).toBe(0);
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

test('changes that wait are sent in the order of the presses, each after the answer to the one before', async () => {
  answers = {};
  const tag = { ids: [7], versions: [3], add: ['a'], remove: [] };
  const pressed = [
    host.invoke('batch.tag', tag),
    host.invoke('settings.change', { theme: 'dark' }),
    host.invoke('batch.tag', { ...tag, add: [], remove: ['a'] }),
  ];
  await vi.advanceTimersByTimeAsync(5_000);
  expect(getState()).toMatchObject({ away: { what: 'server' }, saving: 1 });
  const stored: unknown[] = [];
  // Each takes less time than the one before.
  let takesMs = 900;
  const store = (_: AbortSignal, body: string) =>
    new Promise<Response>((resolve) => {
      setTimeout(() => {
        stored.push(JSON.parse(body));
        resolve(Response.json({ ok: true, value: { met: null } }));
      }, takesMs);
      takesMs -= 300;
    });
  answers = {
    '/office/reach': () => Promise.resolve(Response.json(there)),
    '/commands/batch.tag': store,
    '/commands/settings.change': store,
  };
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all(pressed);
  expect(stored).toEqual([tag, { theme: 'dark' }, { ...tag, add: [], remove: ['a'] }]);
});

test('at the end of the window, a change does not wait for the answer to an earlier one', async () => {
  const ends: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (_: string, end: () => void) => ends.push(end));
  vi.stubGlobal('document', { activeElement: null });
  saveTypedAtEnd();
  const { promise: answer, resolve: finish } = Promise.withResolvers<Response>();
  answers['/commands/pages.note'] = () => answer;
  const refused = { ok: false, failure: { id: 'x', message: { zh: '', en: '' }, remedy: null } };
  answers['/commands/batch.tag'] = () => Promise.resolve(Response.json(refused));
  const tag = { ids: [7], versions: [3], add: ['a'], remove: [] };
  const made = [host.invoke('pages.note', note), host.invoke('batch.tag', tag)];
  await vi.advanceTimersByTimeAsync(10);
  expect(sent).toEqual(['/commands/pages.note']);
  for (const end of ends) end();
  made.push(host.invoke('batch.tag', tag));
  await vi.advanceTimersByTimeAsync(10);
  expect(timesOf('/commands/batch.tag')).toBe(1);
  finish(Response.json(refused));
  await Promise.all(made);
  expect(timesOf('/commands/batch.tag')).toBe(2);
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

const hour = 3_600_000;

const send = (signal: AbortSignal) => fetch('/x', { signal });

/** Sends a change that gets no answer. The office is away until `comeBack`. */
const sendInVain = (saves: boolean) => {
  const { promise: found, resolve: find } = Promise.withResolvers<void>();
  let isBack = false;
  let asked = false;
  answers['/office/reach'] = async () => {
    if (!asked) {
      asked = true;
      throw new TypeError('No connection');
    }
    // The window asks each second: this answer takes until then.
    await found;
    return Response.json(there);
  };
  answers['/x'] = () =>
    isBack ? Promise.resolve(Response.json({})) : Promise.reject(new TypeError('No connection'));
  return {
    answer: sendPatiently(send, { repeats: true, saves }),
    comeBack: async () => {
      isBack = true;
      find();
      await vi.advanceTimersByTimeAsync(10_000);
    },
  };
};

test('a change without an answer is sent again when the office is back within a day', async () => {
  const { answer, comeBack } = sendInVain(true);
  await vi.advanceTimersByTimeAsync(23 * hour);
  expect(getState()).toMatchObject({ away: { what: 'server' }, saving: 1 });
  await comeBack();
  expect((await answer)?.status).toBe(200);
  expect(timesOf('/x')).toBe(2);
});

test('a change without an answer is given up after a day', async () => {
  const { answer, comeBack } = sendInVain(true);
  await vi.advanceTimersByTimeAsync(24 * hour);
  expect(await answer).toBeNull();
  await comeBack();
  expect(timesOf('/x')).toBe(1);
});

test('a change that got no answer before a session ended is not sent days later', async () => {
  const tries: Tries = { lostMs: Date.now() - 25 * hour };
  expect(await sendPatiently(send, { repeats: true, saves: true }, tries)).toBeNull();
  expect(timesOf('/x')).toBe(0);
});

test('a question is asked again without limit', async () => {
  const { answer, comeBack } = sendInVain(false);
  await vi.advanceTimersByTimeAsync(25 * hour);
  await comeBack();
  expect((await answer)?.status).toBe(200);
});
