import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { readSheet } from 'read-excel-file/node';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readDigests, writeDigests } from '../../electron/books/archive/write-archive.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { lockFolder } from '../../electron/infra/files/lock.ts';
import { vouch } from '../helpers/command-line.ts';
import { startedOwn, ours } from '../helpers/own-books.ts';
import { bought, own, sold } from '../helpers/own-invoices.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';

it('names the side of each invoice, by the own companies of the command and of the settings', async () => {
  const { folder, home, input, run } = await startedOwn();
  await writeFile(join(input, '4.xml'), writeEInvoice(sold(4)));
  const sidesOf = async (...more: readonly string[]) => {
    const ran = await run('invoice', input, '--json', join(folder, 's.json'), '--csv', '-', ...more);
    const pages = JSON.parse(await readFile(join(folder, 's.json'), 'utf8')) as { side: string }[];
    const [header = '', ...rows] = ran.stdout.trim().split('\r\n');
    const at = header.split(',').toReversed().indexOf('Side');
    expect(rows.map((row) => row.split(',').toReversed()[at])).toEqual(pages.map(({ side }) => side));
    return pages.map(({ side }) => side);
  };
  expect(await sidesOf('--lang', 'en')).toEqual(Array(4).fill('unknown'));
  const sides = ['purchase', 'purchase', 'purchase', 'sale'];
  expect(await sidesOf('--lang', 'en', ...ours)).toEqual(sides);
  // The own companies of a command are not kept.
  expect(await sidesOf('--lang', 'en')).toEqual(Array(4).fill('unknown'));
  await writeFile(join(home, 'settings.json'), JSON.stringify({ settings: { ownCompanies: [own] } }));
  expect(await sidesOf('--lang', 'en')).toEqual(sides);
  expect((await run('invoice', input, '--own', 'x')).code).toBe(2);
});

