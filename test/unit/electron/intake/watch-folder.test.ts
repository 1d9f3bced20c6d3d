import { appendFile, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolder, type FileState } from '../../../../electron/intake/watch-folder.ts';
import { fileEnd } from '../../../../electron/intake/whole-file.ts';
import { zip } from '../../../samples/digital/zip.ts';
import { filledBox, pdf } from '../../../samples/digital/pdf-file.ts';
import { jpeg, png } from '../../../helpers/pictures.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

type Over = Partial<Parameters<typeof watchFolder>[0]>;

const watched = async (folder: string, over: Over = {}) => {
  const [found, existing, late, failures]: [string[], string[], string[], string[]] = [[], [], [], []];
  const states = new Map<string, FileState>();
  const watch = watchFolder({
    folder,
    known: null,
    addExisting: false,
    everyMs: 20,
    restMs: 150,
    endlessRestMs: 600,
    onExisting: (files) => existing.push(...files.map(({ path }) => path)),
    onFiles: (files) => {
      for (const { path, ...state } of files) {
        found.push(path);
        states.set(path, state);
      }
    },
    onUnfinished: (path) => late.push(path),
    onFailure: (code) => failures.push(code),
    ...over,
  });
  onTestFinished(watch.close);
  await watch.looked;
  return { found, existing, late, failures, states, close: watch.close };
};

test('reports new pictures once and recursively, and never those already present', async () => {
  const folder = await temporaryFolder();
  const picture = await png();
  await writeFile(join(folder, 'old.png'), picture);
  const { found, existing } = await watched(folder);
  expect(existing).toEqual([join(folder, 'old.png')]);
  await mkdir(join(folder, '二月'));
  await writeFile(join(folder, '二月', '发票.png'), picture);
  await writeFile(join(folder, 'notes.txt'), 'words');
  await writeFile(join(folder, '.hidden.png'), picture);
  await expect.poll(() => found).toEqual([join(folder, '二月', '发票.png')]);
  await wait(300);
  expect(found).toHaveLength(1);
});

test('reports what is there at first if that is wanted', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'old.png'), await png());
  const { found } = await watched(folder, { addExisting: true });
  await expect.poll(() => found).toEqual([join(folder, 'old.png')]);
});

test('reports what came or changed since an earlier run, and nothing that was seen then', async () => {
  const folder = await temporaryFolder();
  const [same, changed, fresh] = ['same.png', 'changed.png', 'new.png'].map((name) => join(folder, name));
  const picture = await png();
  for (const path of [same, changed]) await writeFile(path ?? '', picture);
  const first = await watched(folder, { addExisting: true });
  await expect.poll(() => first.found).toHaveLength(2);
  await first.close();
  await writeFile(fresh ?? '', picture);
  await utimes(changed ?? '', new Date(), new Date(2020, 1, 1));
  // Removed by the user in Vouch, and still there: it does not return.
  const { found } = await watched(folder, { known: first.states });
  await expect.poll(() => found.toSorted()).toEqual([changed, fresh]);
  await wait(300);
  expect(found).toHaveLength(2);
});

test('waits for the end of a scan, however long it pauses', async () => {
  const folder = await temporaryFolder();
  const bytes = await png(300, 200);
  const { found } = await watched(folder, { restMs: 40, endlessRestMs: 40 });
  const path = join(folder, 'scan.png');
  const part = Math.ceil(bytes.length / 4);
  for (let at = 0; at < bytes.length; at += part) {
    expect(found).toEqual([]);
    await appendFile(path, bytes.subarray(at, at + part));
    await wait(200);
  }
  await expect.poll(() => found).toEqual([path]);
});

test('takes a file whose format shows no end after a long rest, or twice its longest pause', async () => {
  const folder = await temporaryFolder();
  const bytes = await sharp(await png(30, 20))
    .webp()
    .toBuffer();
  const { found } = await watched(folder, { restMs: 20, endlessRestMs: 100 });
  const path = join(folder, 'a.webp');
  await writeFile(path, bytes.subarray(0, 30));
  await wait(80);
  await appendFile(path, bytes.subarray(30));
  await expect.poll(() => found).toEqual([path]);
});

test('reports a scan again after it is overwritten', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'scan.png');
  const [old, first, second] = [await png(10, 10), await png(300, 200), await png(200, 300)];
  await writeFile(join(folder, 'old.png'), old);
  const { found } = await watched(folder);
  await writeFile(path, first);
  await expect.poll(() => found).toEqual([path]);
  await writeFile(path, second);
  await expect.poll(() => found).toEqual([path, path]);
  await writeFile(join(folder, 'old.png'), first);
  await expect.poll(() => found).toEqual([path, path, join(folder, 'old.png')]);
});

test('leaves out names of downloads until they are renamed, and says what stays incomplete', async () => {
  const folder = await temporaryFolder();
  const bytes = await jpeg();
  const { found, late } = await watched(folder, { patienceMs: 200 });
  for (const name of ['a.jpg.crdownload', 'b.jpg.part', 'c.jpg.tmp', '~$d.pdf', 'e.pdf.icloud'])
    await writeFile(join(folder, name), bytes);
  await writeFile(join(folder, 'cut.jpg'), bytes.subarray(0, bytes.length - 40));
  await expect.poll(() => late).toEqual([join(folder, 'cut.jpg')]);
  expect(found).toEqual([]);
  await rename(join(folder, 'a.jpg.crdownload'), join(folder, 'a.jpg'));
  await expect.poll(() => found).toEqual([join(folder, 'a.jpg')]);
  expect(late).toHaveLength(1);
});

test('reports a missing folder once, and watches it again when it returns', async () => {
  const folder = join(await temporaryFolder(), 'in');
  await mkdir(folder);
  const { found, failures } = await watched(folder);
  await rename(folder, `${folder}-away`);
  await expect.poll(() => failures).toEqual(['ENOENT']);
  await wait(100);
  expect(failures).toHaveLength(1);
  await rename(`${folder}-away`, folder);
  await writeFile(join(folder, 'a.png'), await png());
  await expect.poll(() => found).toEqual([join(folder, 'a.png')]);
  await rm(join(folder, 'a.png'));
  await wait(200);
  await writeFile(join(folder, 'a.png'), await png());
  await expect.poll(() => found.length).toBe(2);
});

test('knows the end of each format, and sees when it is cut', async () => {
  const folder = await temporaryFolder();
  const picture = await png(40, 30);
  const files: readonly (readonly [string, Buffer])[] = [
    ['a.pdf', pdf([{ content: filledBox(0, 0, 50, 99) }])],
    ['a.png', picture],
    ['a.jpg', await jpeg()],
    ['a.tif', await sharp(picture).tiff().toBuffer()],
    ['a.zip', zip([{ name: 'a.png', bytes: picture }])],
  ];
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    expect([basename(path), await fileEnd(path, bytes.length)]).toEqual([name, 'whole']);
    const cut = bytes.subarray(0, Math.floor(bytes.length * 0.7));
    await writeFile(path, cut);
    expect([basename(path), await fileEnd(path, cut.length)]).toEqual([name, 'cut']);
  }
  const gif = await sharp(picture).gif().toBuffer();
  await writeFile(join(folder, 'a.gif'), gif);
  expect(await fileEnd(join(folder, 'a.gif'), gif.length)).toBe('unknown');
});
