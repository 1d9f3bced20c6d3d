import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Layout } from '../../shared/contract/export/exported.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { backendWithSamples, plainExport, type ExportInput } from '../helpers/exports.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { unzip } from '../helpers/unzip.ts';

const samplesFolder = fileURLToPath(new URL('../../samples', import.meta.url));
const sample = join(samplesFolder, 'special-paper.jpg');

const withSamples = async (service: ServiceId, over: Parameters<typeof startBackend>[0] = {}) => {
  const started = await backendWithSamples(service, over);
  /** An export as the browser fetches it. */
  const fetch = async (input: Partial<ExportInput>) => {
    const exported = await started.ask('pages.export', { ...plainExport, service, ...input });
    if (exported.kind !== 'download') throw new Error(`not a download: ${exported.kind}`);
    const download = await started.backend.takeDownload(exported.id);
    if (!download) throw new Error('the download is gone');
    return { ...exported, ...download };
  };
  return { ...started, fetch };
};

/** A folder with a few of the samples: recognizing all of them takes most of the time of a test that needs any. */
const fewSamples = async (): Promise<string> => {
  const folder = await temporaryFolder();
  for (const name of ['ordinary-paper-photo', 'ordinary-paper-wrapped-names', 'special-paper'])
    for (const ending of ['jpg', 'truth.json'])
      await copyFile(join(samplesFolder, `${name}.${ending}`), join(folder, `${name}.${ending}`));
  return folder;
};

const rowsOf = (bytes: Buffer): string[][] =>
  parse(bytes.toString('utf8'), { bom: true, relaxColumnCount: false });

const custom: Layout = {
  name: '报销',
  rows: 'line',
  columns: [{ column: 'seller-name', header: '供应商' }, { column: 'line-amount' }, { column: 'number' }],
};

