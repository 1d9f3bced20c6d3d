import type { PageSummary } from '../../../shared/contract/page.ts';

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
  reused: false,
  addedAt: '2026-01-02T03:04:05.000Z',
  finishedAt: '2026-01-02T03:04:06.000Z',
  answeredAt: '2026-01-02T03:04:06.000Z',
  exportedAt: null,
  hasPicture: true,
  pictureKey: '0123456789abcdef',
  headline: { seller: null, number: null, issueDate: null, grossTotal: null, faces: null },
  review: 'open',
  doubts: { warn: 0, error: 0 },
  failedGroups: [],
  ...changes,
});
