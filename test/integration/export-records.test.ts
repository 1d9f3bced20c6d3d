import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { ServiceId } from '../../shared/services/service.ts';
import { vouch } from '../helpers/command-line.ts';
import { backendWithSamples, plainExport } from '../helpers/exports.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';

const withSamples = async (service: ServiceId, over: Parameters<typeof startBackend>[0] = {}) => {
  const started = await backendWithSamples(service, over);
  const recordsOf = async (id: number) => (await started.ask('pages.open', { id })).exports;
  const exportedIds = async () => {
    const pages = await started.ask('pages.list', { service });
    return pages.filter(({ exportedAt }) => exportedAt !== null).map(({ id }) => id);
  };
  return { ...started, recordsOf, exportedIds };
};

describe('an export', () => {
  test('is recorded for its pages after the browser has fetched it, and reported', async () => {
    const { ask, backend, added, events, recordsOf, exportedIds } = await withSamples('vat-invoice');
    const [first = 0, second = 0, third = 0] = added;
    const exported = await ask('pages.export', { ...plainExport, ids: [first, second], layout: 'deduction' });
    if (exported.kind !== 'download') throw new Error(exported.kind);
    // An offered export is not fetched yet.
    expect(await exportedIds()).toEqual([]);
    await backend.takeDownload(exported.id);
    expect(await exportedIds()).toEqual([first, second]);
    const { last, isChangedSince } = await recordsOf(first);
    expect(last).toMatchObject([
      { form: 'csv', layout: 'deduction', place: 'download', target: exported.name, pages: 2, leftOut: 0 },
    ]);
    expect(isChangedSince).toBe(false);
    expect(await recordsOf(third)).toEqual({ last: [], isChangedSince: false });
    expect(events.filter(({ type }) => type === 'pages.exported')).toEqual([
      { type: 'pages.exported', ids: [first, second], at: last[0]?.at },
    ]);
  });

  test('shows later changes by an edit or a new extraction, but not by a review state', async () => {
    const { ask, backend, added, ended, recordsOf } = await withSamples('vat-invoice');
    const [id = 0] = added;
    const again = async () => {
      const exported = await ask('pages.export', { ...plainExport, ids: [id] });
      if (exported.kind === 'download') await backend.takeDownload(exported.id);
    };
    await again();
    await ask('pages.review', { id, mark: 'confirmed' });
    expect((await recordsOf(id)).isChangedSince).toBe(false);
    await ask('pages.correct', { id, field: 'seller.name', value: '甲公司' });
    expect((await recordsOf(id)).isChangedSince).toBe(true);
    await again();
    expect(await recordsOf(id)).toMatchObject({ last: [{}, {}], isChangedSince: false });
    await ask('pages.recognize', { ids: [id] });
    await ended([id]);
    expect((await recordsOf(id)).isChangedSince).toBe(true);
  });

  test('to a file is recorded with its path and the number of pages left out', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.csv');
    let wanted: string | null = path;
    const { ask, added, recordsOf, exportedIds } = await withSamples('vat-invoice', {
      chooseSavePath: () => Promise.resolve(wanted),
      chooseSaveFolder: () => Promise.resolve(folder),
    });
    const [id = 0] = added;
    wanted = null;
    await ask('pages.export', plainExport);
    expect(await exportedIds()).toEqual([]);
    wanted = path;
    await ask('pages.correct', { id, field: 'grossTotal', value: '1.00' });
    const saved = await ask('pages.export', { ...plainExport, unresolved: 'leave-errors' });
    if (saved.kind !== 'saved') throw new Error(saved.kind);
    const exported = await exportedIds();
    expect(exported).toHaveLength(saved.pages);
    expect(exported).not.toContain(id);
    expect((await recordsOf(exported[0] ?? 0)).last).toMatchObject([
      { place: 'file', target: path, pages: saved.pages, leftOut: saved.leftOut },
    ]);

    const pictures = await ask('pages.export', { ...plainExport, ids: [id], format: 'annotated' });
    if (pictures.kind !== 'saved') throw new Error(pictures.kind);
    expect(await readdir(pictures.path)).toHaveLength(1);
    expect((await recordsOf(id)).last).toMatchObject([
      { form: 'annotated', layout: null, place: 'file', target: pictures.path, pages: 1, leftOut: 0 },
    ]);
  });

  test('that was blocked is recorded when it is saved under another name', async () => {
    const path = join(await temporaryFolder(), 'a.csv');
    await mkdir(path);
    const { ask, added, recordsOf, exportedIds } = await withSamples('vat-invoice', {
      chooseSavePath: () => Promise.resolve(path),
    });
    const blocked = await ask('pages.export', plainExport);
    if (blocked.kind !== 'blocked') throw new Error(blocked.kind);
    expect(await exportedIds()).toEqual([]);
    await ask('pages.exportBeside', { id: blocked.id });
    expect(await exportedIds()).toEqual(added);
    expect((await recordsOf(added[0] ?? 0)).last).toMatchObject([{ target: blocked.otherPath }]);
  });

  test('of faces is recorded, too: photos with covers, and face crops', async () => {
    const { ask, backend, added, recordsOf, exportedIds } = await withSamples('face-detect');
    const wanted = { cover: 'cover', faces: 'all', withWeak: true, margin: 0.2 } as const;
    for (const what of ['anonymous', 'crops'] as const) {
      const exported = await ask('faces.exportPictures', { ids: [...added], what, ...wanted });
      if (exported.kind !== 'download') throw new Error(exported.kind);
      await backend.takeDownload(exported.id);
    }
    const [one = 0] = await exportedIds();
    expect((await recordsOf(one)).last.map(({ form }) => form)).toContain('anonymous');
  });

  test('of the command line is recorded: files by their paths, and standard output', async () => {
    const folder = await temporaryFolder();
    const home = join(folder, 'home');
    const input = fileURLToPath(new URL('../../samples/special-paper.jpg', import.meta.url));
    const csv = join(folder, 'a.csv');
    const ran = await vouch(
      ['invoice', input, join(folder, 'missing.jpg'), '--sandbox', '--csv', csv, '--json', '-'],
      { VOUCH_HOME: home },
    );
    expect(ran.code).toBe(1);
    const db = new DatabaseSync(join(home, 'ledger.sqlite'), { readOnly: true });
    expect(db.prepare('SELECT form, layout, place, target, pages, left_out FROM exports').all()).toEqual([
      { form: 'csv', layout: '"vouch"', place: 'file', target: csv, pages: 2, left_out: 0 },
      { form: 'json', layout: null, place: 'output', target: '', pages: 2, left_out: 0 },
    ]);
    expect(db.prepare('SELECT count(*) AS n FROM export_pages').get()).toEqual({ n: 2 });
    db.close();
  });
});
