import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AppInfo } from '../../../../shared/contract/commands.ts';
import type { CustomLayout } from '../../../../shared/contract/export/exported.ts';
import type { PageDetail } from '../../../../shared/contract/page.ts';
import {
  defaultSettings,
  settingsSchema,
  type Settings,
  type SettingsChange,
} from '../../../../shared/contract/settings.ts';
import {
  changedMeanwhile,
  settingChangedId,
  type SeenSettings,
} from '../../../../shared/contract/settings-lists.ts';
import { failed, success } from '../../../../shared/result.ts';
import { createActions } from '../../../../renderer/state/actions.ts';
import type { HostConnection } from '../../../../renderer/state/host.ts';
import { settleSettingsConflict } from '../../../../renderer/state/settings-conflict.ts';
import { afterEvent, firstState, useApp, writeApp } from '../../../../renderer/state/store.ts';
import { saveTypedAtEnd } from '../../../../renderer/state/typed.ts';
import { detailOf, summary } from '../page-summaries.ts';

const notFound = { id: 'page-not-found', message: { zh: '没有此页', en: 'No such page' }, remedy: null };

/** Actions of a host that responds to `pages.open` when the test decides, and has added pages 1 and 2 as samples. */
const withHost = () => {
  const asked: { readonly id: number; readonly answer: (detail: PageDetail | null) => void }[] = [];
  const host = {
    invoke: (name: string, { id }: { readonly id: number }) =>
      new Promise((resolve) => {
        if (name === 'pages.addSamples') resolve(success({ added: [1, 2] }));
        asked.push({ id, answer: (detail) => resolve(detail ? success(detail) : failed(notFound)) });
      }),
  };
  return { asked, actions: createActions(host as unknown as HostConnection) };
};

const shownVersion = () => useApp.getState().details['vat-invoice']?.version;

beforeEach(() => {
  writeApp({ ...firstState, lists: firstState.lists });
  writeApp((state) => afterEvent(state, { type: 'pages.changed', pages: [summary({ id: 1 })] }));
});

test('drops a response that arrives after a newer one', async () => {
  const { asked, actions } = withHost();
  const older = actions.show('vat-invoice', 1);
  const newer = actions.reload('vat-invoice', 1);
  asked[1]?.answer(detailOf(1, { version: 2 }));
  await newer;
  asked[0]?.answer(detailOf(1, { version: 1 }));
  await older;
  expect(shownVersion()).toBe(2);
});

test('shows a document instead of a file that joined it before it was shown', async () => {
  const { asked, actions } = withHost();
  writeApp((state) => afterEvent(state, { type: 'pages.removed', ids: [2], into: 1 }));
  const shown = actions.show('vat-invoice', 2);
  expect(asked.map(({ id }) => id)).toEqual([1]);
  asked[0]?.answer(detailOf(1, { version: 5 }));
  await shown;
  expect(useApp.getState().current['vat-invoice']).toBe(1);
  expect(shownVersion()).toBe(5);
});

test('keeps showing an added page that the user has chosen before the response', async () => {
  const { asked, actions } = withHost();
  writeApp((state) => afterEvent(state, { type: 'pages.changed', pages: [summary({ id: 2 })] }));
  const adding = actions.addSamples('vat-invoice');
  void actions.show('vat-invoice', 2);
  await adding;
  expect(useApp.getState().current['vat-invoice']).toBe(2);
  expect(asked.map(({ id }) => id)).toEqual([undefined, 2]);
});

test('ends the first-run help with the first files, before that is saved', async () => {
  const { actions } = withHost();
  writeApp({ info: { settings: { welcomed: false } } as unknown as AppInfo });
  void actions.show('vat-invoice', 1);
  await actions.addSamples('vat-invoice');
  expect(useApp.getState().info?.settings.welcomed).toBe(true);
});

const company = (name: string) => ({ name, taxId: '' });
const layout = (name: string, column: 'number' | 'total' | 'seller-name'): CustomLayout => ({
  name,
  rows: 'invoice',
  columns: [{ column }],
});

