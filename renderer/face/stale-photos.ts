import type { PageId, PageSummary } from '../../shared/records.ts';
import type { Settings } from '../../shared/settings.ts';
import type { PageList } from '../app/page-list.ts';

const isStale = ({ state, asked }: PageSummary, settings: Settings): boolean =>
  state === 'recognized' &&
  asked !== null &&
  (asked.points !== settings.facePoints || asked.attributes !== settings.faceAttributes);

/** Photos whose answer was asked for with other options than those that hold now: to have them anew costs a call each. */
export const stalePhotos = (list: PageList, settings: Settings): readonly PageId[] =>
  list.order.filter((id) => {
    const page = list.byId.get(id);
    return page !== undefined && isStale(page, settings);
  });
