import { expect, test } from 'vitest';
import { nodeReader } from '../../electron/extract/local/engine/node-reader.ts';
import { createLineReader } from '../../electron/extract/local/engine/reader-pool.ts';
import { placeForm } from '../../electron/extract/local/place/place-form.ts';
import { makeSlip, slipForms } from '../samples/digital/make-slip.ts';
import { faultsOf } from '../helpers/read-slips.ts';
import { slipPicture } from '../helpers/slip-picture.ts';

test('reads pictures of forms on paper by the descriptions of files', { timeout: 600_000 }, async () => {
  const reader = createLineReader(nodeReader());
  const wrong: string[] = [];
  try {
    for (const form of slipForms) {
      const made = makeSlip(form, 1);
      const read = await reader.read({ bytes: slipPicture(made) });
      if (!read.ok) throw new Error(`${form} was not read: ${read.failure.code}`);
      wrong.push(...faultsOf(placeForm(read.value), made).map((fault) => `${form}: ${fault}`));
    }
  } finally {
    await reader.close();
  }
  expect(wrong).toEqual([]);
});
