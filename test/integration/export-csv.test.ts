import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFileWhole } from '../../electron/infra/files/write-file.ts';
import { invoice, invoicePage, line } from '../unit/electron/export/pages.ts';
import { invoicesToCsv, linesToCsv } from '../helpers/exported.ts';

const soffice = [process.env.VOUCH_SOFFICE, '/usr/bin/soffice', '/usr/bin/libreoffice'].find(
  (path) => path !== undefined && existsSync(path),
);
const iconv = ['/usr/bin/iconv', '/opt/homebrew/bin/iconv'].find((path) => existsSync(path));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vouch-csv-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1,1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '\u00a0=1+1',
  '\u3000=1+1',
  '＝1+1',
  'a\n=1+1',
  '=HYPERLINK("http://x.example","a")',
  '=1+1","=1+1',
];

describe.skipIf(soffice === undefined)('CSV in LibreOffice (skipped if not installed)', () => {
  it('contains no formula, and real numbers', async () => {
    const pages = formulas.map((name) =>
      invoicePage(
        invoice({ seller: { ...invoice().seller, name }, total: '-300.00', lines: [line({ name })] }),
      ),
    );
    const path = join(folder, 'hostile.csv');
    expect(
      await writeFileWhole(path, invoicesToCsv(pages, { language: 'zh', encoding: 'utf8' })),
    ).toMatchObject({ ok: true });
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    // Comma, double quotes, UTF-8, from the first line, and "evaluate formulas" on: the most dangerous way
    // to open it.
    const filter = '--infilter=CSV:44,34,76,1,,0,false,true,false,false,false,0,true';
    await promisify(execFile)(
      soffice ?? '',
      [profile, '--headless', filter, '--convert-to', 'fods', '--outdir', folder, path],
      {
        timeout: 100_000,
      },
    );
    const opened = await readFile(join(folder, 'hostile.fods'), 'utf8');
    expect(opened).not.toContain('table:formula');
    expect(opened.match(/office:value="-300"/gu)).toHaveLength(formulas.length);
  });
});

describe.skipIf(iconv === undefined)('GB18030 in iconv (skipped if not installed)', () => {
  it('has the same text, including characters beyond GBK', async () => {
    const names = ['镕', '㐂', '𠮷野家', '€', 'ʤ', '①', '龥', '🧾'];
    const pages = names.map((name) => invoicePage(invoice({ lines: [line({ name })] })));
    const path = join(folder, 'lines.csv');
    await writeFileWhole(path, linesToCsv(pages, { language: 'zh', encoding: 'gb18030' }));
    const text = execFileSync(iconv ?? '', ['-f', 'GB18030', '-t', 'UTF-8', path]).toString('utf8');
    const rows: Record<string, string>[] = parse(text, { columns: true });
    expect(rows.map((row) => row['货物或应税劳务、服务名称'])).toEqual(names);
  });
});
