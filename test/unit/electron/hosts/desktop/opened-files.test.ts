import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../../helpers/temporary-folder.ts';

vi.mock('electron', () => ({ app: { on: () => {} } }));
const { filesIn, openedFiles } = await import('../../../../../electron/hosts/desktop/opened-files.ts');

test('finds the files of a start, and ignores other arguments', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'folder.pdf'));
  for (const name of ['发票 1.pdf', 'b.jpg', '-flag.pdf']) await writeFile(join(folder, name), '');
  const named = [
    '--enable-x',
    '发票 1.pdf',
    join(folder, 'b.jpg'),
    '-flag.pdf',
    'folder.pdf',
    'gone.pdf',
    '',
  ];
  const found = [join(folder, '发票 1.pdf'), join(folder, 'b.jpg')];
  expect(filesIn(['/opt/vouch', ...named], folder, true)).toEqual(found);
  expect(filesIn(['/opt/electron', '.', ...named], folder, false)).toEqual(found);
});

test('accepts a file’s address, and no other address', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'inner'));
  const paths = ['发票 1%20#.pdf', join('inner', 'b.jpg')].map((name) => join(folder, name));
  for (const path of paths) await writeFile(path, '');
  const addresses = paths.map((path) => pathToFileURL(path).href);
  const [, second = ''] = addresses;
  expect(filesIn(['vouch', ...addresses], folder, true)).toEqual(paths);
  expect(filesIn(['vouch', second.replace('file:///', 'FILE://localhost/')], '/', true)).toEqual([paths[1]]);
  const hostile = [
    second.replace('file:///', 'file://files.example/'),
    second.replace('inner/', 'inner%2F'),
    second.replace('inner/', 'inner%2f'),
    `${second}%00`,
    `${second}%00.png`,
    `${second}%zz`,
    second.replace('file:', 'https:'),
    second.replace('file:///', 'file://user:word@files.example:80/'),
    'file://',
    'file:///',
    'file:',
    pathToFileURL(folder).href,
    pathToFileURL(join(folder, 'gone.pdf')).href,
  ];
  for (const address of hostile) expect(filesIn(['vouch', address], folder, true), address).toEqual([]);
});

test('holds files until they are taken, and then passes them on directly', () => {
  const opened = openedFiles();
  const taken: (readonly string[])[] = [];
  opened.give(['/a', '/b']);
  opened.give([]);
  opened.takenBy((paths) => taken.push(paths));
  opened.give(['/c']);
  expect(taken).toEqual([['/a', '/b'], ['/c']]);
});
