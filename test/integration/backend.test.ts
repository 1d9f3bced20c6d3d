import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { attributeAt } from '../../renderer/features/faces/face-rows.ts';
import { startCountingService } from '../helpers/counting-service.ts';
import { madeFace } from '../helpers/made-invoices.ts';
import { bmp, jpeg } from '../helpers/pictures.ts';
import { asBytes, withService } from '../helpers/service-backend.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { sharedBackend, startBackend } from '../helpers/test-backend.ts';

describe('from a file to a correction and an export', () => {
  describe('samples', () => {
    let added: readonly number[] = [];
    const shared = sharedBackend(async ({ ask, ended }) => {
      ({ added } = await ask('pages.addSamples', { service: 'vat-invoice' }));
      await ended(added);
    });

    test('are added without an account, with one command', async () => {
      const { ask, backend, events } = shared();
      expect(added.length).toBeGreaterThanOrEqual(6);
      const pages = await ask('pages.list', { service: 'vat-invoice' });
      expect(new Set(pages.map(({ state, sandbox }) => `${state} ${sandbox}`))).toEqual(
        new Set(['recognized true']),
      );
      const again = await ask('pages.addSamples', { service: 'vat-invoice' });
      expect(again.added).toEqual(added);
      const detail = await ask('pages.open', { id: added[0] ?? 0 });
      const { seller, buyer, lines } = detail.invoice?.value ?? {};
      expect(detail.summary.headline).toMatchObject({
        seller: seller?.name,
        sellerTaxId: seller?.taxId,
        buyerTaxId: buyer?.taxId,
        rates: [...new Set(lines?.map(({ taxRate }) => taxRate))],
      });
      const places = Object.values(detail.invoice?.origins ?? {}).filter(({ quad }) => quad !== null);
      expect(places.length).toBeGreaterThan(10);
      expect(new Set(pages.map(({ reader }) => reader))).toEqual(new Set(['local', 'ofd', 'pdf', 'xml']));
      expect(detail.invoice?.checks.length).toBeGreaterThan(5);
      expect(pages.every(({ headline }) => headline.seller !== null)).toBe(true);
      const thumbnail = await backend.picture(added[0] ?? 0, 'thumbnail');
      expect(thumbnail?.type).toBe('image/webp');
      const { width, height } = await sharp(thumbnail?.bytes).metadata();
      expect(Math.max(width, height)).toBe(320);
      // The page of a digital invoice is drawn after its values are shown.
      await expect
        .poll(() => events.findLast((event) => event.type === 'progress'), { timeout: 30_000 })
        .toMatchObject({
          progress: { total: added.length, finished: added.length, failed: 0 },
        });
    });

    test('compares the QR code of a picture with the extracted values', async () => {
      const { ask } = shared();
      const isCompared = async (id: number) =>
        (await ask('pages.open', { id })).invoice?.checks.some((check) => check.id.includes('qr')) ?? false;
      await expect
        .poll(async () => (await Promise.all(added.map(isCompared))).filter(Boolean).length, {
          timeout: 30_000,
        })
        .toBeGreaterThan(5);
    });
  });

  test('stores, shows, corrects and exports bytes from a window', async () => {
    const { ask, ended, backend, made, home } = await withService(1);
    const { added } = await ask('pages.add', {
      service: 'vat-invoice',
      sandbox: false,
      files: [{ ...asBytes(made[0]!), name: '..\\folder/发票.png' }],
    });
    const id = added[0] ?? 0;
    await ended(added);
    const full = await backend.picture(id, 'full');
    expect(full?.type).toBe('image/png');
    expect(full?.bytes.equals(made[0]!.bytes)).toBe(true);
    const before = await ask('pages.open', { id });
    expect(before).toMatchObject({
      summary: { name: '发票.png', state: 'recognized', sandbox: false, headline: { grossTotal: '318.00' } },
      sent: { encoding: 'png', width: 64, height: 48, sha256: made[0]!.truth.sha256 },
      invoice: { value: { number: '10000001' }, corrections: [] },
    });
    const after = await ask('pages.correct', { id, field: 'seller.name', value: '北京更正有限公司' });
    expect(after.invoice?.value.seller.name).toBe('北京更正有限公司');
    expect(after.invoice?.origins['seller.name']?.raw).toBe('上海某某有限公司');
    expect(after.summary.headline.seller).toBe('北京更正有限公司');
    expect(
      (await ask('pages.correct', { id, field: 'seller.name', value: null })).invoice?.value.seller.name,
    ).toBeNull();
    expect((await ask('pages.open', { id })).invoice?.corrections).toHaveLength(2);
    const exported = await ask('pages.export', {
      service: 'vat-invoice',
      format: 'json',
      layout: 'vouch',
      language: 'en',
      encoding: 'utf8',
      unresolved: 'keep',
    });
    if (exported.kind !== 'download') throw new Error('not a download');
    const download = await backend.takeDownload(exported.id);
    expect(JSON.parse(download?.bytes.toString() ?? '')).toMatchObject([
      { state: 'recognized', invoice: { seller: { name: null } } },
    ]);
    expect(await backend.takeDownload(exported.id)).toBeNull();
    expect(await readdir(join(home, 'pictures'), { recursive: true })).toContain(
      join(made[0]!.truth.sha256.slice(0, 2), `${made[0]!.truth.sha256}.png`),
    );
  });

  test('saves an export only where the user chooses', async () => {
    const folder = await temporaryFolder();
    const answers = [join(folder, 'a.csv'), null, join(folder, 'nowhere', 'a.csv')];
    const { ask, ended, failure } = await startBackend({
      chooseSavePath: () => Promise.resolve(answers.shift() ?? null),
    });
    const { added } = await ask('pages.addSamples', { service: 'face-detect' });
    await ended(added);
    const request = {
      service: 'face-detect',
      format: 'csv',
      layout: 'vouch',
      language: 'zh',
      encoding: 'utf8',
      unresolved: 'ask',
    } as const;
    expect(await ask('pages.export', request)).toEqual({
      kind: 'saved',
      path: join(folder, 'a.csv'),
      pages: added.length,
      leftOut: 0,
    });
    expect((await readFile(join(folder, 'a.csv'), 'utf8')).split('\r\n').length).toBeGreaterThan(10);
    expect(await ask('pages.export', request)).toEqual({ kind: 'cancelled' });
    expect(await failure('pages.export', request)).toBe('export-failed');
    expect(await failure('pages.export', { ...request, ids: [] })).toBe('nothing-to-export');
    expect(await readdir(folder)).toEqual(['a.csv']);
  });

  test('continues after any failure, and reports the failed page’s reason', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'gone.jpg'), await jpeg());
    const { ask, ended } = await startBackend();
    const { added } = await ask('pages.add', {
      service: 'vat-invoice',
      sandbox: true,
      files: [
        { kind: 'path', path: join(folder, 'missing.jpg') },
        asBytes({ name: 'text.jpg', bytes: Buffer.from('a text') }),
        asBytes({ name: 'empty.jpg', bytes: Buffer.alloc(0) }),
        asBytes({ name: 'a.gif', bytes: Buffer.from('GIF89a...') }),
        asBytes({ name: 'a.bmp', bytes: bmp() }),
        { kind: 'path', path: folder },
      ],
    });
    await ended(added);
    const pages = await ask('pages.list', { service: 'vat-invoice' });
    expect(pages.map(({ failure, hasPicture }) => [failure?.reason, hasPicture])).toEqual([
      ['missing', false],
      ['not-an-image', false],
      ['empty', false],
      ['damaged', false],
      ['service-code', true],
      ['service-code', true],
    ]);
  });
});

