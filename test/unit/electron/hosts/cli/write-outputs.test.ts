import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseArguments } from '../../../../../electron/hosts/cli/arguments.ts';
import { writeOutputs, type WrittenOutput } from '../../../../../electron/hosts/cli/write-outputs.ts';
import { openPictureStore } from '../../../../../electron/store/pictures/picture-store.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

test('what can not take the place of its file is written beside it: it was paid for', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.csv');
  await mkdir(path);
  const command = parseArguments(['invoice', 'a.jpg', '--csv', path, '--json', join(folder, 'a.json')], 'en');
  if (!command.ok || command.value.kind !== 'recognize') throw new Error('not a command');
  const written: WrittenOutput[] = [];
  const faults = await writeOutputs(
    command.value,
    {
      names: [],
      ends: [],
      pictures: openPictureStore(folder),
      onWritten: (output) => written.push(output),
    },
    { out: () => Promise.resolve(), note: () => {}, flushed: () => Promise.resolve() },
  );
  const beside = join(folder, 'a (2).csv');
  expect(faults).toEqual([expect.stringMatching(/EISDIR.*Written to .*a \(2\)\.csv instead/)]);
  expect(written.map(({ form, path: at }) => [form, at])).toEqual([
    ['csv', beside],
    ['json', join(folder, 'a.json')],
  ]);
  expect((await readFile(beside, 'utf8')).length).toBeGreaterThan(10);
  expect(await readdir(path)).toEqual([]);
});
