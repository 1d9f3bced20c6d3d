import { isDeepStrictEqual } from 'node:util';
import { readInvoice } from '../../shared/invoice/read-invoice.ts';
import { readInvoiceText } from '../../shared/services/read-vat-invoice.ts';
import { fullForm, makeInvoice } from '../helpers/invoice-generator.ts';
import { photographKinds, readPhotographs } from '../helpers/read-photographs.ts';

type Tally = { exact: number; marked: number; readonly wrong: number[] };

const readWhole = (rounds: number): Tally => {
  const tally: Tally = { exact: 0, marked: 0, wrong: [] };
  for (let seed = 0; seed < rounds; seed += 1) {
    const { truth, text } = makeInvoice(seed, fullForm);
    const extraction = readInvoiceText(text);
    if (!extraction.ok) throw new Error(`Seed ${seed} gives no extraction`);
    const { invoice, findings } = readInvoice(extraction.value, null);
    if (isDeepStrictEqual(invoice, truth)) tally.exact += 1;
    else if (findings.some(({ id }) => id === 'rows-settled')) tally.marked += 1;
    else tally.wrong.push(seed);
  }
  return tally;
};

const report = (name: string, { exact, marked, wrong }: Tally, rounds: number, least: number): boolean => {
  const share = exact / rounds;
  const held = wrong.length === 0 && share >= least;
  console.log(
    `${held ? 'held  ' : 'MISSED'} ${name}: ${(share * 100).toFixed(2)}% exact, ${marked} marked, ${wrong.length} wrong and unmarked (${wrong.slice(0, 5).join(' ')})`,
  );
  return held;
};

/**
 * Synthetic invoices of both generators: each is exact, or marked with a finding; none is wrong and unmarked.
 */
export const run = (rounds = 2000): Promise<boolean> => {
  let held = report('whole invoices', readWhole(rounds), rounds, 0.995);
  for (const [name, { least, options }] of Object.entries(photographKinds))
    held = report(`photographs ${name}`, readPhotographs(rounds, options), rounds, least) && held;
  return Promise.resolve(held);
};
