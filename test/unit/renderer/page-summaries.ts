import type { PageSummary } from '../../../shared/contract/page.ts';

export const noHeadline: PageSummary['headline'] = {
  kind: null,
  code: null,
  seller: null,
  buyer: null,
  number: null,
  issueDate: null,
  total: null,
  taxTotal: null,
  grossTotal: null,
  faces: null,
};

/** A recognized invoice's row, with whatever a test wants otherwise. */
export const summary = (changes: Partial<PageSummary> & Pick<PageSummary, 'id'>): PageSummary => ({
  service: 'vat-invoice',
  name: `${changes.id}.jpg`,
  document: changes.id,
  held: false,
  page: 1,
  pageCount: 1,
  state: 'recognized',
  failure: null,
  sandbox: false,
  asked: null,
  maybePaid: false,
  reused: false,
  addedAt: '2026-01-02T03:04:05.000Z',
  finishedAt: '2026-01-02T03:04:06.000Z',
  answeredAt: '2026-01-02T03:04:06.000Z',
  exportedAt: null,
  hasPicture: true,
  pictureKey: '0123456789abcdef',
  headline: { ...noHeadline },
  review: 'open',
  doubts: { warn: 0, error: 0 },
  confirmedErrors: 0,
  tags: [],
  note: null,
  failedGroups: [],
  ...changes,
});
