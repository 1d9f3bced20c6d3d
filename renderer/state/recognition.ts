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

/** Who can read the picture of a page. */
export type PictureReader = 'local' | 'service';

/** The reader with which the values of a page can be compared; null if there is none. */
export const otherReader = (
  { service, state, reader }: Pick<PageSummary, 'service' | 'state' | 'reader'>,
  info: AppInfo | null,
): PictureReader | null => {
  if (!info || service !== 'vat-invoice' || state !== 'recognized' || reader === null) return null;
  const canCall = info.account.ready && !info.settings.localOnly;
  if (reader === 'service' || reader === 'sandbox') return 'local';
  if (canCall) return 'service';
  return reader === 'local' ? null : 'local';
};

/**
 * Requests for recognition. The last one is an undo step until the user's next change. The ledger does not have it:
 * a finished call can't be undone.
 */
export const createRecognition = (connection: HostConnection) => {
  let last: readonly PageId[] = [];
  const host: HostConnection = {
    ...connection,
    invoke: (name, input) => {
      if (steps.has(name)) last = [];
      return connection.invoke(name, input);
    },
  };
  return {
    /** The host for all other actions. */
    host,
    recognize: async (ids: readonly PageId[], reader?: PictureReader): Promise<boolean> => {
      const input = { ids: [...ids], ...(reader === undefined ? {} : { reader }) };
      const done = settle(await host.invoke('pages.recognize', input));
      if (done) last = ids;
      return done !== null;
    },
    /**
     * Cancels the last request for the pages that still wait. Returns them; null if the last step was not a
     * request.
     */
    takeBack: async (): Promise<readonly PageId[] | null> => {
      if (last.length === 0) return null;
      const waiting = last.filter(isWaiting);
      last = [];
      if (waiting.length > 0) settle(await host.invoke('pages.cancel', { ids: [...waiting] }));
      return waiting;
    },
  };
};
