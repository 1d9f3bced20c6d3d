import { paperKinds } from '../helpers/paper-kinds.ts';
import { misreadPhotographs } from '../helpers/paper-photographs.ts';
import { lostInvoices, misreadPapers } from '../helpers/read-papers.ts';
import { misreadPairs, misreadSlips } from '../helpers/read-slips.ts';
import { misreadPictures } from '../helpers/slip-picture.ts';
import { slipForms } from '../samples/digital/make-slip.ts';

/** Papers that are no invoice are known, forms on paper are read, and no invoice is lost as one of them. */
export const run = async (rounds = 500): Promise<boolean> => {
  const misread = await misreadPapers(rounds);
  const slips = await misreadSlips(rounds);
  const pairs = await misreadPairs(rounds);
  // A picture takes seconds: one of each form shows that its description reads it, too.
  const pictures = await misreadPictures(slipForms, 1);
  const photographs = await misreadPhotographs(Object.keys(paperKinds), [1, 2]);
  // A value may be missing or marked, but not wrong.
  const wrong = photographs.filter(({ read, isMarked }) => read !== null && !isMarked);
  const lost = await lostInvoices(rounds);
  console.log({
    rounds,
    misread: misread.length,
    slips: slips.length,
    pairs: pairs.length,
    pictures: pictures.length,
    photographs: photographs.length,
    lost: lost.length,
    first: [...misread, ...slips, ...pairs, ...pictures, ...photographs, ...lost].slice(0, 10),
  });
  return [misread, slips, pairs, pictures, wrong, lost].every((all) => all.length === 0);
};
