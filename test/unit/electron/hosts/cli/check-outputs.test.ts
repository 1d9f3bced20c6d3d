import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Outputs } from '../../../../../electron/hosts/cli/arguments.ts';
import { checkOutputs } from '../../../../../electron/hosts/cli/check-outputs.ts';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

const none: Outputs = { csv: null, linesCsv: null, xlsx: null, json: null, annotate: null };
const messageFor = async (outputs: Partial<Outputs>, inputs: readonly string[] = []) =>
  (await checkOutputs({ ...none, ...outputs }, inputs))?.message.en ?? null;

describe('where results would go', () => {
  test('files old and new, devices, folders yet to be made: all fine, and nothing is written', async () => {
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

  test('a folder that is not there, or that is a file, or a file that is a folder', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    await mkdir(join(folder, 'folder'));
    expect(await messageFor({ csv: join(folder, 'nowhere', 'a.csv') })).toContain('ENOENT');
    expect(await messageFor({ csv: join(folder, 'file', 'a.csv') })).toMatch(/ENOTDIR|ENOENT/);
    expect(await messageFor({ json: join(folder, 'folder') })).toContain('EISDIR');
    expect(await messageFor({ annotate: join(folder, 'file') })).toContain('EEXIST');
    expect(await messageFor({ csv: '/proc/vouch.csv' })).toContain('can not be written');
  });

  test('the same file twice, however it is written', async () => {
    const folder = await temporaryFolder();
    const other = `${folder}/./x/../a.csv`;
    expect(await messageFor({ csv: join(folder, 'a.csv'), linesCsv: other })).toContain('same file');
  });

  test('a file that is read', async () => {
    const folder = await temporaryFolder();
    const picture = join(folder, 'a.jpg');
    expect(await messageFor({ csv: picture }, [`${folder}//a.jpg`])).toContain('overwrite');
  });
});
