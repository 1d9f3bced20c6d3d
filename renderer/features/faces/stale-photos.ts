import type { PageId, PageSummary } from '../../../shared/contract/page.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import type { PageList } from '../../state/page-list.ts';

const isStale = ({ state, asked }: PageSummary, settings: Settings): boolean =>
  state === 'recognized' &&
  asked !== null &&
  (asked.points !== settings.facePoints || asked.attributes !== settings.faceAttributes);

/** Photos recognized with other options than the current ones. */
export const stalePhotos = (list: PageList, settings: Settings): readonly PageId[] =>
  list.order.filter((id) => {
    const page = list.byId.get(id);
    return page !== undefined && isStale(page, settings);
  });

/** The number of photos among these whose recognition is billed: the demo's are not. */
export const countBilled = ({ byId }: PageList, ids: readonly PageId[]): number =>
  ids.filter((id) => byId.get(id)?.sandbox === false).length;
