import { batchCommandSchemas } from '../../shared/contract/batch-commands.ts';
import { joinCommandSchemas, reviewCommandSchemas } from '../../shared/contract/page-commands.ts';
import type { AppInfo } from '../../shared/contract/commands.ts';
import type { PageId, PageSummary } from '../../shared/contract/page.ts';
import { serviceIds } from '../../shared/services/service.ts';
import type { HostConnection } from './host.ts';
import { settle } from './settle.ts';
import { useApp } from './store.ts';

/** The commands that are undo steps of their own. */
const steps: ReadonlySet<string> = new Set(
  [reviewCommandSchemas, batchCommandSchemas, joinCommandSchemas].flatMap((schemas) => Object.keys(schemas)),
);

const isWaiting = (id: PageId): boolean =>
  serviceIds.some((service) => useApp.getState().lists[service].byId.get(id)?.state === 'waiting');

/** Pages that a cancellation of everything stops. Held ones wait for the user, and are in no queue. */
export const underWay = (): readonly PageId[] =>
  serviceIds.flatMap((service) =>
    [...useApp.getState().lists[service].byId.values()]
      .filter(({ state, held }) => state === 'calling' || (state === 'waiting' && !held))
      .map(({ id }) => id),
  );

/** A step that the ledger does not have: a request for recognition, or the cancellation of all of them. */
export type Step = { readonly what: 'recognize' | 'cancel'; readonly pages: readonly PageId[] };

/** Who can read the picture of a page. */
export type PictureReader = 'local' | 'service';

/** The reader with which the values of a page can be compared; null if there is none. */
export const otherReader = (
  { service, state, reader, part }: Pick<PageSummary, 'service' | 'state' | 'reader' | 'part'>,
  info: AppInfo | null,
): PictureReader | null => {
  if (!info || service !== 'vat-invoice' || state !== 'recognized' || reader === null) return null;
  // A call can't be told which of several invoices it reads.
  const canCall = info.account.ready && !info.settings.localOnly && part === 0;
  if (reader === 'service' || reader === 'sandbox') return 'local';
  if (canCall) return 'service';
  return reader === 'local' ? null : 'local';
};

/**
 * Requests for recognition, and their cancellation. The last one is an undo step until the user's next change. The
 * ledger does not have it: a finished call can't be undone.
 */
export const createRecognition = (connection: HostConnection) => {
  let last: Step | null = null;
  const host: HostConnection = {
    ...connection,
    invoke: (name, input) => {
      if (steps.has(name)) last = null;
      return connection.invoke(name, input);
    },
  };
  return {
    /** The host for all other actions. */
    host,
    recognize: async (ids: readonly PageId[], reader?: PictureReader): Promise<boolean> => {
      const input = { ids: [...ids], ...(reader === undefined ? {} : { reader }) };
      const done = settle(await host.invoke('pages.recognize', input));
      if (done) last = { what: 'recognize', pages: ids };
      return done !== null;
    },
    /** Stops everything that waits or runs. Resolves with whether it was done. */
    cancelAll: async (): Promise<boolean> => {
      const pages = underWay();
      const done = settle(await host.invoke('pages.cancel', { ids: 'all' }));
      if (done) last = { what: 'cancel', pages };
      return done !== null;
    },
    /**
     * Takes the last step back: cancels the request for the pages that still wait, or lets the cancelled ones
     * continue. Null if the last step was another one.
     */
    takeBack: async (): Promise<Step | null> => {
      const step = last;
      last = null;
      if (!step) return null;
      const pages = step.what === 'cancel' ? step.pages : step.pages.filter(isWaiting);
      const command = step.what === 'cancel' ? 'pages.continue' : 'pages.cancel';
      if (pages.length > 0) settle(await host.invoke(command, { ids: [...pages] }));
      return { ...step, pages };
    },
  };
};
