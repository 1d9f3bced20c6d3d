import { isOpenFinding } from '../../shared/invoice/finding.ts';
import type { Bilingual } from '../../shared/language.ts';
import type { Actions } from './actions.ts';
import type { PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { useApp } from './store.ts';

/** The messages of the open errors of the shown invoice. */
const openErrors = (): readonly Bilingual[] => {
  const { workspace, details } = useApp.getState();
  return (details[workspace]?.invoice?.checks ?? [])
    .filter((check) => check.level === 'error' && isOpenFinding(check))
    .map(({ message }) => message);
};

/** Asks once before the shown invoice is confirmed over its open errors. False if it has none. */
export const askAboutErrors = (actions: Pick<Actions, 'openDialog'>): boolean => {
  const messages = openErrors();
  if (messages.length === 0) return false;
  actions.openDialog({ kind: 'confirm-errors', messages });
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
  const withErrors = ids.filter((id) => {
    const page = byId.get(id);
    return page?.state === 'recognized' && page.review !== 'confirmed' && page.findings.error > 0;
  });
  if (withErrors.length > 0) actions.openDialog({ kind: 'confirm-several', service, ids, withErrors });
  else await actions.reviewPages(service, ids, 'confirmed');
};
