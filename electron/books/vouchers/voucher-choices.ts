import { z } from 'zod';
import { chooseRule, sideOf } from '../../../shared/books/choose-rule.ts';
import { choiceOf, type Choice } from '../../../shared/books/suggest-rules.ts';
import { bookSides, ruleSchema, type VoucherRules } from '../../../shared/books/voucher-rules.ts';
import type { BookInvoice } from '../../../shared/books/build-vouchers.ts';
import type { KeyValueStore } from '../../credentials/host.ts';

/** The key of the saved choices in the host's store. */
const key = 'voucher-choices';
/** Older choices are less useful, and the store is written as a whole each time. */
const mostKept = 400;

const choicesSchema = z.array(
  z.object({
    sellerTaxId: z.string().nullable(),
    seller: z.string().nullable(),
    goodsClass: z.string().nullable(),
    kind: z.string(),
    side: z.enum(bookSides),
    outcome: ruleSchema.pick({ account: true, counter: true, summary: true, deductible: true }),
  }),
);

/** The saved choices for booked invoices, oldest first. */
export const keptChoices = (store: Pick<KeyValueStore, 'get'>): readonly Choice[] =>
  choicesSchema.safeParse(store.get(key)).data ?? [];

/** Saves how invoices were booked. An equal choice is saved only once, as the newest. */
export const keepChoices = (
  store: KeyValueStore,
  books: readonly BookInvoice[],
  rules: VoucherRules,
): void => {
  const kept = new Map(keptChoices(store).map((choice) => [JSON.stringify(choice), choice]));
  for (const { invoice, tags } of books) {
    const side = sideOf(rules.own, invoice);
    for (const line of invoice.lines.length > 0 ? invoice.lines : [null]) {
      const rule = chooseRule(rules.rules, { invoice, line, side, tags });
      if (!rule) continue;
      const { when: _, ...outcome } = rule;
      const choice = choiceOf(invoice, line, side, outcome);
      kept.delete(JSON.stringify(choice));
      kept.set(JSON.stringify(choice), choice);
    }
  }
  store.set(key, [...kept.values()].slice(-mostKept));
};
