import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WindowView } from '../../../../shared/contract/window-view.ts';

/** A host that keeps the arrangement of the window, as it does over a restart. */
const keeper = () => {
  const kept: WindowView = {};
  const sent: unknown[] = [];
  const invoke = (name: string, input: unknown) => {
    if (name === 'app.view') return Promise.resolve({ ok: true, value: { ...kept } });
    sent.push(input);
    Object.assign(kept, input);
    return Promise.resolve({ ok: true, value: {} });
  };
  return { sent, invoke };
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
  vi.resetModules();
  const local = await import('../../../../renderer/state/local-storage.ts');
  const panel = await import('../../../../renderer/state/panel-view.ts');
  const table = await import('../../../../renderer/state/batch-view.ts');
  const follow = () =>
    local.followKeptView({ invoke: host.invoke } as unknown as Parameters<typeof local.followKeptView>[0]);
  return { local, panel, table, follow };
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
  vi.advanceTimersByTime(1000);
  expect(JSON.stringify(host.sent)).not.toContain('a key');
  const second = await openWindow(host);
  expect(second.panel.usePanelView.getState().density).toBe('compact');
  await second.follow();
  expect(second.panel.usePanelView.getState().density).toBe('comfortable');
  expect(second.table.useBatchView.getState().view).toBe('table');
  // It sends back nothing.
  vi.advanceTimersByTime(1000);
  expect(host.sent).toHaveLength(2);
});

test('what the user changes before the host answers wins, and is kept', async () => {
  const host = keeper();
  const first = await openWindow(host);
  await first.follow();
  first.panel.setDensity('comfortable');
  vi.advanceTimersByTime(1000);
  const second = await openWindow(host);
  const following = second.follow();
  second.panel.setDensity('compact');
  await following;
  expect(second.panel.usePanelView.getState().density).toBe('compact');
  const third = await openWindow(host);
  await third.follow();
  expect(third.panel.usePanelView.getState().density).toBe('compact');
});
