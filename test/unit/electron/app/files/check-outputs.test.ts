import { link, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Outputs } from '../../../../../electron/app/files/request.ts';
import { checkAnnotated, checkOutputs } from '../../../../../electron/app/files/check-outputs.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const none: Outputs = { csv: null, linesCsv: null, xlsx: null, json: null, annotate: null };
const messageFor = async (outputs: Partial<Outputs>, inputs: readonly string[] = [], home = '/nowhere') =>
  (await checkOutputs({ ...none, ...outputs }, { inputs, home }))?.message.en ?? null;
const annotatedMessage = async (
  outputs: Partial<Outputs>,
  names: readonly string[],
  inputs: readonly string[] = [],
  home = '/nowhere',
) => (await checkAnnotated({ ...none, ...outputs }, names, { inputs, home }))?.message.en ?? null;

describe('checking outputs', () => {
  test('accepts old and new files, devices and new folders, and writes nothing', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'old.csv'), 'old');
    expect(
      await messageFor({
        csv: join(folder, 'old.csv'),
        json: join(folder, 'new.json'),
        xlsx: '/dev/null',
        linesCsv: '-',
      }),
    ).toBeNull();
    expect(await readdir(folder)).toEqual(['old.csv']);
    expect(await messageFor({ annotate: join(folder, 'a', 'b') })).toBeNull();
  });

  test('rejects a missing folder, a file as a folder, and a folder as a file', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    await mkdir(join(folder, 'folder'));
    expect(await messageFor({ csv: join(folder, 'nowhere', 'a.csv') })).toContain('ENOENT');
    expect(await messageFor({ csv: join(folder, 'file', 'a.csv') })).toMatch(/ENOTDIR|ENOENT/);
    expect(await messageFor({ json: join(folder, 'folder') })).toContain('EISDIR');
    expect(await messageFor({ annotate: join(folder, 'file') })).toContain('EEXIST');
    expect(await messageFor({ csv: '/proc/vouch.csv' })).toContain('Can’t write');
  });

  test('rejects the same file twice, in any spelling', async () => {
    const folder = await temporaryFolder();
    const other = `${folder}/./x/../a.csv`;
    expect(await messageFor({ csv: join(folder, 'a.csv'), linesCsv: other })).toContain('same file');
  });

  test('rejects an input file under any name', async () => {
    const folder = await temporaryFolder();
    const picture = join(folder, 'a.jpg');
    await writeFile(picture, 'picture');
    await symlink(folder, join(folder, 'link'));
    await symlink(picture, join(folder, 'other.csv'));
    await link(picture, join(folder, 'hard.csv'));
    for (const csv of [picture, `${folder}//a.jpg`, 'link/a.jpg', 'other.csv', 'hard.csv'])
      expect(await messageFor({ csv: csv.includes(folder) ? csv : join(folder, csv) }, [picture])).toContain(
        'overwrite an input file',
      );
    // The other way round: the input is named through the link.
    expect(await messageFor({ csv: picture }, [join(folder, 'link', 'a.jpg')])).toContain('overwrite');
    expect(await messageFor({ csv: join(folder, 'new.csv') }, [picture])).toBeNull();
  });

  test('rejects one file under two names, also one that does not exist yet', async () => {
    const folder = await temporaryFolder();
    await symlink(folder, join(folder, 'link'));
    await symlink('target.csv', join(folder, 'dangling.csv'));
    const at = (name: string) => join(folder, name);
    expect(await messageFor({ csv: at('a.csv'), json: at('link/a.csv') })).toContain('same file');
    expect(await messageFor({ csv: at('dangling.csv'), json: at('link/target.csv') })).toContain('same file');
    expect(await messageFor({ csv: at('a.csv'), json: at('b.csv') })).toBeNull();
    await symlink('loop.csv', at('loop.csv'));
    expect(await messageFor({ csv: at('loop.csv') })).toContain('ELOOP');
  });

  test("rejects Vouch's own files in the data folder, but not other files there", async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, 'ledger.sqlite'), 'ledger');
    await mkdir(join(home, 'pictures'));
    await symlink(home, join(home, 'link'));
    await symlink(join(home, 'ledger.sqlite'), join(home, 'a.csv'));
    for (const csv of [
      'ledger.sqlite',
      'Ledger.SQLite',
      'ledger.sqlite-wal',
      'link/ledger.sqlite',
      'a.csv',
      'pictures/a.csv',
      'settings.json',
      'lock.sqlite',
    ])
      expect([csv, await messageFor({ csv: join(home, csv) }, [], join(home, 'link'))]).toEqual([
        csv,
        expect.stringContaining('Vouch’s own data'),
      ]);
    expect(await messageFor({ annotate: join(home, 'link', 'pictures') }, [], home)).toContain('own data');
    expect(
      await messageFor({ csv: join(home, 'mine.csv'), annotate: join(home, 'out') }, [], home),
    ).toBeNull();
  });

  test('checks annotated pictures, whose names come from the pages', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'real'));
    await writeFile(join(folder, 'real', 'a.png'), 'picture');
    await symlink(join(folder, 'real'), join(folder, 'link'));
    const [real, linked] = [join(folder, 'real'), join(folder, 'link')];
    for (const [annotate, input] of [
      [real, real],
      [linked, real],
      [real, linked],
    ] as const)
      expect(await annotatedMessage({ annotate }, ['a.png'], [join(input, 'a.png')])).toContain('overwrite');
    const csv = join(real, 'b.png');
    expect(await annotatedMessage({ annotate: linked, csv }, ['b.png'])).toContain('same file');
    expect(await annotatedMessage({ annotate: linked }, ['b.png'], [join(real, 'a.png')])).toBeNull();
  });
});
