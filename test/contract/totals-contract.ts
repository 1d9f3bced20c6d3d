import { describe, expect, test } from 'vitest';
import type { Store } from '../../electron/store/port.ts';
import type { NewPage, ResultFigures } from '../../electron/store/records/page.ts';
import { totalsGroupings, type Totals, type TotalsGrouping } from '../../shared/review/totals.ts';
import { isDemo, sampleDigests } from '../../shared/books/gate.ts';
import { invoiceSides } from '../../shared/books/side.ts';
import { createCountedTally } from '../../electron/export/rows.ts';
import { figuresOf, noFigures } from '../../electron/pipeline/figures.ts';
import { isNoInvoice } from '../../shared/invoice/checks/no-invoice.ts';
import { isInvoiceShown, showsInvoice } from '../../shared/invoice/counted-once.ts';
import { emptyInvoice, emptyLine, emptyParty } from '../../shared/invoice/empty-invoice.ts';
import { invoicePage } from '../unit/electron/export/pages.ts';
import type { ReviewState } from '../../shared/review/replay.ts';
import { randomFrom, type Random } from '../helpers/random.ts';

type Invoice = {
  readonly id: number;
  /** As the gate judges the stored row, which the SQL must agree with. */
  readonly sandbox: boolean;
  readonly figures: ResultFigures;
  readonly review: ReviewState;
  readonly tags: readonly string[];
};

const cents = (text: string | null | undefined): bigint => BigInt((text ?? '0').replace('.', ''));
const decimal = (value: bigint): string => (Number(value) / 100).toFixed(2);
const amount = (random: Random): string => (random.whole(-9_999, 99_999) / 100).toFixed(2);

/** What is stored of a hotel bill or a blank page, which show no value of an invoice. */
const noValues = {
  ...noFigures,
  buyer: null,
  buyerTaxId: null,
  total: null,
  taxTotal: null,
  faces: null,
  warnings: 0,
  errors: 0,
};

const madeFigures = (random: Random): ResultFigures => {
  if (random.chance(0.1)) return noValues;
  const [total, taxTotal] = [amount(random), random.chance(0.8) ? amount(random) : null];
  const grossTotal = random.chance(0.9) ? decimal(cents(total) + cents(taxTotal)) : null;
  const isDigital = random.chance(0.5);
  const rates = ['13%', '6%', '免税'].filter(() => random.chance(0.4));
  return {
    kind: random.pick(['04', '01', null]),
    code: isDigital ? null : random.pick(['3100231130', '4400231130', null]),
    // Few numbers, so that some pages show the same invoice.
    number: isDigital ? `2431200000012345678${random.whole(0, 3)}` : `1234567${random.whole(0, 4)}`,
    issueDate: random.pick(['2024-05-28', '2024-06-01', '2023-12-31', null]),
    seller: random.pick(['甲公司', '乙公司', '丙公司', null]),
    sellerTaxId: null,
    total,
    taxTotal,
    grossTotal,
    rates: rates.map((rate) => [rate, random.whole(0, 5_000), random.whole(0, 500)]),
    side: random.pick([...invoiceSides, null]),
    deductible: random.pick([null, random.whole(-500, 5_000)]),
    faces: null,
    warnings: 0,
    errors: 0,
    openFindings: random.pick([
      [],
      [['error', 'duplicate']],
      [
        ['error', 'duplicate'],
        ['error', 'sums'],
      ],
      [['warn', 'rows-settled']],
    ] satisfies ResultFigures['openFindings'][]),
  };
};

type Amounts = readonly bigint[];

/** The share of an invoice in a row of the totals, in cents, computed in the simplest way. */
const partsOf = (
  { figures, tags }: Invoice,
  by: TotalsGrouping,
): readonly (readonly [string | null, Amounts])[] => {
  const whole = [cents(figures.total), cents(figures.taxTotal), cents(figures.grossTotal)];
  if (by === 'month') return [[figures.issueDate?.slice(0, 7) ?? null, whole]];
  if (by === 'tag') return (tags.length === 0 ? [null] : tags).map((tag) => [tag, whole]);
  if (by !== 'rate') return [[figures[by], whole]];
  const parts = (figures.rates ?? []).map(
    ([rate, net, tax]) => [rate, [BigInt(net), BigInt(tax), BigInt(net + tax)]] as const,
  );
  const left = whole.map((value, at) =>
    parts.reduce((rest, [, amounts]) => rest - (amounts[at] ?? 0n), value),
  );
  return parts.length > 0 && left.every((value) => value === 0n) ? parts : [...parts, [null, left]];
};

