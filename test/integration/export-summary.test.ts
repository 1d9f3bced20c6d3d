import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { CommandName } from '../../shared/contract/commands.ts';
import type { ExportSummary } from '../../shared/review/export-summary.ts';
import { pageDetailSchema, type PageDetail } from '../../shared/contract/page.ts';
import { isOpenFinding } from '../../shared/invoice/finding.ts';
import { goods, invoiceOfLines, madePage, spread } from '../helpers/joined-pages.ts';
import { madeInvoice, madeInvoiceWithGoods, writeMade } from '../helpers/made-invoices.ts';
import { plainExport } from '../helpers/exports.ts';
import { randomFrom, type Random } from '../helpers/random.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startBackend, type Asked } from '../helpers/test-backend.ts';

const service = 'vat-invoice' as const;
type Started = Awaited<ReturnType<typeof startBackend>>;

const spreadInvoice = invoiceOfLines([goods('*纸制品*复印纸', 10_000), goods('*文具*签字笔', 20_000)]);

/** Invoices with and without errors, duplicates, an invoice on two pages, a page that fails, and one that waits. */
const withPages = async () => {
  const folder = await temporaryFolder();
  const home = join(folder, 'home');
  const invoices = [
    ...(await Promise.all([1, 2].map(madeInvoice))),
    await madeInvoiceWithGoods(3),
    ...spread(spreadInvoice, [1, 1]).map((page, index) => madePage(`spread-${index}.png`, page, 10 + index)),
    ...spread(spreadInvoice, [2]).map((page) => madePage('copy.png', page, 12)),
  ];
  const unknown = await madeInvoice(99);
  const { input } = await writeMade(folder, [...invoices, unknown]);
  const known = await writeMade(join(folder, 'known'), invoices);
  const started = await startBackend({ home, environment: { VOUCH_SANDBOX_TRUTH: known.truths } });
  const ids: number[] = [];
  const add = async (name: string): Promise<void> => {
    const files = [{ kind: 'path' as const, path: join(input, name) }];
    ids.push(...(await started.ask('pages.add', { service, sandbox: true, files })).added);
  };
  for (const { name } of [...invoices, unknown]) await add(name);
  await started.ended(ids);
  await started.ask('queue.pause', { paused: true });
  await add('invoice-1.png');
  return { ...started, ids };
};

const openOf = ({ summary, invoice }: PageDetail) =>
  summary.review === 'confirmed' ? [] : (invoice?.checks ?? []).filter(isOpenFinding);

/** The summary from the findings of each page as they are derived for its window. */
const derivedSummary = async (
  { backend }: Pick<Started, 'backend'>,
  ids: readonly number[],
): Promise<ExportSummary> => {
  const pages = new Map<number, PageDetail>();
  for (const id of ids) {
    const opened = await backend.invoke('pages.open', { id });
    if (!opened.ok) continue;
    const page = pageDetailSchema.parse(opened.value);
    pages.set(page.summary.id, page);
  }
  const all = [...pages.values()];
  const inState = (...states: readonly string[]) =>
    all.filter(({ summary }) => states.includes(summary.state));
  const levels = all.map((page) => new Set(openOf(page).map(({ level }) => level)));
  const counts = new Map<string, ExportSummary['checks'][number]>();
  for (const page of all)
    for (const key of new Set(openOf(page).map(({ level, id }) => `${id} ${level}`))) {
      const [id = '', level] = key.split(' ');
      const pagesBefore = counts.get(key)?.pages ?? 0;
      counts.set(key, { id, level: level === 'error' ? 'error' : 'warn', pages: pagesBefore + 1 });
    }
  const unread = inState('waiting', 'calling', 'interrupted', 'cancelled');
  const withErrors = levels.filter((level) => level.has('error')).length;
  return {
    pages: all.length,
    recognized: inState('recognized').length,
    failed: inState('failed').length,
    cancelled: inState('cancelled').length,
    waiting: inState('waiting', 'calling', 'interrupted').length,
    unread: unread.map(({ summary }) => summary.name),
    withErrors,
    withWarnings: levels.filter((level) => level.has('warn') && !level.has('error')).length,
    demo: all.filter(({ summary }) => summary.demo).length,
    checks: [...counts.values()].toSorted(
      (a, b) => b.pages - a.pages || (a.id < b.id ? -1 : Number(a.id > b.id)) || (a.level < b.level ? -1 : 1),
    ),
    needsDecision: withErrors + unread.length + inState('failed').length > 0,
  };
};

