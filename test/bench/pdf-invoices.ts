import { readPdfInvoice } from '../../electron/extract/document/pdf/read-pdf.ts';
import { openPdf } from '../../electron/formats/pdf/pdf-document.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { checkInvoice } from '../../shared/invoice/check-invoice.ts';
import { makeInvoicePdf } from '../samples/digital/write-pdf.ts';
import type { BenchRow } from './row.ts';

const files = 300;
const limit = 1.6;
/** Floor and work alternate, so that a busy machine affects both alike. */
const sliceSize = 10;

const context = { today: '2026-01-01', confidenceLimit: 0.9, ownCompanies: [], qr: null, others: [] };

/** Different prints of one page. */
const makeFiles = (): readonly Buffer[] => {
  const made: Buffer[] = [];
  for (let seed = 1; made.length < files; seed += 1) {
    const { bytes, truth } = makeInvoicePdf(seed, 8);
    if (truth.lines.length <= 9) made.push(bytes);
  }
  return made;
};

/** The least possible work: the library opens the file and returns its text. */
const textOnly = async (bytes: Buffer): Promise<void> => {
  const opened = await openPdf(new Uint8Array(bytes), null);
  if (!opened.ok) throw new Error('A made PDF was refused');
  const { proxy, close } = opened.value;
  for (let number = 1; number <= proxy.numPages; number += 1)
    await (
      await proxy.getPage(number)
    ).getTextContent({ includeMarkedContent: false, disableNormalization: true });
  await close();
};

const readAndCheck = async (bytes: Buffer): Promise<void> => {
  sha256Of(bytes);
  const read = await readPdfInvoice({ bytes, password: null }, {});
  if (!read.ok) throw new Error('A made PDF was not read');
  for (const extraction of read.value) checkInvoice(extraction, context);
};

/** CPU time, because others may use the same machine. */
const millisecondsOf = async (
  work: (bytes: Buffer) => Promise<void>,
  slice: readonly Buffer[],
): Promise<number> => {
  const start = process.cpuUsage();
  for (const bytes of slice) await work(bytes);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

/** 300 PDFs of one page from file to checked invoice, compared with the text of the same files alone. */
export const run = async (): Promise<BenchRow[]> => {
  const all = makeFiles();
  for (const bytes of all.slice(0, 30)) {
    await textOnly(bytes);
    await readAndCheck(bytes);
  }
  let [floor, work] = [0, 0];
  for (let at = 0; at < all.length; at += sliceSize) {
    const slice = all.slice(at, at + sliceSize);
    floor += await millisecondsOf(textOnly, slice);
    work += await millisecondsOf(readAndCheck, slice);
  }
  return [
    {
      name: `${files} PDF invoices of one page, read and checked`,
      measured: `${Math.round(work)} ms`,
      floor: `${Math.round(floor)} ms (getTextContent)`,
      ratio: work / floor,
      limit,
    },
  ];
};
