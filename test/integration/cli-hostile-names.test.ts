import { spawnSync } from 'node:child_process';
import { mkdir, readFile, readdir, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { vouch } from '../helpers/command-line.ts';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const main = fileURLToPath(new URL('../../electron/hosts/cli/main.ts', import.meta.url));

const oneInvoice = async () => {
  const folder = await temporaryFolder();
  const { input, truths } = await writeMade(folder, [await madeInvoice(1)]);
  const link = join(folder, 'link');
  await symlink(input, link);
  const home = join(folder, 'home');
  return { folder, input, link, home, environment: { VOUCH_HOME: home, VOUCH_SANDBOX_TRUTH: truths } };
};

describe('results never replace existing files', () => {
  test.each([
    ['--annotate', (input: string, link: string) => [input, '--annotate', link]],
    ['--annotate, link and folder swapped', (input: string, link: string) => [link, '--annotate', input]],
    ['--csv', (input: string, link: string) => [input, '--csv', join(link, 'invoice-1.png')]],
    ['--json', (input: string, link: string) => [link, '--json', join(input, 'invoice-1.png')]],
  ])('an input reached through a link: %s', async (_, args) => {
    const { input, link, environment } = await oneInvoice();
    const before = await readFile(join(input, 'invoice-1.png'));
    const ran = await vouch(['invoice', ...args(input, link), '--sandbox'], environment);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('overwrite an input file');
    expect((await readFile(join(input, 'invoice-1.png'))).equals(before)).toBe(true);
  });

  test('the ledger, also through a link', async () => {
    const { folder, input, home, environment } = await oneInvoice();
    expect((await vouch(['invoice', input, '--sandbox', '--quiet'], environment)).code).toBe(0);
    await symlink(join(home, 'ledger.sqlite'), join(folder, 'a.csv'));
    const before = await readFile(join(home, 'ledger.sqlite'));
    for (const csv of [join(home, 'ledger.sqlite'), join(folder, 'a.csv')]) {
      const ran = await vouch(['invoice', input, '--sandbox', '--csv', csv], environment);
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('Vouch’s own data')]);
    }
    expect((await readFile(join(home, 'ledger.sqlite'))).equals(before)).toBe(true);
    // A path next to the ledger is allowed.
    const beside = await vouch(['invoice', input, '--sandbox', '--csv', join(home, 'out.csv')], environment);
    expect([beside.code, beside.stderr]).toEqual([0, expect.stringContaining('1 recognized')]);
  });

  test('leaves a dangling link a link', async () => {
    const { folder, input, environment } = await oneInvoice();
    await symlink('later.csv', join(folder, 'a.csv'));
    const ran = await vouch(['invoice', input, '--sandbox', '--csv', join(folder, 'a.csv')], environment);
    expect(ran.code).toBe(0);
    expect(await readlink(join(folder, 'a.csv'))).toBe('later.csv');
    expect((await stat(join(folder, 'later.csv'))).size).toBeGreaterThan(100);
  });
});

describe('standard output and standard error', () => {
  test.runIf(process.platform === 'linux')('a full disk is named, and the ledger is closed', async () => {
    const { folder, input, home, environment } = await oneInvoice();
    const json = join(folder, 'a.json');
    const command = `"${process.execPath}" --disable-warning=ExperimentalWarning "${main}" invoice "${input}" --sandbox --csv - --json "${json}" > /dev/full`;
    const ran = spawnSync('sh', ['-c', command], {
      env: { PATH: process.env.PATH ?? '', HOME: home, LANG: 'en_US.UTF-8', ...environment },
      encoding: 'utf8',
    });
    expect([ran.status, ran.stderr]).toEqual([
      1,
      expect.stringContaining('Standard output: The disk is full'),
    ]);
    expect(ran.stderr).not.toContain(' at ');
    // The other output exists, and the ledger leaves no log behind.
    expect(JSON.parse(await readFile(json, 'utf8'))).toHaveLength(1);
    expect(await readdir(home)).not.toContain('ledger.sqlite-wal');
  });

  test('receive no control character of a file name or an option', async () => {
    const { input, environment } = await oneInvoice();
    const hostile = '\u001b]0;pwned\u0007\u001b[31m\u009b2J\u202e';
    await writeFile(join(input, `${hostile}.jpg`), 'no picture');
    const ran = await vouch(['invoice', input, '--sandbox'], environment);
    const unknown = await vouch(['invoice', `--${hostile}x`], environment);
    expect(unknown.code).toBe(2);
    for (const text of [ran.stderr, ran.stdout, unknown.stderr])
      expect(text.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(ran.stderr).toContain(']0;pwned');
  });
});

test('a file that is named like an option makes the command fail', async () => {
  const { input, environment } = await oneInvoice();
  const trap = '--base-url=localhost:18400';
  await mkdir(join(input, 'sub'));
  await writeFile(join(input, trap), 'x');
  // The arguments to which a shell in that folder would expand `vouch invoice *`.
  const ran = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', main, 'invoice', trap, 'invoice-1.png'],
    { cwd: input, encoding: 'utf8', env: { PATH: '', LANG: 'en_US.UTF-8', ...environment } },
  );
  expect([ran.status, ran.stderr]).toEqual([2, expect.stringContaining(`./${trap}`)]);
});
