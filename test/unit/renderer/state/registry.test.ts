import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Actions } from '../../../../renderer/state/actions.ts';
import { mayRun } from '../../../../renderer/state/roles.ts';
import { actionOf, isEnabled, registerActions, runAction } from '../../../../renderer/state/registry.ts';
import { firstState, writeApp } from '../../../../renderer/state/store.ts';
import { windowActions } from '../../../../renderer/shell/actions/window-actions.ts';
import { menuIds, type MenuId } from '../../../../shared/contract/menu.ts';

const actions = {
  chooseFiles: vi.fn(() => Promise.resolve()),
  openDialog: vi.fn(),
} as unknown as Actions;

afterEach(() => writeApp(firstState));

describe('the action registry', () => {
  beforeEach(() => registerActions(windowActions, { actions, user: null, mayRun: () => true }));

  test('has a label for every menu entry', () => {
    for (const id of menuIds) {
      const { label } = actionOf(id);
      expect(label.zh).not.toBe('');
      expect(label.en).not.toBe('');
    }
  });

  test('runs enabled actions only', async () => {
    await runAction('add');
    expect(actions.chooseFiles).toHaveBeenCalledOnce();
    expect(isEnabled('export')).toBe(false);
    await runAction('history');
    expect(actions.openDialog).toHaveBeenCalledWith({ kind: 'history' });
  });

  test.each([
    ['viewer', { find: true, add: false, samples: false, vouchers: false }],
    ['preparer', { add: true, samples: true, matchList: true, archive: false }],
    ['approver', { add: true, archive: true }],
    ['administrator', { add: true, archive: true }],
  ] as const)('offers a %s of an office what the role may do', (role, wanted) => {
    const user = { id: 'one', name: '王芳', email: 'wang@office.test', role };
    const all = { ...windowActions, find: { run: () => undefined } };
    registerActions(all, { actions, user, mayRun: (id) => mayRun(user, id) });
    for (const [id, isWanted] of Object.entries(wanted)) expect(isEnabled(id as MenuId), id).toBe(isWanted);
  });

  test('disables an action of a view that is not shown', () => {
    expect(isEnabled('zoomIn')).toBe(false);
  });

  test.each([
    ['approver', false],
    ['administrator', true],
  ] as const)('lets a %s of an office pause its queue: %s', (role, isAllowed) => {
    const user = { id: 'one', name: '王芳', email: 'wang@office.test', role };
    registerActions(windowActions, { actions, user, mayRun: (id) => mayRun(user, id) });
    const running = { service: 'vat-invoice', total: 3, finished: 1, failed: 0 } as const;
    writeApp({ progress: { ...firstState.progress, 'vat-invoice': running } });
    expect(isEnabled('pause')).toBe(isAllowed);
    writeApp({ progress: { ...firstState.progress, 'vat-invoice': { ...running, paused: true } } });
    expect(isEnabled('resume')).toBe(isAllowed);
  });
});
