import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { madeInvoice, writeMade } from '../helpers/made-invoices.ts';
import { emptyInvoice } from '../../shared/invoice/empty-invoice.ts';
import { valueAt } from '../../shared/invoice/fields.ts';
import { isOpenFinding } from '../../shared/invoice/finding.ts';
import type { FieldPath } from '../../shared/invoice/model.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { plainExport } from '../helpers/exports.ts';
import { startBackend } from '../helpers/test-backend.ts';
import { replaceThread } from '../helpers/thread-addresses.ts';

replaceThread('store-worker.ts', new URL('../helpers/counting-store-worker.ts', import.meta.url));

const statementsFile = join(mkdtempSync(join(tmpdir(), 'vouch-statements-')), 'statements');
process.env['VOUCH_STATEMENTS'] = statementsFile;
afterAll(() => {
  delete process.env['VOUCH_STATEMENTS'];
  rmSync(dirname(statementsFile), { recursive: true });
});

/** Every SQL statement that the threads of the ledger run from now on, transactions included. */
const recordStatements = (): (() => readonly string[]) => {
  writeFileSync(statementsFile, '');
  return () =>
    readFileSync(statementsFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => String(JSON.parse(line)));
};

const recognized = async ({ copies = 0 } = {}) => {
  const folder = await temporaryFolder();
  const made = await madeInvoice(1);
  const { input, truths } = await writeMade(folder, [made]);
  const paths = [join(input, made.name)];
  for (let copy = 1; copy <= copies; copy += 1) {
    const path = join(folder, `copy-${copy}-${made.name}`);
    await copyFile(join(input, made.name), path);
    paths.push(path);
  }
  const started = await startBackend({
    home: join(folder, 'home'),
    environment: { VOUCH_SANDBOX_TRUTH: truths },
  });
  const { added } = await started.ask('pages.add', {
    service: 'vat-invoice',
    sandbox: true,
    files: paths.map((path) => ({ kind: 'path' as const, path })),
  });
  await started.ended(added);
  const [id = 0, ...others] = added;
  return { ...started, id, others, home: join(folder, 'home'), truths };
};

const readsOfResponses = (statements: readonly string[]): number =>
  statements.filter((sql) => /\bFROM responses\b/u.test(sql)).length;

// A change of a compared figure derives the findings of all duplicates again, and stores them together. One statement
// reads the names of the files, which the search finds, too; another one finds the papers of the same amount.
test.each([
  { field: 'seller.name', copies: 0, isExported: true, most: 11 },
  { field: 'buyer.name', copies: 3, isExported: false, most: 11 },
  { field: 'seller.name', copies: 1, isExported: true, most: 12 },
  { field: 'seller.name', copies: 3, isExported: false, most: 12 },
  { field: 'number', copies: 8, isExported: true, most: 12 },
] as const)(
  'runs at most $most statements for a corrected $field with $copies duplicates, exported: $isExported, and reads the response at most once',
  async ({ field, copies, isExported, most }) => {
    const { id, home, truths, close, ask, backend } = await recognized({ copies });
    if (isExported) {
      const exported = await ask('pages.export', { ...plainExport, service: 'vat-invoice' });
      if (exported.kind === 'download') await backend.takeDownload(exported.id);
    }
    // The search for a QR code after the recognition has ended by then.
    await close();
    const again = await startBackend({ home, environment: { VOUCH_SANDBOX_TRUTH: truths } });
    await again.ask('pages.list', { service: 'vat-invoice' });
    const opened = await again.ask('pages.open', { id });
    expect(opened).toMatchObject({ summary: { id } });
    expect(opened.exports.last).toHaveLength(isExported ? 1 : 0);

    const was = valueAt(opened.invoice?.value ?? emptyInvoice, field);
    const statements = recordStatements();
    const input = { id, version: opened.version, field, value: '甲公司', was };
    const kept = await again.ask('pages.correct', input);
    expect(valueAt(kept.invoice?.value ?? emptyInvoice, field)).toBe('甲公司');
    const ran = statements();
    expect(ran.length, ran.join('\n')).toBeLessThanOrEqual(most);
    expect(ran.length).toBeGreaterThan(5);
    expect(readsOfResponses(ran)).toBeLessThanOrEqual(1);
  },
);

test('reads the response once for the first correction after a start', async () => {
  const { id, home, truths, close } = await recognized();
  await close();
  const again = await startBackend({ home, environment: { VOUCH_SANDBOX_TRUTH: truths } });
  await again.ask('app.info', {});
  const statements = recordStatements();
  await again.ask('pages.correct', { id, field: 'seller.name', value: '甲公司' });
  const ran = statements();
  expect(readsOfResponses(ran), ran.join('\n')).toBe(1);
});

test('updates the findings of an invoice that is no longer similar, and tells the windows', async () => {
  const { ask, events, id, others } = await recognized({ copies: 1 });
  const [copy = 0] = others;
  const duplicatesOf = async () => {
    const { invoice, summary } = await ask('pages.open', { id: copy });
    const open = (invoice?.checks ?? []).filter((finding) => isOpenFinding(finding));
    expect(summary.findings).toEqual({
      warn: open.filter(({ level }) => level === 'warn').length,
      error: open.filter(({ level }) => level === 'error').length,
    });
    return open.map((finding) => finding.id).filter((finding) => finding.startsWith('duplicate'));
  };
  expect(await duplicatesOf()).toEqual(['duplicate']);
  const correct = async (field: FieldPath, value: string) => {
    const before = events.length;
    await ask('pages.correct', { id, field, value });
    const told = events
      .slice(before)
      .flatMap((event) => (event.type === 'pages.changed' && event.details ? [event.pages] : []));
    expect(told).toMatchObject([[{ id }, { id: copy }]]);
  };
  await correct('number', '12345678');
  expect(await duplicatesOf()).toEqual(['duplicate-similar']);
  await correct('issueDate', '2020-01-01');
  expect(await duplicatesOf()).toEqual([]);
});

test('sends the whole page in the event of a correction', async () => {
  const { ask, events, id } = await recognized();
  const before = events.length;
  const kept = await ask('pages.correct', { id, field: 'seller.name', value: '甲公司' });
  // The search for a QR code may end meanwhile and send an event about the page, too.
  expect(events.slice(before).filter((event) => 'details' in event && event.details)).toEqual([
    { type: 'pages.changed', pages: [kept.summary], details: [kept] },
  ]);
});
