import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Truth } from '../../electron/extract/sandbox/truths.ts';
import { vouch } from '../helpers/command-line.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { zip } from '../samples/digital/zip.ts';
import { ownIntake } from '../helpers/intake.ts';
import { filledBox, latinText, pdf } from '../samples/digital/pdf-file.ts';
import { png } from '../helpers/pictures.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const pagesSchema = z.array(
  z.looseObject({
    source: z.string(),
    page: z.int(),
    state: z.string(),
    reused: z.boolean(),
    sent: z.looseObject({ encoding: z.string(), width: z.int(), height: z.int() }).nullable(),
    error: z.looseObject({ kind: z.string(), message: z.string() }).nullable(),
  }),
);

const madePage = (number: number) => ({
  content: [filledBox(100, 100, 50 * number, 50), latinText(`page ${number}`, 60, 700, 24)].join('\n'),
});

const plain = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

/** Every kind of file that accountants have, in one folder. */
const mixedFolder = async () => {
  const folder = join(await temporaryFolder(), '发票');
  await mkdir(folder);
  const files: Readonly<Record<string, Buffer>> = {
    'a.pdf': pdf([madePage(1), madePage(2), madePage(3)]),
    'b.tif': await sharp([await plain('red'), await plain('blue')], { join: { animated: true } })
      .tiff()
      .toBuffer(),
    'c.gif': await sharp(await png(50, 40))
      .gif()
      .toBuffer(),
    'd.zip': zip([
      {
        name: '二月/1.webp',
        bytes: await sharp(await png(60, 50))
          .webp()
          .toBuffer(),
      },
      { name: 'readme.txt', bytes: Buffer.from('words') },
      { name: 'broken.png', bytes: Buffer.from('words') },
    ]),
    'e.heic': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'),
    'f.ofd': zip([{ name: 'OFD.xml', bytes: Buffer.from('<ofd/>') }]),
    'g.jpg': Buffer.alloc(0),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  return { folder, files };
};

/** The sandbox knows a picture by what is sent: a response without faces for every page that can be made. */
const truthsOf = async (made: readonly (readonly [bytes: Buffer | undefined, pages: number])[]) => {
  const { prepared } = ownIntake();
  const truths: Truth[] = [];
  for (const [bytes = Buffer.alloc(0), pages] of made)
    for (let page = 1; page <= pages; page += 1) {
      const { sent } = await prepared(bytes, { page });
      truths.push({ service: 'face-detect', sha256: sent.sha256, text: { ret: 0, face_num: 0 } });
    }
  return truths;
};

test('makes one call per page of a mixed folder, and gives a reason for unreadable files', async () => {
  const { folder, files } = await mixedFolder();
  const webp = await sharp(await png(60, 50))
    .webp()
    .toBuffer();
  const service = await startCountingService(
    await truthsOf([
      [files['a.pdf'], 3],
      [files['b.tif'], 2],
      [files['c.gif'], 1],
      [webp, 1],
    ]),
  );
  const run = async () => {
    const ran = await vouch(['face', folder, '--json', '-', '--lang', 'en'], {
      ...service.environment,
      VOUCH_HOME: join(folder, '..', 'home'),
    });
    return { ...ran, pages: pagesSchema.parse(JSON.parse(ran.stdout)) };
  };
  const first = await run();
  expect(first.code).toBe(1);
  expect(
    first.pages.map(({ source, page, state }) => [source.slice(folder.length + 1), page, state]),
  ).toEqual([
    ['a.pdf', 1, 'recognized'],
    ['a.pdf', 2, 'recognized'],
    ['a.pdf', 3, 'recognized'],
    ['b.tif', 1, 'recognized'],
    ['b.tif', 2, 'recognized'],
    ['c.gif', 1, 'recognized'],
    ['d.zip/二月/1.webp', 1, 'recognized'],
    ['d.zip/broken.png', 1, 'failed'],
    ['e.heic', 1, 'failed'],
    ['f.ofd', 1, 'failed'],
    ['g.jpg', 1, 'failed'],
  ]);
  expect(first.pages[0]?.sent).toMatchObject({ width: 1653, height: 2339 });
  expect(first.stderr).toContain('a.pdf (2/3)');
  expect(first.stderr).toContain('HEIC');
  const calls = service.calls();
  expect(calls).toBe(7);
  const second = await run();
  expect(service.calls()).toBe(calls);
  expect(second.pages.filter(({ reused }) => reused)).toHaveLength(7);
});
