import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  clearReplacedData,
  markReady,
  swapData,
  waitingFolder,
} from '../../../../../electron/store/folder/swap-data.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const at = '2024-05-28T08:00:00.000Z';
const oldItems = ['ledger.sqlite', 'ledger.sqlite-wal', 'pictures', 'thumbnails'];
const newItems = ['ledger.sqlite', 'pictures', 'originals'];

const put = (folder: string, name: string, text: string): void => {
  const isFile = name.startsWith('ledger');
  mkdirSync(isFile ? folder : join(folder, name), { recursive: true });
  writeFileSync(isFile ? join(folder, name) : join(folder, name, 'a'), text);
};
const textIn = (folder: string, name: string): string =>
  readFileSync(name.startsWith('ledger') ? join(folder, name) : join(folder, name, 'a'), 'utf8');

const prepared = async () => {
  const home = await temporaryFolder();
  for (const item of oldItems) put(home, item, `old ${item}`);
  writeFileSync(join(home, 'config.json'), '{}');
  for (const item of newItems) put(waitingFolder(home), item, `new ${item}`);
  return home;
};

const aside = 'before-restore-20240528T080000000Z';

const expectSwapped = (home: string): void => {
  for (const item of newItems) expect(textIn(home, item)).toBe(`new ${item}`);
  for (const item of oldItems) expect(textIn(join(home, aside), item)).toBe(`old ${item}`);
  expect(readdirSync(home).toSorted()).toEqual([aside, 'config.json', ...newItems].toSorted());
};

describe('replacing the data by an unpacked backup', () => {
  test('is complete, and keeps the old data aside', async () => {
    const home = await prepared();
    markReady(waitingFolder(home), at);
    expect(swapData(home)).toBe(join(home, aside));
    expectSwapped(home);
    expect(swapData(home)).toBeNull();
  });

  test('of the ledger alone leaves pictures and originals where they are', async () => {
    const home = await prepared();
    rmSync(join(waitingFolder(home), 'pictures'), { recursive: true });
    rmSync(join(waitingFolder(home), 'originals'), { recursive: true });
    markReady(waitingFolder(home), at, true);
    expect(swapData(home)).toBe(join(home, aside));
    expect(textIn(home, 'ledger.sqlite')).toBe('new ledger.sqlite');
    expect(textIn(home, 'pictures')).toBe('old pictures');
    expect(readdirSync(join(home, aside)).toSorted()).toEqual(['ledger.sqlite', 'ledger.sqlite-wal']);
  });

  test('is undone for 30 days: then the replaced data is deleted', async () => {
    const home = await temporaryFolder();
    for (const name of [aside, 'before-restore-20240620T000000000Z', 'before-restore-mine'])
      mkdirSync(join(home, name));
    expect(clearReplacedData(home, new Date('2024-06-27T00:00:00Z'))).toEqual([]);
    expect(clearReplacedData(home, new Date('2024-06-28T00:00:00Z'))).toEqual(['2024-05-28']);
    expect(readdirSync(home).toSorted()).toEqual([
      'before-restore-20240620T000000000Z',
      'before-restore-mine',
    ]);
  });

  test('requires a ready and complete backup', async () => {
    const home = await prepared();
    mkdirSync(`${waitingFolder(home)}.part`);
    expect(swapData(home)).toBeNull();
    for (const item of oldItems) expect(textIn(home, item)).toBe(`old ${item}`);
    expect(existsSync(`${waitingFolder(home)}.part`)).toBe(false);
  });

  test.each(Array.from({ length: oldItems.length + newItems.length + 2 }, (_, steps) => steps))(
    'is finished at the next start if the computer stopped after %i steps',
    async (steps) => {
      const home = await prepared();
      const waiting = waitingFolder(home);
      markReady(waiting, at);
      mkdirSync(join(home, aside));
      const away = oldItems.map((item) => () => renameSync(join(home, item), join(home, aside, item)));
      const marked = () => writeFileSync(join(waiting, 'moved'), '');
      const come = newItems.map((item) => () => renameSync(join(waiting, item), join(home, item)));
      for (const step of [...away, marked, ...come].slice(0, steps)) step();
      swapData(home);
      expectSwapped(home);
    },
  );
});
