import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { matchLedger } from '../../electron/books/tax-list/match-ledger.ts';
import { openDataFolder } from '../../electron/app/data-folder.ts';
import { composeSheets, newPdf, savePdf } from '../../electron/books/print/compose.ts';
import { pdfItems } from '../../electron/books/print/pdf-items.ts';
import type { PrintItem } from '../../electron/books/print/print-item.ts';
import { matchList } from '../../shared/books/match-list.ts';
import type { TaxListRow } from '../../shared/books/tax-list.ts';
import type { Invoice } from '../../shared/invoice/model.ts';
import { bookInvoice } from '../helpers/book-invoice.ts';
import { filledBox, latinText, pdf } from '../samples/digital/pdf-file.ts';
import { fillLedger, inventInvoices } from '../helpers/large-ledger.ts';
import type { BenchRow } from './row.ts';

const invoices = 200;
const loading = { parseSpeed: Number.POSITIVE_INFINITY, updateMetadata: false } as const;

const invoicePdf = (index: number): Buffer => {
  const lines = Array.from({ length: 60 }, (_, row) =>
    latinText(`line ${row} of invoice ${index}`, 30, 380 - row * 6, 5),
  );
  return pdf([{ content: `${filledBox(20, 20, 555, 1)} ${lines.join(' ')}`, box: [0, 0, 595, 397] }]);
};

/** Two per page, as `vouch print` lays them out. */
const print = async (files: readonly Buffer[]): Promise<void> => {
  const target = await newPdf();
  const items: PrintItem[] = [];
  for (const file of files) items.push(...(await pdfItems(target, file)));
  composeSheets(target, items, 2);
  await savePdf(target);
};

/** The least possible work: the same pages, copied into one file. */
const copy = async (files: readonly Buffer[]): Promise<void> => {
  const target = await newPdf();
  for (const file of files) {
    const source = await PDFDocument.load(file, loading);
    for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page);
  }
  await savePdf(target);
};

const timeOf = async (work: () => Promise<void> | void): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/**
 * The shortest time of each task. The tasks alternate, so that no task benefits from code that another one has
 * warmed up.
 */
const fastest = async (...works: readonly (() => Promise<void> | void)[]): Promise<readonly number[]> => {
  const best = works.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < 9; turn += 1)
    for (const [index, work] of works.entries()) best[index] = Math.min(best[index] ?? 0, await timeOf(work));
  return best;
};

const numberOf = (index: number): string => `2431200000${String(index).padStart(10, '0')}`;

const rowOf = (index: number, over: Partial<TaxListRow> = {}): TaxListRow => ({
  row: index + 2,
  code: null,
  number: numberOf(index * 7),
  issueDate: '2024-05-28',
  sellerName: null,
  sellerTaxId: null,
  buyerTaxId: null,
  net: index % 10 === 0 ? 1 : 30_000,
  tax: 1800,
  gross: 31_800,
  kind: '电子发票（增值税专用发票）',
  status: '正常',
  ticked: index % 3 === 0,
  ...over,
});

/** The same with the ledger's store, whose rows come from another thread. */
const matchInLedger = async (): Promise<number> => {
  const home = await mkdtemp(join(tmpdir(), 'vouch-books-bench-'));
  try {
    fillLedger(join(home, 'ledger.sqlite'), 100_000);
    const rows = [...inventInvoices(100_000)]
      .filter((_, index) => index % 10 === 0)
      .map(({ number, day, cents }, index) =>
        rowOf(index, { code: '3100231130', number, issueDate: day, net: null, tax: null, gross: cents }),
      );
    const opened = await openDataFolder(home, 'bench', () => new Date());
    if (!opened.ok) throw new Error(opened.failure.message.en);
    const [ms = 0] = await fastest(async () => {
      const { match } = await matchLedger({ kind: 'full', byLine: false, rows }, opened.value, {
        ownCompanies: [],
      });
      if (match.matched < 9_000) throw new Error(`Only ${match.matched} matched`);
    });
    await opened.value.close();
    return ms;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};

const milliseconds = (ms: number): string => `${ms.toFixed(0)} ms`;
const matchingLimit = 2_000;

export const run = async (): Promise<BenchRow[]> => {
  const files = Array.from({ length: invoices }, (_, index) => invoicePdf(index));
  const [printed = 0, copied = 1] = await fastest(
    () => print(files),
    () => copy(files),
  );
  const ledger: Invoice[] = Array.from({ length: 100_000 }, (_, index) =>
    bookInvoice({ number: numberOf(index) }),
  );
  const rows = Array.from({ length: 10_000 }, (_, index) => rowOf(index));
  const [matched = 0] = await fastest(() => {
    matchList({ kind: 'full', byLine: false, rows }, ledger, []);
  });
  const fromLedger = await matchInLedger();
  return [
    {
      name: `print ${invoices} PDF invoices two a page, against copying their pages`,
      measured: milliseconds(printed),
      floor: milliseconds(copied),
      ratio: printed / copied,
      limit: 1.5,
    },
    {
      name: 'match 10,000 list rows with 100,000 invoices, against 2 s',
      measured: milliseconds(matched),
      floor: milliseconds(matchingLimit),
      ratio: matched / matchingLimit,
      limit: 1,
    },
    {
      name: 'match 10,000 list rows with a ledger of 100,000 invoices of the same days, against 2 s',
      measured: milliseconds(fromLedger),
      floor: milliseconds(matchingLimit),
      ratio: fromLedger / matchingLimit,
      limit: 1,
    },
  ];
};
