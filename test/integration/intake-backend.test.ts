import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { untreated } from '../../shared/contract/preparation.ts';
import type { VouchEvent } from '../../shared/contract/commands.ts';
import { zip } from '../samples/digital/zip.ts';
import { filledBox, pdf } from '../samples/digital/pdf-file.ts';
import { meanOf, png } from '../helpers/pictures.ts';
import { passwordProtection } from '../helpers/pdf-password.ts';
import { startBackend } from '../helpers/test-backend.ts';

const service = 'face-detect';
const incoming = (name: string, bytes: Buffer) =>
  ({ kind: 'bytes', name, bytes: new Uint8Array(bytes) }) as const;

/** The progress at each event. */
const progressOf = (events: readonly VouchEvent[]) =>
  events.flatMap((event) =>
    event.type === 'progress' ? [[event.progress.finished, event.progress.total]] : [],
  );

describe('intake', () => {
  test('starts the decoder when files are about to arrive, and only once', async () => {
    const asked: unknown[] = [];
    let starts = 0;
    const { ask } = await startBackend({
      startDecoder: () => {
        starts += 1;
        return {
          send: ({ task }) => void asked.push(task),
          onMessage: () => {},
          onEnd: () => {},
          hold: () => {},
          end: () => {},
        };
      },
    });
    await ask('pages.expect', {});
    await ask('pages.expect', {});
    expect({ starts, asked }).toEqual({ starts: 1, asked: [{ kind: 'warm' }, { kind: 'warm' }] });
  });

  test('splits a document and an archive into their pages, in order', async () => {
    const { ask, ended } = await startBackend();
    const pages = [1, 2, 3].map((number) => ({ content: filledBox(0, 0, 50 * number, 99) }));
    const { added } = await ask('pages.add', {
      service,
      sandbox: true,
      files: [
        incoming('in/a.pdf', pdf(pages)),
        incoming('b.zip', zip([{ name: 'x/1.png', bytes: await png() }])),
      ],
    });
    await ended(added);
    const listed = async () =>
      (await ask('pages.list', { service })).map(({ name, page, pageCount }) => [name, page, pageCount]);
    await expect.poll(listed, { timeout: 20_000 }).toEqual([
      ['a.pdf', 1, 3],
      ['a.pdf', 2, 3],
      ['a.pdf', 3, 3],
      ['1.png', 1, 1],
    ]);
  });
});

describe('a drop whose files arrive one by one', () => {
  test('is counted before all its names are recorded, which follow each other', async () => {
    const { ask, failure } = await startBackend();
    const id = randomUUID();
    const part = (from: number, names: readonly string[], count = 4) => ({
      id,
      service: 'face-detect' as const,
      count,
      from,
      named: names.map((name) => ({ name, bytes: 1 })),
    });
    await ask('drops.begin', part(0, ['a', 'b']));
    // Here a window ends.
    expect(await ask('drops.list', {})).toMatchObject({ drops: [{ files: 4, left: 4, unlisted: 2 }] });
    // Its answer was lost: it is sent again.
    for (const again of [part(0, ['a', 'b']), part(1, ['b'])]) await ask('drops.begin', again);
    expect(await ask('drops.list', {})).toMatchObject({ drops: [{ files: 4, left: 4, unlisted: 2 }] });
    for (const wrong of [part(0, ['x']), part(1, ['b', 'c']), part(3, ['d']), part(2, ['c', 'd', 'e'])])
      expect(await failure('drops.begin', wrong)).toBe('bad-request');
    expect(await failure('drops.begin', { ...part(2, ['c']), id: randomUUID() })).toBe('bad-request');
    await ask('drops.begin', part(2, ['c', 'd'], 9));
    expect(await ask('drops.list', {})).toMatchObject({ drops: [{ files: 4, left: 4, unlisted: 0 }] });
  });

  test('is one batch, however fast each file is recognized', async () => {
    const { ask, ended, events } = await startBackend();
    const id = randomUUID();
    for (const left of [2, 1, 0]) {
      const { added } = await ask('pages.add', {
        service,
        sandbox: true,
        files: [incoming(`${left}.png`, await png(100 + left, 100))],
        drop: { id, left },
      });
      await ended(added);
    }
    await expect.poll(() => progressOf(events).at(-1)).toEqual([3, 3]);
    expect(progressOf(events).filter(([finished, total]) => finished === total)).toHaveLength(1);
  });

  test('ends with a file that is not a picture', async () => {
    const { ask, ended, events } = await startBackend();
    const id = randomUUID();
    const add = (name: string, bytes: Buffer, left: number) =>
      ask('pages.add', { service, sandbox: true, files: [incoming(name, bytes)], drop: { id, left } });
    const { added } = await add('a.png', await png(), 1);
    await ended(added);
    await add('b.zip', Buffer.from('PK\u0003\u0004 and no archive'), 0);
    await expect.poll(() => progressOf(events).at(-1)?.join(' of ')).toMatch(/^(\d) of \1$/u);
  });
});

