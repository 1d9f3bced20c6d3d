import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { makePaper, paperPdf } from '../samples/digital/make-paper.ts';
import { packOfd } from '../samples/digital/ofd-file.ts';
import { pdf as pdfOf, scannedPage } from '../samples/digital/pdf-file.ts';
import { zip } from '../samples/digital/zip.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { ofdInvoiceParts } from '../samples/digital/write-ofd.ts';
import { printInvoice } from '../samples/digital/write-pdf.ts';
import { seededRandom } from '../samples/random.ts';
import { openPdf } from '../../electron/formats/pdf/pdf-document.ts';
import { openPdfPage } from '../../electron/formats/pdf/pdf-page.ts';
import { projectFolder } from '../helpers/app-fixtures/folders.ts';
import { printChanges, reservePrint } from '../../electron/books/print/reserve-print.ts';
import { openSqliteStore } from '../../electron/store/sqlite/open-store.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { localAuthor } from '../../shared/review/event.ts';
import { vouch } from '../helpers/command-line.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** The files of an invoice: XML, OFD and PDF. */
const filesOf = (seed: number) => {
  const invoice = makeDigitalInvoice(seededRandom(seed), {
    lines: 2,
    isRed: false,
    hasSpecialCharacters: false,
  });
  return {
    number: invoice.number ?? '',
    xml: Buffer.from(writeEInvoice(invoice)),
    ofd: packOfd(ofdInvoiceParts(invoice)),
    pdf: printInvoice(invoice, 'digital', seededRandom(seed)),
  };
};

/** The text of each page without blanks. */
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

/**
 * Leaves a reserved print of all invoices of a ledger, as a process does that is drawing it, or that was killed.
 * @param target of which the process had noted the digest; null if it had drawn nothing yet
 */
const leavePrint = async (
  home: string,
  { by, at, target = null }: { by: string; at: Date; target?: string | null },
): Promise<void> => {
  const opened = await openSqliteStore(join(home, 'ledger.sqlite'), () => at);
  if (!opened.ok) throw new Error(opened.failure.detail);
  const store = opened.value;
  const ids = await store.pageIds('vat-invoice');
  const reserved = await reservePrint(store, await store.pages(ids), { by, target });
  if (!reserved.ok) throw new Error('Not reserved');
  if (target !== null)
    await reserved.value.note({
      target,
      digest: sha256Of(await readFile(target)),
      changes: printChanges(ids),
    });
  await store.close();
};

const started = async () => {
  const folder = await temporaryFolder();
  const input = join(folder, 'in');
  await mkdir(input);
  const out = join(folder, 'out.pdf');
  const print = async (...paths: readonly string[]) => {
    const ran = await vouch(['print', ...paths, '--per-page', '1', '--out', out], {
      VOUCH_HOME: join(folder, 'home'),
    });
    return { ...ran, texts: existsSync(out) ? await textsOf(out) : [] };
  };
  return { input, print, out, home: join(folder, 'home') };
};

describe('the cover sheet of vouch print', () => {
  it('lists invoices only; a paper is printed with them', async () => {
    const { input, print } = await started();
    const { pdf, number } = filesOf(5);
    await writeFile(join(input, '1.pdf'), pdf);
    const bill = paperPdf(makePaper('hotel-bill', 3));
    await writeFile(join(input, '2.pdf'), bill);
    const { code, texts, stderr } = await print(input, '--cover', '--lang', 'en');
    expect([code, texts.length], stderr).toEqual([0, 3]);
    expect(texts[0]).toContain(number);
    expect(texts[0]).toContain('合计（1张）');
  });

  it('has no demo data, not even from an archive', async () => {
    const { input, print } = await started();
    const packed = join(input, 'mail.zip');
    const samples = join(projectFolder, 'samples');
    const scan = await readFile(join(samples, 'special-paper.jpg'));
    const { width, height } = await sharp(scan).metadata();
    // Another file than the sample, which only the sandbox makes demo data.
    const demo = pdfOf([scannedPage({ width, height, bytes: scan, filter: 'DCTDecode' })]);
    await writeFile(packed, zip([{ name: 'a.pdf', bytes: demo }]));
    const { code, texts, stderr } = await print(packed, '--cover', '--sandbox', '--lang', 'en');
    expect([code, texts]).toEqual([1, []]);
    expect(stderr).toMatch(/mail\.zip\/a\.pdf: demo data/u);
  });
});

