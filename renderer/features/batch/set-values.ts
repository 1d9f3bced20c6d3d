import type { PageSummary } from '../../../shared/contract/page.ts';
import type { FieldPath } from '../../../shared/invoice/model.ts';
import type { CheckedText } from '../../state/typed.ts';
import { checkCell, isEditable, type TypedInto } from './block.ts';
import { typedValue } from './columns.ts';

/** What can be set for many invoices at once: a party with name and taxpayer ID, or one field. */
export const settable = {
  seller: ['seller.name', 'seller.taxId'],
  buyer: ['buyer.name', 'buyer.taxId'],
  issueDate: ['issueDate'],
  code: ['code'],
  kind: ['kind'],
} as const satisfies Readonly<Record<string, readonly FieldPath[]>>;
export type Settable = keyof typeof settable;
export const settableIds: readonly Settable[] = ['seller', 'buyer', 'issueDate', 'code', 'kind'];

/** What a field belongs to; null if it can't be set for many invoices. */
export const settableOf = (path: FieldPath | null): Settable | null =>
  settableIds.find((id) => settable[id].some((field) => field === path)) ?? null;

/** The texts to set by field; an empty one changes nothing. */
export type TextsToSet = Readonly<Partial<Record<FieldPath, string>>>;

/** An invoice that changes, with its values before and after. */
export type Preview = {
  readonly page: PageSummary;
  readonly values: readonly { readonly field: FieldPath; readonly was: string; readonly value: string }[];
};

export type SetPlan = {
  readonly changes: readonly Preview[];
  /** Invoices that have these values already. */
  readonly same: number;
  /** Pages without values of an invoice. */
  readonly unread: number;
  /** Why a text can't be set. */
  readonly refused: Extract<CheckedText, { ok: false }>['reason'] | null;
};

/** What setting texts for pages changes. */
export const planToSet = (pages: readonly PageSummary[], texts: TextsToSet): SetPlan => {
  const wanted: { readonly field: FieldPath; readonly value: string }[] = [];
  for (const [field, text] of Object.entries(texts)) {
    if (text === undefined || text.trim() === '') continue;
    const checked = checkCell(field, text);
    if (!checked.ok) return { changes: [], same: 0, unread: 0, refused: checked.reason };
    wanted.push({ field, value: checked.value ?? '' });
  }
  const read = pages.filter(isEditable);
  const changes = read.flatMap((page): readonly Preview[] => {
    const values = wanted
      .map(({ field, value }) => ({ field, was: typedValue(page, field), value }))
      .filter(({ was, value }) => was !== value);
    return values.length === 0 ? [] : [{ page, values }];
  });
  return { changes, same: read.length - changes.length, unread: pages.length - read.length, refused: null };
};

export const cellsOf = (changes: readonly Preview[]): readonly TypedInto[] =>
  changes.flatMap(({ page, values }) => values.map(({ field, value }) => ({ id: page.id, field, value })));

/** The taxpayer IDs of known companies by name, the most frequent of each. */
export const knownCompanies = (
  pages: Iterable<PageSummary>,
  own: readonly { readonly name: string; readonly taxId: string }[],
): ReadonlyMap<string, string> => {
  const counts = new Map<string, Map<string, number>>();
  const count = (name: string | null, taxId: string | null, times: number): void => {
    if (name === null || name === '') return;
    const ids = counts.get(name) ?? new Map<string, number>();
    if (taxId !== null && taxId !== '') ids.set(taxId, (ids.get(taxId) ?? 0) + times);
    counts.set(name, ids);
  };
  for (const { headline } of pages) {
    count(headline.seller, headline.sellerTaxId, 1);
    count(headline.buyer, headline.buyerTaxId, 1);
  }
  // What the user has entered as an own company is right.
  for (const { name, taxId } of own) count(name, taxId, Number.MAX_SAFE_INTEGER);
  return new Map(
    [...counts].map(([name, ids]) => [
      name,
      [...ids].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? '',
    ]),
  );
};
