import { readdir, readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  gate,
  gateReasons,
  gateTable,
  gateUses,
  includableReasons,
  includeWords,
  isDemo,
  isSample,
  sampleDigests,
  type GateFacts,
} from '../../../../shared/books/gate.ts';
import { invoiceSides } from '../../../../shared/books/side.ts';
import { sha256Of } from '../../../../electron/infra/bytes.ts';

const clean: GateFacts = {
  isDemo: false,
  isInvoice: true,
  review: 'confirmed',
  open: [],
  issueDate: '2024-05-28',
  side: 'purchase',
  isElsewhere: false,
  isBooked: false,
  isChanged: false,
};

const anyFacts: fc.Arbitrary<GateFacts> = fc.record({
  isDemo: fc.boolean(),
  isInvoice: fc.boolean(),
  review: fc.constantFrom('open', 'confirmed', 'aside'),
  open: fc.array(fc.tuple(fc.constantFrom('warn', 'error'), fc.constantFrom('duplicate', 'rows-settled')), {
    maxLength: 3,
  }),
  issueDate: fc.option(fc.constant('2024-05-28')),
  side: fc.constantFrom(...invoiceSides),
  isElsewhere: fc.boolean(),
  isBooked: fc.boolean(),
  isChanged: fc.boolean(),
});

describe('the gate', () => {
  it('lets a clean invoice through for every use', () => {
    for (const use of gateUses) expect(gate(clean, use)).toEqual({ verdict: 'pass', reasons: [] });
  });

  it('never lets demo data or a page without an invoice into the books, whatever is included', () => {
    fc.assert(
      fc.property(anyFacts, fc.constantFrom(...gateUses), (facts, use) => {
        const { verdict } = gate(facts, use, { included: new Set(gateReasons), confirms: false });
        if (!facts.isInvoice) expect(verdict).toBe('never');
        if (facts.isDemo && facts.isInvoice && use !== 'sums') expect(verdict).toBe('never');
      }),
    );
  });

  it('holds a voucher back for each other reason, until the user includes it', () => {
    const one: Readonly<Record<string, Partial<GateFacts>>> = {
      aside: { review: 'aside' },
      elsewhere: { isElsewhere: true },
      'side-unknown': { side: 'unknown' },
      undated: { issueDate: null },
      error: { open: [['error', 'sums']] },
      warning: { open: [['warn', 'rows-settled']] },
      unconfirmed: { review: 'open' },
      booked: { isBooked: true },
      changed: { isChanged: true },
    };
    for (const reason of gateReasons.filter((each) => each in one)) {
      const facts = { ...clean, ...one[reason] };
      expect(gate(facts, 'voucher'), reason).toEqual({ verdict: 'held', reasons: [reason] });
      expect(gate(facts, 'voucher', { included: new Set([reason]) }).verdict).toBe('marked');
    }
    // Nobody confirms on the command line.
    expect(gate({ ...clean, review: 'open' }, 'voucher', { confirms: false }).verdict).toBe('pass');
  });

  it('counts an error that only names copies for the copy, not for the invoice that counts', () => {
    const open = [['error', 'duplicate']] as const;
    expect(gate({ ...clean, open }, 'voucher').verdict).toBe('pass');
    expect(gate({ ...clean, open, isElsewhere: true }, 'voucher').reasons).toEqual(['elsewhere']);
    expect(gate({ ...clean, open: [...open, ['error', 'sums']] }, 'voucher').reasons).toEqual(['error']);
  });

  it('archives everything else, marked', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { verdict } = gate(facts, 'archive');
        const isKept =
          !facts.isDemo && facts.isInvoice && facts.review !== 'aside' && facts.issueDate !== null;
        expect(verdict === 'pass' || verdict === 'marked').toBe(isKept);
      }),
    );
  });

  it('includes only reasons that a user may include', () => {
    expect(Object.keys(includeWords)).toEqual(['warnings', 'errors', 'undated', 'changed', 'booked']);
    const words: readonly string[] = Object.values(includeWords);
    expect(includableReasons.filter((reason) => reason !== 'unconfirmed').toSorted()).toEqual(
      words.toSorted(),
    );
    for (const reason of includableReasons) expect(gateTable.voucher[reason]).toBe('held');
  });
});

describe('demo data', () => {
  it('is every file that is shipped as a sample', async () => {
    const folder = new URL('../../../../samples/', import.meta.url);
    const shipped = (await readdir(folder)).filter((name) => !/\.(?:md|truth\.json)$/u.test(name));
    for (const name of shipped)
      expect(isSample(sha256Of(await readFile(new URL(name, folder)))), `${name} in sampleDigests`).toBe(
        true,
      );
    expect(new Set(sampleDigests).size).toBe(sampleDigests.length);
  });

  it("is what the sandbox read, and never the user's own data", () => {
    const own = { sandbox: false, reader: 'service', originalSha256: 'a' };
    expect(isDemo(own)).toBe(false);
    expect(isDemo({ ...own, sandbox: true, reader: 'sandbox' })).toBe(true);
    // A file of the user in a demo, read from its own data.
    expect(isDemo({ ...own, sandbox: true, reader: 'xml' })).toBe(false);
    expect(isDemo({ ...own, originalSha256: sampleDigests[0] ?? '' })).toBe(true);
  });
});

/** Who reads invoices of the ledger, and the use that the gate judges. Null: why it needs no gate. */
const readers: Readonly<Record<string, string>> = {
  'electron/app/export-commands.ts': 'sums, tax-layout (the encoders apply the rule of sums)',
  'electron/app/read-commands.ts': 'sums',
  'electron/books/archive/archived-invoices.ts': 'archive',
  'electron/books/cli/print.ts': 'print',
  'electron/books/ledger-invoices.ts': 'the gate itself',
  'electron/books/names/name-commands.ts': 'none: renames files of the user, and writes no data of theirs',
  'electron/books/print/print-commands.ts': 'print',
  'electron/books/tax-list/match-ledger.ts': 'match, in SQL',
  'electron/books/verification/verify-commands.ts': 'unverified, verification',
  'electron/books/vouchers/booking.ts': 'voucher',
  'electron/books/vouchers/code-commands.ts': 'none: lists parties that have no code',
  'electron/books/vouchers/voucher-commands.ts': 'voucher, by booking.ts',
  'electron/export/rows.ts': 'sums, tax-layout',
  'electron/pipeline/recheck.ts': 'none: derives findings',
  'renderer/features/batch/sums.ts': 'sums',
  'shared/books/build-vouchers.ts': 'none: each invoice once among those that passed',
};

const reading =
  /\b(?:invoicesOf|gatedInvoices|judged|createCountedOnce|createRule)\(|store\.(?:recognized|listed|totals|totalled|summarizeExport)\(/u;

it('every reader of the ledger has a use', async () => {
  const root = new URL('../../../../', import.meta.url);
  const found: string[] = [];
  for (const top of ['electron', 'renderer', 'shared'])
    for (const entry of await readdir(new URL(top, root), { recursive: true })) {
      const path = `${top}/${entry}`;
      if (!/\.tsx?$/u.test(path) || path.includes('node_modules') || path.includes('/texts/')) continue;
      if (path.startsWith('electron/extract/') || path === 'shared/invoice/counted-once.ts') continue;
      if (reading.test(await readFile(new URL(path, root), 'utf8'))) found.push(path);
    }
  expect(found.toSorted()).toEqual(Object.keys(readers).toSorted());
});