describe('settings of an office', () => {
  const [first, second, third] = [company('甲'), company('乙'), company('丙')];
  let stored: Settings;
  /** Who waits for the office to be back. */
  let waiting: (() => void)[];
  const back = () => {
    for (const send of waiting.splice(0)) send();
  };
  const inOffice = (): AppInfo => ({ host: 'office', settings: stored }) as unknown as AppInfo;
  const openOffice = () => {
    stored = defaultSettings;
    waiting = [];
    writeApp({ info: inOffice() });
    const invoke = async (name: string, { was, ...change }: SettingsChange & { was?: SeenSettings }) => {
      if (name === 'app.info') return success(inOffice());
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
      if (changedMeanwhile(change, was, stored)) return failed({ ...notFound, id: settingChangedId });
      stored = settingsSchema.parse({ ...stored, ...change });
      return success(stored);
    };
    return createActions({ invoke } as unknown as HostConnection);
  };

  test('that waited stay beside a colleague’s newer value until the user decides', async () => {
    const actions = openOffice();
    const changed = [
      actions.changeSettings({ confidenceLimit: 0.8 }),
      actions.changeSettings({ officeBudget: 100 }),
      actions.changeSettings({ filePattern: '{number}' }),
    ];
    stored = { ...stored, confidenceLimit: 0.7, officeBudget: 50 };
    back();
    expect(await Promise.all(changed)).toEqual([false, false, true]);
    expect(stored).toMatchObject({ confidenceLimit: 0.7, officeBudget: 50, filePattern: '{number}' });
    const { settingsConflict, info } = useApp.getState();
    const mine = { confidenceLimit: 0.8, officeBudget: 100 };
    expect(settingsConflict).toMatchObject({ mine, was: { confidenceLimit: 0.9, officeBudget: null } });
    const replaced = settleSettingsConflict(() => actions.changeSettings(mine, info?.settings ?? {}));
    back();
    await replaced;
    expect(stored).toMatchObject(mine);
    expect(useApp.getState().settingsConflict).toBeNull();
  });

  test('that the user changes again while the first change waits are no conflict', async () => {
    const actions = openOffice();
    const limits = [0.8, 0.85, 0.9, 0.9];
    const changed = limits.map((confidenceLimit) => actions.changeSettings({ confidenceLimit }));
    back();
    expect(await Promise.all(changed)).toEqual([true, true, true, true]);
    expect(useApp.getState().settingsConflict).toBeNull();
    expect(stored.confidenceLimit).toBe(0.9);
  });

  test('are no conflict of a user with himself if they are lists, and lose none of the changes', async () => {
    const actions = openOffice();
    stored = { ...stored, ownCompanies: [first] };
    writeApp({ info: inOffice() });
    // The window shows a list as it is stored, so each change was made on that.
    const changed = [
      actions.changeSettings({ ownCompanies: [first, second] }),
      actions.changeSettings({ ownCompanies: [first, third] }),
      actions.changeSettings({ ownCompanies: [] }),
      actions.changeSettings({ mailbox: { ...stored.mailbox, senders: ['a@example.com'] } }),
      actions.changeSettings({ mailbox: { ...stored.mailbox, since: '2026-01-01' } }),
    ];
    back();
    expect(await Promise.all(changed)).toEqual([true, true, true, true, true]);
    expect(useApp.getState().settingsConflict).toBeNull();
    expect(stored.ownCompanies).toEqual([third, second]);
    expect(stored.mailbox).toMatchObject({ senders: ['a@example.com'], since: '2026-01-01' });
  });

  test('that are layouts keep the last edit of each, and the edits of others', async () => {
    const actions = openOffice();
    const [one, other] = [layout('一', 'number'), layout('二', 'number')];
    stored = { ...stored, exportLayouts: [one, other] };
    writeApp({ info: inOffice() });
    const [edited, last] = [layout('二', 'total'), layout('一', 'seller-name')];
    const changed = [
      actions.changeSettings({ exportLayouts: [layout('一', 'total'), edited] }),
      actions.changeSettings({ exportLayouts: [last, other] }),
    ];
    back();
    expect(await Promise.all(changed)).toEqual([true, true]);
    expect(stored.exportLayouts).toEqual([last, edited]);
  });

  test('that a colleague overtakes are asked about once, with all that the user has done', async () => {
    const actions = openOffice();
    const changed = [
      actions.changeSettings({ ownCompanies: [first] }),
      actions.changeSettings({ ownCompanies: [second] }),
    ];
    stored = { ...stored, ownCompanies: [third] };
    back();
    expect(await Promise.all(changed)).toEqual([false, false]);
    const { settingsConflict } = useApp.getState();
    expect(settingsConflict).toMatchObject({
      mine: { ownCompanies: [second, first] },
      was: { ownCompanies: [] },
    });
  });

  test('that could not be sent do not count as waiting', async () => {
    const sent: unknown[] = [];
    const invoke = async (_: string, input: unknown) => {
      sent.push(input);
      if (sent.length === 1) throw new Error('The host is gone');
      return success(defaultSettings);
    };
    const actions = createActions({ invoke } as unknown as HostConnection);
    writeApp({ info: { host: 'office', settings: defaultSettings } as unknown as AppInfo });
    await expect(actions.changeSettings({ ownCompanies: [first] })).rejects.toThrow('gone');
    expect(await actions.changeSettings({ ownCompanies: [second] })).toBe(true);
    expect(sent[1]).toEqual({ ownCompanies: [second], was: { ownCompanies: [] } });
  });
});

