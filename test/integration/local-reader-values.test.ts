import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { nodeReader } from '../../electron/extract/local/engine/node-reader.ts';
import { createLineReader } from '../../electron/extract/local/engine/reader-pool.ts';
import { qrTexts } from '../../electron/formats/qr/find-qr.ts';
import { emptyInvoice, emptyLine } from '../../shared/invoice/empty-invoice.ts';
import type { Invoice, Party } from '../../shared/invoice/model.ts';
import { makeSheet } from '../helpers/scans/make-scan.ts';
import { measurePage, tallyOf } from '../helpers/scans/measure.ts';
import { drawPrinted } from '../helpers/scans/print.ts';
import { readScans } from '../helpers/scans/read-scans.ts';
import { sampleInvoices } from '../samples/invoices.ts';
import type { DrawnInvoice, DrawnParty } from '../samples/model.ts';

test('reads the values of fifteen scans, and none wrong without a mark', { timeout: 600_000 }, async () => {
  const pages = await readScans(Array.from({ length: 15 }, (_, seed) => seed));
  const unmarked = pages.flatMap(({ wrong }) => wrong).filter(({ isMarked }) => !isMarked);
  const tally = tallyOf(pages);
  expect(tally.strictUnmarked, JSON.stringify(unmarked)).toBe(0);
  expect(tally.exact).toBeGreaterThan(0.95);
});

test(
  'marks every value of a coarse scan of 1 bit that was read otherwise',
  { timeout: 120_000 },
  async () => {
    const reader = createLineReader(nodeReader());
    try {
      for (const { seed, dpi } of [
        { seed: 5, dpi: 110 },
        { seed: 9, dpi: 110 },
        { seed: 2, dpi: 150 },
      ]) {
        const made = await makeSheet(seed);
        const sheet = drawPrinted(made.sheet, ((240 / 25.4) * dpi) / 1600).toBuffer('image/png');
        const read = await reader.read({ bytes: await sharp(sheet).grayscale().threshold(140).toBuffer() });
        if (!read.ok) throw new Error(`Seed ${seed} was not read: ${read.failure.code}`);
        expect(read.value.isCoarse).toBe(true);
        const { wrong } = measurePage(made, read.value);
        expect(wrong).not.toEqual([]);
        expect(wrong.filter(({ isMarked }) => !isMarked)).toEqual([]);
        const grey = await reader.read({ bytes: sheet });
        expect(grey).toMatchObject({ value: { isCoarse: false } });
      }
    } finally {
      await reader.close();
    }
  },
);

const printed = (text: string): string | null => (text === '' ? null : text);

/** What a sample shows. */
const truthOf = (drawn: DrawnInvoice): Invoice => {
  const isDigital = drawn.kind === '31' || drawn.kind === '32';
  const partyOf = ({ name, taxId, addressPhone, bankAccount }: DrawnParty): Party =>
    isDigital
      ? { name, taxId, addressPhone: null, bankAccount: null }
      : { name, taxId, addressPhone, bankAccount };
  const { kind, number, issueDate, total, taxTotal, grossTotal, grossTotalWords } = drawn;
  return {
    ...emptyInvoice,
    kind,
    number,
    issueDate,
    total,
    taxTotal,
    grossTotal,
    grossTotalWords,
    code: printed(drawn.code),
    machineNumber: printed(drawn.machineNumber),
    checkCode: printed(drawn.checkCode),
    buyer: partyOf(drawn.buyer),
    seller: partyOf(drawn.seller),
    lines: drawn.lines.map(({ model, unit, quantity, unitPrice, ...line }) => ({
      ...emptyLine,
      ...line,
      specification: printed(model),
      unit: printed(unit),
      quantity: printed(quantity),
      unitPrice: printed(unitPrice),
    })),
    remark: printed(drawn.remarks.join('\n')),
    payee: isDigital ? null : drawn.payee,
    reviewer: isDigital ? null : drawn.reviewer,
    drawer: drawn.issuer,
  };
};

test('reads the samples: every value is right or marked', { timeout: 600_000 }, async () => {
  const reader = createLineReader(nodeReader());
  try {
    for (const [seed, { name, invoice, appearance }] of sampleInvoices.entries()) {
      const encoding = appearance.encoding ?? 'png';
      const bytes = await readFile(
        fileURLToPath(new URL(`../../samples/${name}.${encoding}`, import.meta.url)),
      );
      const read = await reader.read({ bytes });
      if (!read.ok) throw new Error(`${name} was not read: ${read.failure.code}`);
      const [qr] = await qrTexts(bytes, encoding);
      const truth = truthOf(invoice);
      const isHidden = appearance.unreadable?.includes('check-code') === true;
      const shown = isHidden ? { ...truth, checkCode: null } : truth;
      const page = measurePage(
        { seed, form: 'paper', degradation: 'scanned', truth: shown },
        read.value,
        qr ?? null,
      );
      expect(
        page.wrong.filter(({ isMarked }) => !isMarked),
        name,
      ).toEqual([]);
      expect(page.wrong.length, name).toBeLessThan(2);
      expect(page.markedRight, name).toBeLessThan(6);
    }
  } finally {
    await reader.close();
  }
});
