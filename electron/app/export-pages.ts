import type { UnresolvedChoice } from '../../shared/contract/export/choice.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { ExportPage } from '../export/export-page.ts';
import { isSettled } from '../export/summary.ts';
import type { PageRow } from '../store/records/page.ts';
import type { ReadStore } from '../store/port.ts';
import type { Assessor, OpenedPage } from '../pipeline/assessor.ts';
import { exportPageOf, otherRenditions } from './page-detail.ts';

/** A page with its row. The row leads to the picture on which the page is drawn. */
export type ChosenPage = { readonly row: PageRow; readonly page: ExportPage };

/** The marks of an unfinished page in an export. */
const unreadMarks = ({ state }: PageRow): Pick<ExportPage, 'waiting' | 'cancelled'> => {
  if (state === 'recognized' || state === 'failed') return {};
  return state === 'cancelled' ? { waiting: true, cancelled: true } : { waiting: true };
};

/**
 * An opened page with its findings and its other files.
 * @param source its name in the export
 */
export const exportedPage = async (
  opened: OpenedPage,
  source: string,
  reads: Pick<ReadStore, 'renditions'>,
  assessor: Pick<Assessor, 'reviewed'>,
): Promise<ExportPage> =>
  exportPageOf(opened.row, source, await assessor.reviewed(opened), await otherRenditions(reads, opened.row));

/** The pages of an export, including those without data; the data of each is derived now. */
export const choosePages = async (
  store: ReadStore,
  assessor: Pick<Assessor, 'open' | 'reviewed'>,
  service: ServiceId,
  wanted: readonly PageId[],
): Promise<readonly ChosenPage[]> => {
  const chosen: ChosenPage[] = [];
  const seen = new Set<PageId>();
  for (const id of wanted) {
    const opened = await assessor.open(id);
    // The pages of a joined invoice are one page of the export.
    if (opened?.row.service !== service || seen.has(opened.row.id)) continue;
    const { row } = opened;
    seen.add(row.id);
    const page = await exportedPage(opened, row.source, store, assessor);
    chosen.push({ row, page: { ...page, ...unreadMarks(row) } });
  }
  return chosen;
};

/** The pages that remain after the user's choice about open findings. */
export const withoutLeftOut = (
  chosen: readonly ChosenPage[],
  unresolved: UnresolvedChoice,
): readonly ChosenPage[] => {
  if (unresolved === 'ask' || unresolved === 'keep') return chosen;
  const upTo = unresolved === 'leave-errors' ? 'error' : 'warn';
  return chosen.filter(({ page }) => isSettled(page, upTo));
};
