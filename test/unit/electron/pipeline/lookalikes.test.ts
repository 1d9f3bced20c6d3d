import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookalikesWith } from '../../../../electron/pipeline/lookalikes.ts';
import type { ReadStore } from '../../../../electron/store/port.ts';
import { allAlike, mostAlike } from '../../../../electron/store/records/review.ts';
import { isDemo } from '../../../../shared/books/gate.ts';
import { figures, payload } from '../../../helpers/stored-pages.ts';
import { newLedger, page } from '../../../helpers/test-ledger.ts';

const count = 14;
const text = (...values: string[]) => fc.constantFrom(...values, null);
const invoice = fc.record({
  code: text('3100', '4400'),
  number: text('1', '2'),
  issueDate: text('2024-05-28', '2024-05-29'),
  seller: text('甲', '乙'),
  sellerTaxId: text('A', 'B'),
  grossTotal: text('1.00', '2.00'),
});
const reviewed = fc.tuple(invoice, fc.constantFrom('open', 'aside', 'confirmed'));
type Reviewed = typeof reviewed extends fc.Arbitrary<infer Value> ? Value : never;

test('are those that the store would find if the figures were stored already', async () => {
  const { ledger } = await newLedger();
  const reads: Pick<ReadStore, 'lookalikes'> = {
    lookalikes: (questions, limit) => Promise.resolve(ledger.results.lookalikes(questions, limit)),
  };
  const ids = ledger.pages.addPages(
    Array.from({ length: count }, (_, index) => page({ page: index + 1, sandbox: index === 3 })),
  );
  for (const [index, id] of ids.entries())
    ledger.extractions.addExtraction(id, { version: 1, payload: payload(String(index)) });

  const store = (all: readonly Reviewed[]): void =>
    ledger.results.putSummaries(
      new Map(all.map(([key, review], index) => [ids[index] ?? 0, { ...figures, ...key, review }] as const)),
    );

  await fc.assert(
    fc.asyncProperty(
      fc.array(reviewed, { minLength: count, maxLength: count }),
      fc.array(reviewed, { minLength: 1, maxLength: count }),
      fc.constantFrom(1, 2, 3, mostAlike, allAlike),
      async (before, fresh, limit) => {
        store(before);
        const rows = ledger.pages.pages(ids);
        const questions = rows.map((row, index) => {
          const [key] = fresh[index] ?? before[index] ?? [];
          return { page: row.id, demo: isDemo(row), key: key ?? figures };
        });
        const unstored = rows.flatMap((row, index) => {
          const [key, review] = fresh[index] ?? [];
          return key && review ? [{ row, key, review }] : [];
        });
        const found = await lookalikesWith(reads, questions, unstored, limit);
        store(fresh);
        const expected = ledger.results.lookalikes(questions, limit);
        expect(questions.map((question) => found.get(question))).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
  ledger.close();
});