describe('calls and costs', () => {
  test('reuses the response for the same file and marks it; a requested repeat is a new call', async () => {
    const { ask, ended, made, service } = await withService(1);
    const files = [asBytes(made[0]!), asBytes({ ...made[0]!, name: 'copy.png' })];
    const { added } = await ask('pages.add', { service: 'vat-invoice', sandbox: false, files });
    await ended(added);
    expect(service.calls()).toBe(1);
    const pages = await ask('pages.list', { service: 'vat-invoice' });
    expect(pages.filter(({ reused }) => reused)).toHaveLength(1);
    for (const { findings } of pages) expect(findings.error).toBeGreaterThan(0);
    await ask('pages.recognize', { ids: added });
    await ended(added);
    expect(service.calls()).toBe(2);
    await ask('pages.remove', { ids: [added[0] ?? 0] });
    const [left] = await ask('pages.list', { service: 'vat-invoice' });
    const detail = await ask('pages.open', { id: left?.id ?? 0 });
    expect(detail.invoice?.checks.filter(({ id, level }) => id === 'duplicate' && level === 'error')).toEqual(
      [],
    );
  });

  test('makes another call for other face options', async () => {
    const face = await madeFace(3);
    const service = await startCountingService([face.truth]);
    const { ask, ended, packedFaces } = await startBackend({ environment: service.environment });
    const add = async () => {
      const { added } = await ask('pages.add', {
        service: 'face-detect',
        sandbox: false,
        files: [asBytes(face)],
      });
      await ended(added);
      const pack = await packedFaces(added[0] ?? 0);
      return { pack, detail: await ask('pages.open', { id: added[0] ?? 0 }) };
    };
    const { pack } = await add();
    expect([...pack.points]).toEqual([5, 6]);
    expect(attributeAt(pack, 0, 'gender')).toBe(1);
    await ask('settings.change', { facePoints: false });
    expect([...(await add()).pack.points]).toEqual([]);
    expect((await add()).detail.summary.reused).toBe(true);
    expect(service.calls()).toBe(2);
  });
});
