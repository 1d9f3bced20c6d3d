import { isBlankPage, type PageSummary, type PageDetail } from '../../../shared/contract/page.ts';
import { outcomeOf } from '../../state/outcome.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Failure, FailureReason } from '../../../shared/services/failure.ts';

/** Icon and tone of a row's state. */
type StateSign = { readonly icon: IconName; readonly tone: 'ok' | 'info' | 'warn' | 'error' };

/** One sign per row: the processing state, and at the end the result of the checks. */
export const stateSign = (page: PageSummary): StateSign => {
  const { state, findings, review, failure } = page;
  if (state === 'waiting') return { icon: 'clock', tone: 'info' };
  if (state === 'calling') return { icon: 'busy', tone: 'info' };
  if (review === 'aside') return { icon: 'aside', tone: 'info' };
  switch (state) {
    case 'interrupted':
      return { icon: 'pause', tone: 'warn' };
    case 'cancelled':
      return { icon: 'minus', tone: 'info' };
    case 'failed':
      return { icon: 'error', tone: 'error' };
    case 'recognized':
      if (review === 'confirmed') return { icon: 'confirmed', tone: 'ok' };
      if (isBlankPage(page)) return { icon: 'aside', tone: 'info' };
      if (findings.error > 0) return { icon: 'alert', tone: 'error' };
      if (findings.warn > 0 || failure) return { icon: 'alert', tone: 'warn' };
      if (outcomeOf(page) === 'comparing') return { icon: 'clock', tone: 'info' };
      return { icon: 'check', tone: 'ok' };
    default:
      return state satisfies never;
  }
};

type DetailRow = { readonly key: 'file' | 'kind' | 'code' | 'sid' | 'detail'; readonly value: string };

/** The data for support, in the usual order of its questions. Rows without a value are left out. */
export const supportRows = (detail: PageDetail, failure: Failure): readonly DetailRow[] => {
  const rows: readonly { readonly key: DetailRow['key']; readonly value: string | null }[] = [
    { key: 'file', value: detail.summary.name },
    { key: 'kind', value: `${failure.kind} / ${failure.reason}` },
    { key: 'code', value: failure.code === null ? null : String(failure.code) },
    { key: 'sid', value: detail.sid },
    { key: 'detail', value: failure.detail },
  ];
  return rows.flatMap(({ key, value }) => (value === null || value === '' ? [] : [{ key, value }]));
};

/** Reasons in the file itself: recognizing it again gives the same result. */
const ofTheFile: ReadonlySet<FailureReason> = new Set([
  'empty',
  'not-an-image',
  'unsupported-format',
  'other-archive',
  'not-downloaded',
  'heic',
  'ofd',
  'encrypted-archive',
  'damaged',
  'too-large',
  'file-too-large',
  'too-many-pixels',
  'page-too-large',
  'too-many-pages',
  'archive-too-large',
  'archive-too-deep',
  'archive-empty',
  'mail-empty',
  'mail-links',
  'mail-encrypted',
  'old-office',
  'xml-doctype',
  'no-invoice-data',
  'too-small-for-faces',
]);

/** The one step that helps most after a failure: only its button is highlighted. */
export const mainStepAfter = ({
  reason,
}: Pick<Failure, 'reason'>): 'again' | 'remove' | 'unlock' | 'match' => {
  if (reason === 'encrypted-pdf') return 'unlock';
  if (reason === 'spreadsheet' || reason === 'old-spreadsheet') return 'match';
  return ofTheFile.has(reason) ? 'remove' : 'again';
};
