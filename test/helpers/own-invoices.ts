import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Invoice } from '../../shared/invoice/model.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';

/** The company whose books the tests keep. */
export const own = { name: '启明纸业（苏州）有限公司', taxId: '91545385JPH2Q56FRE' };

/** A digital invoice that our company received. */
export const bought = (seed: number, over: Partial<Invoice> = {}): Invoice => {
  const options = { lines: 2, isRed: false, hasSpecialCharacters: false };
  const invoice = makeDigitalInvoice(seededRandom(seed), options);
  return { ...invoice, buyer: { ...invoice.buyer, ...own }, ...over };
};

/** A digital invoice that our company issued. */
export const sold = (seed: number, over: Partial<Invoice> = {}): Invoice => {
  const { buyer, seller, ...invoice } = bought(seed);
  return { ...invoice, seller: { ...seller, ...own }, buyer: { ...buyer, ...seller }, ...over };
};

/** Writes invoices as XML files `1.xml`, `2.xml` … into a new folder. */
export const writeOwn = async (folder: string, invoices: readonly Invoice[]): Promise<readonly string[]> => {
  await mkdir(folder, { recursive: true });
  const paths = invoices.map((_, index) => join(folder, `${String(index + 1)}.xml`));
  for (const [index, invoice] of invoices.entries())
    await writeFile(paths[index] ?? '', writeEInvoice(invoice));
  return paths;
};
