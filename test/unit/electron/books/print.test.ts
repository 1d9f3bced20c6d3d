import { PDFDocument, PDFStream } from '@cantoo/pdf-lib';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openPdf } from '../../../../electron/formats/pdf/pdf-document.ts';
import { openPdfPage, renderPdfPage } from '../../../../electron/formats/pdf/pdf-page.ts';
import type { FileBytes } from '../../../../electron/intake/read-file.ts';
import { refusal } from '../../../../electron/formats/refusal.ts';
import { coverSheet, undrawnIn } from '../../../../electron/books/print/cover-sheet.ts';
import { drawPages } from '../../../../electron/books/print/draw-pages.ts';
import { printFiles, type PrintFile } from '../../../../electron/books/print/print-files.ts';
import {
  cutMarks,
  matrixInto,
  sheetFor,
  slotOf,
  quarterTurns,
  type PerPage,
} from '../../../../electron/books/print/slots.ts';
import { makeDigitalInvoice } from '../../../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../../../samples/digital/write-einvoice.ts';
import { seededRandom } from '../../../samples/random.ts';
import { bookInvoice, party } from '../../../helpers/book-invoice.ts';
import { ofd, textObject } from '../../../samples/digital/ofd-file.ts';
import { filledBox, latinText, pdf, type PdfPage } from '../../../samples/digital/pdf-file.ts';

const file = (bytes: Buffer, format: FileBytes['format']): PrintFile => ({
  source: 'a',
  content: { ok: true, value: { format, bytes: Buffer.from(bytes) } },
});
const pdfFile = (pages: readonly PdfPage[]) => file(pdf(pages), { kind: 'pdf' });

async function* each(files: readonly PrintFile[]) {
  yield* files;
}

const print = async (files: readonly PrintFile[], perPage: PerPage) => {
  const { pdf: bytes, items, missing } = await printFiles(each(files), perPage, drawPages, null);
  if (!bytes) throw new Error('Nothing was printed');
  return { bytes, items, missing };
};

type Seen = {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly { readonly text: string; readonly x: number; readonly y: number }[];
  /** The colour at a place, in points from the upper left corner. */
  readonly colorAt: (x: number, y: number) => readonly number[];
};

/** The pages as another library shows them. */
const seen = async (bytes: Uint8Array): Promise<readonly Seen[]> => {
  const opened = await openPdf(new Uint8Array(bytes), null);
  if (!opened.ok) throw new Error('unreadable');
  const pages: Seen[] = [];
  for (let number = 1; number <= opened.value.proxy.numPages; number += 1) {
    const page = await openPdfPage(opened.value, number);
    if (!page.ok) throw new Error('no page');
    const content = await page.value.page.getTextContent();
    const texts = content.items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [{ text: item.str, x: Number(item.transform[4]), y: Number(item.transform[5]) }]
        : [],
    );
    const drawn = await renderPdfPage(page.value.page, 72);
    if (!drawn.ok) throw new Error('not drawn');
    const { data, width, channels } = drawn.value.pixels;
    // The canvas is used for the next page again.
    const pixels = Buffer.from(data);
    pages.push({
      width: page.value.width,
      height: page.value.height,
      texts,
      colorAt: (x, y) => {
        const at = (Math.round(y) * width + Math.round(x)) * channels;
        return [...pixels.subarray(at, at + 3)];
      },
    });
  }
  await opened.value.close();
  return pages;
};

/** A page as large as a digital invoice (210 × 140 mm), with its name and a colour in its upper left corner. */
const invoice = (name: string, rgb: string, over: Partial<PdfPage> = {}): PdfPage => ({
  content: `${filledBox(0, 357, 100, 40, rgb)} 0 g ${latinText(name, 200, 200, 20)}`,
  box: [0, 0, 595, 397],
  ...over,
});

const red = [255, 0, 0];
const green = [0, 255, 0];
const blue = [0, 0, 255];

const color = (background: string) => sharp({ create: { width: 60, height: 40, channels: 3, background } });

