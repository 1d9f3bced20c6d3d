import type { PageDetail } from '../../../shared/contract/page.ts';
import type { Failure, FailureReason } from '../../../shared/services/failure.ts';

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
  'xml-doctype',
  'no-invoice-data',
  'too-small-for-faces',
]);

/** The one step that helps most after a failure: only its button is highlighted. */
export const mainStepAfter = ({ reason }: Pick<Failure, 'reason'>): 'again' | 'remove' | 'unlock' => {
  if (reason === 'encrypted-pdf') return 'unlock';
  return ofTheFile.has(reason) ? 'remove' : 'again';
};
