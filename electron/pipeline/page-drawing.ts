import type { PageId } from '../../shared/contract/page.ts';
import type { ServiceId } from '../../shared/services/service.ts';

/** Draws the pages of digital invoices for the screen, after all files were read: figures are checked first. */
export type PageDrawing = {
  readonly add: (pages: readonly PageId[]) => void;
  /** Draws those of these pages that wait before all others; resolves when they are drawn. */
  readonly soon: (pages: readonly PageId[]) => Promise<void>;
  /** Sets how many files of a service are about to be added: pages are drawn after them. */
  readonly expect: (service: ServiceId, files: number) => void;
  /** The file of this page is about to be read: pages are drawn after it. */
  readonly beginFile: (page: PageId) => void;
  /** The file of this page was read, or will not be. Does nothing the second time. */
  readonly endFile: (page: PageId) => void;
  readonly settled: () => Promise<void>;
  /** Forgets waiting pages: the next start adds them again. */
  readonly stop: () => Promise<void>;
};

type PageDrawingDependencies = {
  readonly draw: (page: PageId) => Promise<void>;
  readonly onBug: (error: unknown) => void;
};

export const createPageDrawing = ({ draw, onBug }: PageDrawingDependencies): PageDrawing => {
  const waiting = new Set<PageId>();
  const underWay = new Map<PageId, Promise<void>>();
  const expected = new Map<ServiceId, number>();
  const unread = new Set<PageId>();
  let stopped = false;

  const isHeld = (): boolean => unread.size > 0 || expected.values().some((files) => files > 0);
  const start = (page: PageId): void => {
    waiting.delete(page);
    const work = draw(page)
      .catch(onBug)
      .finally(() => {
        underWay.delete(page);
        wake();
      });
    underWay.set(page, work);
  };
  const wake = (): void => {
    const [page] = waiting;
    // Drawing one page at a time leaves a core to the window. A page that got another file meanwhile is drawn
    // again.
    if (page !== undefined && !stopped && underWay.size === 0 && !isHeld()) start(page);
  };
  const soon = async (pages: readonly PageId[]): Promise<void> => {
    await Promise.all(pages.flatMap((page) => underWay.get(page) ?? []));
    if (stopped) return;
    for (const page of pages) if (waiting.has(page) && !underWay.has(page)) start(page);
    await Promise.all(pages.flatMap((page) => underWay.get(page) ?? []));
  };

  return {
    add: (pages) => {
      if (stopped) return;
      for (const page of pages) waiting.add(page);
      wake();
    },
    soon,
    expect: (service, files) => {
      expected.set(service, files);
      wake();
    },
    beginFile: (page) => {
      unread.add(page);
    },
    endFile: (page) => {
      if (unread.delete(page)) wake();
    },
    settled: async () => {
      while (waiting.size + underWay.size > 0) await soon([...waiting, ...underWay.keys()]);
    },
    stop: async () => {
      stopped = true;
      waiting.clear();
      await Promise.all(underWay.values());
    },
  };
};