type Act = { [Name in CommandName]: readonly [Name, Asked<Name>] }[CommandName];

const fields = ['number', 'total', 'grossTotal', 'issueDate', 'seller.name', 'buyer.taxId'];
const values = [
  '318.00',
  '1.00',
  '10000001',
  '2024-05-28',
  '2999-01-01',
  '91310000MA1FL4XK7Y',
  '某公司',
  null,
];
const marks = ['confirmed', 'aside', 'open'] as const;

const randomChange = (random: Random, ids: readonly number[]): Act => {
  const id = random.pick(ids);
  const some = random.shuffle(ids).slice(0, random.whole(1, 4));
  const field = random.pick(fields);
  const kinds: readonly (() => Act)[] = [
    () => ['pages.correct', { id, field, value: random.pick(values) }],
    () => ['pages.accept', { id, field }],
    () => ['pages.revert', { id, field }],
    () => ['pages.editLines', { id, edit: { kind: 'delete', at: 0 } }],
    () => ['pages.review', { id, mark: random.pick(marks) }],
    () => ['batch.review', { ids: some, mark: random.pick(marks), onlyClean: random.chance(0.3) }],
    () => ['batch.tag', { ids: some, add: ['差旅'], remove: [] }],
    () => ['pages.undo', { id, redo: random.chance(0.4) }],
    () => ['batch.undo', { redo: random.chance(0.4) }],
    () => ['batch.join', { ids: some }],
    () => ['batch.split', { ids: some }],
    () => ['pages.cancel', { ids: some }],
  ];
  // Rare, so that most of the pages stay until the end.
  return random.chance(0.04) ? ['pages.remove', { ids: [id] }] : random.pick(kinds)();
};

describe('the summary of an export from stored findings', () => {
  test.each([1, 2, 3])(
    'equals the derived one after each of many random review events (%i)',
    async (seed) => {
      const started = await withPages();
      const { ask, ids } = started;
      const random = randomFrom(seed);
      const seen = new Set<string>();
      for (let step = 0; step < 60; step += 1) {
        const [name, input] = randomChange(random, ids);
        if ((await started.failure(name, input)) === 'none') seen.add(name);
        const summary = await ask('pages.summarizeExport', { service });
        expect(summary, `${step}: ${name} ${JSON.stringify(input)}`).toEqual(
          await derivedSummary(started, ids),
        );
        const some = random.shuffle(ids).slice(0, 5);
        expect(await ask('pages.summarizeExport', { service, ids: some })).toEqual(
          await derivedSummary(started, some),
        );
      }
      // The events had effects: otherwise nothing was compared.
      expect(seen.size).toBeGreaterThan(5);
    },
  );

  test('is derived for rows without findings, and decides whether an export asks first', async () => {
    const started = await withPages();
    const { ask, home, ids } = started;
    const before = await ask('pages.summarizeExport', { service });
    expect(before.checks.length).toBeGreaterThan(0);
    const db = new DatabaseSync(join(home, 'ledger.sqlite'));
    db.exec('UPDATE results SET open_findings = NULL');
    db.close();
    expect(await ask('pages.summarizeExport', { service })).toEqual(before);
    expect(await derivedSummary(started, ids)).toEqual(before);
    expect(await ask('pages.export', { ...plainExport, unresolved: 'ask' })).toEqual({
      kind: 'undecided',
      summary: before,
    });
  });
});
