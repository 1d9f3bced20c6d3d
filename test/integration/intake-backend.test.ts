import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { VouchEvent } from '../../shared/contract/commands.ts';
import { unknownKind } from '../../shared/invoice/kind.ts';
import { zip } from '../samples/digital/zip.ts';
import { filledBox, pdf } from '../samples/digital/pdf-file.ts';
import { firstCorners } from '../../renderer/features/intake/corners.ts';
import { jpeg, png } from '../helpers/pictures.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { passwordProtection } from '../helpers/pdf-password.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { demoPages } from '../helpers/demo-pages.ts';

const service = 'face-detect';
const incoming = (name: string, bytes: Buffer) =>
  ({ kind: 'bytes', name, bytes: new Uint8Array(bytes) }) as const;

/** The progress at each event. */
const progressOf = (events: readonly VouchEvent[]) =>
  events.flatMap((event) =>
    event.type === 'progress' ? [[event.progress.finished, event.progress.total]] : [],
  );

/** The mean of a part of a picture, in fractions of its size; 0 is black. */
const meanOf = async (bytes: Buffer, x: number, y: number, w: number, h: number) => {
  const { width, height } = await sharp(bytes).metadata();
  const part = {
    left: Math.round(x * width),
    top: Math.round(y * height),
    width: Math.round(w * width),
    height: Math.round(h * height),
  };
  const { channels } = await sharp(await sharp(bytes).extract(part).png().toBuffer()).stats();
  return channels[0]?.mean ?? 255;
};

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

/** A photo on its side, prepared and waiting for approval. */
const held = async () => {
  const started = await startBackend();
  await started.ask('settings.change', { lookFirst: true });
  const { added } = await started.ask('pages.add', {
    service,
    sandbox: true,
    files: [incoming('photo.jpg', await jpeg(400, 300, 6))],
  });
  const id = added[0] ?? 0;
  await started.ended([]);
  const detail = () => started.ask('pages.open', { id });
  await expect.poll(async () => (await detail()).sent !== null, { timeout: 20_000 }).toBe(true);
  return { ...started, id, detail };
};