test('deletes our own copy of a file with its last page, and the picture with it', async () => {
  const { ask, ended, home } = await startBackend();
  const { added } = await ask('pages.add', {
    service,
    sandbox: true,
    files: [
      incoming(
        'a.gif',
        await sharp(await png())
          .gif()
          .toBuffer(),
      ),
    ],
  });
  await ended(added);
  const files = async (name: string) =>
    existsSync(join(home, name))
      ? (await readdir(join(home, name), { recursive: true, withFileTypes: true })).filter((file) =>
          file.isFile(),
        )
      : [];
  expect(await files('originals')).toHaveLength(1);
  await ask('pages.remove', { ids: added });
  await ask('pages.purge', { ids: added });
  expect(await files('originals')).toHaveLength(0);
  expect(await files('pictures')).toHaveLength(0);
});

test('shows a page on the screen in more pixels than were sent', async () => {
  const { ask, ended, backend } = await startBackend();
  const { added } = await ask('pages.add', {
    service,
    sandbox: true,
    files: [incoming('a.pdf', pdf([{ content: filledBox(0, 742, 100, 100) }]))],
  });
  await ended(added);
  const id = added[0] ?? 0;
  const [full, best] = [await backend.picture(id, 'full'), await backend.picture(id, 'best')];
  expect(await sharp(full?.bytes).metadata()).toMatchObject({ width: 1653, height: 2339 });
  expect(await sharp(best?.bytes).metadata()).toMatchObject({ width: 2479, height: 3508 });
  expect(await meanOf(best?.bytes ?? Buffer.alloc(0), 0.01, 0.01, 0.15, 0.1)).toBeLessThan(8);
});

test('opens a PDF with its password, keeps it for a later rotation, but not over a restart', async () => {
  const started = await startBackend();
  const { ask, ended, failure, home } = started;
  const page = { content: filledBox(60, 60, 200, 200) };
  const bytes = pdf([page, page], passwordProtection('secret words'));
  const { added } = await ask('pages.add', { service, sandbox: true, files: [incoming('a.pdf', bytes)] });
  await ended(added);
  const id = added[0] ?? 0;
  expect((await ask('pages.open', { id })).summary).toMatchObject({
    state: 'failed',
    failure: { kind: 'input', reason: 'encrypted-pdf' },
  });
  expect(await failure('pages.unlock', { id, password: 'other words' })).toBe('wrong-password');
  await ask('pages.unlock', { id, password: 'secret words' });
  const pages = await ask('pages.list', { service });
  expect(pages.map(({ page: number }) => number)).toEqual([1, 2]);
  await ended(pages.map(({ id: each }) => each));
  const treatment = { turn: 90, masks: [] } as const;
  expect(await ask('pages.treat', { id, treatment, was: untreated })).toMatchObject({
    sent: { width: 2339, height: 1653 },
  });

  await started.close();
  const next = await startBackend({ home });
  const upsideDown = { turn: 180, masks: [] } as const;
  expect(await next.failure('pages.treat', { id, treatment: upsideDown, was: treatment })).toBe(
    'password-needed',
  );
  expect(
    await next.failure('pages.treat', { id, treatment: upsideDown, was: treatment, password: 'no' }),
  ).toBe('wrong-password');
  await next.ask('pages.treat', { id, treatment: upsideDown, was: treatment, password: 'secret words' });
  expect(await next.ask('pages.treat', { id, treatment, was: upsideDown })).toMatchObject({
    preparation: { treatment },
  });
  await next.close();
  const files = await readdir(home, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile()))
    expect((await readFile(join(file.parentPath, file.name))).includes('secret words')).toBe(false);
});
