import { SaxesParser } from 'saxes';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';
import { readXml } from '../../electron/extract/document/xml/read-xml.ts';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { checkInvoice } from '../../shared/invoice/check-invoice.ts';
import type { BenchRow } from './row.ts';

const files = 1000;
const linesEach = 6;
/** Floor and work alternate in slices, so that a busy machine affects both alike. */
const sliceSize = 100;
const warmRounds = 10;
/** Number of times that all files are read. */
const passes = 5;
const limit = 4;

const context = { today: '2026-01-01', confidenceLimit: 0.9, ownCompanies: [], qr: null, others: [] };

const makeFiles = (): readonly Uint8Array[] =>
  Array.from({ length: files }, (_, seed) => {
    const options = { lines: linesEach, isRed: false, hasSpecialCharacters: false };
    return new TextEncoder().encode(writeEInvoice(makeDigitalInvoice(seededRandom(seed), options)));
  });

const parseOnly = (some: readonly Uint8Array[]): number => {
  let seen = 0;
  for (const bytes of some) {
    const parser = new SaxesParser({ position: false });
    parser.on('opentag', () => {
      seen += 1;
    });
    parser.write(new TextDecoder().decode(bytes)).close();
  }
  return seen;
};

/**
 * From the file's bytes to the checked invoice, hashing included. The form is only laid out when it is shown.
 */
const readAndCheck = (some: readonly Uint8Array[]): number => {
  let seen = 0;
  for (const bytes of some) {
    const hash = sha256Of(bytes);
    const read = readXml(bytes);
    if (!read.ok) throw new Error(read.failure.reason);
    for (const { invoice, origins, findings } of read.value)
      seen += checkInvoice({ invoice, origins, findings }, context).length + hash.length;
  }
  return seen;
};

/** CPU time, because others may use the same machine. */
const millisecondsOf = (work: () => number): number => {
  const start = process.cpuUsage();
  if (work() === 0) throw new Error('Nothing was read');
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/** 1,000 fully digital invoices of six lines as XML, compared with saxes alone on the same files. */
export const run = async (): Promise<BenchRow[]> => {
  const all = makeFiles();
  // Both are compiled before they are measured: compiling takes the same time for one file and for a million.
  // It continues in other threads, whose time counts, for some thousand files.
  for (let round = 0; round < warmRounds; round += 1) {
    parseOnly(all);
    readAndCheck(all);
  }
  const ratios: number[] = [];
  let [floor, measured] = [0, 0];
  for (let at = 0; at < passes * all.length; at += sliceSize) {
    const slice = all.slice(at % all.length, (at % all.length) + sliceSize);
    const [least, work] = [millisecondsOf(() => parseOnly(slice)), millisecondsOf(() => readAndCheck(slice))];
    ratios.push(work / least);
    floor += least;
    measured += work;
    await Promise.resolve();
  }
  return [
    {
      name: `${files} XML invoices of ${linesEach} lines, from file to checked`,
      measured: `${(measured / passes).toFixed(0)} ms`,
      floor: `${(floor / passes).toFixed(0)} ms saxes`,
      ratio: medianOf(ratios),
      limit,
    },
  ];
};
