import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateInvoice } from '../generate-invoice.ts';
import { drawInvoice } from '../../samples/invoice.ts';
import type { DrawnInvoice } from '../../samples/model.ts';

type ReadAgain = {
  readonly truths: string;
  readonly path: string;
  readonly invoice: DrawnInvoice;
  /** From its next start, the sandbox returns this invoice for the picture. */
  readonly readAs: (invoice: DrawnInvoice) => Promise<void>;
};

/** A picture for which the sandbox returns any invoice, set before each start. */
export const writeReadAgain = async (folder: string): Promise<ReadAgain> => {
  const truths = join(folder, 'again');
  await mkdir(truths, { recursive: true });
  const invoice = generateInvoice(407, 3);
  const { bytes, truth } = await drawInvoice(invoice);
  const path = join(truths, 'paper.png');
  await writeFile(path, bytes);
  const readAs = async (other: DrawnInvoice): Promise<void> => {
    const { text } = (await drawInvoice(other)).truth;
    await writeFile(join(truths, 'paper.truth.json'), JSON.stringify({ ...truth, text }));
  };
  await readAs(invoice);
  return { truths, path, invoice, readAs };
};
