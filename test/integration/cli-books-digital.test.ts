import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../../electron/intake/pdf-document.ts';
import { openPdfPage } from '../../electron/intake/pdf-page.ts';
import { vouch } from '../helpers/command-line.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const samples = fileURLToPath(new URL('../../samples/', import.meta.url));
const digital = ['digital-data.xml', 'digital-page.ofd', 'digital-page.pdf'];

/** A folder with digital invoices of each format. There is no account. */
const started = async () => {
  const folder = await temporaryFolder();
  const input = join(folder, 'in');
  await mkdir(input);
  for (const name of digital) await cp(join(samples, name), join(input, name));
  const run = (...given: string[]) => vouch(given, { VOUCH_HOME: join(folder, 'home') });
  return { folder, input, run };
};

/** The text of each page without blanks: none if a page is only a picture. */
const textsOf = async (path: string): Promise<readonly string[]> => {
  const opened = await openPdf(new Uint8Array(await readFile(path)), null);
  if (!opened.ok) throw new Error(opened.failure.reason);
  const texts: string[] = [];
  for (let number = 1; number <= opened.value.proxy.numPages; number += 1) {
    const page = await openPdfPage(opened.value, number);
    if (!page.ok) throw new Error(page.failure.reason);
    const { items } = await page.value.page.getTextContent();
    texts.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .replaceAll(/\s/gu, ''),
    );
  }
  return texts;
};

describe('the books’ commands on digital invoices', () => {
  it('print each format as text, without an account', async () => {
    const { folder, input, run } = await started();
    const json = await run('invoice', input, '--json', '-');
    const numbers = [...json.stdout.matchAll(/"number": ?"(\d{20})"/gu)].map((match) => match[1] ?? '');
    expect(new Set(numbers).size).toBe(3);
    const out = join(folder, 'out.pdf');
    const printed = await run('print', input, '--per-page', '1', '--out', out);
    expect([printed.code, printed.stderr]).toEqual([0, expect.not.stringContaining('failed')]);
    const texts = await textsOf(out);
    expect(texts).toHaveLength(3);
    for (const [index, text] of texts.entries()) expect(text).toContain([...new Set(numbers)][index]);
  });

  it('archive the files byte for byte, and check them', async () => {
    const { folder, input, run } = await started();
    expect((await run('invoice', input, '--json', join(folder, 'read.json'))).code).toBe(0);
    const out = join(folder, 'archive');
    const ran = await run('archive', '--from', '2020-01-01', '--to', '2030-12-31', '--out', out);
    expect([ran.code, ran.stderr]).toEqual([0, '3 invoices archived\n']);
    const kept = (await readdir(join(out, 'originals'))).toSorted();
    expect(kept.map((name) => name.replace(/^\d+_/u, '')).toSorted()).toEqual(digital);
    for (const name of kept)
      expect(await readFile(join(out, 'originals', name))).toEqual(
        await readFile(join(input, name.replace(/^\d+_/u, ''))),
      );
    expect((await vouch(['archive', '--check', out], {})).code).toBe(0);
  });
});

describe('the books’ commands on an invoice with a failed check', () => {
  it('name the page and its findings', async () => {
    const folder = await temporaryFolder();
    const picture = join(samples, 'special-paper-wrong-words.jpg');
    const ran = await vouch(
      ['rename', picture, '--sandbox', '--pattern', '{number}', '--dry-run', '--lang', 'en'],
      { VOUCH_HOME: join(folder, 'home') },
    );
    expect(ran.stderr).toMatch(/special-paper-wrong-words\.jpg.*unresolved: /u);
  });
});
