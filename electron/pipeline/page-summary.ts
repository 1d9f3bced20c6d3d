import type { PageSummary } from '../../shared/contract/page.ts';
import type { PageRow } from '../store/records/page.ts';

/** A row of the ledger in the form that the window receives. */
export const summaryOf = (row: PageRow): PageSummary => ({
  id: row.id,
  service: row.service,
  document: row.document,
  held: row.held,
  name: row.name,
  page: row.page,
  pageCount: row.pageCount,
  state: row.state,
  failure: row.failure,
  sandbox: row.sandbox,
  asked:
    row.service === 'face-detect'
      ? { points: row.options.points ?? false, attributes: row.options.attributes ?? false }
      : null,
  maybePaid: row.maybePaid,
  reused: row.reused,
  addedAt: row.addedAt,
  finishedAt: row.finishedAt,
  answeredAt: row.answeredAt,
  exportedAt: row.exportedAt,
  hasPicture: row.picture !== null,
  pictureKey: row.picture?.sha256.slice(0, 16) ?? null,
  reader: row.reader,
  seal: row.seal?.state ?? null,
  headline: {
    kind: row.figures?.kind ?? null,
    code: row.figures?.code ?? null,
    seller: row.figures?.seller ?? null,
    buyer: row.figures?.buyer ?? null,
    number: row.figures?.number ?? null,
    issueDate: row.figures?.issueDate ?? null,
    total: row.figures?.total ?? null,
    taxTotal: row.figures?.taxTotal ?? null,
    grossTotal: row.figures?.grossTotal ?? null,
    faces: row.figures?.faces ?? null,
  },
  review: row.figures?.review ?? 'open',
  // A user who confirms an invoice has seen its open findings.
  findings:
    row.figures?.review === 'confirmed'
      ? { warn: 0, error: 0 }
      : { warn: row.figures?.warnings ?? 0, error: row.figures?.errors ?? 0 },
  confirmedErrors: row.figures?.review === 'confirmed' ? row.figures.errors : 0,
  tags: [...(row.figures?.tags ?? [])],
  note: row.figures?.note ?? null,
  failedGroups: [...(row.figures?.failedGroups ?? [])],
  books: row.books,
  version: row.version,
  hasEarlier: row.hasEarlier,
  joinedTo: row.joinedTo,
  joined: [...row.joined],
});

/** Whether a row is part of the invoice of another page, which represents it in lists, sums and exports. */
export const isFurtherPage = ({ id, joinedTo }: Pick<PageRow, 'id' | 'joinedTo'>): boolean =>
  joinedTo !== null && joinedTo !== id;