test('names the user’s keys in a notice, and leaves names that look like keys alone', async () => {
  const undone = { service: 'vat-invoice', pages: [1], change: 'review', field: null, mark: 'confirmed' };
  const host = {
    invoke: async (name: string) =>
      success(
        name === 'batch.undo'
          ? undone
          : name === 'batch.review'
            ? { changed: [1], met: null }
            : detailOf(1, { version: 1 }),
      ),
  };
  const actions = createActions(host as unknown as HostConnection);
  const keys = { undo: 'Mod+B', takeExtraction: 'F10' };
  writeApp((state) => ({
    ...afterEvent(state, { type: 'pages.changed', pages: [summary({ id: 1, name: 'F8 Ctrl+Z.pdf' })] }),
    info: { platform: 'linux', settings: { keys } } as unknown as AppInfo,
  }));
  await actions.reviewPages('vat-invoice', [summary({ id: 1 })], 'confirmed');
  await actions.undoLast(false);
  expect(useApp.getState().notices.map(({ message }) => message.en)).toEqual([
    'Confirmed: 1. Press Ctrl+B to undo.',
    'Undone: confirmed (F8 Ctrl+Z.pdf)',
  ]);
});

/** Actions on a host whose edits are answered one by one, by the test. */
const openSlowly = () => {
  const waiting: { readonly name: string; readonly end: () => void }[] = [];
  const answers: Record<string, object> = {
    'pages.correct': detailOf(1, { version: 2 }),
    'batch.undo': { service: 'vat-invoice', pages: [1], change: 'correct', field: 'number', mark: null },
    'batch.correct': { changed: [1], met: null },
    'faces.edit': {},
    'pages.open': detailOf(1, { version: 3 }),
  };
  const host = {
    invoke: (name: string) =>
      new Promise((resolve) => {
        const end = (): void => resolve(success(answers[name]));
        if (edits.includes(name)) waiting.push({ name, end });
        else end();
      }),
  };
  const actions = createActions(host as unknown as HostConnection);
  const steps = () =>
    Promise.all([
      actions.correct('vat-invoice', 1, 'number', '1', null),
      actions.undoLast(false),
      actions.correctCells('vat-invoice', () => ({ values: [{ id: 1, field: 'seller.name', value: '甲' }] })),
      actions.editFaces(1, { kind: 'include', faces: [1] }),
    ]);
  return { waiting, sent: () => waiting.map(({ name }) => name), steps };
};
const edits = ['pages.correct', 'batch.undo', 'batch.correct', 'faces.edit'];

test('does edits and undo in the order of the user, however slow they are', async () => {
  const { waiting, sent, steps } = openSlowly();
  const done = steps();
  for (const [at, name] of edits.entries()) {
    await vi.waitFor(() => expect(sent().at(-1)).toBe(name));
    expect(sent()).toEqual(edits.slice(0, at + 1));
    waiting[at]?.end();
  }
  await done;
});

test('sends the edits that wait at the end of the window, but no undo, which might meet a later one', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const leave: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => leave.push(listener));
  vi.stubGlobal('document', { activeElement: null });
  saveTypedAtEnd();
  const { waiting, sent, steps } = openSlowly();
  const done = steps();
  await vi.waitFor(() => expect(sent()).toEqual(['pages.correct']));
  leave[0]?.();
  await vi.waitFor(() => expect(sent()).toEqual(['pages.correct', 'batch.correct', 'faces.edit']));
  for (const { end } of waiting) end();
  await done;
});
