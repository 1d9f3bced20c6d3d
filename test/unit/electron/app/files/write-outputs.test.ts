import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseArguments } from '../../../../../electron/hosts/cli/arguments.ts';
import { writeOutputs, type WrittenOutput } from '../../../../../electron/app/files/write-outputs.ts';
import { openPictureStore } from '../../../../../electron/store/pictures/picture-store.ts';
import { invoicePage } from '../../export/pages.ts';
import { readXlsx, recordsOf } from '../../export/read-xlsx.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

test('writes a result that can’t replace its file next to it, because it was billed', async () => {
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
      pages: { each: async function* () {}, facts: { demo: false, incomplete: false, pointOrdinals: [] } },
      onPage: () => {},
      pictures: openPictureStore(folder),
      onWritten: (output) => {
        written.push(output);
        return Promise.resolve();
      },
    },
    () => Promise.resolve(),
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

test('passes many pages through once, even if an output accepts none', async () => {
  const folder = await temporaryFolder();
  const taken = join(folder, 'taken.csv');
  await mkdir(taken);
  const names = ['json', 'xlsx', 'lines-csv'] as const;
  const options = names.flatMap((name) => [`--${name}`, join(folder, name)]);
  const command = parseArguments(['invoice', 'a.jpg', '--csv', taken, ...options], 'en');
  if (!command.ok || command.value.kind !== 'recognize') throw new Error('not a command');
  const count = 700;
  let [made, passes] = [0, 0];
  const each = async function* () {
    passes += 1;
    for (let index = 0; index < count; index += 1) {
      made += 1;
      yield index % 7 === 3 ? null : invoicePage();
    }
  };
  const seen: unknown[] = [];
  const written: WrittenOutput[] = [];
  await writeOutputs(
    command.value,
    {
      names: [],
      pages: { each, facts: { demo: false, incomplete: false, pointOrdinals: [] } },
      pictures: openPictureStore(folder),
      onPage: (page) => seen.push(page),
      onWritten: (output) => {
        written.push(output);
        return Promise.resolve();
      },
    },
    () => Promise.resolve(),
  );
  // Once for all, and once more for the file that was written next to the other.
  expect([passes, made]).toEqual([2, 2 * count]);
  expect(seen).toHaveLength(600);
  expect(written.map(({ form, pages }) => [form, pages])).toEqual([
    ['csv', 600],
    ['lines-csv', 600],
    ['xlsx', 600],
    ['json', 600],
  ]);
  expect(JSON.parse(await readFile(join(folder, 'json'), 'utf8'))).toHaveLength(600);
  const [invoices, lines] = readXlsx(await readFile(join(folder, 'xlsx')));
  expect([invoices, lines].map((sheet) => sheet && recordsOf(sheet).length)).toEqual([600, 1200]);
});

const failing = async function* () {
  yield invoicePage();
  yield await Promise.reject(new Error('the ledger failed'));
};

test('leaves no incomplete file if the pages can’t be read to the end', async () => {
  const folder = await temporaryFolder();
  const outputs = ['csv', 'json', 'xlsx'].flatMap((name) => [`--${name}`, join(folder, name)]);
  const command = parseArguments(['invoice', 'a.jpg', ...outputs], 'en');
  if (!command.ok || command.value.kind !== 'recognize') throw new Error('not a command');
  const written = writeOutputs(
    command.value,
    {
      names: [],
      pages: { each: failing, facts: { demo: false, incomplete: false, pointOrdinals: [] } },
      pictures: openPictureStore(folder),
      onPage: () => {},
      onWritten: () => Promise.resolve(),
    },
    () => Promise.resolve(),
  );
  await expect(written).rejects.toThrow('the ledger failed');
  expect(await readdir(folder)).toEqual([]);
});

test('draws on recognized pages only', async () => {
  const folder = await temporaryFolder();
  const command = parseArguments(['invoice', 'a.jpg', '--annotate', join(folder, 'drawn')], 'en');
  if (!command.ok || command.value.kind !== 'recognize') throw new Error('not a command');
  const sent = { encoding: 'png', width: 8, height: 8, bytes: 1, sha256: '0'.repeat(64) } as const;
  const asked: string[] = [];
  const failures = await writeOutputs(
    command.value,
    {
      names: ['a.png', 'b.png'],
      pages: {
        each: async function* () {
          yield invoicePage(undefined, { sent, waiting: true });
          yield invoicePage(undefined, { sent });
        },
        facts: { demo: false, incomplete: false, pointOrdinals: [] },
      },
      pictures: { ...openPictureStore(folder), get: (sha256) => (asked.push(sha256), Promise.resolve(null)) },
      onPage: () => {},
      onWritten: () => Promise.resolve(),
    },
    () => Promise.resolve(),
  );
  expect(asked).toHaveLength(1);
  expect(failures).toEqual([expect.stringMatching(/b\.png/)]);
});
