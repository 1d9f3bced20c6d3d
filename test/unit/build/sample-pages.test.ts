import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openDocuments } from '../../../electron/extract/document/ofd/document.ts';
import { openPackage } from '../../../electron/extract/document/ofd/package.ts';
import { readPage } from '../../../electron/extract/document/ofd/page-items.ts';
import { objectRuns } from '../../../electron/extract/document/ofd/read/runs.ts';
import { readResources } from '../../../electron/extract/document/ofd/resources.ts';

const sample = fileURLToPath(new URL('../../../samples/digital-page.ofd', import.meta.url));

it('no two texts of the sample OFD overlap', async () => {
  const file = openDocuments(await openPackage(await readFile(sample)));
  const runs = file.documents.flatMap((document) => {
    const resources = readResources(file.parts, document, document.resources);
    return document.pages.flatMap((ref) => objectRuns(readPage(file, document, ref, resources), 1));
  });
  const overlapping = runs.flatMap((one, index) =>
    runs
      .slice(index + 1)
      .filter(
        ({ baseline, box, size }) =>
          Math.abs(baseline - one.baseline) < 0.5 * size &&
          Math.min(box.x + box.w, one.box.x + one.box.w) - Math.max(box.x, one.box.x) > 0.1 * size,
      )
      .map(({ text }) => `${one.text} | ${text}`),
  );
  expect(runs.length).toBeGreaterThan(40);
  expect(overlapping).toEqual([]);
});
