import { link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRenameJournal } from '../../../../electron/infra/files/rename-journal.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

const started = async () => {
  const folder = await temporaryFolder();
  const files = join(folder, 'files');
  await mkdir(files);
  for (const name of ['a.pdf', 'b.pdf']) await writeFile(join(files, name), `content of ${name}`);
  const at = (name: string) => join(files, name);
  const list = async () => (await readdir(files, { recursive: true })).toSorted();
  return {
    at,
    list,
    journalPath: join(folder, 'rename.json'),
    journal: createRenameJournal(join(folder, 'rename.json')),
  };
};

describe('renaming files', () => {
  it('sets names, in separate folders, and reverts them once', async () => {
    const { at, list, journal } = await started();
    const moves = [
      { from: at('a.pdf'), to: at('2024-05/甲.pdf') },
      { from: at('b.pdf'), to: at('乙.pdf') },
    ];
    expect((await journal.run(moves, 'move')).map(({ code }) => code)).toEqual([null, null]);
    expect(await list()).toEqual(['2024-05', '2024-05/甲.pdf', '乙.pdf']);
    expect((await journal.undo())?.map(({ code }) => code)).toEqual([null, null]);
    expect(await list()).toEqual(['a.pdf', 'b.pdf']);
    expect(await journal.undo()).toBeNull();
  });

  it('removes the folders that it made, unless something else lies in them', async () => {
    const { at, list, journal, journalPath } = await started();
    await mkdir(at('there'));
    const moves = [
      { from: at('a.pdf'), to: at('there/2024/05/a.pdf') },
      { from: at('b.pdf'), to: at('2024/b.pdf') },
    ];
    await journal.run(moves, 'move');
    await writeFile(at('2024/mine.txt'), 'mine');
    await journal.undo();
    expect(await list()).toEqual(['2024', '2024/mine.txt', 'a.pdf', 'b.pdf', 'there']);
    // A failure, and a kill after the folders were made.
    await journal.run(
      [
        { from: at('a.pdf'), to: at('new/a.pdf') },
        { from: at('gone'), to: at('new/b.pdf') },
      ],
      'move',
    );
    await journal.run(moves.slice(0, 1), 'move');
    const done = await readFile(journalPath, 'utf8');
    await writeFile(journalPath, done.replace('"done"', '"running"'));
    expect(await journal.recover()).toBe(1);
    expect(await list()).toEqual(['2024', '2024/mine.txt', 'a.pdf', 'b.pdf', 'there']);
  });

  it('copies, and on undo removes only unchanged copies', async () => {
    const { at, list, journal } = await started();
    const moves = ['a.pdf', 'b.pdf'].map((name) => ({ from: at(name), to: at(`copy/${name}`) }));
    await journal.run(moves, 'copy');
    await writeFile(at('copy/b.pdf'), 'changed by its user');
    expect((await journal.undo())?.map(({ code }) => code)).toEqual(['changed', null]);
    expect(await list()).toEqual(['a.pdf', 'b.pdf', 'copy', 'copy/b.pdf']);
  });

  it.each(['move', 'copy'] as const)(
    'never overwrites (%s): one existing name leaves all files unchanged',
    async (mode) => {
      const { at, list, journal } = await started();
      await writeFile(at('taken.pdf'), 'mine');
      const moves = [
        { from: at('a.pdf'), to: at('new.pdf') },
        { from: at('b.pdf'), to: at('taken.pdf') },
      ];
      expect((await journal.run(moves, mode)).map(({ code }) => code)).toEqual(['ECANCELED', 'EEXIST']);
      expect(await list()).toEqual(['a.pdf', 'b.pdf', 'taken.pdf']);
      expect(await readFile(at('taken.pdf'), 'utf8')).toBe('mine');
    },
  );

  it('fails completely if the target is below a file, and the next run is not blocked', async () => {
    const { at, list, journal, journalPath } = await started();
    const moves = [
      { from: at('a.pdf'), to: at('new.pdf') },
      { from: at('a.pdf'), to: at('b.pdf/deeper/a.pdf') },
    ];
    expect((await journal.run(moves, 'copy')).at(-1)?.code).toBe('ENOTDIR');
    expect(await list()).toEqual(['a.pdf', 'b.pdf']);
    // An ended run with such a target, for example after a folder was replaced by a file.
    await writeFile(journalPath, JSON.stringify({ mode: 'copy', state: 'running', moves }));
    expect(await journal.recover()).toBe(0);
    expect(await journal.run([{ from: at('a.pdf'), to: at('c.pdf') }], 'copy')).toMatchObject([
      { code: null },
    ]);
  });

  it('reverts what an interrupted run had begun, at any point', async () => {
    const { at, list, journal, journalPath } = await started();
    const moves = [
      { from: at('a.pdf'), to: at('A.pdf') },
      { from: at('b.pdf'), to: at('B.pdf') },
    ];
    await journal.run(moves.slice(0, 1), 'move');
    // Ended between the two steps of a file: it has both names.
    await link(at('b.pdf'), at('B.pdf'));
    await writeFile(journalPath, JSON.stringify({ mode: 'move', state: 'running', moves }));
    expect(await journal.recover()).toBe(1);
    expect(await list()).toEqual(['a.pdf', 'b.pdf']);
    expect(await journal.recover()).toBe(0);
    await writeFile(journalPath, '{"mode":"mo');
    expect(await journal.recover()).toBe(0);
  });
});