/** The totals of invoices in the order of their pages, without the store. */
const expectedTotals = (pages: readonly Invoice[], by: TotalsGrouping) => {
  const invoices = pages.filter(({ figures }) => showsInvoice({ ...noValues, ...figures }));
  const isSandbox = invoices.length > 0 && invoices.every(({ sandbox }) => sandbox);
  const chosen = invoices.filter(({ sandbox }) => sandbox === isSandbox);
  const seen = new Set<string>();
  const counted = chosen.filter(({ figures: { code, number }, review }) => {
    if (review === 'aside') return false;
    if (number?.length === 8 && code === null) return true;
    const key = number?.length === 8 ? `${code} ${number}` : `${number}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
  const rows = new Map<string | null, { pages: number[]; sums: bigint[] }>();
  for (const invoice of counted)
    for (const [key, amounts] of partsOf(invoice, by)) {
      const row = rows.get(key) ?? { pages: [], sums: [0n, 0n, 0n] };
      rows.set(key, row);
      row.pages.push(invoice.id);
      row.sums = row.sums.map((sum, at) => sum + (amounts[at] ?? 0n));
    }
  const sumOf = (some: readonly Invoice[]) => ({
    invoices: some.length,
    total: decimal(some.reduce((sum, { figures }) => sum + cents(figures.total), 0n)),
    taxTotal: decimal(some.reduce((sum, { figures }) => sum + cents(figures.taxTotal), 0n)),
    grossTotal: decimal(some.reduce((sum, { figures }) => sum + cents(figures.grossTotal), 0n)),
  });
  const aside = chosen.filter(({ review }) => review === 'aside').length;
  return {
    rows,
    counts: {
      duplicates: chosen.length - counted.length - aside,
      aside,
      isSandbox,
      sandboxLeftOut: invoices.length - chosen.length,
      unconfirmed: counted.filter(({ review }) => review === 'open').length,
      withErrors: counted.filter(
        ({ review, figures }) =>
          review !== 'confirmed' &&
          figures.openFindings?.some(([level, id]) => level === 'error' && id !== 'duplicate'),
      ).length,
      sides: invoiceSides.flatMap((side) => {
        const some = counted.filter(({ figures }) => (figures.side ?? 'unknown') === side);
        const deductible = some.reduce((sum, { figures }) => sum + BigInt(figures.deductible ?? 0), 0n);
        return some.length === 0 ? [] : [{ ...sumOf(some), side, deductible: decimal(deductible) }];
      }),
      incomplete: counted.filter(
        ({ figures: { total, taxTotal, grossTotal } }) =>
          grossTotal === null || (taxTotal === null && total !== grossTotal),
      ).length,
    },
    sum: sumOf(counted),
  };
};

const recognized = async (
  store: Store,
  page: NewPage,
  figures: ResultFigures,
  reader: 'xml' | 'sandbox' = 'xml',
  sha256?: string,
): Promise<number> => {
  const [id] = await store.transact((unit) => unit.addPages([page]));
  if (id === undefined) throw new Error('no page');
  await store.transact(async (unit) => {
    const payload = {
      reader,
      invoice: emptyInvoice,
      ticket: null,
      origins: {},
      findings: [],
      qr: null,
    } as const;
    await unit.addExtraction(id, { version: 1, payload });
    await unit.putSummaries(new Map([[id, figures]]));
    const row = await unit.page(id);
    if (sha256 !== undefined && row) await unit.setContent(row.document, { sha256, bytes: 1 }, 1);
  });
  return id;
};

const checkAll = async (store: Store, invoices: readonly Invoice[], filter = {}): Promise<void> => {
  for (const by of totalsGroupings) {
    const { rows, sum, ...counts }: Totals = await store.totals(filter, by);
    const expected = expectedTotals(invoices, by);
    expect({ sum, ...counts }, by).toEqual({ sum: expected.sum, ...expected.counts });
    expect(new Map(rows.map(({ key, ...row }) => [key, row])), by).toEqual(
      new Map(
        [...expected.rows].map(([key, { pages, sums }]) => {
          const [total, taxTotal, grossTotal] = sums.map(decimal);
          return [key, { invoices: pages.length, total, taxTotal, grossTotal }];
        }),
      ),
    );
    for (const [key, { pages }] of expected.rows) {
      const found = await store.totalled(filter, by, key, 3);
      expect(
        found.map(({ id }) => id),
        `${by} ${key}`,
      ).toEqual(pages.slice(0, 3));
    }
  }
};

/** The totals of every engine: sums over columns that are written with a page. */
export const totalsContract = (
  name: string,
  opened: () => Promise<{ readonly store: Store }>,
  newPage: (over: Partial<NewPage>) => NewPage,
): void => {
  describe(`${name}: totals`, () => {
    test.each([1, 2, 3])('equal a plain sum over random invoices (seed %i)', async (seed) => {
      const { store } = await opened();
      const random = randomFrom(seed);
      const invoices: Invoice[] = [];
      // First only demo data, which counts while there are no other invoices.
      for (const demoShare of [1, 0.2]) {
        for (let index = 0; index < 12; index += 1) {
          const isWanted = random.chance(demoShare);
          // Read by the sandbox, or a sample that the service has read; or an own file in a demo, read from its data.
          const isSample = isWanted && random.chance(0.3);
          const isOwn = !isWanted && random.chance(0.3);
          const page = newPage({ sandbox: (isWanted && !isSample) || isOwn });
          const reader = page.sandbox && !isOwn ? 'sandbox' : 'xml';
          const figures = madeFigures(random);
          const review = random.pick(['open', 'confirmed', 'aside'] as const);
          const tags = ['差旅', '五月', 'a "quoted"\\ tag'].filter(() => random.chance(0.3));
          const digest = isSample ? random.pick(sampleDigests) : undefined;
          const id = await recognized(store, page, figures, reader, digest);
          const row = await store.page(id);
          const sandbox = row !== null && isDemo(row);
          expect(sandbox).toBe(isWanted);
          await store.transact((unit) => unit.setReviews(new Map([[id, { review, tags, note: null }]])));
          invoices.push({ id, sandbox, figures, review, tags });
        }
        await checkAll(store, invoices);
      }
      // The first page of an invoice is the first among those that a filter finds.
      const ofJune = invoices.filter(({ figures }) => figures.issueDate === '2024-06-01');
      await checkAll(store, ofJune, { dayFrom: '2024-06-01', dayTo: '2024-06-01' });
    });

    test('follow a correction, and exclude a page that is no longer recognized', async () => {
      const { store } = await opened();
      const random = randomFrom(9);
      const figures = { ...madeFigures(random), issueDate: '2024-05-28' };
      const id = await recognized(store, newPage({}), figures);
      const corrected = { ...figures, total: '100.00', taxTotal: '13.00', grossTotal: '113.00', rates: [] };
      await store.transact((unit) => unit.putSummaries(new Map([[id, corrected]])));
      expect((await store.totals({}, 'rate')).rows).toEqual([
        { key: null, invoices: 1, total: '100.00', taxTotal: '13.00', grossTotal: '113.00' },
      ]);
      await store.transact((unit) => unit.setState([id], 'waiting'));
      expect(await store.totals({}, 'rate')).toMatchObject({ rows: [], sum: { invoices: 0, total: '0.00' } });
    });

    test('take a page for an invoice by the same values as exports and the gate', async () => {
      const { store } = await opened();
      const tally = createCountedTally();
      const deciding = [
        { code: '4200161350' },
        { number: '24312000000123456789' },
        { issueDate: '2024-05-28' },
        { seller: { ...emptyParty, name: '甲公司' } },
        { buyer: { ...emptyParty, name: '乙公司' } },
        { total: '1.00' },
        { taxTotal: '1.00' },
        { grossTotal: '1.00' },
      ];
      // Data without any value, or a paper on which a user typed something else.
      const others = [
        {},
        { kind: '04' },
        { checkCode: '01234567890123456789' },
        { lines: [{ ...emptyLine, amount: '1.00' }] },
        { seller: { ...emptyParty, taxId: '91310000MA1K00000Y' } },
        { buyer: { ...emptyParty, taxId: '91420100MA4K00000X' } },
      ];
      const findings = [{ id: 'no-vat-invoice' }];
      for (const [some, isInvoice] of [
        [others, false],
        [deciding, true],
      ] as const)
        for (const change of some) {
          const invoice = { ...emptyInvoice, ...change };
          const page = invoicePage(invoice);
          const reviewed = { service: 'vat-invoice', digest: null, invoice: { ...page.invoice, pages: [] } };
          const figures = figuresOf(reviewed as unknown as Parameters<typeof figuresOf>[0], [], []);
          await recognized(store, newPage({}), figures);
          tally.see(page);
          expect([isInvoiceShown(invoice), isNoInvoice({ invoice, findings })]).toEqual([
            isInvoice,
            !isInvoice,
          ]);
        }
      expect((await store.totals({}, 'month')).sum.invoices).toBe(deciding.length);
      expect(tally.counted().invoices).toBe(deciding.length);
    });

    test('stay exact if a sum exceeds the safe integers', async () => {
      const { store } = await opened();
      const huge = {
        ...madeFigures(randomFrom(4)),
        seller: '甲公司',
        rates: [],
        grossTotal: '9999999999999.99',
      };
      for (let index = 0; index < 12; index += 1)
        await recognized(store, newPage({}), {
          ...huge,
          code: null,
          number: String(index).padStart(20, '2'),
        });
      const { sum, rows } = await store.totals({}, 'seller');
      expect(sum.grossTotal).toBe('119999999999999.88');
      expect(rows[0]?.grossTotal).toBe('119999999999999.88');
    });
  });
};