describe('vouch archive', () => {
  const may = ['--from', '2024-05-01', '--to', '2024-05-31'];

  it('archives a period without an account, and checks it with and without the ledger', async () => {
    const { folder, home, run, readAll } = await startedOwn();
    await readAll();
    for (const name of ['may', 'may.zip']) {
      const out = join(folder, name);
      const ran = await run('archive', ...may, '--out', out);
      expect([ran.code, ran.stderr]).toEqual([0, expect.stringMatching(/^3 invoices archived\nDigest of/u)]);
      const alone = await vouch(['archive', '--check', out], { VOUCH_HOME: join(folder, 'nobody') });
      expect([alone.code, alone.stderr]).toEqual([0, expect.stringContaining('may have been rewritten')]);
      const known = await run('archive', '--check', out);
      expect([known.code, known.stderr]).toEqual([0, expect.stringContaining('the ledger noted')]);
    }
    const holder = { pid: process.pid, program: 'Vouch (desktop)', since: '2026-01-01T00:00:00Z' };
    const lock = await lockFolder(home, holder);
    const uncompared = await run('archive', '--check', join(folder, 'may'));
    expect([uncompared.code, uncompared.stderr]).toEqual([
      0,
      expect.stringContaining('Not compared with a ledger'),
    ]);
    if (lock.ok) lock.value.release();
    const original = join(folder, 'may', 'originals', '0001_1.xml');
    const bytes = await readFile(original);
    expect(bytes).toEqual(await readFile(join(folder, 'in', '1.xml')));
    await writeFile(original, 'changed');
    const checked = await vouch(['archive', '--check', join(folder, 'may')], {});
    expect([checked.code, checked.stderr]).toEqual([1, 'originals/0001_1.xml: was changed\n']);
    // Whoever rewrites the list, too, is found by the ledger.
    const list = join(folder, 'may', 'digests.txt');
    const digests = readDigests(await readFile(list)) ?? [];
    await writeFile(
      list,
      writeDigests(
        digests.map(({ path, sha256 }) => ({
          path,
          sha256: path === 'originals/0001_1.xml' ? sha256Of('changed') : sha256,
        })),
      ),
    );
    const rewritten = await run('archive', '--check', join(folder, 'may'));
    expect([rewritten.code, rewritten.stderr]).toEqual([
      1,
      expect.stringContaining('differs from the ledger'),
    ]);
  });

  it('replaces the archive of the same period only, and only if asked', async () => {
    const { folder, home, input, run, readAll } = await startedOwn();
    await readAll();
    const out = join(folder, 'a');
    const archive = (period: readonly string[], ...more: readonly string[]) =>
      run('archive', ...period, '--out', out, ...more);
    expect((await archive(may)).code).toBe(0);
    const again = await archive(may);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('--replace')]);
    expect((await archive(may, '--replace')).code).toBe(0);
    // One day of the month, and another month: both would lose originals of this one.
    expect((await archive(['--from', '2024-05-28', '--to', '2024-05-28'], '--replace')).code).toBe(2);
    // Neither the file nor our copy is there any more: the archive holds the only original.
    await rm(join(input, '1.xml'));
    await rm(join(home, 'originals'), { recursive: true });
    const lost = await archive(may, '--replace');
    expect([lost.code, lost.stderr]).toEqual([2, expect.stringContaining('originals/0001_1.xml')]);
    expect((await vouch(['archive', '--check', out], {})).code).toBe(0);
  });

  it('names an invoice that belongs to no period', async () => {
    const { folder, input, run, readAll } = await startedOwn();
    await writeFile(join(input, '4.xml'), writeEInvoice(bought(4, { issueDate: null })));
    await writeFile(join(input, '5.xml'), writeEInvoice(bought(5, { issueDate: '2024-06-01' })));
    await readAll();
    const ran = await run('archive', ...may, '--out', join(folder, 'a'));
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('3 invoices archived')]);
    expect(ran.stderr).toMatch(/4\.xml .*has no issue date/u);
    expect(ran.stderr).toContain('1 of other periods');
  });

  it('names every file that was handed in and is in no archive', async () => {
    const { folder, input, run, readAll } = await startedOwn();
    const damaged = join(input, '4.pdf');
    await writeFile(damaged, '%PDF-1.4\n1 0 obj\n<< /Type /Catalog');
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><circle cx="300" cy="200" r="150" fill="green"/></svg>';
    await sharp(Buffer.from(drawing)).flatten({ background: 'white' }).png().toFile(join(input, '5.png'));
    await readAll();
    // A second run records nothing twice.
    await readAll();
    const ran = await run('archive', ...may, '--out', join(folder, 'a'));
    expect([ran.code, ran.stderr.match(/4\.pdf/gu)?.length]).toEqual([1, 1]);
    expect(ran.stderr).toMatch(/4\.pdf .*was not read/u);
    expect(ran.stderr).toMatch(/5\.png: not an invoice/u);
    const notes = (await readSheet(join(folder, 'a', 'index.xlsx'), '说明')).flat().join('\n');
    expect(notes).toContain('未归档：4.pdf');
    expect(notes).toContain('未归档：5.png：不是发票');
    // A good file in its place takes its row; a picture without an invoice is not missing.
    await writeFile(damaged, writeEInvoice(bought(4, { issueDate: '2024-05-28' })));
    await readAll();
    const whole = await run('archive', ...may, '--out', join(folder, 'b'));
    expect([whole.code, whole.stderr]).toEqual([0, expect.stringContaining('4 invoices archived')]);
  });

  it('never overwrites a file that Vouch stores, not even through a link', async () => {
    const { folder, home, run, readAll } = await startedOwn();
    await readAll();
    const ledger = join(home, 'ledger.sqlite');
    await symlink(ledger, join(folder, 'link.zip'));
    await symlink(join(home, 'originals'), join(folder, 'link'));
    const before = (await readFile(ledger)).length;
    for (const out of [join(folder, 'link.zip'), join(folder, 'link', 'may'), join(home, 'pictures')]) {
      const ran = await run('archive', '--from', '2024-05-01', '--to', '2024-05-31', '--out', out);
      expect([ran.code, ran.stdout], out).toEqual([2, '']);
      expect(ran.stderr).toContain('Vouch’s own data');
    }
    const after = await readFile(ledger);
    expect([after.subarray(0, 6).toString(), after.length]).toEqual(['SQLite', before]);
  });

  it('reports an empty or wrong period', async () => {
    const { folder, run } = await startedOwn();
    const archive = (from: string, to: string) =>
      run('archive', '--from', from, '--to', to, '--out', join(folder, 'a'));
    expect((await archive('2024-05-01', '2024-05-31')).code).toBe(1);
    expect((await archive('2024-06-01', '2024-05-31')).code).toBe(2);
    expect((await archive('2024-02-30', '2024-05-31')).code).toBe(2);
    expect(await readdir(folder)).not.toContain('a');
  });
});
