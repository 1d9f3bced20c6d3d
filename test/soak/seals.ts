import { tryOfdChanges, tryPdfChanges, type Tried } from '../helpers/seal-changes.ts';

const report = (format: string, { changed, missed, repacked, alarms }: Tried): boolean => {
  console.log(
    `${format}: ${changed} changed files, ${missed.length} taken for unchanged; ${repacked} repacked, ${alarms.length} alarms`,
  );
  for (const one of [...missed, ...alarms].slice(0, 5)) console.log(`  ${one}`);
  return missed.length === 0 && alarms.length === 0;
};

/**
 * Random changes of sealed files: none may be taken for unchanged.
 * @param rounds of each format; 500 in the full form
 */
export const run = async (rounds = 500): Promise<boolean> => {
  const ofd = report('OFD', await tryOfdChanges(rounds * 2, 3));
  return report('PDF', await tryPdfChanges(rounds, 3)) && ofd;
};
