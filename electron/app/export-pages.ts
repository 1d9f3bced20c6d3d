import { setImmediate } from 'node:timers/promises';
import type { UnresolvedChoice } from '../../shared/contract/export/choice.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { ExportPage } from '../export/export-page.ts';
import { isSettled } from '../export/summary.ts';
import type { PageRow } from '../store/records/page.ts';
import type { Pages } from '../store/sqlite/pages.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import { exportPageOf } from './page-detail.ts';

/** A page with its row: the picture is found by the one, and drawn on by the other. */
export type ChosenPage = { readonly row: PageRow; readonly page: ExportPage };

/** Work goes on in pieces of about this many milliseconds, so that the window is answered in between. */
const pieceMs = 12;

/** What an export says of a page that has not come to its end. */
const unreadMarks = ({ state }: PageRow): Pick<ExportPage, 'waiting' | 'cancelled'> => {
  if (state === 'recognized' || state === 'failed') return {};
  return state === 'cancelled' ? { waiting: true, cancelled: true } : { waiting: true };
};

/** The pages of an export, those without data included: what each means is worked out now. */
export const choosePages = async (
  pages: Pages,
  assessor: Assessor,
  service: ServiceId,
  wanted: readonly PageId[],
  renditionsOf: (row: PageRow) => readonly string[],
): Promise<readonly ChosenPage[]> => {
  const chosen: ChosenPage[] = [];
  let since = performance.now();
  for (const id of wanted) {
    const asked = pages.get(id);
    if (asked?.service === service) await assessor.prepare(asked);
    // Read anew each time: a page may be removed while others are worked out.
    const row = pages.get(id);
    if (row?.service === service) {
      const page = exportPageOf(row, row.source, assessor.meaning(row), renditionsOf(row));
      chosen.push({ row, page: { ...page, ...unreadMarks(row) } });
    }
    if (performance.now() - since < pieceMs) continue;
    await setImmediate();
    since = performance.now();
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