describe('exports of the window', () => {
  test('contain invoices in every format and layout', async () => {
    const { ask, fetch, added } = await withSamples('vat-invoice');
    const details = await Promise.all(added.map((id) => ask('pages.open', { id })));
    const lines = details.flatMap(({ invoice }) => invoice?.value.lines ?? []);
    const numbers = details.map(({ invoice }) => invoice?.value.number);

    const csv = await fetch({});
    expect(csv).toMatchObject({ type: 'text/csv', pages: added.length, leftOut: 0 });
    const [headers, ...rows] = rowsOf(csv.bytes);
    expect(rows.map((row) => row[headers?.indexOf('发票号码') ?? -1])).toEqual(numbers);

    const old = await fetch({ encoding: 'gb18030' });
    const converted = execFileSync('iconv', ['-f', 'GB18030', '-t', 'UTF-8'], { input: old.bytes });
    expect(`\ufeff${converted.toString('utf8')}`).toBe(csv.bytes.toString('utf8'));

    const linesCsv = rowsOf((await fetch({ format: 'lines-csv' })).bytes);
    expect(linesCsv).toHaveLength(lines.length + 1);

    const bureau = rowsOf((await fetch({ layout: 'tax-bureau' })).bytes);
    expect(bureau[0]).toHaveLength(27);
    // Samples are demo data, which the tax bureau's lists never hold.
    expect(bureau).toHaveLength(1);
    expect(rowsOf((await fetch({ layout: 'deduction' })).bytes)).toHaveLength(1);

    const own = rowsOf((await fetch({ layout: custom })).bytes);
    expect(own[0]).toEqual(['供应商', '金额', '发票号码', '演示数据']);
    expect(own.slice(1).map((row) => row[1])).toEqual(lines.map(({ amount }) => amount ?? ''));

    const workbook = await unzip((await fetch({ format: 'xlsx' })).bytes);
    const book = workbook.get('xl/workbook.xml')?.toString() ?? '';
    for (const name of ['发票', '明细', '校验']) expect(book).toContain(`name="${name}"`);

    const json: unknown = JSON.parse((await fetch({ format: 'json', language: 'en' })).bytes.toString());
    expect(json).toMatchObject(numbers.map((number) => ({ state: 'recognized', invoice: { number } })));
  });

  test('wait for the codes on the pictures, however early they are requested', async () => {
    const { fetch } = await withSamples('vat-invoice');
    const soon: unknown = JSON.parse((await fetch({ format: 'json' })).bytes.toString());
    const kinds = z.array(z.object({ invoice: z.object({ kind: z.string() }) })).parse(soon);
    // Without its code a fully digital invoice has no kind.
    expect(kinds.map(({ invoice }) => invoice.kind)).toEqual(expect.arrayContaining(['31', '32']));
    expect(kinds.map(({ invoice }) => invoice.kind)).not.toContain('99');
  });

  test('contain faces as workbook, table with points, JSON and annotated pictures', async () => {
    const { ask, fetch, added } = await withSamples('face-detect');
    const details = await Promise.all(added.map((id) => ask('pages.open', { id })));
    const [headers] = rowsOf((await fetch({})).bytes);
    expect(headers).toContain('点1 x');
    expect((await unzip((await fetch({ format: 'xlsx' })).bytes)).has('xl/workbook.xml')).toBe(true);
    const without = rowsOf((await fetch({ points: false })).bytes);
    expect(without[0]).toEqual(headers?.filter((name) => !/^点\d/u.test(name)));
    const textOf = async (points: boolean) =>
      [...(await unzip((await fetch({ format: 'xlsx', points })).bytes)).values()].join('');
    expect(await textOf(true)).toContain('点1 x');
    expect(await textOf(false)).not.toContain('点1 x');
    expect(JSON.parse((await fetch({ format: 'json' })).bytes.toString())).toHaveLength(added.length);

    const annotated = await fetch({ format: 'annotated' });
    expect(annotated).toMatchObject({ type: 'application/zip', pages: added.length, leftOut: 0 });
    expect(annotated.name).toMatch(/^vouch-face-detect-annotated-\d{4}-\d\d-\d\d\.zip$/u);
    const pictures = [...(await unzip(annotated.bytes)).values()];
    const sizes = await Promise.all(pictures.map((bytes) => sharp(bytes).metadata()));
    expect(sizes.map(({ format, width, height }) => ({ format, width, height }))).toEqual(
      details.map(({ sent }) => ({ format: 'png', width: sent?.width, height: sent?.height })),
    );
  });

  test('put pictures into a new folder, and never replace a file', async () => {
    const parent = await temporaryFolder();
    const { ask, ended } = await startBackend({ chooseSaveFolder: () => Promise.resolve(parent) });
    const bytes = await readFile(sample);
    const files = ['../../etc/passwd.png', 'CON.png', 'a:b?.png', 'same.png', 'SAME.jpg'];
    for (const name of files)
      await ask('pages.add', {
        service: 'vat-invoice',
        sandbox: true,
        files: [{ kind: 'bytes', name, bytes: new Uint8Array(bytes) }],
      });
    await ended((await ask('pages.list', { service: 'vat-invoice' })).map(({ id }) => id));
    const first = await ask('pages.export', { ...plainExport, format: 'annotated' });
    const again = await ask('pages.export', { ...plainExport, format: 'annotated' });
    if (first.kind !== 'saved' || again.kind !== 'saved') throw new Error('not saved');
    expect(again.path).toBe(`${first.path} (2)`);
    expect(await readdir(parent)).toHaveLength(2);
    const written = await readdir(first.path);
    expect(written).toHaveLength(first.pages);
    expect(written).not.toContain('CON.png');
    for (const name of written) expect(name).toMatch(/^[^<>:"/\\|?*]+\.png$/u);
  });

  test('ask about open findings before anything is written', async () => {
    const asked: string[] = [];
    const folder = await temporaryFolder();
    const { ask, failure, added } = await withSamples('vat-invoice', {
      samplesFolder: await fewSamples(),
      chooseSavePath: (name) => {
        asked.push(name);
        return Promise.resolve(join(folder, name));
      },
    });
    const [first = 0, ...others] = added;
    await ask('pages.correct', { id: first, field: 'grossTotal', value: '1.00' });
    const withErrors = (await ask('pages.list', { service: 'vat-invoice' })).filter(
      ({ findings }) => findings.error > 0,
    );
    expect(withErrors.map(({ id }) => id)).toContain(first);

    const summary = await ask('pages.summarizeExport', { service: 'vat-invoice' });
    expect(summary).toMatchObject({
      pages: added.length,
      withErrors: withErrors.length,
      demo: added.length,
      needsDecision: true,
    });
    const undecided = await ask('pages.export', { ...plainExport, unresolved: 'ask' });
    expect(undecided).toEqual({ kind: 'undecided', summary });
    expect(asked).toEqual([]);

    const left = await ask('pages.export', { ...plainExport, format: 'json', unresolved: 'leave-errors' });
    if (left.kind !== 'saved') throw new Error(left.kind);
    expect(left).toMatchObject({
      pages: added.length - withErrors.length,
      leftOut: withErrors.length,
    });
    expect(JSON.parse(await readFile(left.path, 'utf8'))).toHaveLength(left.pages);
    expect(await failure('pages.export', { ...plainExport, ids: [first], unresolved: 'leave-errors' })).toBe(
      'nothing-settled',
    );
    const kept = await ask('pages.export', { ...plainExport, ids: [first, ...others.slice(0, 1)] });
    expect(kept).toMatchObject({ kind: 'saved', pages: 2 });
  });

  test('name cancelled and waiting pages, and contain them with their state', async () => {
    const { ask, fetch, added } = await withSamples('vat-invoice', { samplesFolder: await fewSamples() });
    await ask('queue.pause', { paused: true });
    const { added: again } = await ask('pages.add', {
      service: 'vat-invoice',
      files: [
        { kind: 'bytes', name: 'one.jpg', bytes: await readFile(sample) },
        { kind: 'bytes', name: 'two.jpg', bytes: await sharp(sample).rotate(180).jpeg().toBuffer() },
      ],
      sandbox: true,
    });
    const [cancelled = 0] = again;
    await ask('pages.cancel', { ids: [cancelled] });
    const summary = await ask('pages.summarizeExport', { service: 'vat-invoice' });
    expect(summary).toMatchObject({
      pages: added.length + 2,
      recognized: added.length,
      cancelled: 1,
      waiting: 1,
      unread: ['one.jpg', 'two.jpg'],
      needsDecision: true,
    });
    const json = z
      .array(z.object({ source: z.string(), state: z.string() }))
      .parse(JSON.parse((await fetch({ format: 'json' })).bytes.toString('utf8')));
    expect(json.slice(added.length)).toEqual([
      { source: 'one.jpg', state: 'waiting' },
      { source: 'two.jpg', state: 'waiting' },
    ]);
    const csv = rowsOf((await fetch({})).bytes).map((row) => row.join(' '));
    expect(csv.find((row) => row.includes('one.jpg'))).toContain('已取消');
    expect(csv.find((row) => row.includes('two.jpg'))).toContain('等待识别');
  });

  test('can be saved under another name if the file can’t be replaced', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'a.csv');
    // A folder with that name blocks the export like a file that another program has open.
    await mkdir(path);
    await writeFile(join(folder, 'a (2).csv'), 'of the user');
    const { ask, failure } = await withSamples('vat-invoice', {
      samplesFolder: await fewSamples(),
      chooseSavePath: () => Promise.resolve(path),
    });
    const blocked = await ask('pages.export', plainExport);
    if (blocked.kind !== 'blocked') throw new Error(blocked.kind);
    expect(blocked).toMatchObject({ path, otherPath: join(folder, 'a (3).csv'), details: 'EISDIR' });
    expect(await ask('pages.exportBeside', { id: blocked.id })).toMatchObject({
      kind: 'saved',
      path: blocked.otherPath,
    });
    expect(rowsOf(await readFile(blocked.otherPath))).toHaveLength(
      (await ask('pages.list', { service: 'vat-invoice' })).length + 1,
    );
    expect(await readFile(join(folder, 'a (2).csv'), 'utf8')).toBe('of the user');
    expect(await failure('pages.exportBeside', { id: blocked.id })).toBe('export-gone');
    expect(await failure('pages.exportBeside', { id: blocked.id, path: '/etc/x' })).toBe('bad-request');
  });
});

