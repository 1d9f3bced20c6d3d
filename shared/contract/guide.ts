import { checkGroup, checkGroups } from '../invoice/check-groups.ts';

/** The pages of docs/guide, in the order of the window's guide. Each exists in both languages. */
export const guidePages = [
  'start',
  'digital',
  'scans',
  'checks',
  'correct',
  'table',
  'export',
  'vouchers',
  'verify',
  'archive',
  'faces',
  'data',
  'account',
  'office',
  'command-line',
] as const;
export type GuidePage = (typeof guidePages)[number];

/** A page, or one of its sections, counted from 0. */
export type GuidePlace = { readonly page: GuidePage; readonly section: number | null };

/** What explains a finding, by the id of its check. The page about checks has a section for each group, in their order. */
export const guidePlaceOf = (check: string): GuidePlace => {
  if (/^(?:seal|signature|face)/u.test(check))
    return check.startsWith('face') ? { page: 'faces', section: null } : { page: 'digital', section: 0 };
  return { page: 'checks', section: checkGroups.indexOf(checkGroup(check)) };
};
