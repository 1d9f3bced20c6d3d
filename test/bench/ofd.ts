import { SaxesParser } from 'saxes';
import { fromBufferPromise } from 'yauzl';
import { readOfd } from '../../electron/extract/document/ofd/read/read-ofd.ts';
import { openOfdPages } from '../../electron/extract/document/ofd/draw/open-pages.ts';
import { openPdf } from '../../electron/formats/pdf/pdf-document.ts';
import { openPdfPage, renderPdfPage } from '../../electron/formats/pdf/pdf-page.ts';
import { emptyInvoice, emptyLine } from '../../shared/invoice/empty-invoice.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { ofdInvoiceParts } from '../samples/digital/write-ofd.ts';
import { packOfd } from '../samples/digital/ofd-file.ts';
import { chineseText, latinText, pdf } from '../samples/digital/pdf-file.ts';
import type { BenchRow } from './row.ts';

const dpi = 150;
const rounds = 15;
const pointsPerMm = 72 / 25.4;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const party = (name: string, taxId: string) => ({ name, taxId, addressPhone: null, bankAccount: null });
const invoice: Invoice = {
  ...emptyInvoice,
  kind: '32',
  number: '24112000000048542163',
  issueDate: '2024-05-28',
  buyer: party('北京云帆科技有限公司', '91110108690017781B'),
  seller: party('上海海棠商贸有限公司', '91310108690017781C'),
  lines: Array.from({ length: 6 }, () => ({
    ...emptyLine,
    name: '*餐饮服务*餐费',
    unit: '次',
    quantity: '4',
    unitPrice: '25.00',
    amount: '100.00',
    taxRate: '6%',
    tax: '6.00',
  })),
  total: '600.00',
  taxTotal: '36.00',
  grossTotal: '636.00',
  grossTotalWords: '陆佰叁拾陆圆整',
  drawer: '于俪',
};

type Placed = { readonly x: number; readonly y: number; readonly size: number; readonly text: string };

/** The texts of the OFD's page and template with their places: the PDF shows the same ones there. */
const textsOf = (parts: Readonly<Record<string, string | Buffer>>): readonly Placed[] =>
  Object.entries(parts)
    .filter(([path]) => path.endsWith('Content.xml'))
    .flatMap(([, part]) =>
      [
        ...String(part).matchAll(
          /Boundary="([\d.]+) ([\d.]+)[^>]*Size="([\d.]+)"[^>]*><ofd:TextCode[^>]*>([^<]*)</g,
        ),
      ].map(([, x, y, size, text = '']) => ({
        x: Number(x),
        y: Number(y) + Number(size),
        size: Number(size),
        text,
      })),
    );

const samePdf = (texts: readonly Placed[]): Buffer => {
  const [width, height] = [210 * pointsPerMm, 140 * pointsPerMm];
  const content = texts
    .map(({ x, y, size, text }) => {
      const write = /^[\u0020-\u007e]*$/.test(text) ? latinText : chineseText;
      return write(text, x * pointsPerMm, height - y * pointsPerMm, size * pointsPerMm);
    })
    .join('\n');
  return pdf([{ content, box: [0, 0, width, height] }]);
};

const drawOfd = async (bytes: Buffer): Promise<void> => {
  const opened = await openOfdPages(bytes);
  if (!opened.ok) throw new Error(opened.failure.reason);
  const drawn = await opened.value.drawPage(1, { dpi });
  opened.value.close();
  if (!drawn.ok) throw new Error(drawn.failure.reason);
};

const drawPdf = async (bytes: Buffer): Promise<void> => {
  const opened = await openPdf(new Uint8Array(bytes), null);
  if (!opened.ok) throw new Error(opened.failure.reason);
  const page = await openPdfPage(opened.value, 1);
  const drawn = page.ok ? await renderPdfPage(page.value.page, dpi) : page;
  await opened.value.close();
  if (!drawn.ok) throw new Error(drawn.failure.reason);
};

const timed = async (work: () => Promise<void>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** The least work for reading an OFD: each part decompressed, and each XML parsed. */
const unzipAndParse = async (bytes: Buffer): Promise<void> => {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(Buffer.from(part));
    const parser = new SaxesParser({});
    parser.on('opentag', () => {});
    parser.on('text', () => {});
    parser.write(Buffer.concat(parts).toString()).close();
  }
};

const read = async (bytes: Buffer): Promise<void> => {
  const result = await readOfd(bytes);
  if (!result.ok || result.value[0]?.invoice.grossTotal !== invoice.grossTotal) throw new Error('not read');
};

const files = 300;

/** Many small OFD invoices, from their bytes to the invoice; the two alternate. */
const readRow = async (): Promise<BenchRow> => {
  const all = Array.from({ length: files }, (_, index) =>
    packOfd(
      ofdInvoiceParts(
        { ...invoice, number: `24${String(index).padStart(18, '0')}` },
        { tags: index % 2 === 0, customData: true },
      ),
    ),
  );
  let [ours, floor] = [0, 0];
  for (const [index, bytes] of all.entries()) {
    const [one, other] = [await timed(() => read(bytes)), await timed(() => unzipAndParse(bytes))];
    // The first files load the modules.
    if (index < 20) continue;
    ours += one;
    floor += other;
  }
  return {
    name: `${files} OFD files to invoices`,
    measured: `${ours.toFixed(0)} ms`,
    floor: `${floor.toFixed(0)} ms, unzip and saxes alone`,
    ratio: ours / floor,
    limit: 2,
  };
};

/**
 * An OFD page compared with the same page drawn from PDF by pdfjs, each opened and drawn; the two alternate.
 */
export const run = async (): Promise<BenchRow[]> => {
  const parts = ofdInvoiceParts(invoice);
  const [ofdBytes, pdfBytes] = [packOfd(parts), samePdf(textsOf(parts))];
  const [ours, peers]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds + 2; round += 1) {
    const [one, other] = [await timed(() => drawOfd(ofdBytes)), await timed(() => drawPdf(pdfBytes))];
    // The first rounds load libraries and fonts.
    if (round < 2) continue;
    ours.push(one);
    peers.push(other);
  }
  return [
    {
      name: `an OFD page at ${dpi} dpi`,
      measured: `${median(ours).toFixed(1)} ms`,
      floor: `${median(peers).toFixed(1)} ms, the same page from PDF by pdfjs`,
      ratio: median(ours) / median(peers),
      limit: 1.5,
    },
    await readRow(),
  ];
};
