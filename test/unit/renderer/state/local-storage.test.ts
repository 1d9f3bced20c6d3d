import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WindowView } from '../../../../shared/contract/window-view.ts';

/** A host that keeps the arrangement of the window, as it does over a restart. */
const keeper = () => {
  const kept: WindowView = {};
  const sent: unknown[] = [];
  const state = { isReachable: true };
  const invoke = (name: string, input: unknown) => {
    if (!state.isReachable) return Promise.resolve({ ok: false });
    if (name === 'app.view') return Promise.resolve({ ok: true, value: { ...kept } });
    sent.push(input);
    Object.assign(kept, input);
    return Promise.resolve({ ok: true, value: {} });
  };
  return { sent, state, invoke };
};

/** The modules of a window at an address where the browser has stored nothing. */
const openWindow = async (host: ReturnType<typeof keeper>) => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      stored.set(key, value);
    },
  });
  const atEnd: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (name: string, run: () => void) => {
    if (name === 'pagehide') atEnd.push(run);
  });
  vi.resetModules();
  const local = await import('../../../../renderer/state/local-storage.ts');
  const panel = await import('../../../../renderer/state/panel-view.ts');
  const table = await import('../../../../renderer/state/batch-view.ts');
  const follow = () =>
    local.followKeptView({ invoke: host.invoke } as unknown as Parameters<typeof local.followKeptView>[0]);
  const end = () => {
    for (const run of atEnd) run();
  };
  return { local, panel, table, follow, end };
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('the arrangement of the window stays where the browser stores nothing for the next address', async () => {
  const host = keeper();
  const first = await openWindow(host);
  await first.follow();
  first.panel.setDensity('comfortable');
  first.table.showBatchAs('table');
  first.local.storeLocal('vouch-spare', 'a key of the session');
  await vi.advanceTimersByTimeAsync(1000);
  expect(JSON.stringify(host.sent)).not.toContain('a key');
  const second = await openWindow(host);
  expect(second.panel.usePanelView.getState().density).toBe('compact');
  await second.follow();
  expect(second.panel.usePanelView.getState().density).toBe('comfortable');
  expect(second.table.useBatchView.getState().view).toBe('table');
  // It sends back nothing.
  await vi.advanceTimersByTimeAsync(1000);
  expect(host.sent).toHaveLength(2);
});

test('what the user changes before the host answers wins, and is kept', async () => {
  const host = keeper();
  const first = await openWindow(host);
  await first.follow();
  first.panel.setDensity('comfortable');
  await vi.advanceTimersByTimeAsync(1000);
  const second = await openWindow(host);
  const following = second.follow();
  second.panel.setDensity('compact');
  await following;
  expect(second.panel.usePanelView.getState().density).toBe('compact');
  const third = await openWindow(host);
  await third.follow();
  expect(third.panel.usePanelView.getState().density).toBe('compact');
});

test('what the host did not take stays, and is sent later', async () => {
  const host = keeper();
  host.state.isReachable = false;
  const first = await openWindow(host);
  await first.follow();
  first.panel.setDensity('comfortable');
  await vi.advanceTimersByTimeAsync(1000);
  host.state.isReachable = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(host.sent).toHaveLength(1);
  const second = await openWindow(host);
  await second.follow();
  expect(second.panel.usePanelView.getState().density).toBe('comfortable');
});

test('the last change is sent when the window ends during the pause', async () => {
  const host = keeper();
  const first = await openWindow(host);
  await first.follow();
  first.panel.setDensity('comfortable');
  first.table.showBatchAs('table');
  first.end();
  const second = await openWindow(host);
  await second.follow();
  expect(second.table.useBatchView.getState().view).toBe('table');
});
