import type { User } from '../../shared/contract/office.ts';
import { mayDo, mostOffered } from '../../shared/contract/roles.ts';
import type { CallOffice } from './call-office.ts';
import { create } from 'zustand';
import type { PageId } from '../../shared/contract/page.ts';
import type { ReadableState } from './read-store.ts';
import { useApp } from './store.ts';

/** Whether this page was served by an office, which the server states in the page. */
export const isOffice = (): boolean =>
  document.querySelector('meta[name="vouch-host"]')?.getAttribute('content') === 'office';

/** The secret of the link that this page was opened by; it leaves the address at once. Null for none. */
export const takeLink = (): string | null => {
  const link = new URLSearchParams(window.location.hash.slice(1)).get('link');
  if (link !== null) window.history.replaceState(null, '', window.location.pathname);
  return link;
};

/** Runs a command of shared/contract/office.ts. Its schemas are loaded in an office only. */
export const callOffice: CallOffice = async (name, input) =>
  (await import('./call-office.ts')).callOffice(name, input);

type ClaimsState = {
  /** Pages that other users have open, with their names; empty outside an office. */
  readonly others: ReadonlyMap<PageId, string>;
};

const store = create<ClaimsState>(() => ({ others: new Map() }));

/** The pages that other users have open, read-only. */
export const useClaims: ReadableState<ClaimsState> = store;

/** The server drops a claim two minutes after the last use. */
const keepEveryMs = 15_000;
/** Expired claims send no event. */
const loadEveryMs = 20_000;

let me: User | null = null;

/** Viewers only look: they take no page. */
const takes = (): boolean => me !== null && mayDo(me.role, 'preparer');

export const loadClaims = async (): Promise<void> => {
  if (!me) return;
  const found = await callOffice('claims', {});
  if (!found.ok) return;
  const others = found.value.claims.filter(({ person }) => person !== me?.id);
  store.setState({ others: new Map(others.map(({ page, name }) => [page, name])) });
};

/** Takes a page for this user; false if another user has it. Always true outside an office. */
export const takePage = async (page: PageId): Promise<boolean> => {
  if (!takes()) return true;
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
  if (!takes() || first === null) return first;
  const taken = await callOffice('claimFirst', { pages: pages.slice(0, mostOffered) });
  return taken.ok ? taken.value.page : first;
};

const shownPage = (): PageId | null => {
  const { workspace, current } = useApp.getState();
  return current[workspace];
};

/**
 * While a person uses the window, keeps the shown page claimed. Keeps the claims of other users up to date.
 * @param onUse calls its second argument when a person uses the window, at most once in the given milliseconds
 */
export const followClaims = (user: User, onUse: (everyMs: number, act: () => void) => void): void => {
  me = user;
  const keep = (): void => {
    const page = shownPage();
    if (takes()) void (page === null ? callOffice('giveBack', {}) : takePage(page));
  };
  let shown = shownPage();
  useApp.subscribe(() => {
    const page = shownPage();
    if (page === shown) return;
    shown = page;
    keep();
  });
  onUse(keepEveryMs, () => {
    if (shown !== null && document.visibilityState === 'visible') keep();
  });
  setInterval(() => void loadClaims(), loadEveryMs);
  void loadClaims();
};
