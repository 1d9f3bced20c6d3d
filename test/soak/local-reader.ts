import { degradations, type Degradation } from '../helpers/scans/degrade.ts';
import { tallyOf, type PageMeasure } from '../helpers/scans/measure.ts';
import { readScans } from '../helpers/scans/read-scans.ts';

/** Least share of exact fields by the quality of the picture. */
const floors: Readonly<Record<Degradation, number>> = {
  clean: 0.995,
  scanned: 0.99,
  grey: 0.97,
  '110 dpi': 0.97,
  photographed: 0.95,
};
const mostOtherUnmarked = 0.002;
const mostMarkedRight = 0.1;

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

const report = (degradation: Degradation, pages: readonly PageMeasure[]): boolean => {
  const tally = tallyOf(pages);
  const isMarkedRight = degradation !== 'clean' || tally.markedRight <= mostMarkedRight;
  const held =
    tally.exact >= floors[degradation] &&
    tally.strictUnmarked === 0 &&
    tally.otherUnmarked <= mostOtherUnmarked &&
    isMarkedRight;
  console.log(
    `${held ? 'held  ' : 'MISSED'} ${degradation.padEnd(12)} ${pages.length} pages, ${tally.fields} fields, ${percent(tally.exact)} exact (${percent(floors[degradation])}), wrong and unmarked: ${tally.strictUnmarked} figures and numbers, ${percent(tally.otherUnmarked)} of others; ${percent(tally.markedRight)} of right ones marked`,
  );
  return held;
};

const nameOf = (path: string): string => path.replace(/\d+/u, 'N');

const printFields = (pages: readonly PageMeasure[]): void => {
  const all = Map.groupBy(
    pages.flatMap(({ fields }) => fields),
    nameOf,
  );
  const wrong = Map.groupBy(
    pages.flatMap((page) => page.wrong),
    ({ path }) => nameOf(path),
  );
  for (const [name, fields] of all) {
    const own = wrong.get(name) ?? [];
    const by = degradations.map((one) => own.filter(({ degradation }) => degradation === one).length);
    console.log(`  ${name.padEnd(24)} ${String(fields.length).padStart(5)}  wrong: ${by.join(' ')}`);
  }
  for (const { seed, path, printed, read, isMarked } of pages.flatMap((page) => page.wrong))
    console.log(
      `  ${isMarked ? 'marked  ' : 'UNMARKED'} ${seed} ${path}: ${printed ?? '-'} → ${read ?? '-'}`,
    );
};

/** Generated invoices of three forms in five qualities: fields exact, and none wrong without a mark. */
export const run = async (rounds = 300): Promise<boolean> => {
  const pages = await readScans(Array.from({ length: rounds }, (_, seed) => seed));
  printFields(pages);
  console.log(`  (wrong by ${degradations.join(', ')})`);
  return degradations
    .map((degradation) => {
      const own = pages.filter((page) => page.degradation === degradation);
      return own.length === 0 || report(degradation, own);
    })
    .every(Boolean);
};
