import { beforeEach, describe, expect, test, vi } from 'vitest';
import { typeInto } from '../../../../../renderer/features/batch/type-into.ts';
import { createActions } from '../../../../../renderer/state/actions.ts';
import type { HostConnection } from '../../../../../renderer/state/host.ts';
import { afterEvent, firstState, useApp, writeApp } from '../../../../../renderer/state/store.ts';
import {
  draftsAt,
  leaveDrafts,
  leftFields,
  restoreDrafts,
  valuePlace,
} from '../../../../../renderer/state/typed.ts';
import { failed, success } from '../../../../../shared/result.ts';
import { detailOf, noHeadline, summary } from '../../page-summaries.ts';

const notFound = { id: 'page-not-found', message: { zh: '没有此页', en: 'No such page' }, remedy: null };

beforeEach(() => {
  writeApp({ ...firstState, lists: firstState.lists });
  writeApp((state) => afterEvent(state, { type: 'pages.changed', pages: [summary({ id: 1 })] }));
});

/** Actions on a host that answers with one result, and the names of the commands that it got. */
const answering = (answer: object) => {
  const sent: string[] = [];
  const host = {
    invoke: async (name: string) => {
      sent.push(name);
      return name === 'pages.open' ? success(detailOf(1, { version: 1 })) : answer;
    },
  };
  return { sent, actions: createActions(host as unknown as HostConnection) };
};
const typeNet = (actions: ReturnType<typeof createActions>, value: string) => {
  const [row] = [useApp.getState().lists['vat-invoice'].byId.get(1)].flatMap((page) => page ?? []);
  const rows = row ? [row] : [];
  const words = { language: 'en', state: () => '', findings: () => '' } as const;
  return typeInto({ actions, service: 'vat-invoice', rows, shown: ['total'], words }, () => [[value]], {
    rows,
    columns: ['total'],
  });
};
const messages = () => useApp.getState().notices.map(({ message }) => message.en);

describe('typed text that is not saved', () => {
  const place = valuePlace(1, 'total');
  const seen = { service: 'vat-invoice', id: 1, version: 0, digest: null } as const;
  beforeEach(() => restoreDrafts(''));

  test('is left as a draft by a paste that fails, and by pages that somebody else has changed', async () => {
    await typeNet(answering(failed(notFound)).actions, '100');
    expect([...draftsAt([place]).values()]).toEqual(['100.00']);
    const met = { pages: [1], message: { zh: '', en: 'Changed' }, remedy: null };
    await typeNet(answering(success({ changed: [], met })).actions, '101');
    expect([...draftsAt([place]).values()]).toEqual(['101.00']);
  });

  test('ends when the value is saved by another way', async () => {
    const { actions } = answering(success({ changed: [1], met: null }));
    leaveDrafts(new Map([[place, '12x']]));
    await typeNet(actions, '100');
    expect(leftFields(1)).toEqual([]);
    leaveDrafts(new Map([[place, '12x']]));
    await actions.correctCells('vat-invoice', () => ({ values: [{ id: 1, field: 'total', value: '1.00' }] }));
    expect(leftFields(1)).toEqual([]);
    // The paste of the value that is saved already.
    leaveDrafts(new Map([[place, '12x']]));
    await typeNet(actions, '');
    expect(leftFields(1)).toEqual([]);
    leaveDrafts(new Map([[place, '12x']]));
    await answering(success(detailOf(1, { version: 2 }))).actions.revert('vat-invoice', 1, 'total');
    expect(leftFields(1)).toEqual([]);
  });

  test('is counted if a block has more than one', async () => {
    writeApp((state) => afterEvent(state, { type: 'pages.changed', pages: [summary({ id: 2 })] }));
    const rows = [...useApp.getState().lists['vat-invoice'].byId.values()];
    const words = { language: 'en', state: () => '', findings: () => '' } as const;
    const { actions } = answering(success({ changed: [], met: null }));
    const table = { actions, service: 'vat-invoice', rows, shown: ['total'], words } as const;
    await typeInto(table, () => [['12x']], { rows, columns: ['total'] });
    expect(messages()[0]).toMatch(/^2 cells not saved: “12x”/u);
  });

  test('keeps its page from being confirmed, which is said', async () => {
    const { sent, actions } = answering(success({ changed: [2], met: null }));
    leaveDrafts(new Map([[place, '12x']]));
    const page = summary({ id: 1 });
    expect(await actions.review(seen, 'confirmed')).toBe(false);
    await actions.reviewPages('vat-invoice', [page], 'confirmed');
    expect(sent).toEqual([]);
    expect(messages()).toEqual([
      expect.stringMatching(/^Not confirmed: 1\. “Total without tax” of .* has a typed value/u),
    ]);
    await actions.reviewPages('vat-invoice', [page, summary({ id: 2 })], 'confirmed', true);
    expect(sent).toEqual(['batch.review']);
  });

  test('a block waits for earlier edits, and compares with what they have saved', async () => {
    let answer: (() => void) | null = null;
    const cells: unknown[] = [];
    const host = {
      invoke: (name: string, input: { readonly cells?: unknown }) =>
        new Promise((resolve) => {
          const first = summary({ id: 1, headline: { ...noHeadline, total: '7.00' } });
          if (name === 'batch.correct') cells.push(input.cells);
          if (name === 'pages.correct')
            answer = () => resolve(success({ ...detailOf(1, { version: 2 }), summary: first }));
          else resolve(success({ changed: [1], met: null }));
        }),
    };
    const actions = createActions(host as unknown as HostConnection);
    writeApp((state) =>
      afterEvent(state, {
        type: 'pages.changed',
        pages: [summary({ id: 1, headline: { ...noHeadline, total: '1.00' } })],
      }),
    );
    const first = actions.correct('vat-invoice', 1, 'total', '7.00', '1.00');
    const second = typeNet(actions, '1.00');
    await vi.waitFor(() => expect(answer).not.toBeNull());
    expect(cells).toEqual([]);
    (answer as (() => void) | null)?.();
    await Promise.all([first, second]);
    expect(cells).toMatchObject([[{ id: 1, field: 'total', value: '1.00' }]]);
  });
});
