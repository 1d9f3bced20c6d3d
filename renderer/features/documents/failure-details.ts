import type { PageDetail } from '../../../shared/contract/page.ts';
import type { Failure } from '../../../shared/services/failure.ts';

type DetailRow = { readonly key: 'file' | 'kind' | 'code' | 'sid' | 'detail'; readonly value: string };

/** What support needs to know, in the order they ask. Rows without a value are left out. */
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
