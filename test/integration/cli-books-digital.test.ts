import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { makeInvoicePdf, printInvoice } from '../samples/digital/write-pdf.ts';
import { openPdf } from '../../electron/formats/pdf/pdf-document.ts';
import { openPdfPage } from '../../electron/formats/pdf/pdf-page.ts';
import { packOfd } from '../samples/digital/ofd-file.ts';
import { ofdInvoiceParts } from '../samples/digital/write-ofd.ts';
import { seededRandom } from '../samples/random.ts';
import { bought, own, writeOwn } from '../helpers/own-invoices.ts';
import { vouch } from '../helpers/command-line.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const samples = fileURLToPath(new URL('../../samples/', import.meta.url));

/** A folder with digital invoices of each format. There is no account. */
const started = async () => {
  const folder = await temporaryFolder();
  const input = join(folder, 'in');
  const [, ofd, pdf] = [1, 2, 3].map((seed) => bought(seed, { issueDate: '2024-05-20' }));
  await writeOwn(input, [bought(1, { issueDate: '2024-05-20' })]);
  if (ofd) await writeFile(join(input, '2.ofd'), packOfd(ofdInvoiceParts(ofd)));
  if (pdf) await writeFile(join(input, '3.pdf'), printInvoice(pdf, 'digital', seededRandom(3)));
  const run = (...given: string[]) => vouch(given, { VOUCH_HOME: join(folder, 'home') });
  return { folder, input, run };
};
const digital = ['1.xml', '2.ofd', '3.pdf'];

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
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringMatching(/^3 invoices archived\nDigest of/u)]);
    const kept = (await readdir(join(out, 'originals'))).toSorted();
    expect(kept.map((name) => name.replace(/^\d+_/u, '')).toSorted()).toEqual(digital);
    for (const name of kept)
      expect(await readFile(join(out, 'originals', name))).toEqual(
        await readFile(join(input, name.replace(/^\d+_/u, ''))),
      );
    expect((await vouch(['archive', '--check', out], {})).code).toBe(0);
  });
});

describe('vouchers of digital invoices', () => {
  it('book each invoice once, and appear in the metadata of an archive', async () => {
    const { folder, input, run } = await started();
    const [data = ''] = digital;
    // The same invoice in another file, and the same file again.
    const bytes = await readFile(join(input, data));
    await writeFile(join(input, 'other.xml'), Buffer.concat([bytes, Buffer.from('\n')]));
    await writeFile(join(input, 'same.xml'), bytes);
    const rules = join(folder, 'rules.json');
    const account = { code: '1', name: '管理费用_办公费' };
    await writeFile(rules, JSON.stringify({ own: [own], rules: [{ account }] }));
    const out = join(folder, 'y.txt');
    const book = (...paths: readonly string[]) =>
      run('vouchers', ...paths, '--rules', rules, '--format', 'yonyou', '--out', out);
    const ran = await book(input, '--include', 'warnings,errors');
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('3 vouchers written')]);
    expect(ran.stderr.match(/not booked: the same invoice as another file \(/gu)).toHaveLength(1);
    // An invoice that was booked from one file is held back if it comes in another.
    for (const name of [data, 'other.xml']) {
      const later = await book(join(input, name), '--include', 'warnings,errors');
      expect([later.code, later.stderr], name).toEqual([1, expect.stringContaining('already booked')]);
      const again = await book(join(input, name), '--include', 'booked,warnings,errors');
      expect([again.code, again.stderr], name).toEqual([
        0,
        expect.stringMatching(/already booked \(.*记-1\)/u),
      ]);
    }

    const archive = join(folder, 'archive');
    await run('archive', '--from', '2020-01-01', '--to', '2030-12-31', '--out', archive);
    const metadata = await Promise.all(
      (await readdir(join(archive, 'metadata'))).map((name) =>
        readFile(join(archive, 'metadata', name), 'utf8'),
      ),
    );
    // The copies are further files of one invoice.
    expect(metadata).toHaveLength(3);
    for (const xml of metadata) {
      const sides = [...xml.matchAll(/>(借方|贷方)<[^]*?"2">(-?[\d.]+)</gu)].map((match) => [
        match[1],
        Math.round(Number(match[2]) * 100),
      ]);
      const sumOf = (side: string) =>
        sides.reduce((sum, [name, cents]) => sum + (name === side ? Number(cents) : 0), 0);
      expect(sides.length).toBeGreaterThan(1);
      expect(sumOf('借方')).toBe(sumOf('贷方'));
      expect(xml).toContain('>办公费</einv:NameOfSubsidiaryLedgerSubject>');
    }
  });
});

describe('renaming of digital invoices', () => {
  it('gives all files of an invoice the same name, and restores their names', async () => {
    const { folder, run } = await started();
    const pair = join(folder, 'pair');
    await mkdir(pair);
    const { bytes, truth } = makeInvoicePdf(5, 3);
    await writeFile(join(pair, 'a.pdf'), bytes);
    await writeFile(join(pair, 'b.xml'), writeEInvoice(truth));
    const number = truth.number ?? '';
    expect((await run('rename', pair, '--pattern', '{number}')).code).toBe(0);
    expect((await readdir(pair)).toSorted()).toEqual([`${number}.pdf`, `${number}.xml`]);
    expect((await run('rename', '--undo')).code).toBe(0);
    expect((await readdir(pair)).toSorted()).toEqual(['a.pdf', 'b.xml']);
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
