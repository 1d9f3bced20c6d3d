import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { untreated } from '../../shared/contract/preparation.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { pass, type Fault } from '../helpers/fault-server.ts';
import { madeInvoice } from '../helpers/made-invoices.ts';
import { filledBox, pdf } from '../samples/digital/pdf-file.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

const moveTo = async (from: string, to: string): Promise<string> => {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  return to;
};

const turn = (id: number) => ({ id, treatment: { turn: 90, masks: [] }, was: untreated }) as const;

/** Invoices in a user's folder, and a service that knows them. */
const setUp = async (seeds: readonly number[], script: (index: number) => Fault = () => pass) => {
  const folder = await temporaryFolder();
  const made = await Promise.all(seeds.map(madeInvoice));
  const service = await startCountingService(
    made.map(({ truth }) => truth),
    script,
  );
  const inbox = join(folder, 'inbox');
  await mkdir(inbox);
  const paths = made.map(({ name }) => join(inbox, name));
  for (const [index, { bytes }] of made.entries()) await writeFile(paths[index] ?? '', bytes);
  const shown: { path: string | null; asked: unknown } = { path: null, asked: null };
  const app = await startBackend({
    home: join(folder, 'home'),
    environment: service.environment,
    chooseOriginal: (was) => {
      shown.asked = was;
      return Promise.resolve(shown.path);
    },
  });
  const add = async (...files: readonly string[]) => {
    const { added } = await app.ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files: files.map((path) => ({ kind: 'path' as const, path })),
    });
    await app.ended(added);
    return added;
  };
  const drop = async (index: number, which: 'vat-invoice' | 'face-detect' = 'vat-invoice') => {
    const { name = '', bytes = Buffer.alloc(0) } = made[index] ?? {};
    const { added } = await app.ask('pages.add', {
      service: which,
      sandbox: false,
      files: [{ kind: 'bytes', name, bytes: new Uint8Array(bytes) }],
    });
    await app.ended(added);
    return added[0] ?? 0;
  };
  const original = (id: number) => app.ask('pages.original', { id });
  const copies = () => {
    const kept = join(app.home, 'originals');
    return existsSync(kept)
      ? readdirSync(kept, { recursive: true })
          .map(String)
          .filter((name) => name.endsWith('.bin'))
      : [];
  };
  return { ...app, folder, inbox, paths, made, service, shown, add, drop, original, copies };
};

