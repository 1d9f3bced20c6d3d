import type { Finding } from './finding.ts';

/** The topic of a check. An accountant would group failed checks this way. */
export const checkGroups = ['amounts', 'identity', 'parties', 'qr', 'duplicate', 'extraction'] as const;
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
  'code-shape': 'identity',
  'number-shape': 'identity',
  'issue-date': 'identity',
  'check-code-length': 'identity',
  'right-side-used': 'identity',
  'buyer-own-company': 'parties',
  duplicate: 'duplicate',
  'duplicate-similar': 'duplicate',
};

/** The group of a check, by its id or the prefix of its id. All others are about the extraction itself. */
export const checkGroup = (id: string): CheckGroup => {
  const known = groupOf[id];
  if (known) return known;
  if (id.startsWith('qr-')) return 'qr';
  return id.startsWith('tax-id') || id.includes('check-character') ? 'parties' : 'extraction';
};

/** The groups of the failed checks, each once. */
export const failedGroups = (checks: readonly Finding[]): readonly CheckGroup[] => {
  const failed = new Set(
    checks.filter(({ level }) => level === 'warn' || level === 'error').map(({ id }) => checkGroup(id)),
  );
  return checkGroups.filter((group) => failed.has(group));
};
