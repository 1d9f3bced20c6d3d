import type { UnresolvedChoice } from '../../shared/contract/export/choice.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { ExportPage } from '../export/export-page.ts';
import { isSettled } from '../export/summary.ts';
import type { PageRow } from '../store/records/page.ts';
import type { ReadStore } from '../store/port.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import { exportPageOf, otherRenditions } from './page-detail.ts';

/** A page with its row: the picture is found by the one, and drawn on by the other. */
export type ChosenPage = { readonly row: PageRow; readonly page: ExportPage };

/** What an export says of a page that has not come to its end. */
const unreadMarks = ({ state }: PageRow): Pick<ExportPage, 'waiting' | 'cancelled'> => {
  if (state === 'recognized' || state === 'failed') return {};
  return state === 'cancelled' ? { waiting: true, cancelled: true } : { waiting: true };
};

/** The pages of an export, those without data included: what each means is worked out now. */
export const choosePages = async (
  store: ReadStore,
  assessor: Pick<Assessor, 'open' | 'meaning'>,
  service: ServiceId,
  wanted: readonly PageId[],
): Promise<readonly ChosenPage[]> => {
  const chosen: ChosenPage[] = [];
  for (const id of wanted) {
    const opened = await assessor.open(id);
    if (opened?.row.service !== service) continue;
    const { row } = opened;
    const page = exportPageOf(
      row,
      row.source,
      await assessor.meaning(opened),
      await otherRenditions(store, row),
    );
    chosen.push({ row, page: { ...page, ...unreadMarks(row) } });
  }
  return chosen;
};

/** The pages that the user's word on what is not settled leaves in. */
export const withoutLeftOut = (
  chosen: readonly ChosenPage[],
  unresolved: UnresolvedChoice,
): readonly ChosenPage[] => {
  if (unresolved === 'ask' || unresolved === 'keep') return chosen;
  const upTo = unresolved === 'leave-errors' ? 'error' : 'warn';
  return chosen.filter(({ page }) => isSettled(page, upTo));
};
