import { lostInvoices, misreadPapers } from '../helpers/read-papers.ts';
import { misreadSlips } from '../helpers/read-slips.ts';

/** Papers that are no invoice are known, forms on paper are read, and no invoice is lost as one of them. */
export const run = async (rounds = 500): Promise<boolean> => {
  const misread = await misreadPapers(rounds);
  const slips = await misreadSlips(rounds);
  const lost = await lostInvoices(rounds);
  console.log({
    rounds,
    misread: misread.length,
    slips: slips.length,
    lost: lost.length,
    first: [...misread, ...slips, ...lost].slice(0, 10),
  });
  return misread.length === 0 && slips.length === 0 && lost.length === 0;
};
