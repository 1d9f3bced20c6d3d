import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noFigures } from '../../../../electron/pipeline/derive-page.ts';
import { createReadAside } from '../../../../electron/app/read-aside.ts';
import { summaryOf } from '../../../../electron/pipeline/page-summary.ts';
import { openLedger } from '../../../../electron/store/sqlite/open-ledger.ts';
import type { LedgerReader } from '../../../../electron/store/sqlite/reader.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';
import { readFrom } from '../../../../electron/store/sqlite/readings.ts';

/** A reader whose answers are made at once and come when they are let go, as from a thread that is behind. */
const started = async () => {
  const opened = openLedger(join(await temporaryFolder(), 'ledger.sqlite'), () => new Date());
  if (!opened.ok) throw new Error(opened.failure.said);
  const ledger = opened.value;
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const reader: LedgerReader = {
    read: async (kind, question) => {
      const answer = readFrom(ledger, kind, question);
      await gate;
      return answer;
    },
    close: () => Promise.resolve(),
  };
  const { pages, results } = ledger;
  const aside = createReadAside(reader, pages);
  const add = (name: string, service: 'face-detect' | 'vat-invoice' = 'face-detect') =>
    pages.add([
      { service, name, source: name, path: null, sandbox: false, options: {}, prepared: null },
    ])[0] ?? 0;
  const tell = (id: number): void => {
    const row = pages.get(id);
    if (row) aside.note({ type: 'pages.changed', pages: [summaryOf(row)] });
    else aside.note({ type: 'pages.removed', ids: [id] });
  };
  return { pages, results, aside, add, tell, letGo };
};

test('a list has what changed, came and went while it was read', async () => {
  const { pages, aside, add, tell, letGo } = await started();
  const [stays, changes, goes] = [add('stays'), add('changes'), add('goes')];
  const asked = aside.recent('face-detect', 10);
  pages.setState([changes], 'cancelled');
  pages.remove([goes]);
  const comes = add('comes');
  const other = add('other', 'vat-invoice');
  for (const id of [changes, goes, comes, other]) tell(id);
  letGo();
  const rows = await asked;
  expect(rows.map(({ id, state }) => [id, state])).toEqual([
    [stays, 'waiting'],
    [changes, 'cancelled'],
    [comes, 'waiting'],
  ]);
});

test('older pages are told of as they stand when the answer leaves', async () => {
  const { pages, results, aside, add, tell, letGo } = await started();
  const figures = { ...noFigures, faces: 1, warnings: 0, errors: 0 };
  const [stays, changes, goes] = [add('stays'), add('changes'), add('goes')];
  for (const id of [stays, changes, goes]) {
    results.set(id, figures);
    pages.setState([id], 'recognized' as 'waiting');
  }
  add('recent');
  const asked = aside.older({ service: 'face-detect', before: null, documents: 1, pages: 10 });
  results.set(changes, { ...figures, review: 'confirmed' });
  pages.remove([goes]);
  for (const id of [changes, goes]) tell(id);
  letGo();
  const { rows } = await asked;
  expect(rows.map(({ id, figures: now }) => [id, now?.review])).toEqual([
    [stays, 'open'],
    [changes, 'confirmed'],
  ]);
});

test('a search has its pages as they stand when it answers', async () => {
  const { pages, aside, add, tell, letGo } = await started();
  const [changes, goes] = [add('scan 1'), add('scan 2')];
  const asked = aside.search({ filter: { text: 'scan' }, after: null, limit: 10 });
  pages.setState([changes], 'cancelled');
  pages.remove([goes]);
  for (const id of [changes, goes]) tell(id);
  letGo();
  expect((await asked).pages.map(({ id, state }) => [id, state])).toEqual([[changes, 'cancelled']]);
});
