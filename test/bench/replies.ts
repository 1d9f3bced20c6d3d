import { checkInvoice } from '../../shared/invoice/check-invoice.ts';
import { readInvoice } from '../../shared/invoice/read-invoice.ts';
import { readInvoiceText } from '../../shared/services/read-vat-invoice.ts';
import { makeInvoice } from '../helpers/invoice-generator.ts';
import type { BenchRow } from './row.ts';

const responses = 10_000;
const linesEach = 6;
/** Floor and work alternate in slices, so that a busy machine affects both alike. */
const sliceSize = 250;
const limit = 4;

const context = {
  today: '2026-01-01',
  confidenceLimit: 0.9,
  ownCompanies: [{ name: '青禾（虚构）贸易有限公司', taxId: '91310110666007217T' }],
  qr: null,
  others: [],
};

/** Decoded texts of different invoices with six lines. */
const makeTexts = (): string[] => {
  const texts: string[] = [];
  for (let seed = 0; texts.length < responses; seed += 1) {
    const { truth, text } = makeInvoice(seed, { maxLines: linesEach, missing: 0.05, skew: 3, jitter: 0.08 });
    if (truth.lines.length === linesEach) texts.push(JSON.stringify(text));
  }
  return texts;
};

const parseOnly = (texts: readonly string[]): number => {
  let seen = 0;
  for (const text of texts) if (JSON.parse(text) !== null) seen += 1;
  return seen;
};

const readAndCheck = (texts: readonly string[]): number => {
  let seen = 0;
  for (const text of texts) {
    const extraction = readInvoiceText(JSON.parse(text));
    if (!extraction.ok) throw new Error('A generated response was refused');
    seen += checkInvoice(readInvoice(extraction.value, null), context).length;
  }
  return seen;
};

/** CPU time, because others may use the same machine. */
const millisecondsOf = (work: () => number): number => {
  const start = process.cpuUsage();
  if (work() === 0) throw new Error('Nothing was done');
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/**
 * 10,000 responses of six lines parsed, extracted and checked, compared with `JSON.parse` of the same responses.
 */
export const run = async (): Promise<BenchRow[]> => {
  const texts = makeTexts();
  const ratios: number[] = [];
  let [floor, measured] = [0, 0];
  for (let start = 0; start < responses; start += sliceSize) {
    const slice = texts.slice(start, start + sliceSize);
    const [least, work] = [millisecondsOf(() => parseOnly(slice)), millisecondsOf(() => readAndCheck(slice))];
    ratios.push(work / least);
    floor += least;
    measured += work;
    await Promise.resolve();
  }
  return [
    {
      name: `${responses} responses of ${linesEach} lines, parsed and checked`,
      measured: `${measured.toFixed(0)} ms`,
      floor: `${floor.toFixed(0)} ms JSON.parse`,
      ratio: medianOf(ratios),
      limit,
    },
  ];
};
