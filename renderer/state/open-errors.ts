import { isOpenFinding } from '../../shared/invoice/finding.ts';
import type { Bilingual } from '../../shared/language.ts';
import type { Actions } from './actions.ts';
import { useApp } from './store.ts';

/** What the open errors of the shown invoice say. */
export const openErrors = (): readonly Bilingual[] => {
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
