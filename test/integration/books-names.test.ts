import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDigitalInvoice } from '../samples/digital/make-invoice.ts';
import { writeEInvoice } from '../samples/digital/write-einvoice.ts';
import { makeInvoicePdf } from '../samples/digital/write-pdf.ts';
import { seededRandom } from '../samples/random.ts';
import { sample } from '../helpers/interface/steps.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { demoPages } from '../helpers/demo-pages.ts';

const pattern = '{year}-{month}/{date}_{number}';

const invoiceOf = (seed: number) => ({
  ...makeDigitalInvoice(seededRandom(seed), { lines: 1, isRed: false, hasSpecialCharacters: false }),
  issueDate: '2025-03-12',
  number: `2531200000000000000${seed}`,
});
const numberOf = (seed: number): string => invoiceOf(seed).number;

const to = (seed: number): string => `2025-03/2025-03-12_${numberOf(seed)}.xml`;

/** A desktop program with three invoices in a folder of the user. */
const setUp = async (kind: 'desktop' | 'browser' = 'desktop') => {
  const folder = await temporaryFolder();
  const inbox = join(folder, 'inbox');
  const target = join(folder, 'target');
  await mkdir(inbox);
  await mkdir(target);
  const paths = await Promise.all(
    [1, 2, 3].map(async (seed) => {
      const path = join(inbox, `${seed}.xml`);
      await writeFile(path, writeEInvoice(invoiceOf(seed)));
      return path;
    }),
  );
  const app = await startBackend({
    home: join(folder, 'home'),
    kind,
    chooseSaveFolder: () => Promise.resolve(target),
  });
  const { added } = await app.ask('pages.add', {
    service: 'vat-invoice',
    sandbox: false,
    files: paths.map((path) => ({ kind: 'path' as const, path })),
  });
  await app.ended(added);
  const list = async () =>
    (await readdir(inbox, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(inbox.length + 1))
      .toSorted();
  const pathOf = async (id: number) => (await app.ask('pages.original', { id })).path;
  return { ...app, ids: [...added], inbox, target, list, pathOf };
};

test('renames originals as previewed, updates their paths in the ledger, and undoes it once', async () => {
  const { ask, failure, ids, inbox, list, pathOf } = await setUp();
  const input = { ids, pattern, as: 'move' } as const;
  const plan = await ask('books.planNames', input);
  expect(plan).toMatchObject({ counts: { new: 3 }, undoable: 0 });
  expect(plan.files.map((file) => file.to)).toEqual([1, 2, 3].map(to));
  expect(await list()).toEqual(['1.xml', '2.xml', '3.xml']);

  expect(await ask('books.nameFiles', input)).toEqual({ named: 3 });
  expect(await list()).toEqual([1, 2, 3].map(to));
  expect(await pathOf(ids[0] ?? 0)).toBe(join(inbox, to(1)));

  expect(await ask('books.undoNames', {})).toEqual({ undone: 3, kept: 0 });
  expect(await list()).toEqual(['1.xml', '2.xml', '3.xml']);
  expect(await ask('pages.original', { id: ids[0] ?? 0 })).toEqual({
    state: 'here',
    path: join(inbox, '1.xml'),
  });
  expect(await failure('books.undoNames', {})).toBe('names-nothing-to-undo');
});

test('marks conflicts, numbers equal names, and never overwrites', async () => {
  const { ask, ids, inbox, list } = await setUp();
  await writeFile(join(inbox, `${numberOf(2)}.xml`), 'mine');
  const input = { ids, pattern: '{number}', as: 'move' } as const;
  const plan = await ask('books.planNames', input);
  expect(plan.counts).toEqual({ new: 2, taken: 1 });
  expect(plan.files[0]).toMatchObject({ name: '2.xml', state: 'taken' });
  expect(await ask('books.nameFiles', input)).toEqual({ named: 2 });
  expect(await list()).toEqual(['2.xml', ...[1, 2, 3].map((seed) => `${numberOf(seed)}.xml`)]);
  expect(await readFile(join(inbox, `${numberOf(2)}.xml`), 'utf8')).toBe('mine');
  await ask('books.undoNames', {});

  const same = await ask('books.planNames', { ids, pattern: '{date}', as: 'move' });
  expect(same.counts).toEqual({ new: 1, numbered: 2 });
});

test('gives all files of an invoice the same name', async () => {
  const { ask, ended, inbox, list } = await setUp();
  const { bytes, truth } = makeInvoicePdf(5, 3);
  const paths = [join(inbox, 'a.pdf'), join(inbox, 'b.xml')];
  await writeFile(paths[0] ?? '', bytes);
  await writeFile(paths[1] ?? '', writeEInvoice(truth));
  const { added } = await ask('pages.add', {
    service: 'vat-invoice',
    sandbox: false,
    files: paths.map((path) => ({ kind: 'path' as const, path })),
  });
  await ended(added);
  const name = async (form: string): Promise<readonly string[]> => {
    const input = { ids: [...added], pattern: form, as: 'move' as const };
    expect((await ask('books.planNames', input)).counts).toEqual({ new: 2 });
    await ask('books.nameFiles', input);
    return (await list()).filter((path) => !/^[123]\.xml$/u.test(path));
  };
  const number = truth.number ?? '';
  expect(await name('{number}')).toEqual([`${number}.pdf`, `${number}.xml`]);
  // They stay together in a further run, too, and in its undo.
  expect(await name('{year}/{number}')).toEqual(
    ['pdf', 'xml'].map((extension) => `${truth.issueDate?.slice(0, 4)}/${number}.${extension}`),
  );
  expect(await ask('books.undoNames', {})).toEqual({ undone: 2, kept: 0 });
  expect(await name('{date}')).toEqual([`${truth.issueDate}.pdf`, `${truth.issueDate}.xml`]);
});

test('copies only to the chosen folder, and keeps changed files on undo', async () => {
  const { ask, failure, ids, target, list } = await setUp();
  const input = { ids, pattern: '{number}', as: 'copy' } as const;
  expect(await failure('books.planNames', input)).toBe('names-no-folder');
  expect(await ask('books.chooseNamesFolder', {})).toEqual({ folder: target });
  await writeFile(join(target, `${numberOf(1)}.xml`), 'mine');
  expect((await ask('books.planNames', input)).counts).toEqual({ new: 2, taken: 1 });
  expect(await ask('books.nameFiles', input)).toEqual({ named: 2 });
  expect(await list()).toEqual(['1.xml', '2.xml', '3.xml']);
  expect(await readdir(target)).toHaveLength(3);
  await writeFile(join(target, `${numberOf(2)}.xml`), 'changed');
  expect(await ask('books.undoNames', {})).toEqual({ undone: 1, kept: 1 });
  expect((await readdir(target)).toSorted()).toEqual([`${numberOf(1)}.xml`, `${numberOf(2)}.xml`]);
  expect(await readFile(join(target, `${numberOf(1)}.xml`), 'utf8')).toBe('mine');
});

test('reports files that can’t be named, and leaves Vouch’s own files alone', async () => {
  const { ask, ended, ids, inbox } = await setUp();
  await rm(join(inbox, '3.xml'));
  const scan = join(inbox, 'scan.jpg');
  await copyFile(sample('special-paper.jpg'), scan);
  const scanned = await ask('pages.add', {
    service: 'vat-invoice',
    sandbox: true,
    files: [{ kind: 'path', path: scan }],
  });
  await ended(scanned.added);
  await rm(scan);
  const move = { pattern: '{number}', as: 'move' } as const;
  // Vouch has no copy of a scan.
  const lost = await ask('books.planNames', { ids: scanned.added, ...move });
  expect(lost).toMatchObject({ counts: { gone: 1 }, files: [{ name: 'scan.jpg', state: 'gone', to: null }] });
  expect(await ask('books.nameFiles', { ids: scanned.added, ...move })).toEqual({ named: 0 });
  const { added } = await ask('pages.add', demoPages('vat-invoice'));
  await ended(added);
  const { counts } = await ask('books.planNames', { ids: [...ids, ...added], ...move });
  // Vouch has its own copy of a digital invoice whose file is missing.
  expect(counts).toEqual({ new: 2, 'own-file': added.length + 1 });
});

test('accepts no path outside the folder from a pattern or a page, and renames nothing in a browser', async () => {
  const { failure, ids } = await setUp();
  for (const bad of ['../{number}', '/{number}', 'C:/{number}', 'same', '{nothing}', ''])
    expect(await failure('books.nameFiles', { ids, pattern: bad, as: 'move' })).toBe('names-pattern');
  const input = { ids, pattern: '{number}', as: 'copy' };
  expect(await failure('books.nameFiles', { ...input, folder: '/etc' })).toBe('bad-request');
  expect(await failure('books.chooseNamesFolder', { folder: '/etc' })).toBe('bad-request');

  const browser = await setUp('browser');
  expect(await browser.failure('books.chooseNamesFolder', {})).toBe('names-desktop-only');
  const move = { ids: browser.ids, pattern: '{number}', as: 'move' };
  expect(await browser.failure('books.nameFiles', move)).toBe('names-desktop-only');
  expect(await browser.list()).toEqual(['1.xml', '2.xml', '3.xml']);
});
