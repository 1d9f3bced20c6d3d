import { create } from 'zustand';
import { mostOffered, type Person } from '../../shared/contract/office.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { callOffice } from './office.ts';
import type { ReadableState } from './read-store.ts';
import { useApp } from './store.ts';

type ClaimsState = {
  /** Pages that other users have open, with their names; empty outside an office. */
  readonly others: ReadonlyMap<PageId, string>;
};

const store = create<ClaimsState>(() => ({ others: new Map() }));

/** The pages that other users have open, read-only. */
export const useClaims: ReadableState<ClaimsState> = store;

/** The server drops the claims of a window that sends nothing for a minute. */
const keepEveryMs = 20_000;

let me: Person | null = null;

export const loadClaims = async (): Promise<void> => {
  if (!me) return;
  const found = await callOffice('claims', {});
  if (!found.ok) return;
  const others = found.value.claims.filter(({ person }) => person !== me?.id);
  store.setState({ others: new Map(others.map(({ page, name }) => [page, name])) });
};

/** Takes a page for this user; false if another user has it. Always true outside an office. */
export const takePage = async (page: PageId): Promise<boolean> => {
  if (!me) return true;
  const taken = await callOffice('claim', { page });
  // If the office does not respond, the user can continue.
  return !taken.ok || taken.value.isOwn;
};

/**
 * Takes the first of these pages that waits for review and that no other user has; null if there is none.
 * Outside an office it is the first one.
 */
export const takeFirst = async (pages: readonly PageId[]): Promise<PageId | null> => {
  const [first = null] = pages;
  if (!me || first === null) return first;
  const taken = await callOffice('claimFirst', { pages: pages.slice(0, mostOffered) });
  return taken.ok ? taken.value.page : first;
};

const shownPage = (): PageId | null => {
  const { workspace, current } = useApp.getState();
  return current[workspace];
};

/** While the window is open, keeps the shown page claimed and the claims of other users up to date. */
export const followClaims = (person: Person): void => {
  me = person;
  const keep = (): void => {
    const page = shownPage();
    void (page === null ? callOffice('giveBack', {}) : takePage(page));
  };
  let shown = shownPage();
  useApp.subscribe(() => {
    const page = shownPage();
    if (page === shown) return;
    shown = page;
    keep();
  });
  setInterval(() => {
    if (shown !== null) keep();
    // Expired claims send no event.
    void loadClaims();
  }, keepEveryMs);
  void loadClaims();
};
