import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { packOfd } from '../samples/digital/ofd-file.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { ofdInvoiceParts } from '../samples/digital/write-ofd.ts';
import { seededRandom } from '../samples/random.ts';
import type { VouchEvent } from '../../shared/contract/commands.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

const service = 'vat-invoice';

/** Files of different invoices, OFD and XML in turn. */
const writeFiles = async (folder: string, count: number): Promise<readonly string[]> => {
  await mkdir(folder, { recursive: true });
  const paths = Array.from({ length: count }, (_, seed) => join(folder, `${seed}`));
  for (const [seed, path] of paths.entries()) {
    const options = { lines: 2, isRed: false, hasSpecialCharacters: false, hasAddresses: false };
    const invoice = makeDigitalInvoice(seededRandom(seed), options);
    const content =
      seed % 2 === 0 ? packOfd(ofdInvoiceParts(invoice, { tags: true })) : writeEInvoice(invoice);
    await writeFile(path, content);
  }
  return paths;
};

/** Each page with its state and whether it has a picture, in the order of the events. */
const toldOf = (events: readonly VouchEvent[]) =>
  events.flatMap((event) =>
    event.type === 'pages.changed'
      ? event.pages.map(({ id, state, hasPicture }) => ({ id, state, isDrawn: hasPicture }))
      : [],
  );

const filesOf = (paths: readonly string[]) => paths.map((path) => ({ kind: 'path', path }) as const);

test('extracts the figures of all dropped files before their pages are drawn', async () => {
  const paths = await writeFiles(await temporaryFolder(), 12);
  const { ask, events } = await startBackend();
  const { added } = await ask('pages.add', { service, sandbox: false, files: filesOf(paths) });
  await expect
    .poll(() => new Set(toldOf(events).flatMap(({ id, isDrawn }) => (isDrawn ? [id] : []))).size)
    .toBe(added.length);
  const told = toldOf(events);
  const firstDrawn = told.findIndex(({ isDrawn }) => isDrawn);
  const read = told.slice(0, firstDrawn).flatMap(({ id, state }) => (state === 'recognized' ? [id] : []));
  expect(new Set(read)).toEqual(new Set(added));
});

test('draws pages at the next start if it was stopped before drawing them', async () => {
  const paths = await writeFiles(await temporaryFolder(), 8);
  const first = await startBackend();
  await first.ask('pages.add', { service, sandbox: false, files: filesOf(paths) });
  await first.ended((await first.ask('pages.list', { service })).map(({ id }) => id));
  await first.close();
  const second = await startBackend({ home: first.home });
  const undrawn = async () =>
    (await second.ask('pages.list', { service })).filter(({ hasPicture }) => !hasPicture).length;
  await expect.poll(undrawn).toBe(0);
});

test('reads files at the next start that were added before a stop, without an account', async () => {
  const paths = await writeFiles(await temporaryFolder(), 3);
  const first = await startBackend();
  await first.ask('queue.pause', { paused: true });
  const { added } = await first.ask('pages.add', { service, sandbox: false, files: filesOf(paths) });
  await first.close();
  const second = await startBackend({ home: first.home });
  await second.ended(added);
  expect((await second.ask('pages.list', { service })).map(({ state }) => state)).toEqual(
    added.map(() => 'recognized'),
  );
});
