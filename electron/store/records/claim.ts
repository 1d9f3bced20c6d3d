import type { PageId } from '../../../shared/contract/page.ts';
import type { PageClaims } from '../port.ts';

/** Others can take a page when its user has not used the window for this time, in seconds. */
export const claimSeconds = 120;

/** Claims of one process: a private ledger has no other. */
export const createLocalClaims = (now: () => Date): PageClaims => {
  const claims = new Map<PageId, { readonly person: string; readonly until: number }>();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  /** Releases a user's pages except one; false if there were none. */
  const leave = (person: string, but: PageId | null): boolean => {
    const left = [...claims].filter(([page, claim]) => claim.person === person && page !== but);
    for (const [page] of left) claims.delete(page);
    return left.length > 0;
  };
  const take = (person: string, page: PageId): boolean => {
    const at = now().getTime();
    const there = claims.get(page);
    const isOthers = there !== undefined && there.person !== person && there.until > at;
    const left = leave(person, page);
    if (!isOthers) claims.set(page, { person, until: at + claimSeconds * 1_000 });
    if (left || (!isOthers && there?.person !== person)) tell();
    return !isOthers;
  };
  return {
    take: (person, page) => Promise.resolve(take(person, page)),
    takeFirst: (person, pages) => Promise.resolve(pages.find((page) => take(person, page)) ?? null),
    giveBack: (person) => {
      if (leave(person, null)) tell();
      return Promise.resolve();
    },
    all: () => {
      const at = now().getTime();
      const held = [...claims].filter(([, { until }]) => until > at);
      return Promise.resolve(
        held.map(([page, { person }]) => ({ page, person })).toSorted((one, other) => one.page - other.page),
      );
    },
    listen: (onChange) => {
      listeners.add(onChange);
      return () => {
        listeners.delete(onChange);
      };
    },
  };
};
