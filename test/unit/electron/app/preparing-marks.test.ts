import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPreparingMarks } from '../../../../electron/app/preparing-marks.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

test('holds a page back after its second crash, but never one that ended well', async () => {
  const folder = join(await temporaryFolder(), 'preparing');
  const first = openPreparingMarks(folder);
  for (const id of [1, 2]) first.begin(id);
  first.end(2);
  const second = openPreparingMarks(folder);
  expect([1, 2].map(second.killedTwice)).toEqual([false, false]);
  second.begin(1);
  const third = openPreparingMarks(folder);
  expect([1, 2].map(third.killedTwice)).toEqual([true, false]);
  third.begin(1);
  third.end(1);
  expect(openPreparingMarks(folder).killedTwice(1)).toBe(false);
});

test('continues if its folder is read-only', () => {
  const marks = openPreparingMarks('/dev/null/preparing');
  marks.begin(1);
  marks.end(1);
  expect(marks.killedTwice(1)).toBe(false);
});