/** An invoice that `vouch print` has printed with a cover sheet. */
const printedOnce = async () => {
  const opened = await started();
  await writeFile(join(opened.input, '1.pdf'), filesOf(5).pdf);
  const { code, stderr } = await opened.print(opened.input, '--cover', '--lang', 'en');
  expect(code, stderr).toBe(0);
  return {
    ...opened,
    again: () => opened.print(opened.input, '--cover', '--lang', 'en'),
    /** How often the ledger says that the invoice was printed, and the prints that are not settled. */
    prints: async () => {
      const ledger = await openSqliteStore(join(opened.home, 'ledger.sqlite'), () => new Date());
      if (!ledger.ok) throw new Error(ledger.failure.detail);
      const { value: store } = ledger;
      const [id = 0] = await store.pageIds('vat-invoice');
      const printed = (await store.events(id)).filter(({ change }) => change.kind === 'print');
      const left = await store.unsettledBookFiles();
      await store.close();
      return [printed.length, left.length];
    },
  };
};

describe('vouch print --cover of invoices that another process has reserved', () => {
  const by = 'Li Hua';
  it('writes no file while the other one is drawing', async () => {
    const { home, out, again, prints } = await printedOnce();
    await rm(out);
    await leavePrint(home, { by, at: new Date() });
    const { code, texts, stderr } = await again();
    expect([code, texts]).toEqual([1, []]);
    expect(stderr).toContain('Li Hua is writing a file with some of these invoices');
    // Neither is noted, and the other print is still the other's.
    expect(await prints()).toEqual([1, 1]);
  });

  it.each([
    ['another user after a minute', by, 61_000],
    ['the same user at once', localAuthor, 0],
  ])('prints what a killed process of %s has left', async (_, author, ageMs) => {
    const { home, again, prints } = await printedOnce();
    await leavePrint(home, { by: author, at: new Date(Date.now() - ageMs) });
    const { code, texts, stderr } = await again();
    expect([code, texts.length], stderr).toEqual([0, 2]);
    // The other print was drawn by nobody.
    expect(await prints()).toEqual([2, 0]);
  });

  it('counts a print of a killed process whose file is there', async () => {
    const { home, out, again, prints } = await printedOnce();
    await leavePrint(home, { by: localAuthor, at: new Date(), target: out });
    const { code, stderr } = await again();
    expect(code, stderr).toBe(0);
    expect(await prints()).toEqual([3, 0]);
  });
});

describe('vouch print of the files of one invoice', () => {
  it('prints the PDF at the position of the first file', async () => {
    const { input, print } = await started();
    const [one, other] = [filesOf(5), filesOf(6)];
    await writeFile(join(input, '1.xml'), one.xml);
    await writeFile(join(input, '2.pdf'), other.pdf);
    await writeFile(join(input, '3.ofd'), one.ofd);
    await writeFile(join(input, '4.pdf'), one.pdf);
    const { code, texts, stderr } = await print(input);
    expect([code, texts.length, stderr]).toEqual([0, 2, expect.stringContaining('2')]);
    expect(texts[0]).toContain(one.number);
    expect(texts[1]).toContain(other.number);
    // The PDF itself is on the paper, not a drawing of the OFD.
    const alone = await print(join(input, '4.pdf'));
    expect(texts[0]).toBe(alone.texts[0]);
  });

  it('prints the OFD if there is no PDF, and all invoices of an archive once', async () => {
    const { input, print } = await started();
    const { xml, ofd, pdf, number } = filesOf(5);
    await writeFile(join(input, '1.xml'), xml);
    await writeFile(join(input, '2.ofd'), ofd);
    const drawn = await print(input);
    expect([drawn.code, drawn.texts.length]).toEqual([0, 1]);
    expect(drawn.texts[0]).toContain(number);
    const packed = join(input, 'mail.zip');
    await writeFile(
      packed,
      zip([
        { name: 'a.xml', bytes: xml },
        { name: 'b.ofd', bytes: ofd },
        { name: 'c.pdf', bytes: pdf },
      ]),
    );
    const unpacked = await print(packed);
    expect([unpacked.code, unpacked.texts.length]).toEqual([0, 1]);
  });

  it('prints two files of one format and a file without data', async () => {
    const { input, print } = await started();
    const { xml, pdf } = filesOf(5);
    await writeFile(join(input, '1.pdf'), pdf);
    await writeFile(join(input, '2.pdf'), pdf);
    await writeFile(join(input, '3.xml'), filesOf(7).xml);
    await writeFile(join(input, '4.xml'), xml);
    const { code, texts } = await print(input);
    expect([code, texts.length]).toEqual([0, 3]);
  });
});
