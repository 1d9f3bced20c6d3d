import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { makePaper, paperPdf } from '../samples/digital/make-paper.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';

/** Writes a hotel bill and its invoice: of one amount and day, and nothing else names the other. */
export const writePairedFiles = async (folder: string) => {
  const paper = makePaper('hotel-bill', 5);
  const { date, amount } = paper.truth;
  const whole = makeDigitalInvoice(seededRandom(3), { lines: 1, isRed: false, hasSpecialCharacters: false });
  const [line] = whole.lines;
  if (!line || date === null || amount === null) throw new Error('Expected a line, a day and an amount');
  const lodging = { name: '*住宿服务*住宿费', amount, tax: '0.00', taxRate: '0%' };
  const invoice = {
    ...whole,
    issueDate: date,
    lines: [{ ...line, ...lodging, quantity: null, unitPrice: null }],
    total: amount,
    taxTotal: '0.00',
    grossTotal: amount,
    grossTotalWords: null,
  };
  const [bill, main] = [join(folder, '账单.pdf'), join(folder, '发票.xml')];
  await writeFile(bill, paperPdf(paper));
  await writeFile(main, writeEInvoice(invoice));
  return { paths: [bill, main], date, paper: paper.truth };
};
