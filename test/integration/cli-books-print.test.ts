import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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
  return { input, print };
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