describe('print sheets', () => {
  it('have two invoices each, in order, with text as text', async () => {
    const { bytes, items } = await print(
      [pdfFile([invoice('one', '1 0 0'), invoice('two', '0 1 0')]), pdfFile([invoice('three', '0 0 1')])],
      2,
    );
    expect(items).toBe(3);
    const pages = await seen(bytes);
    expect(pages.map(({ texts }) => texts.map(({ text }) => text))).toEqual([['one', 'two'], ['three']]);
    const [first, second] = pages;
    expect([first?.width, first?.height].map((side) => Math.round(side ?? 0))).toEqual([595, 842]);
    expect(first?.colorAt(40, 40)).toEqual(red);
    expect(first?.colorAt(40, 421 + 40)).toEqual(green);
    expect(second?.colorAt(40, 40)).toEqual(blue);
    expect(second?.colorAt(40, 461)).toEqual([255, 255, 255]);
  });

  it('have four invoices each, in rows from the top left', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    const { bytes } = await print([pdfFile(names.map((name) => invoice(name, '1 0 0')))], 4);
    const [first, second] = await seen(bytes);
    const places = first?.texts.map(({ text, x, y }) => [
      text,
      x < 421 ? 'left' : 'right',
      y > 297 ? 'top' : 'bottom',
    ]);
    expect(places).toEqual([
      ['one', 'left', 'top'],
      ['two', 'right', 'top'],
      ['three', 'left', 'bottom'],
      ['four', 'right', 'bottom'],
    ]);
    expect(second?.texts.map(({ text }) => text)).toEqual(['five']);
  });

  it('show a page rotated and cropped as it states', async () => {
    const turned = (rotate: number) => invoice(`r${rotate}`, '1 0 0', { entries: `/Rotate ${rotate}` });
    const cropped = invoice('crop', '1 0 0', {
      box: [0, 0, 1000, 1000],
      content: `${filledBox(0, 0, 1000, 1000, '1 0 0')} ${filledBox(300, 300, 400, 200, '0 0 1')}`,
      entries: '/CropBox [300 300 700 500]',
    });
    const { bytes } = await print(
      [0, 90, 180, 270].map((rotate) => pdfFile([turned(rotate)])).concat(pdfFile([cropped])),
      1,
    );
    const pages = await seen(bytes);
    // The coloured corner moves clockwise around the page; tall pages are on tall paper.
    const corners = pages.slice(0, 4).map(({ width, height, colorAt }) => {
      const [dx, dy] = width > height ? [150, 115] : [115, 150];
      const places = {
        tl: [dx, dy],
        tr: [width - dx, dy],
        br: [width - dx, height - dy],
        bl: [dx, height - dy],
      } as const;
      return Object.entries(places)
        .filter(([, [x, y]]) => colorAt(x, y).join() === red.join())
        .map(([name]) => name)
        .join();
    });
    expect(corners).toEqual(['tl', 'tr', 'br', 'bl']);
    const [, , , , last] = pages;
    expect(last?.colorAt((last?.width ?? 0) / 2, (last?.height ?? 0) / 2)).toEqual(blue);
    expect(last?.colorAt(20, 20)).toEqual([255, 255, 255]);
  });

  it('show annotations, such as the seal of an invoice', async () => {
    const source = await PDFDocument.load(pdf([invoice('sealed', '0 1 0')]));
    const page = source.getPage(0);
    const appearance = source.context.register(
      source.context.flateStream('1 0 0 rg 0 0 10 10 re f', { BBox: [0, 0, 10, 10] }),
    );
    const annotate = (rect: number[], flags: number) =>
      page.node.addAnnot(
        source.context.register(
          source.context.obj({
            Type: 'Annot',
            Subtype: 'Stamp',
            Rect: rect,
            F: flags,
            AP: { N: appearance },
          }),
        ),
      );
    annotate([300, 100, 400, 160], 4);
    annotate([450, 100, 500, 160], 2);
    const { bytes } = await print([file(Buffer.from(await source.save()), { kind: 'pdf' })], 2);
    const [sheet] = await seen(bytes);
    const at = (x: number, y: number) => sheet?.colorAt(14 + (x * 567) / 595, 21 + ((397 - y) * 567) / 595);
    expect(at(350, 130)).toEqual(red);
    expect(at(475, 130)).toEqual([255, 255, 255]);
  });

  it('contain a JPEG byte for byte, rotated as it states', async () => {
    const half = { create: { width: 40, height: 60, channels: 3, background: '#00f' } } as const;
    const jpeg = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#f00' } })
      .composite([{ input: await sharp(half).png().toBuffer(), left: 40, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { bytes } = await print([file(jpeg, { kind: 'picture', encoding: 'jpg' })], 1);
    expect(Buffer.from(bytes).includes(jpeg)).toBe(true);
    const [page] = await seen(bytes);
    // After a clockwise turn, the left side is at the top, and the tall picture is on tall paper.
    expect([page?.width, page?.height].map((side) => Math.round(side ?? 0))).toEqual([595, 842]);
    const [top, bottom] = [page?.colorAt(300, 150) ?? [], page?.colorAt(300, 700) ?? []];
    expect([(top[0] ?? 0) > 200, (bottom[2] ?? 0) > 200]).toEqual([true, true]);
  });

  it('contain pictures of other formats, and every page of a TIFF', async () => {
    const webp = await color('#0f0').webp({ lossless: true }).toBuffer();
    const png = await color('#f00').png().toBuffer();
    const tiff = await color('#00f').tiff({ compression: 'lzw' }).toBuffer();
    const { bytes, items } = await print(
      [
        file(webp, { kind: 'convertible', name: 'webp' }),
        file(png, { kind: 'picture', encoding: 'png' }),
        file(tiff, { kind: 'convertible', name: 'tiff' }),
      ],
      1,
    );
    expect(items).toBe(3);
    const pages = await seen(bytes);
    expect(pages.map(({ width, height, colorAt }) => colorAt(width / 2, height / 2))).toEqual([
      green,
      red,
      blue,
    ]);
  });

  it('contain the text of an OFD and of an XML as text', async () => {
    const vectors = ofd({
      pages: [{ objects: textObject({ text: '25312000000000000101', x: 10, y: 20 }), box: '0 0 210 140' }],
    });
    const truth = makeDigitalInvoice(seededRandom(7), {
      lines: 2,
      isRed: false,
      hasSpecialCharacters: true,
    });
    const xml = Buffer.from(writeEInvoice(truth));
    const { bytes, items } = await print([file(vectors, { kind: 'ofd' }), file(xml, { kind: 'xml' })], 2);
    expect(items).toBe(2);
    const [sheet] = await seen(bytes);
    const texts = sheet?.texts.map(({ text }) => text.replaceAll(' ', '')).join('') ?? '';
    expect(texts).toContain('25312000000000000101');
    expect(texts).toContain(truth.number);
    expect(texts).toContain(truth.seller.name);
    const printed = await PDFDocument.load(bytes);
    const pictures = printed.context
      .enumerateIndirectObjects()
      .filter(([, object]) => object instanceof PDFStream && /\/Subtype \/Image\b/.test(String(object.dict)));
    expect(pictures).toHaveLength(0);
  });

  it('contain the pages of an OFD', async () => {
    const box =
      '<ofd:PathObject ID="9" Boundary="0 0 210 140" Fill="true" Stroke="false"><ofd:FillColor Value="255 0 0"/><ofd:AbbreviatedData>M 0 0 L 210 0 L 210 140 L 0 140 C</ofd:AbbreviatedData></ofd:PathObject>';
    const bytes = ofd({
      pages: [
        { objects: box, box: '0 0 210 140' },
        { objects: box, box: '0 0 210 140' },
      ],
    });
    const { bytes: printed, items } = await print([file(bytes, { kind: 'ofd' })], 2);
    expect(items).toBe(2);
    const [sheet] = await seen(printed);
    expect([sheet?.colorAt(300, 200), sheet?.colorAt(300, 620)]).toEqual([red, red]);
  });

  it('leave out files that cannot be printed, and name them', async () => {
    const broken = file(Buffer.from('%PDF-1.7 broken'), { kind: 'pdf' });
    const gone: PrintFile = { source: 'gone', content: { ok: false, failure: refusal('missing') } };
    const { items, missing } = await print([broken, gone, pdfFile([invoice('one', '1 0 0')])], 2);
    expect(items).toBe(1);
    expect(missing.map(({ source, failure }) => [source, failure.reason])).toEqual([
      ['a', 'damaged'],
      ['gone', 'missing'],
    ]);
    expect((await printFiles(each([broken]), 2, drawPages, null)).pdf).toBeNull();
  });
});

describe('slots', () => {
  const wide = { width: 600, height: 400, grows: true };
  const tall = { width: 400, height: 600, grows: true };

  it('use the division that prints the invoices largest', () => {
    const sizes = ([1, 2, 4] as const).map((perPage) =>
      [wide, tall].map((content) => {
        const { size, columns, rows } = sheetFor(perPage, [content]);
        return `${size.width > size.height ? 'landscape' : 'portrait'} ${columns}x${rows}`;
      }),
    );
    expect(sizes).toEqual([
      ['landscape 1x1', 'portrait 1x1'],
      ['portrait 1x2', 'landscape 2x1'],
      ['landscape 2x2', 'portrait 2x2'],
    ]);
  });

  it('contain a box for either orientation', () => {
    const sheet = sheetFor(2, [wide]);
    const slot = slotOf(sheet, 1);
    const box = { x: 30, y: -20, width: 300, height: 100 };
    for (const turn of quarterTurns) {
      const [a, b, c, d, e, f] = matrixInto(slot, box, turn, true);
      for (const x of [box.x, box.x + box.width])
        for (const y of [box.y, box.y + box.height]) {
          const [px, py] = [a * x + c * y + e, b * x + d * y + f];
          expect(px).toBeGreaterThan(slot.x - 0.01);
          expect(px).toBeLessThan(slot.x + slot.width + 0.01);
          expect(py).toBeGreaterThan(slot.y - 0.01);
          expect(py).toBeLessThan(slot.y + slot.height + 0.01);
        }
    }
  });

  it('have cutting marks', () => {
    expect(
      [1, 2, 4].map(
        (perPage) => cutMarks(sheetFor(perPage === 1 ? 1 : perPage === 2 ? 2 : 4, [wide])).length,
      ),
    ).toEqual([0, 2, 6]);
  });
});

describe('a cover sheet', () => {
  it('lists the invoices with their sums, and embeds only the used part of its font', async () => {
    const font = await readFile(new URL('../../../../electron/fonts/noto-serif-sc.ttf', import.meta.url));
    const invoices = Array.from({ length: 40 }, (_, index) => ({
      invoice: bookInvoice({ number: String(10_000_000 + index) }),
      isCopy: index === 39,
      hasErrors: index === 38,
    }));
    const cover = await coverSheet(invoices, font, '发票粘贴单');
    expect(cover.length).toBeLessThan(100_000);
    const { pdf: bytes } = await printFiles(each([pdfFile([invoice('one', '1 0 0')])]), 2, drawPages, cover);
    const pages = await seen(bytes ?? new Uint8Array());
    expect(pages).toHaveLength(3);
    const texts = pages.map((page) => page.texts.map(({ text }) => text).join(' '));
    expect(texts[0]).toContain('10000030');
    // A copy is listed, and not summed.
    expect(texts[1]).toContain('12,402.00');
    expect(texts[1]).toContain('壹万贰仟肆佰零贰圆整');
    expect(texts[1]).toContain('[重复]');
    expect(texts[1]).toContain('[有误]');
    expect(texts[2]).toContain('one');
  });

  it('draws 〓 for what the font lacks, names it, and writes long names in two lines', async () => {
    const font = await readFile(new URL('../../../../electron/fonts/noto-serif-sc.ttf', import.meta.url));
    const listed = [
      '广州㐂龘國際䶮物流有限公司',
      '某某 公司\u{2F800}',
      '北京京东世纪信息技术有限责任公司第一分公司',
    ].map((name) => ({ invoice: bookInvoice({ seller: party(name) }), isCopy: false, hasErrors: false }));
    expect(undrawnIn(listed)).toEqual(['\u{2F800}']);
    const [page] = await seen(await coverSheet(listed, font, '发票粘贴单'));
    const text = page?.texts.map((one) => one.text).join('') ?? '';
    for (const shown of ['㐂龘國際䶮', '公司〓', 'U+2F800', '第一分公司']) expect(text).toContain(shown);
  });
});
