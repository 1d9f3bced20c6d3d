import type { Failure } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Meaning } from './derived.ts';

/** The saved reply can't be decoded: the call was billed, but its data is lost. */
export const lostReply: Failure = failureOf('reply-lost', { mayHaveBeenPaid: true });

/** Why a page that counts as recognized has no data; null for every other page. */
export const lossOf = (page: Pick<PageRow, 'state'>, meaning: Meaning | null): Failure | null =>
  page.state === 'recognized' && meaning === null ? lostReply : null;