describe('settings that the checks depend on', () => {
  test('update all pages when own companies or the confidence limit change, and report the pages', async () => {
    const { ask, events, added, fetch } = await withSamples('vat-invoice', {
      samplesFolder: await fewSamples(),
    });
    // An export waits for the codes on the pictures: they add to the findings, too.
    await fetch({ format: 'json' });
    const findingsOf = async () => {
      const pages = await ask('pages.list', { service: 'vat-invoice' });
      return pages.map(({ findings }) => findings.warn + findings.error);
    };
    const before = await findingsOf();
    const from = events.length;
    await ask('settings.change', { ownCompanies: [{ name: '另一家有限公司', taxId: '' }] });
    await expect.poll(findingsOf).toEqual(before.map((count) => count + 1));
    const told = events.slice(from).flatMap((event) => (event.type === 'pages.changed' ? event.pages : []));
    expect(new Set(told.map(({ id }) => id))).toEqual(new Set(added));
    await ask('settings.change', { ownCompanies: [], confidenceLimit: 1 });
    await expect
      .poll(async () => (await findingsOf()).some((count, index) => count > (before[index] ?? 0)))
      .toBe(true);
    await ask('settings.change', { confidenceLimit: 0.9 });
    await expect.poll(findingsOf).toEqual(before);
  });
});
