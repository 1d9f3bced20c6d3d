import { lostInvoices, misreadPapers } from '../helpers/read-papers.ts';

/** Papers that are no invoice are known, and no invoice is lost as one of them. */
export const run = async (rounds = 500): Promise<boolean> => {
  const misread = await misreadPapers(rounds);
  const lost = await lostInvoices(rounds);
  console.log({
    rounds,
    misread: misread.length,
    lost: lost.length,
    first: [...misread, ...lost].slice(0, 10),
  });
  return misread.length === 0 && lost.length === 0;
};
