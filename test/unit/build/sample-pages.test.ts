import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openDocuments } from '../../../electron/extract/document/ofd/document.ts';
import { openPackage } from '../../../electron/extract/document/ofd/package.ts';
import { readPage } from '../../../electron/extract/document/ofd/page-items.ts';
import { ofdPageText } from '../../../electron/extract/document/ofd/read/page-text.ts';
import { readResources } from '../../../electron/extract/document/ofd/resources.ts';

const sample = fileURLToPath(new URL('../../../samples/digital-page.ofd', import.meta.url));

it('no two texts of the sample OFD overlap', async () => {
  const file = openDocuments(await openPackage(await readFile(sample)));
  const runs = file.documents.flatMap((document) => {
    const resources = readResources(file.parts, document, document.resources);
    return document.pages.flatMap(
      (ref) => ofdPageText(readPage(file, document, ref, resources), new Set()).runs,
    );
  });
  const overlapping = runs.flatMap((one, index) =>
    runs
      .slice(index + 1)
      .filter(
        ({ x, y, width, size }) =>
          Math.abs(y - one.y) < 0.5 * size &&
          Math.min(x + width, one.x + one.width) - Math.max(x, one.x) > 0.1 * size,
      )
      .map(({ text }) => `${one.text} | ${text}`),
  );
  expect(runs.length).toBeGreaterThan(40);
  expect(overlapping).toEqual([]);
});
