import type { Failure } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import type { PageRow } from '../store/records/page.ts';
import type { ReviewedPage } from './derived.ts';

/** The saved response can't be decoded: the call was billed, but its data is lost. */
export const lostResponse: Failure = failureOf('reply-lost', { mayHaveBeenPaid: true });

/** Why a page that counts as recognized has no data; null for every other page. */
export const lossOf = (page: Pick<PageRow, 'state'>, reviewed: ReviewedPage | null): Failure | null =>
  page.state === 'recognized' && reviewed === null ? lostResponse : null;

/** The row of a page as the ledger has it after its loss is marked there. */
export const lostRow = (row: PageRow, loss: Failure): PageRow => ({
  ...row,
  state: 'failed',
  failure: loss,
  // A demo call costs nothing, and a reused response belongs to the page of its call.
  maybePaid: row.maybePaid || (!row.sandbox && !row.reused && row.callId !== null),
  reused: false,
  answeredAt: null,
  figures: null,
});
