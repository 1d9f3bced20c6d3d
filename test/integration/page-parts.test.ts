import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { vouch } from '../helpers/command-line.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { twoNumbers, twoOnOnePage, twoOnTwoPages } from '../helpers/two-invoices.ts';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { seededRandom } from '../samples/random.ts';

const service = 'vat-invoice' as const;

test('a file whose first invoice came in another format before loses no other page', async () => {
  const folder = await temporaryFolder();
  const [xml, both] = [join(folder, 'first.xml'), join(folder, 'both.pdf')];
  const first = makeDigitalInvoice(seededRandom(3), { lines: 1, isRed: false, hasSpecialCharacters: false });
  await writeFile(xml, writeEInvoice({ ...first, number: twoNumbers[0] }));
  await writeFile(both, twoOnTwoPages());
  const { ask, ended } = await startBackend({ home: join(folder, 'home') });
  for (const path of [xml, both])
    await ended((await ask('pages.add', { service, sandbox: false, files: [{ kind: 'path', path }] })).added);
  const numbers = async () =>
    (await ask('pages.list', { service })).map(({ headline }) => headline.number ?? '').toSorted();
  await vi.waitFor(async () => expect(await numbers()).toEqual(twoNumbers), 60_000);
});

test('two digital invoices on one page become documents of their own, once, in the window and on the command line', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'two.pdf');
  await writeFile(path, twoOnOnePage());
  const home = join(folder, 'home');
  const { ask, ended, close } = await startBackend({ home });
  const add = async () => {
    const files = [{ kind: 'path' as const, path }];
    return (await ask('pages.add', { service, sandbox: false, files })).added;
  };
  const shown = async () =>
    (await ask('pages.list', { service }))
      .map(({ page, pageCount, part, headline: { number, grossTotal } }) =>
        [page, pageCount, part, number, grossTotal].join(' '),
      )
      .toSorted();
  const both = [`1 1 1 ${twoNumbers[0]} 100.00`, `1 1 2 ${twoNumbers[1]} 101.00`];
  await ended(await add());
  await vi.waitFor(async () => expect(await shown()).toEqual(both), 60_000);
  // The same file again shows what is there.
  await ended(await add());
  await vi.waitFor(async () => expect(await shown()).toEqual(both), 60_000);
  await close();

  const { code, stdout } = await vouch(['invoice', path, '--json', '-'], { VOUCH_HOME: home });
  expect(code).toBe(0);
  const printed = z
    .array(z.object({ part: z.int(), invoice: z.object({ number: z.string() }) }))
    .parse(JSON.parse(stdout));
  expect(printed.map(({ part, invoice }) => [part, invoice.number])).toEqual([
    [1, twoNumbers[0]],
    [2, twoNumbers[1]],
  ]);
  const again = await startBackend({ home });
  for (const { id } of await again.ask('pages.list', { service })) {
    expect(await again.failure('pages.compare', { id })).toBe('part-not-sent');
    expect((await again.ask('pages.open', { id })).summary).toMatchObject({ state: 'recognized' });
  }
  const [, second] = (await again.ask('pages.list', { service })).toSorted(
    (one, other) => one.part - other.part,
  );
  const { into } = await again.ask('pages.unsplit', { id: second?.id ?? 0 });
  const [row, ...others] = await again.ask('pages.list', { service });
  expect(others).toEqual([]);
  expect(row).toMatchObject({ id: into, part: 0, headline: { number: twoNumbers[0] } });
  const { invoice } = await again.ask('pages.open', { id: into });
  expect(invoice?.checks.find(({ id }) => id === 'several-invoices')?.level).toBe('error');
  // The user's decision holds when the file is named again.
  await again.close();
  const once = await vouch(['invoice', path, '--json', '-'], { VOUCH_HOME: home });
  expect(once.code).toBe(0);
  expect(z.array(z.looseObject({ part: z.int().optional() })).parse(JSON.parse(once.stdout))).toMatchObject([
    { page: 1, invoice: { number: twoNumbers[0] } },
  ]);
});
