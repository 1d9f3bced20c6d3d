import { readPdfInvoice } from '../../electron/extract/document/pdf/read-pdf.ts';
import { seededRandom } from '../samples/random.ts';
import { compareRead } from '../helpers/compare-extraction.ts';
import { makeInvoicePdf } from '../samples/digital/write-pdf.ts';
import { mutate } from '../helpers/mutate.ts';
import { ownBytes } from '../helpers/own-memory.ts';

const exactShare = 0.995;
/** Limits of time, and of memory above the process's own, for a hostile file. */
const mostMs = 2_500;
const mostBytes = 300 * 1024 * 1024;

const readMade = async (rounds: number): Promise<boolean> => {
  let exact = 0;
  const wrong: string[] = [];
  for (let seed = 1; seed <= rounds; seed += 1) {
    const { bytes, truth, form } = makeInvoicePdf(seed, seed % 4 === 0 ? 100 : 20);
    const read = await readPdfInvoice({ bytes, password: null }, {});
    const { differing, hasFindings } = compareRead(truth, read.ok ? read.value : []);
    if (differing.length === 0) exact += 1;
    else if (!hasFindings) wrong.push(`${seed} ${form}: ${differing.slice(0, 3).join('; ')}`);
  }
  console.log({ made: rounds, exact, wrong: wrong.slice(0, 10) });
  return wrong.length === 0 && exact >= rounds * exactShare;
};

const readMutations = async (rounds: number): Promise<boolean> => {
  const { bytes } = makeInvoicePdf(2, 20);
  const { bytes: other } = makeInvoicePdf(3, 5);
  const random = seededRandom(11);
  await readPdfInvoice({ bytes, password: null }, {});
  globalThis.gc?.();
  const idle = ownBytes();
  let [read, slowestMs, most] = [0, 0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const result = await readPdfInvoice({ bytes: mutate(bytes, random, other), password: null }, {});
    slowestMs = Math.max(slowestMs, performance.now() - started);
    most = Math.max(most, ownBytes() - idle);
    if (result.ok) read += 1;
  }
  console.log({
    mutations: rounds,
    read,
    slowestMs: Math.round(slowestMs),
    megabytes: Math.round(most / 1024 / 1024),
  });
  return slowestMs <= mostMs && most <= mostBytes;
};

/** Printed invoices are extracted exactly or marked, and broken files do no harm. */
export const run = async (rounds = 2000): Promise<boolean> => {
  const isExact = await readMade(rounds);
  return (await readMutations(rounds)) && isExact;
};
