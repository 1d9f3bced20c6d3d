import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { unknownKind } from '../../shared/invoice/kind.ts';
import { untreated } from '../../shared/contract/preparation.ts';
import { firstCorners } from '../../renderer/features/intake/corners.ts';
import { jpeg, meanOf, png } from '../helpers/pictures.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { demoPages } from '../helpers/demo-pages.ts';

const service = 'face-detect';

/** A photo on its side, prepared and waiting for approval. */
const held = async () => {
  const started = await startBackend();
  await started.ask('settings.change', { lookFirst: true });
  const { added } = await started.ask('pages.add', {
    service,
    sandbox: true,
    files: [{ kind: 'bytes', name: 'photo.jpg', bytes: new Uint8Array(await jpeg(400, 300, 6)) }],
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
    const after = await ask('pages.treat', { id, treatment, was: untreated });
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
    await ask('pages.treat', { id, treatment, was: untreated });
    await ask('pages.send', { ids: [id] });
    await ended([id]);
    expect(await readdir(join(home, 'originals'), { recursive: true })).not.toContainEqual(
      expect.stringMatching(/\.bin$/u),
    );
    const sent = (await detail()).sent?.sha256;
    await ask('pages.recognize', { ids: [id] });
    await ended([id]);
    expect((await detail()).sent?.sha256).toBe(sent);
    expect(await backend.invoke('pages.treat', { id, treatment: untreated, was: treatment })).toMatchObject({
      ok: false,
      failure: { id: 'not-treatable' },
    });
  });

  test('is not straightened as a photo of faces, whose corrected places could not follow', async () => {
    const { backend, id, detail } = await held();
    const treatment = { turn: 0, masks: [], corners: firstCorners } as const;
    expect(await backend.invoke('pages.treat', { id, treatment, was: untreated })).toMatchObject({
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
    expect(await backend.invoke('pages.treat', { id, treatment, was: untreated })).toMatchObject({
      ok: false,
      failure: { id: 'not-treatable' },
    });
    expect((await ask('pages.open', { id })).summary.state).toBe('waiting');
  });

  test('is neither treated nor sent by who saw another treatment of it', async () => {
    const { ask, failure, id, detail } = await held();
    const masked = { turn: 0, masks: [{ x: 0, y: 0, w: 0.5, h: 0.25 }] } as const;
    const turned = { turn: 90, masks: [] } as const;
    await ask('pages.treat', { id, treatment: masked, was: untreated });
    expect(await failure('pages.treat', { id, treatment: turned, was: untreated })).toBe('changed-meanwhile');
    expect(await failure('pages.treat', { id, treatment: untreated, was: turned })).toBe('changed-meanwhile');
    expect(await failure('pages.send', { ids: [id], shown: untreated })).toBe('changed-meanwhile');
    expect(await detail()).toMatchObject({ summary: { held: true }, preparation: { treatment: masked } });
    // What is there already may be asked for again, as after an answer that was lost.
    await ask('pages.treat', { id, treatment: masked, was: untreated });
    await ask('pages.send', { ids: [id], shown: masked });
    expect((await detail()).summary.held).toBe(false);
  });

  test('is unchanged after rotating it back', async () => {
    const { ask, id, detail } = await held();
    const before = await detail();
    await ask('pages.treat', { id, treatment: { turn: 180, masks: [] }, was: untreated });
    const after = await ask('pages.treat', { id, treatment: untreated, was: { turn: 180, masks: [] } });
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
    const treated = await ask('pages.treat', { id, treatment, was: untreated });
    expect(treated.summary).toMatchObject({ state: 'waiting', held: true, hasEarlier: true });
    expect(treated.summary.headline).toEqual(before.summary.headline);
    // Rotated once more, and withdrawn.
    await ask('pages.treat', { id, treatment: { turn: 90, masks: [] }, was: treatment });
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
    await ask('pages.treat', { id, treatment, was: untreated });
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
    await ask('pages.treat', { id, treatment, was: untreated });
    await ask('pages.treat', { id, treatment: untreated, was: treatment });
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
    const result = await backend.invoke('pages.treat', {
      id,
      treatment: { turn: 90, masks: [] },
      was: untreated,
    });
    expect(result).toMatchObject({ ok: false, failure: { id: 'not-treatable' } });
    expect((await ask('pages.open', { id })).sent).toMatchObject({ width: 40, height: 30 });
  });
});
