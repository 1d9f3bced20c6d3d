import { isOpenFinding } from '../../shared/invoice/finding.ts';
import type { Actions } from './actions.ts';
import type { PageDetail, PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { seenIn } from './page-list.ts';
import { useApp } from './store.ts';

/** Asks once before the shown invoice is confirmed over its open errors. False if it has none. */
export const askAboutErrors = (actions: Pick<Actions, 'openDialog'>, shown: PageDetail): boolean => {
  const messages = (shown.invoice?.checks ?? [])
    .filter((check) => check.level === 'error' && isOpenFinding(check))
    .map(({ message }) => message);
  if (messages.length === 0) return false;
  actions.openDialog({ kind: 'confirm-errors', seen: seenIn(shown), messages });
  return true;
};

/** Confirms several pages. Asks once before, if some of them have open errors. */
export const confirmPages = async (
  actions: Pick<Actions, 'edited' | 'openDialog' | 'reviewPages'>,
  service: ServiceId,
  ids: readonly PageId[],
): Promise<void> => {
  // The last input may have resolved or added an error.
  await actions.edited();
  const { byId } = useApp.getState().lists[service];
  const pages = ids.flatMap((id) => byId.get(id) ?? []);
  const withErrors = pages
    .filter(
      ({ state, review, findings }) => state === 'recognized' && review !== 'confirmed' && findings.error > 0,
    )
    .map(({ id }) => id);
  if (withErrors.length > 0) actions.openDialog({ kind: 'confirm-several', service, pages, withErrors });
  else await actions.reviewPages(service, pages, 'confirmed');
};
