import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPreparationJournal } from '../../../../electron/app/preparation-journal.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

test('holds a page back after its second crash, but never one that ended normally', async () => {
  const folder = join(await temporaryFolder(), 'preparing');
  const first = openPreparationJournal(folder);
  for (const id of [1, 2]) first.begin(id);
  first.end(2);
  const second = openPreparationJournal(folder);
  expect([1, 2].map(second.crashedTwice)).toEqual([false, false]);
  second.begin(1);
  const third = openPreparationJournal(folder);
  expect([1, 2].map(third.crashedTwice)).toEqual([true, false]);
  third.begin(1);
  third.end(1);
  expect(openPreparationJournal(folder).crashedTwice(1)).toBe(false);
});

test('continues if its folder is read-only', () => {
  const marks = openPreparationJournal('/dev/null/preparing');
  marks.begin(1);
  marks.end(1);
  expect(marks.crashedTwice(1)).toBe(false);
});
