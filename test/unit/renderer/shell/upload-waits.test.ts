import { afterEach, expect, test, vi } from 'vitest';
import { officeHost } from '../../../../renderer/shell/browser-host.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failure = (id: string) => ({ ok: false, failure: { id, message: { zh: '', en: '' }, remedy: null } });

test.each([null, '0', '-1', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
  'a file waits for room before it is sent again, if Retry-After is %j',
  async (retryAfter) => {
    vi.useFakeTimers();
    let sent = 0;
    vi.stubGlobal('fetch', () => {
      sent += 1;
      const headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
      const body = JSON.stringify(failure(sent < 3 ? 'uploads-full' : 'handed-too-large'));
      return Promise.resolve(new Response(body, { status: 503, headers }));
    });
    const host = officeHost((send) => send(new AbortController().signal));
    const seen = { id: 1, version: 0, result: 'consistent', day: '2026-01-02' } as const;
    const handed = host.handFile('books.attach', seen, new File(['a'], 'a.pdf'));
    await vi.advanceTimersByTimeAsync(4_900);
    expect(sent).toBe(1);
    await vi.advanceTimersByTimeAsync(5_200);
    expect(sent).toBe(3);
    expect(await handed).toMatchObject(failure('handed-too-large'));
  },
);

test('a change that is too long says so, and a file that is too large says that', async () => {
  const body = JSON.stringify(failure('request-too-large'));
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: 413 })));
  const host = officeHost((send) => send(new AbortController().signal));
  const input = { ids: [], add: [], remove: [], versions: [] };
  expect(await host.invoke('batch.tag', input)).toMatchObject(failure('request-too-large'));
  const seen = { id: 1, version: 0, result: 'consistent', day: '2026-01-02' } as const;
  const handed = await host.handFile('books.attach', seen, new File(['a'], 'a.pdf'));
  expect(handed).toMatchObject({ ok: false, failure: { id: 'too-large' } });
});