describe('a page before it is sent', () => {
  test('shows what will be sent, and waits for approval', async () => {
    const { ask, id, detail, ended, events } = await held();
    expect(await detail()).toMatchObject({
      summary: { state: 'waiting', held: true },
      sent: { encoding: 'jpg', width: 300, height: 400 },
      preparation: { format: 'jpg', changes: [{ id: 'upright' }, { id: 'encoded' }] },
    });
    expect(
      events.some((event) => event.type === 'pages.changed' && event.pages[0]?.state === 'calling'),
    ).toBe(false);
    await ask('pages.send', { ids: [id] });
    await ended([id]);
    expect((await detail()).summary).toMatchObject({
      held: false,
      state: 'failed',
      failure: { kind: 'service' },
    });
  });

  test('is rotated and masked, and nothing masked stays visible', async () => {
    const { ask, id, detail, backend, home } = await held();
    const before = await detail();
    const treatment = { turn: 90, masks: [{ x: 0, y: 0, w: 0.5, h: 0.25 }] } as const;
    const after = await ask('pages.treat', { id, treatment });
    expect(after).toMatchObject({
      summary: { state: 'waiting', held: true },
      sent: { width: 400, height: 300 },
      preparation: {
        treatment,
        changes: [
          { id: 'upright' },
          { id: 'masked', count: 1 },
          { id: 'turned', degrees: 90 },
          { id: 'encoded' },
        ],
      },
    });
    const picture = await backend.picture(id, 'full');
    // The upper left of the page is at the upper right after a clockwise rotation.
    expect(await meanOf(picture?.bytes ?? Buffer.alloc(0), 0.78, 0.02, 0.2, 0.44)).toBeLessThan(8);
    expect(await meanOf(picture?.bytes ?? Buffer.alloc(0), 0.02, 0.6, 0.4, 0.35)).toBeGreaterThan(100);
    const kept = (await readdir(join(home, 'pictures'), { recursive: true })).join();
    expect(kept).toContain(after.sent?.sha256);
    expect(kept).not.toContain(before.sent?.sha256);
  });

  test('leaves no unmasked copy after it was sent masked, and can be recognized again', async () => {
    const { ask, id, detail, ended, home, backend } = await held();
    const treatment = { turn: 0, masks: [{ x: 0, y: 0, w: 0.5, h: 0.25 }] } as const;
    await ask('pages.treat', { id, treatment });
    await ask('pages.send', { ids: [id] });
    await ended([id]);
    expect(await readdir(join(home, 'originals'), { recursive: true })).not.toContainEqual(
      expect.stringMatching(/\.bin$/u),
    );
    const sent = (await detail()).sent?.sha256;
    await ask('pages.recognize', { ids: [id] });
    await ended([id]);
    expect((await detail()).sent?.sha256).toBe(sent);
    expect(await backend.invoke('pages.treat', { id, treatment: { turn: 0, masks: [] } })).toMatchObject({
      ok: false,
      failure: { id: 'not-treatable' },
    });
  });

  test('is not straightened as a photo of faces, whose corrected places could not follow', async () => {
    const { backend, id, detail } = await held();
    const treatment = { turn: 0, masks: [], corners: firstCorners } as const;
    expect(await backend.invoke('pages.treat', { id, treatment })).toMatchObject({
      ok: false,
      failure: { id: 'not-treatable' },
    });
    expect((await detail()).preparation?.treatment).toEqual({ turn: 0, masks: [] });
  });

  test('goes on waiting if its treatment is refused', async () => {
    const { ask, backend } = await startBackend();
    await ask('queue.pause', { paused: true });
    const { added } = await ask('pages.add', demoPages('face-detect'));
    const [id = 0] = added;
    const treatment = { turn: 0, masks: [], corners: firstCorners } as const;
    expect(await backend.invoke('pages.treat', { id, treatment })).toMatchObject({
      ok: false,
      failure: { id: 'not-treatable' },
    });
    expect((await ask('pages.open', { id })).summary.state).toBe('waiting');
  });

  test('is unchanged after rotating it back', async () => {
    const { ask, id, detail } = await held();
    const before = await detail();
    await ask('pages.treat', { id, treatment: { turn: 180, masks: [] } });
    const after = await ask('pages.treat', { id, treatment: { turn: 0, masks: [] } });
    expect(after.sent?.sha256).toBe(before.sent?.sha256);
  });

  test('keeps its extraction until the changed picture has another', async () => {
    const { ask, ended } = await startBackend();
    const { added } = await ask('pages.add', demoPages('vat-invoice'));
    await ended(added);
    const [id = 0] = added;
    const detail = () => ask('pages.open', { id });
    // The kind is in the QR code: the picture is searched for it after the recognition.
    await expect.poll(async () => (await detail()).summary.headline.kind).not.toBe(unknownKind);
    const before = await detail();
    const treatment = { turn: 180, masks: [] } as const;
    const treated = await ask('pages.treat', { id, treatment });
    expect(treated.summary).toMatchObject({ state: 'waiting', held: true, hasEarlier: true });
    expect(treated.summary.headline).toEqual(before.summary.headline);
    // Rotated once more, and withdrawn.
    await ask('pages.treat', { id, treatment: { turn: 90, masks: [] } });
    await ask('pages.cancel', { ids: [id] });
    const back = await ask('pages.open', { id });
    expect(back.summary).toMatchObject({
      state: 'recognized',
      held: false,
      hasEarlier: false,
      failure: null,
    });
    expect(back.invoice).toEqual(before.invoice);
    expect(back.preparation).toEqual(before.preparation);

    // The demo knows no picture that is upside down. A retry must not send what the user has covered.
    await ask('pages.treat', { id, treatment });
    await ask('pages.send', { ids: [id] });
    await ended([id]);
    const failed = await ask('pages.open', { id });
    expect(failed.summary).toMatchObject({ state: 'failed', hasEarlier: true });
    expect(failed.preparation?.treatment).toEqual(treatment);
    await ask('pages.cancel', { ids: [id] });
    const again = await ask('pages.open', { id });
    expect(again.summary.headline).toEqual(before.summary.headline);
    expect(again.invoice).toEqual(before.invoice);

    // A new result ends that state.
    await ask('pages.treat', { id, treatment });
    await ask('pages.treat', { id, treatment: { turn: 0, masks: [] } });
    await ask('pages.send', { ids: [id] });
    await ended([id]);
    expect((await ask('pages.open', { id })).summary).toMatchObject({ state: 'recognized', held: false });
  });

  test('stays as it was without its file', async () => {
    const { ask, ended, backend } = await startBackend();
    const path = join(await temporaryFolder(), 'a.png');
    await writeFile(path, await png());
    const { added } = await ask('pages.add', { service, sandbox: true, files: [{ kind: 'path', path }] });
    await ended(added);
    const id = added[0] ?? 0;
    await writeFile(path, 'words');
    const result = await backend.invoke('pages.treat', { id, treatment: { turn: 90, masks: [] } });
    expect(result).toMatchObject({ ok: false, failure: { id: 'not-treatable' } });
    expect((await ask('pages.open', { id })).sent).toMatchObject({ width: 40, height: 30 });
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
  expect(await ask('pages.treat', { id, treatment })).toMatchObject({ sent: { width: 2339, height: 1653 } });

  await started.close();
  const next = await startBackend({ home });
  const upsideDown = { turn: 180, masks: [] } as const;
  expect(await next.failure('pages.treat', { id, treatment: upsideDown })).toBe('password-needed');
  expect(await next.failure('pages.treat', { id, treatment: upsideDown, password: 'no' })).toBe(
    'wrong-password',
  );
  await next.ask('pages.treat', { id, treatment: upsideDown, password: 'secret words' });
  expect(await next.ask('pages.treat', { id, treatment })).toMatchObject({ preparation: { treatment } });
  await next.close();
  const files = await readdir(home, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile()))
    expect((await readFile(join(file.parentPath, file.name))).includes('secret words')).toBe(false);
});
