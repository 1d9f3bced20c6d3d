import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

vi.mock('electron', () => ({ app: { on: () => {} } }));
const { filesIn, openedFiles } = await import('../../../../electron/desktop/opened-files.ts');

test('files that a start names, and nothing else that stands there', async () => {
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

test('files wait until they are taken, and go straight on from then', () => {
  const opened = openedFiles();
  const taken: (readonly string[])[] = [];
  opened.give(['/a', '/b']);
  opened.give([]);
  opened.takenBy((paths) => taken.push(paths));
  opened.give(['/c']);
  expect(taken).toEqual([['/a', '/b'], ['/c']]);
});
