import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { officeHost } from '../../../../renderer/shell/browser-host.ts';
import { sendPatiently } from '../../../../renderer/state/reach.ts';
import { followSession, signedInAgain, useSession } from '../../../../renderer/state/session.ts';
import type { User } from '../../../../shared/contract/office.ts';

const li: User = { id: 'li', name: 'Li Hua', email: 'li@office.example', role: 'administrator' };

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** The office, as a window sees it. */
let isOpen = true;
let reloads = 0;
let sent: string[] = [];

beforeEach(() => {
  isOpen = true;
  reloads = 0;
  sent = [];
  vi.stubGlobal('window', {
    addEventListener: () => undefined,
    location: {
      reload: () => {
        reloads += 1;
      },
    },
  });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    sent.push(`${path} ${typeof init.body === 'string' ? init.body : ''}`);
    if (path === '/office/who')
      return Promise.resolve(json(200, { ok: true, value: { person: null, ended: 'idle' } }));
    const answer = isOpen
      ? json(200, { ok: true, value: {} })
      : json(401, {
          ok: false,
          failure: { id: 'sign-in-needed', message: { zh: '', en: '' }, remedy: null },
        });
    return Promise.resolve(answer);
  });
  followSession(li);
});
afterEach(() => vi.unstubAllGlobals());

const note = { id: 7, text: 'typed before the end', version: 3 };

test('what was sent after the end of a session waits for the sign-in, and is sent again', async () => {
  isOpen = false;
  const host = officeHost(sendPatiently);
  const first = host.invoke('pages.note', note);
  const second = host.invoke('pages.note', { ...note, id: 8 });
  await vi.waitFor(() => expect(useSession.getState().ended).toBe('idle'));
  isOpen = true;
  signedInAgain(li);
  await Promise.all([first, second]);
  const notes = sent.filter((line) => line.startsWith('/commands/pages.note'));
  expect(notes).toHaveLength(3);
  expect(notes.at(-1)).toContain('typed before the end');
  expect(sent.filter((line) => line.startsWith('/office/who'))).toHaveLength(1);
  expect(useSession.getState().ended).toBeNull();
  expect(reloads).toBe(0);
});

test('another user gets a fresh window', async () => {
  isOpen = false;
  void officeHost(sendPatiently).invoke('pages.note', note);
  await vi.waitFor(() => expect(useSession.getState().ended).toBe('idle'));
  signedInAgain({ ...li, id: 'wang' });
  expect(reloads).toBe(1);
});
