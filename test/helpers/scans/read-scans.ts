import { createLineReader } from '../../../electron/extract/local/engine/reader-pool.ts';
import { nodeReader } from '../../../electron/extract/local/engine/node-reader.ts';
import { makeSheet, pictureOf } from './make-scan.ts';
import { measurePage, type PageMeasure } from './measure.ts';

/** Draws, reads and measures pages; each seed is a page. */
export const readScans = async (
  seeds: readonly number[],
  onPage: (page: PageMeasure) => void = () => {},
): Promise<readonly PageMeasure[]> => {
  const reader = createLineReader(nodeReader());
  const pages: PageMeasure[] = [];
  try {
    for (const seed of seeds) {
      const made = await makeSheet(seed);
      const read = await reader.read({ bytes: await pictureOf(made) });
      if (!read.ok) throw new Error(`Seed ${seed} was not read: ${read.failure.code}`);
      const page = measurePage(made, read.value);
      pages.push(page);
      onPage(page);
    }
  } finally {
    await reader.close();
  }
  return pages;
};
