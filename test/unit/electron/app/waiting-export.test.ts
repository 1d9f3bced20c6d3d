import { expect, onTestFinished, test } from 'vitest';
import { join } from 'node:path';
import { choosePages } from '../../../../electron/app/export-commands.ts';
import { openDataFolder } from '../../../../electron/app/data-folder.ts';
import { failureOfRow, resultPages } from '../../../../electron/app/files/sheet-pages.ts';
import { parseArguments } from '../../../../electron/hosts/cli/arguments.ts';
import { errorText, stateOf } from '../../../../electron/export/page-words.ts';
import type { ExportPage } from '../../../../electron/export/export-page.ts';
import type { Assessor } from '../../../../electron/pipeline/assessor.ts';
import { failureOf } from '../../../../shared/services/failures.ts';
import { pagesToJson } from '../../../helpers/exported.ts';
import { now } from '../../../helpers/now.ts';
import { addOne } from '../../../helpers/stored-pages.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

/** A page that waits for the budget of paid calls, and what reads it. */
const waitingPage = async () => {
  const opened = await openDataFolder(join(await temporaryFolder(), 'home'), 'test', now);
  if (!opened.ok) throw new Error(opened.failure.message.en);
  const folder = opened.value;
  onTestFinished(folder.close);
  const id = await addOne(folder.store);
  const stored = await folder.store.page(id);
  if (!stored) throw new Error('no page');
  const row = { ...stored, failure: failureOf('office-budget') };
  const store = { ...folder.store, page: () => Promise.resolve(row) };
  const assessor = {
    open: () => Promise.resolve({ row, events: [], derived: null }),
    reviewed: () => Promise.resolve(null),
    assessOne: () => Promise.resolve(),
    joinAlike: () => Promise.resolve([]),
  } as Partial<Assessor> as Assessor;
  return { id, row, store, assessor, folder };
};

const expectWaiting = (page: ExportPage | null | undefined): void => {
  if (!page) throw new Error('no page');
  expect(stateOf(page)).toBe('waiting');
  expect(errorText(page, 'en')).toBe(errorText({ ...page, failure: null, waiting: true }, 'en'));
  const read: unknown = JSON.parse(pagesToJson([page], 'en'));
  expect(read).toMatchObject([{ state: 'waiting', error: null }]);
};

test('an export says that a page that waits for the budget waits', async () => {
  const { id, store, assessor } = await waitingPage();
  const chosen = await choosePages(store, assessor, 'vat-invoice', [id]);
  expectWaiting(chosen[0]?.page);
});

test('the JSON of the command line says the same', async () => {
  const { id, row, store, assessor, folder } = await waitingPage();
  const command = parseArguments(['invoice', 'a.jpg', '--json', '-'], 'en');
  if (!command.ok || command.value.kind !== 'recognize') throw new Error('not a command');
  const sheet = {
    source: 'a.jpg',
    name: 'a.jpg',
    path: '/in/a.jpg',
    page: 1,
    part: 0,
    pageCount: 1,
    failure: null,
    seal: null,
    digital: null,
  };
  const ends = [{ kind: 'page', sheet, pageId: id, heldBack: true }] as const;
  const data = { ...folder, store };
  const { each } = await resultPages(command.value, 'service', ends, data, assessor, []);
  let count = 0;
  for await (const page of each()) {
    count += 1;
    expectWaiting(page);
  }
  expect(count).toBe(1);
  expect(failureOfRow(row)).toBeNull();
  expect(failureOfRow({ state: 'failed', failure: row.failure })).toEqual(row.failure);
});
