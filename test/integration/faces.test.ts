import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sha256Of } from '../../electron/infra/bytes.ts';
import { crowdResponse } from '../helpers/crowd.ts';
import { answer, startFaultServer } from '../helpers/fault-server.ts';
import { pictureOf } from '../helpers/pictures.ts';
import { createIntake } from '../../electron/intake/intake.ts';
import { untreated } from '../../shared/contract/preparation.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

const face = (n: number, score: number) => ({
  score,
  x: 40 * n,
  y: 30,
  w: 30,
  h: 36,
  property: { beard: 0, expression: 9, gender: n % 2, glass: 0, hair: 1, mask: 0 },
});

/**
 * A photo of noise for which the sandbox returns three faces, one of them with a low score. face_num does not
 * match.
 */
const withPhoto = async () => {
  const folder = await temporaryFolder();
  const bytes = await sharp({
    create: {
      width: 240,
      height: 120,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .jpeg({ quality: 92 })
    .withExif({ IFD0: { Artist: 'somebody' } })
    .toBuffer();
  const text = { ret: 0, face_num: 4, face_1: face(1, 0.9), face_2: face(2, 0.3), face_3: face(3, 0.8) };
  const sha256 = sha256Of(bytes);
  await writeFile(join(folder, 'photo.truth.json'), JSON.stringify({ service: 'face-detect', sha256, text }));
  const path = join(folder, 'saved');
  const started = await startBackend({
    environment: { VOUCH_SANDBOX_TRUTH: folder },
    chooseSavePath: (name) => Promise.resolve(`${path}-${name}`),
  });
  const { ask, ended } = started;
  const files = [{ kind: 'bytes', name: 'photo.jpg', bytes: new Uint8Array(bytes) } as const];
  const { added } = await ask('pages.add', { service: 'face-detect', sandbox: true, files });
  await ended(added);
  const id = added[0] ?? 0;
  const csv = async () => {
    const exported = await ask('pages.export', {
      service: 'face-detect',
      format: 'csv',
      layout: 'vouch',
      language: 'en',
      encoding: 'utf8',
      unresolved: 'keep',
    });
    const text2 = exported.kind === 'saved' ? await readFile(exported.path, 'utf8') : '';
    return parse<Record<string, string>>(text2, { columns: true, bom: true });
  };
  return { ...started, id, bytes, csv };
};

const indexOf = (rows: readonly Record<string, string>[]) => rows.map((row) => row['Face']);

describe('the faces of a photo', () => {
  test('are returned packed, with the service’s count', async () => {
    const { packedFaces, backend, id } = await withPhoto();
    const pack = await packedFaces(id);
    expect(pack).toMatchObject({ count: 3, declaredCount: 4, returnedCount: 3 });
    expect([...pack.boxes.subarray(4, 8)]).toEqual([80, 30, 30, 36]);
    expect(await backend.faces(id + 1)).toBeNull();
  });

  test('below the threshold are in no export until it is lowered', async () => {
    const { ask, csv } = await withPhoto();
    expect(indexOf(await csv())).toEqual(['1', '2', '3']);
    await ask('settings.change', { faceThreshold: 0.5 });
    expect(indexOf(await csv())).toEqual(['1', '3']);
    await ask('settings.change', { faceThreshold: 0 });
    expect(indexOf(await csv())).toEqual(['1', '2', '3']);
  });

  test('are corrected, excluded and added; exports follow, and a new response keeps the edits', async () => {
    const { ask, id, csv, packedFaces, ended } = await withPhoto();
    await ask('faces.edit', { id, edit: { kind: 'attribute', faces: [1], name: 'expression', value: 3 } });
    await ask('faces.edit', { id, edit: { kind: 'exclude', faces: [3], reason: 'a poster' } });
    await ask('faces.edit', { id, edit: { kind: 'add', box: { x: 5, y: 6, w: 20, h: 20 } } });
    const check = async () => {
      const rows = await csv();
      expect(indexOf(rows)).toEqual(['1', '2', '4']);
      expect(rows.map((row) => row['Expression'])).toEqual(['happy', '9', '']);
      expect(rows.map((row) => row['By hand'])).toEqual(['', '', 'yes']);
      expect(rows.map((row) => row['Before correction'])).toEqual(['Expression: 9', '', '']);
      const { notes } = await packedFaces(id);
      expect(notes.get(1)?.corrected).toEqual({ expression: 9 });
      expect(notes.get(3)?.excluded).toBe('a poster');
      expect(notes.get(4)?.byHand).toBe(true);
    };
    await check();
    expect((await ask('pages.open', { id })).summary.headline.faces).toBe(3);
    const [summary] = await ask('faces.summarize', { ids: [id, id + 1] });
    expect(summary).toMatchObject({ counted: 3, excluded: 1, counts: { gender: { documented: [1, 1] } } });
    await ask('pages.recognize', { ids: [id] });
    await ended([id]);
    await check();
  });

  test('are rejected if they don’t exist, and so are meaningless edits', async () => {
    const { failure, id } = await withPhoto();
    const edit = (change: unknown) => failure('faces.edit', { id, edit: change });
    expect(await edit({ kind: 'include', faces: [9] })).toBe('face-gone');
    expect(await edit({ kind: 'attribute', faces: [1], name: 'gender', value: 5 })).toBe('bad-request');
    expect(await edit({ kind: 'add', box: { x: 0, y: 0, w: -5, h: 5 } })).toBe('bad-request');
    expect(await failure('faces.edit', { id: 99, edit: { kind: 'include', faces: [1] } })).toBe(
      'page-not-found',
    );
  });
});

describe('exported pictures of faces', () => {
  const wanted = { cover: 'pixelate', faces: 'all', withWeak: true, margin: 0.2 } as const;

  test.each([
    { of: 'a covered face', faces: 'all' as const, excluded: [] },
    { of: 'an excluded face', faces: 'all' as const, excluded: [1, 2, 3] },
    { of: 'a chosen face, even if excluded', faces: [1, 2, 3], excluded: [1, 2, 3] },
  ])('have no metadata and no pixel of $of if anonymous', async ({ faces, excluded }) => {
    const { ask, id, bytes } = await withPhoto();
    if (excluded.length > 0)
      await ask('faces.edit', { id, edit: { kind: 'exclude', faces: excluded, reason: 'a passer-by' } });
    const saved = await ask('faces.exportPictures', { ...wanted, faces, ids: [id], what: 'anonymous' });
    const path = saved.kind === 'saved' ? saved.path : '';
    expect(path).toMatch(/photo-001\.jpg$/);
    const written = await readFile(path);
    expect(written.includes('somebody')).toBe(false);
    expect(await sharp(written).metadata()).not.toHaveProperty('exif');
    const region = { left: 80, top: 30, width: 30, height: 36 };
    const [before, after] = await Promise.all(
      [bytes, written].map((picture) => sharp(picture).extract(region).raw().toBuffer()),
    );
    let same = 0;
    for (let at = 0; at < before!.length; at += 3)
      if ([0, 1, 2].every((k) => Math.abs(before![at + k]! - after![at + k]!) <= 1)) same += 1;
    expect(same / (region.width * region.height)).toBeLessThan(0.02);
  });

  test('leave weak faces uncovered only on request; crops share one file', async () => {
    const { ask, id } = await withPhoto();
    await ask('settings.change', { faceThreshold: 0.5 });
    const input = { ...wanted, ids: [id], what: 'crops' as const };
    const names = async (withWeak: boolean) => {
      const saved = await ask('faces.exportPictures', { ...input, withWeak });
      const zip = saved.kind === 'saved' ? await readFile(saved.path) : Buffer.alloc(0);
      return [...new Set(zip.toString('latin1').match(/photo-face-\d+\.jpg/g))];
    };
    expect(await names(false)).toEqual(['photo-face-001.jpg', 'photo-face-003.jpg']);
    expect(await names(true)).toHaveLength(3);
    const one = await ask('faces.exportPictures', { ...input, faces: [2] });
    expect(one.kind === 'saved' && one.path).toMatch(/photo-face-002\.jpg$/);
  });

  test('are not written for no pages', async () => {
    const { failure, id } = await withPhoto();
    const input = { ...wanted, ids: [id + 1], what: 'crops' };
    expect(await failure('faces.exportPictures', input)).toBe('nothing-to-export');
    expect(await failure('faces.exportPictures', { ...input, margin: -1 })).toBe('bad-request');
  });
});

test('covers a manually added face at its position after a rotation', async () => {
  const folder = await temporaryFolder();
  const person = { input: { create: { width: 40, height: 40, channels: 3, background: '#fff' } } } as const;
  const bytes = await sharp({ create: { width: 240, height: 120, channels: 3, background: '#000' } })
    .composite([{ ...person, left: 150, top: 20 }])
    .png()
    .toBuffer();
  const path = join(folder, 'photo.png');
  await writeFile(path, bytes);
  const truth = async (name: string, sha256: string, x: number) => {
    const text = { ret: 0, face_num: 1, face_1: { score: 0.9, x, y: 10, w: 30, h: 30 } };
    await writeFile(
      join(folder, `${name}.truth.json`),
      JSON.stringify({ service: 'face-detect', sha256, text }),
    );
  };
  await truth('upright', sha256Of(bytes), 10);
  const host = {
    home: join(folder, 'home'),
    environment: { VOUCH_SANDBOX_TRUTH: folder },
    chooseSavePath: (name: string) => Promise.resolve(join(folder, name)),
  };
  const first = await startBackend(host);
  const files = [{ kind: 'path', path } as const];
  const { added } = await first.ask('pages.add', { service: 'face-detect', sandbox: true, files });
  await first.ended(added);
  const id = added[0] ?? 0;
  await first.ask('faces.edit', { id, edit: { kind: 'add', box: { x: 150, y: 20, w: 40, h: 40 } } });
  const { sent } = await first.ask('pages.treat', { id, treatment: { turn: 90, masks: [] }, was: untreated });
  await truth('turned', sent?.sha256 ?? '', 80);
  await first.close();

  const { ask, ended, packedFaces } = await startBackend(host);
  await ask('pages.send', { ids: [id] });
  await ended([id]);
  const pack = await packedFaces(id);
  expect([...pack.boxes]).toEqual([80, 10, 30, 30, 60, 150, 40, 40]);
  const exported = await ask('faces.exportPictures', {
    ids: [id],
    what: 'anonymous',
    cover: 'cover',
    faces: 'all',
    withWeak: true,
    margin: 0,
  });
  const written = await sharp(exported.kind === 'saved' ? exported.path : '')
    .raw()
    .toBuffer();
  expect(written.some((shade) => shade > 200)).toBe(false);
});

test('anonymizes a photo at full resolution, or reports that the original is unavailable', async () => {
  const folder = await temporaryFolder();
  const size = { width: 3200, height: 2400 };
  const bytes = await sharp({
    create: { ...size, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 50 } },
  })
    .jpeg({ quality: 97 })
    .toBuffer();
  const path = join(folder, 'photo.jpg');
  await writeFile(path, bytes);
  const intake = createIntake({ threads: 1 });
  onTestFinished(intake.close);
  const made = await intake.prepare({ path, page: 1, treatment: untreated, password: null });
  const { sha256 = '', width = 0 } = made.ok ? made.value.sent : {};
  expect(width).toBeLessThan(size.width);
  const text = { ret: 0, face_num: 1, face_1: face(1, 0.9) };
  await writeFile(join(folder, 'photo.truth.json'), JSON.stringify({ service: 'face-detect', sha256, text }));
  const { ask, ended } = await startBackend({
    environment: { VOUCH_SANDBOX_TRUTH: folder },
    chooseSavePath: (name) => Promise.resolve(join(folder, name)),
  });
  const files = [{ kind: 'path', path } as const];
  const { added } = await ask('pages.add', { service: 'face-detect', sandbox: true, files });
  await ended(added);
  const id = added[0] ?? 0;
  const input = {
    ids: [id],
    what: 'anonymous' as const,
    cover: 'cover' as const,
    faces: 'all' as const,
    withWeak: true,
    margin: 0,
  };
  const whole = await ask('faces.exportPictures', input);
  expect(whole).toMatchObject({ kind: 'saved', smaller: 0 });
  expect(await sharp(whole.kind === 'saved' ? whole.path : '').metadata()).toMatchObject({
    ...size,
    format: 'jpeg',
  });
  await rm(path);
  expect(await ask('faces.exportPictures', input)).toMatchObject({ kind: 'saved', smaller: 1 });
});

test('keeps a photo of thousands of faces and its edits over a restart', async () => {
  const server = await startFaultServer({ script: () => answer(200, {}, crowdResponse(2_000)) });
  onTestFinished(server.close);
  const home = join(await temporaryFolder(), 'home');
  const environment = {
    VOUCH_BASE_URL: server.baseUrl,
    VOUCH_APP_ID: 'app',
    VOUCH_API_KEY: 'k'.repeat(32),
    VOUCH_API_SECRET: 's'.repeat(32),
  };
  const app = await startBackend({ home, environment });
  const file = { kind: 'bytes', name: 'crowd.png', bytes: new Uint8Array(await pictureOf(1)) } as const;
  const { added } = await app.ask('pages.add', { service: 'face-detect', sandbox: false, files: [file] });
  await app.ended(added);
  const [id = 0] = added;
  const before = await app.packedFaces(id);
  expect([before.count, before.points.length]).toEqual([2_000, 2_000 * 21 * 2]);
  const edit = { kind: 'exclude' as const, faces: [7], reason: 'blurred' };
  await app.ask('faces.edit', { id, edit });
  const edited = await app.packedFaces(id);
  expect(edited).toEqual({ ...before, notes: edited.notes });
  expect(edited.notes.get(7)?.excluded).toBe('blurred');
  await app.close();

  const again = await startBackend({ home, environment });
  expect((await again.ask('pages.open', { id })).faces).toEqual({ count: 2_000 });
  expect(await again.packedFaces(id)).toEqual(edited);
  expect(server.taken).toHaveLength(1);
});
