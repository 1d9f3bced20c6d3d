import { success } from '../../../shared/result.ts';
import type { OfficeHooks } from '../../app/office-hooks.ts';
import { openOfficeDownloads } from '../store/downloads.ts';
import { openOfficeKeptMails } from '../store/kept-mails.ts';
import type { OfficeStore } from '../store/open-store.ts';
import type { PageQueue } from '../store/page-queue.ts';
import { livingWorkers } from '../store/workers.ts';
import type { OfficeSettings } from '../store/settings.ts';

/** The interval at which a server looks for pages that no living server prepares. */
const takeOverEveryMs = 20_000;
/** Number of pages to take over at once. */
const maxTakenOver = 200;

type OfficeHookDependencies = {
  readonly database: OfficeStore;
  readonly queue: Pick<PageQueue, 'send'>;
  readonly settings: Pick<OfficeSettings, 'listen'>;
  readonly auditDigest: OfficeHooks['auditDigest'];
  readonly lastUser: OfficeHooks['lastUser'];
  readonly onBug: (error: unknown) => void;
};

/**
 * How a server divides the pages of its office with others: servers prepare pages, and only the workers have the
 * account and make the calls. A server makes the calls of the sandbox itself.
 */
export const openOfficeHooks = ({
  database,
  queue,
  settings,
  auditDigest,
  lastUser,
  onBug,
}: OfficeHookDependencies): OfficeHooks => {
  const { store } = database;
  return {
    isShared: true,
    // Several servers may have a page in their queues: one of them works on it.
    exclusively: async (page, leases, run) => {
      const row = await store.page(page);
      // A prepared page belongs to the workers.
      if (!row || (row.picture && !row.sandbox)) return run();
      const [claimed] = await store.transact((unit) => unit.claim(1, leases.hold(), [page]));
      if (claimed === undefined) return 'done';
      try {
        return await run();
      } finally {
        await store.transact((unit) => unit.release([claimed], leases.owner)).catch(onBug);
      }
    },
    handsOver: ({ sandbox }) => !sandbox,
    handOver: ({ id }) => store.transact((unit) => queue.send(unit, [id])),
    isCalledElsewhere: ({ state }) => state === 'calling',
    workers: () => livingWorkers(database, false),
    downloads: openOfficeDownloads(database),
    keptMails: openOfficeKeptMails(database),
    // A prepared page belongs to the workers, and a held one to the server that prepares it.
    pagesLeft: async ({ pages, unheld }) => pages(await unheld(maxTakenOver)),
    sendingWith: () => ({
      routes: { to: () => Promise.resolve(success(null)) },
      ready: () => Promise.resolve(() => true),
    }),
    auditDigest,
    lastUser,
    follow: ({ settingsChanged, claimsChanged, resume }) => {
      const stops = [settings.listen(settingsChanged), store.claims.listen(claimsChanged)];
      const timer = setInterval(resume, takeOverEveryMs).unref();
      return () => {
        clearInterval(timer);
        for (const stop of stops) stop();
      };
    },
  };
};
