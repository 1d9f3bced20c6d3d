import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument } from '@cantoo/pdf-lib';
import { z } from 'zod';
import { formatCapitalAmount } from '../samples/format-capital-amount.ts';
import type { Invoice, InvoiceLine } from '../../shared/invoice/model.ts';
import { decimalOf } from '../../shared/invoice/money.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { bookInvoice, bookLine } from './book-invoice.ts';
import { decodedTextOf } from './invoice-generator.ts';
import type { Made } from './made-invoices.ts';

/** A line of one net amount in cents, taxed at 6%. */
export const goods = (name: string, cents: number): InvoiceLine =>
  bookLine({
    name,
    quantity: null,
    unitPrice: decimalOf(cents),
    amount: decimalOf(cents),
    taxRate: '6%',
    tax: decimalOf(Math.round(cents * 0.06)),
  });

const sumOf = (lines: readonly InvoiceLine[], key: 'amount' | 'tax'): number =>
  lines.reduce((sum, line) => sum + Math.round(Number(line[key]) * 100), 0);

/** An invoice whose totals are the sums of its lines. */
export const invoiceOfLines = (lines: readonly InvoiceLine[], over: Partial<Invoice> = {}): Invoice => {
  const [net, tax] = [sumOf(lines, 'amount'), sumOf(lines, 'tax')];
  return bookInvoice({
    kind: '99',
    lines,
    total: decimalOf(net),
    taxTotal: decimalOf(tax),
    grossTotal: decimalOf(net + tax),
    grossTotalWords: `⊗${formatCapitalAmount(net + tax)}`,
    ...over,
  });
};

/** The same invoice as it is printed on several pages: each has the header and the totals, and some lines. */
export const spread = (invoice: Invoice, sizes: readonly number[]): readonly Invoice[] => {
  let from = 0;
  return sizes.map((size) => {
    const lines = invoice.lines.slice(from, from + size);
    from += size;
    return { ...invoice, lines };
  });
};

const printSchema = z.object({
  object_list: z.array(
    z.object({
      width: z.number(),
      height: z.number(),
      region_list: z.array(
        z.object({
          text_block_list: z.array(
            z.object({
              text_sent_list: z.array(
                z.object({
                  text: z.string(),
                  position: z.object({
                    tl_point: z.object({ x: z.number(), y: z.number() }),
                    bl_point: z.object({ y: z.number() }),
                  }),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A picture of an invoice page, and the service's decoded text of it. */
export const madePage = (name: string, invoice: Invoice, seed = 1): Made => {
  const text = decodedTextOf(invoice, seed);
  const [object] = printSchema.parse(text).object_list;
  if (!object) throw new Error('An invoice without a page');
  const canvas = createCanvas(object.width, object.height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, object.width, object.height);
  context.fillStyle = 'black';
  context.textBaseline = 'bottom';
  // Pages with the same print are different pictures.
  context.fillRect(0, 0, seed, 1);
  for (const { text_block_list: blocks } of object.region_list)
    for (const { text: line, position } of blocks.flatMap((block) => block.text_sent_list)) {
      context.font = `${position.bl_point.y - position.tl_point.y}px sans-serif`;
      context.fillText(line, position.tl_point.x, position.bl_point.y);
    }
  const bytes = name.endsWith('.jpg') ? canvas.toBuffer('image/jpeg', 95) : canvas.toBuffer('image/png');
  const sha256 = sha256Of(bytes);
  return { name, bytes, truth: { service: 'vat-invoice', sha256, text: z.json().parse(text) } };
};

/** A scan of several pages in one PDF: each page is one of these JPEG pictures. */
export const scanOfPages = async (pages: readonly Made[]): Promise<Uint8Array> => {
  const file = await PDFDocument.create();
  for (const { bytes } of pages) {
    const picture = await file.embedJpg(bytes);
    const page = file.addPage([picture.width / 2, picture.height / 2]);
    page.drawImage(picture, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
  }
  return file.save();
};
