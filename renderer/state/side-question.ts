import { mostSides, type SidesQuestion } from '../../shared/contract/page-commands.ts';
import { meantNow } from './shown-rows.ts';
import type { AppState } from './store.ts';

/** Findings that compare the extractions of one page. */
const ofReaders: ReadonlySet<string> = new Set([
  'rendition-differs',
  'recognition-differs',
  'readers-differ',
]);
const isOfReaders = (id: string): boolean => ofReaders.has(id);

/** Whether the subject of a finding can be compared side by side. */
export const isComparable = (id: string): boolean => id.startsWith('duplicate') || isOfReaders(id);

/**
 * The current subject of a comparison: the selected invoices, the duplicates of the shown one, or its
 * extractions.
 */
export const sideQuestion = ({ workspace, details }: AppState): SidesQuestion | null => {
  if (workspace !== 'vat-invoice') return null;
  const selected = [...meantNow(workspace).ids];
  if (selected.length >= 2 && selected.length <= mostSides) return { of: 'pages', ids: selected };
  const detail = details[workspace];
  const checks = (detail?.invoice?.checks ?? []).filter(({ level }) => level !== 'ok');
  if (!detail) return null;
  const { id } = detail.summary;
  if (checks.some((check) => check.id.startsWith('duplicate'))) return { of: 'duplicates', id };
  return checks.some((check) => isOfReaders(check.id)) ? { of: 'readers', id } : null;
};
