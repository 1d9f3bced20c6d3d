import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '../../electron/infra/files/lock.ts';
import { vouch } from '../helpers/command-line.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const picture = join(projectFolder, 'samples', 'digital-data.xml');

test.each([
  [['invoice', picture, '--json', 'out']],
  [['face', picture, '--json', 'out', '--sandbox']],
  [
    [
      'vouchers',
      picture,
      '--rules',
      'rules.json',
      '--own',
      '91420100MA4K00000X',
      '--format',
      'kingdee',
      '--out',
      'out',
    ],
  ],
  // Without a cover sheet, print needs no ledger.
  [['print', picture, '--cover', '--out', 'out']],
  [['rename', picture, '--pattern', '{number}']],
  [['archive', '--from', '2026-01-01', '--to', '2026-01-31', '--out', 'out']],
])('while a window is open, `vouch %j` is refused with the way to go', async (given) => {
  const folder = await temporaryFolder();
  const home = join(folder, 'home');
  await mkdir(home);
  const rules = join(folder, 'rules.json');
  await writeFile(rules, '{}');
  const lock = await lockFolder(home, {
    pid: process.pid,
    program: 'Vouch (desktop)',
    since: '2026-01-01T00:00:00Z',
  });
  onTestFinished(() => {
    if (lock.ok) lock.value.release();
  });
  const out = join(folder, 'out');
  const line = given.map((word) => (word === 'out' ? out : word === 'rules.json' ? rules : word));
  const ran = await vouch(line, { VOUCH_HOME: home });
  expect(ran.code, ran.stderr).toBe(2);
  expect(ran.stderr).toMatch(/Another Vouch is using the data folder \(Vouch \(desktop\), pid \d+/u);
  expect(ran.stderr).toMatch(/do it in its window|close it/u);
  expect(ran.stdout).toBe('');
  expect(existsSync(out)).toBe(false);
});
