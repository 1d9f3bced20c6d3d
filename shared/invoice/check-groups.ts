import type { Finding } from './finding.ts';

/** The topic of a check. An accountant would group failed checks this way. */
export const checkGroups = [
  'amounts',
  'identity',
  'parties',
  'qr',
  'duplicate',
  'similar',
  'extraction',
  'blank',
] as const;
export type CheckGroup = (typeof checkGroups)[number];

const groupOf: Readonly<Partial<Record<string, CheckGroup>>> = {
  'line-tax': 'amounts',
  'lines-sum-to-total': 'amounts',
  'taxes-sum-to-tax-total': 'amounts',
  'tax-total-by-rates': 'amounts',
  'total-plus-tax': 'amounts',
  'air-equation': 'amounts',
  'words-equal-digits': 'amounts',
  'rate-known': 'amounts',
  'text-product-differs': 'amounts',
  'text-sums-differ': 'amounts',
  'code-in-file': 'identity',
  'code-shape': 'identity',
  'number-shape': 'identity',
  'number-year': 'identity',
  'issue-date': 'identity',
  'date-repaired': 'identity',
  'check-code-length': 'identity',
  'code-right-side': 'identity',
  'number-right-side': 'identity',
  'buyer-taxpayer-id': 'parties',
  'seller-taxpayer-id': 'parties',
  'party-sides': 'parties',
  'buyer-own-company': 'parties',
  // Nothing is wrong with an invoice: there is none.
  'blank-page': 'blank',
  duplicate: 'duplicate',
  // Another number, so it is usually another invoice: two rides at the same price on one day.
  'duplicate-similar': 'similar',
};

/** The group of a check, by its id or the prefix of its id. All others are about the extraction itself. */
export const checkGroup = (id: string): CheckGroup => {
  return groupOf[id] ?? (id.startsWith('qr-') ? 'qr' : 'extraction');
};

/** The groups of the failed checks, each once. */
export const failedGroups = (checks: readonly Finding[]): readonly CheckGroup[] => {
  const failed = new Set(
    checks.filter(({ level }) => level === 'warn' || level === 'error').map(({ id }) => checkGroup(id)),
  );
  return checkGroups.filter((group) => failed.has(group));
};