describe('an original that is stored by reference', () => {
  test('is used at its own path', async () => {
    const { paths, add, original, copies } = await setUp([1]);
    const [id = 0] = await add(...paths);
    expect(await original(id)).toEqual({ state: 'here', path: paths[0] });
    expect(copies()).toEqual([]);
  });

  test('is found by its content in its old folder, and can be used', async () => {
    const { inbox, paths, add, original, ask } = await setUp([1]);
    const [id = 0] = await add(...paths);
    const moved = await moveTo(paths[0] ?? '', join(inbox, 'done', 'May', 'renamed.png'));
    expect(await original(id)).toEqual({ state: 'found', path: moved });
    // The query has only read: the new path is saved soon after.
    await expect.poll(() => original(id)).toEqual({ state: 'here', path: moved });
    expect((await ask('pages.treat', turn(id))).sent).toMatchObject({ width: 48, height: 64 });
  });

  test('is found again by each query on the ledger of a newer program, which keeps its path', async () => {
    const { inbox, paths, add, home, close } = await setUp([1]);
    const [path = ''] = paths;
    const [id = 0] = await add(path);
    await close();
    const ledger = join(home, 'ledger.sqlite');
    const changed = new DatabaseSync(ledger);
    changed.exec('PRAGMA user_version = 99');
    changed.close();
    const moved = await moveTo(path, join(inbox, 'done', 'renamed.png'));
    const newer = await startBackend({ home });
    for (let times = 0; times < 2; times += 1)
      expect(await newer.ask('pages.original', { id })).toEqual({ state: 'found', path: moved });
    await newer.close();
    const read = new DatabaseSync(ledger, { readOnly: true });
    expect(read.prepare('SELECT path FROM documents').all()).toEqual([{ path }]);
    read.close();
  });

  test('is found in the folders of other originals', async () => {
    const { folder, paths, add, original } = await setUp([1, 2]);
    const [first = '', second = ''] = paths;
    const elsewhere = join(folder, 'archive');
    await mkdir(elsewhere);
    const other = await moveTo(second, join(elsewhere, 'other.png'));
    const [id = 0] = await add(first);
    await add(other);
    const moved = await moveTo(first, join(elsewhere, 'mine.png'));
    expect(await original(id)).toEqual({ state: 'found', path: moved });
  });

  test("is reported as missing if it can't be found; the sent picture is still shown", async () => {
    const { backend, folder, paths, made, add, original, ask, failure, service } = await setUp([1]);
    const [id = 0] = await add(...paths);
    await moveTo(paths[0] ?? '', join(folder, 'far', 'away.png'));
    expect(await original(id)).toEqual({ state: 'missing', path: paths[0] });
    expect((await backend.picture(id, 'best'))?.bytes.equals(made[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(await backend.picture(id, 'thumbnail')).not.toBeNull();
    const before = await ask('pages.open', { id });
    expect(await failure('pages.treat', turn(id))).toBe('not-treatable');
    expect(await ask('pages.open', { id })).toEqual(before);
    expect(service.calls()).toBe(1);
  });

  test('is restored by the user together with the others in that folder', async () => {
    const { folder, inbox, paths, add, original, ask, failure, shown } = await setUp([1, 2]);
    const [first = 0, second = 0] = await add(...paths);
    const far = join(folder, 'far');
    const moved = await moveTo(paths[0] ?? '', join(far, '1.png'));
    const also = await moveTo(paths[1] ?? '', join(far, '2.png'));
    const wrong = join(folder, 'wrong.png');
    await writeFile(wrong, 'another file');

    expect(await ask('pages.findOriginal', { id: first })).toEqual({ original: null });
    expect(shown.asked).toEqual({ name: 'invoice-1.png', folder: inbox });
    await mkdir(join(folder, 'empty'));
    await rename(wrong, join(folder, 'empty', 'wrong.png'));
    shown.path = join(folder, 'empty', 'wrong.png');
    expect(await failure('pages.findOriginal', { id: first })).toBe('not-the-original');
    expect(await original(first)).toMatchObject({ state: 'missing' });

    // A file in the same folder is enough: files are identified by content.
    shown.path = also;
    expect(await ask('pages.findOriginal', { id: first })).toEqual({
      original: { state: 'found', path: moved },
    });
    expect(await original(second)).toEqual({ state: 'found', path: also });
  });

  test('is never shown, sent or covered as the original after a change in place', async () => {
    const { backend, paths, made, add, original, ask, failure, drop } = await setUp([1, 2]);
    const [path = ''] = paths;
    const [id = 0] = await add(path);
    await writeFile(path, made[1]?.bytes ?? '');
    expect(await original(id)).toEqual({ state: 'changed', path });
    expect(await failure('pages.treat', turn(id))).toBe('not-treatable');
    expect((await backend.picture(id, 'best'))?.bytes.equals(made[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect((await ask('pages.open', { id })).sent?.bytes).toBe(made[0]?.bytes.length);
    // The correct file is restored by a drop.
    expect(await drop(0)).toBe(id);
    expect(await original(id)).toMatchObject({ state: 'copy' });
  });

  test('gives a larger view from its current path, and never from another file at its old one', async () => {
    const { backend, home, inbox, add } = await setUp([]);
    const path = join(inbox, 'a.pdf');
    const [mine, other] = [filledBox(100, 100, 200, 50, '1 0 0'), filledBox(100, 100, 200, 50, '0 0 1')];
    await writeFile(path, pdf([{ content: mine }]));
    const [id = 0] = await add(path);
    const sent = await backend.picture(id, 'full');
    const bytes = await readFile(path);
    await writeFile(path, pdf([{ content: other }]));
    expect((await backend.picture(id, 'best'))?.bytes.equals(sent?.bytes ?? Buffer.alloc(0))).toBe(true);

    await mkdir(join(inbox, 'done'));
    await writeFile(join(inbox, 'done', 'a.pdf'), bytes);
    const view = async () => {
      const best = await backend.picture(id, 'best');
      const { data, info } = await sharp(best?.bytes).raw().toBuffer({ resolveWithObject: true });
      const at = (Math.floor(info.height * 0.85) * info.width + Math.floor(info.width * 0.3)) * info.channels;
      return { width: info.width, red: (data[at] ?? 0) > 200 && (data[at + 2] ?? 0) < 60 };
    };
    const { width } = await sharp(sent?.bytes).metadata();
    expect(await view()).toMatchObject({ red: true });
    expect((await view()).width).toBeGreaterThan(width);
    // Also made again if it was lost.
    await rm(join(home, 'best'), { recursive: true });
    expect(await view()).toMatchObject({ red: true });
  });

  test.each(['moved', 'changed'] as const)('fails if it is %s after its first page', async (how) => {
    const gate = Promise.withResolvers<void>();
    const held: Fault = {
      strike: async ({ forward }) => {
        await gate.promise;
        await forward();
      },
    };
    const { inbox, ask, ended, service } = await setUp([], () => held);
    await ask('settings.change', { concurrency: 1 });
    const path = join(inbox, 'a.pdf');
    const page = { content: filledBox(100, 100, 200, 50) };
    await writeFile(path, pdf([page, page]));
    await ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files: [{ kind: 'path' as const, path }],
    });
    // The second page is made after the first one's call.
    await expect.poll(service.calls).toBe(1);
    const all = () => ask('pages.list', { service: 'vat-invoice' });
    if (how === 'moved') await moveTo(path, join(inbox, 'done', 'a.pdf'));
    else await writeFile(path, pdf([page, { content: filledBox(0, 0, 9, 9) }, page]));
    gate.resolve();
    await ended((await all()).map(({ id }) => id));
    const [, second] = await all();
    if (how === 'moved') expect(second).toMatchObject({ hasPicture: true, failure: { code: 37042 } });
    else expect(second).toMatchObject({ hasPicture: false, failure: { reason: 'changed' } });
  });
});

describe('an original that is copied into the data folder', () => {
  test('is independent of the file, and is deleted with its document', async () => {
    const { paths, add, original, ask, copies } = await setUp([1, 2]);
    const [first = '', second = ''] = paths;
    await ask('settings.change', { originals: 'copy' });
    const [one = 0, two = 0] = await add(first, second);
    await rm(first);
    await writeFile(second, 'changed');
    expect(await original(one)).toMatchObject({ state: 'copy' });
    expect(await original(two)).toMatchObject({ state: 'copy' });
    expect(copies()).toHaveLength(2);
    expect((await ask('pages.treat', turn(one))).sent).toMatchObject({ width: 48, height: 64 });
    const purge = async (id: number) => {
      await ask('pages.remove', { ids: [id] });
      await ask('pages.purge', { ids: [id] });
    };
    await purge(one);
    expect(copies()).toHaveLength(1);
    await purge(two);
    expect(copies()).toEqual([]);
    expect(await readFile(second, 'utf8')).toBe('changed');
  });

  test('is also copied when it is found; unsupported files are still refused', async () => {
    const { folder, inbox, paths, add, original, ask, copies } = await setUp([1]);
    const [id = 0] = await add(...paths);
    await ask('settings.change', { originals: 'copy' });
    await moveTo(paths[0] ?? '', join(inbox, 'done', 'a.png'));
    expect(await original(id)).toMatchObject({ state: 'found' });
    await expect.poll(() => original(id)).toMatchObject({ state: 'copy' });
    expect(copies()).toHaveLength(1);
    const [missing = 0] = await add(join(folder, 'none.png'));
    expect((await ask('pages.open', { id: missing })).summary).toMatchObject({
      state: 'failed',
      failure: { reason: 'missing' },
    });
  });
});

describe('a file that is dropped again', () => {
  test('restores the file of a document that had lost it, without adding a document or making a call', async () => {
    const { home, original, drop, ask, service } = await setUp([1]);
    const id = await drop(0);
    await rm(join(home, 'originals'), { recursive: true });
    expect(await original(id)).toEqual({ state: 'missing', path: null });
    expect(await drop(0)).toBe(id);
    expect(await original(id)).toMatchObject({ state: 'copy' });
    expect(await ask('pages.list', { service: 'vat-invoice' })).toHaveLength(1);
    expect(service.calls()).toBe(1);
    // A document that has its file stays unchanged: the same file again is another document.
    expect(await drop(0)).not.toBe(id);
  });

  test("is a new photo for the faces, and also restores the invoice's file", async () => {
    const { home, original, drop } = await setUp([1]);
    const id = await drop(0);
    await rm(join(home, 'originals'), { recursive: true });
    const photo = await drop(0, 'face-detect');
    expect(photo).not.toBe(id);
    expect(await original(id)).toMatchObject({ state: 'copy' });
    expect(await original(photo)).toMatchObject({ state: 'copy' });
  });

  test('never restores what was masked before it was sent', async () => {
    const { drop, ask, ended, original, copies } = await setUp([1]);
    const id = await drop(0);
    const masks = [{ x: 0.1, y: 0.1, w: 0.2, h: 0.2 }];
    await ask('pages.treat', { id, treatment: { turn: 0, masks }, was: untreated });
    await ask('pages.send', { ids: [id] });
    await ended([id]);
    expect(copies()).toEqual([]);
    expect(await original(id)).toEqual({ state: 'none', path: null });
    expect(await drop(0)).not.toBe(id);
    expect(await original(id)).toEqual({ state: 'none', path: null });
  });
});
