import { mostAgain } from '../../shared/contract/page-commands.ts';
import type { PageId, PageState } from '../../shared/contract/page.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { CallOptions, PageRow } from '../store/records/page.ts';
import type { ReadStore } from '../store/port.ts';
import { newBatch } from '../pipeline/batch.ts';
import type { DataFolder } from './data-folder.ts';
import type { Caller, Handlers } from './handlers.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import {
  askedBy,
  callsOff,
  pageNotFound,
  pagesOfOthers,
  paperNotSent,
  partNotSent,
  stoppedOfOthers,
} from './command-failures.ts';
import { firstRefusal, type AppRoutes, type OfficeHooks } from './office-hooks.ts';
import { hasCompleteData, localExtractions } from '../pipeline/digital-intake.ts';
import type { CommandFailure } from '../../shared/contract/commands.ts';

type PageCommandDependencies = {
  readonly folder: DataFolder;
  readonly runner: PageRunner;
  readonly routes: AppRoutes;
  readonly settings: () => Settings;
  readonly office: Pick<OfficeHooks, 'isShared' | 'lastUser'>;
};

type PageCommands = Pick<Handlers, 'pages.recognize' | 'pages.compare' | 'pages.cancel' | 'pages.continue'>;

/** The options of a service's calls, from the settings. */
export const optionsFor = (service: ServiceId, settings: Settings): CallOptions =>
  service === 'face-detect' ? { points: settings.facePoints, attributes: settings.faceAttributes } : {};

/** The user withdrew a changed picture, or its recognition failed: shows the page's earlier result again. */
export const isGivenUp = ({ held, state, hasEarlier }: PageRow): boolean => {
  if (state === 'waiting') return held;
  return hasEarlier && (state === 'failed' || state === 'interrupted' || state === 'cancelled');
};

/** Pages, with the further pages of the invoices that they represent. */
const withFurtherPages = async (
  store: Pick<ReadStore, 'pages'>,
  ids: readonly PageId[],
): Promise<readonly PageId[]> => {
  const rows = await store.pages(ids);
  return [
    ...new Set([...ids, ...rows.flatMap(({ id, joinedTo, joined }) => (joinedTo === id ? joined : []))]),
  ];
};

/** The states of pages that may be given up. */
export const givenUpIn: readonly PageState[] = ['waiting', 'failed', 'interrupted', 'cancelled'];

/** How many of some pages are of other users, if an office's user does not approve: they are not the user's to stop. */
export const ofOthers = (pages: readonly PageRow[], { by, may = () => true }: Caller): number =>
  may('approver') ? 0 : pages.filter(({ author }) => author !== by).length;

export const pageCommands = (dependencies: PageCommandDependencies): PageCommands => {
  const { folder, runner, routes, settings, office } = dependencies;
  const { store } = folder;

  /** Another user has had all these pages read, so that nothing is left to do: says who. */
  const readElsewhere = async (
    ids: readonly PageId[],
    by: string,
  ): Promise<Result<Record<string, never>, CommandFailure>> => {
    const used = ['pages.recognize', 'pages.compare', 'pages.continue'] as const;
    const other = ids.length === 0 ? null : await office.lastUser({ used, unless: 'pages.cancel' }, ids, by);
    return other === null ? success({}) : failed(askedBy(other));
  };

  /** Requests that pages are read again. */
  const requestCalls = async (
    ids: readonly PageId[],
    reader: CallOptions['reader'],
    by: string,
  ): Promise<Result<Record<string, never>, CommandFailure>> => {
    await runner.ended(ids);
    // Refused bytes that were not stored can't be read again, so that page stays unchanged.
    const rows = (await store.pages(ids)).filter(
      ({ id, picture, path }) => !runner.has(id) && (picture !== null || path !== null),
    );
    if (reader === 'service' && rows.some(({ part }) => part > 0)) return failed(partNotSent);
    // A reader that was chosen for a page holds until another one is chosen.
    const optionsOf = ({ service, options }: PageRow): CallOptions => {
      const chosen = reader ?? options.reader;
      return { ...optionsFor(service, settings()), ...(chosen === undefined ? {} : { reader: chosen }) };
    };
    const wanted = rows.map((row) => ({ ...row, options: optionsOf(row) }));
    const refusal = await firstRefusal(settings(), wanted, routes);
    if (refusal) return failed(refusal);
    const { after, waiting } = await store.transact(async (unit) => {
      const named = rows.map(({ id }) => id);
      await unit.lockPages(named);
      const now = new Map((await unit.pages(named)).map(({ id, options }) => [id, options.reader]));
      // Pages of an office that wait are on their way to a reader, unless they shall have another one.
      const leavesWaiting =
        office.isShared && wanted.every(({ id, options }) => options.reader === now.get(id));
      const asked = new Set(await unit.askAgain(named, by, leavesWaiting));
      for (const { id, options } of wanted) if (asked.has(id)) await unit.setOptions([id], options);
      await unit.setHeld([...asked], false);
      return { after: await unit.newestCall(), waiting: await unit.pages([...asked]) };
    });
    const asked = waiting.map(({ id }) => id);
    if (asked.length === 0) return readElsewhere(ids, by);
    await runner.tell(asked);
    runner.add(waiting, newBatch(after));
    return success({});
  };

  return {
    // A digital invoice is only sent if the user requests a comparison.
    'pages.recognize': async ({ ids, reader }, { by }) => {
      const wanted: PageId[] = [];
      for (const id of await withFurtherPages(store, ids))
        if (!(await hasCompleteData(store, id))) wanted.push(id);
      return requestCalls(wanted, reader, by);
    },
    'pages.compare': async ({ id, reader = 'service' }, { by }) => {
      if (reader === 'local') {
        const row = await store.page(id);
        if (row?.state !== 'recognized' || row.service !== 'vat-invoice') return failed(pageNotFound);
        // Its data is shown before its page is drawn.
        await runner.settled([id]);
        runner.compare(row);
        return success({});
      }
      const row = await store.page(id);
      if (row && row.part > 0) return failed(partNotSent);
      const shown = (await store.extractionsOf(id)).find((one) => one.id === row?.extractionId);
      if (shown?.payload?.paper) return failed(paperNotSent);
      const isReadHere = row?.reader === 'local';
      if (!isReadHere && (await localExtractions(store, id)).length === 0) return failed(pageNotFound);
      if (settings().localOnly) return failed(callsOff);
      // Its data is shown before its page is drawn. A page that waits has a reader ahead, perhaps not before tomorrow.
      if (row?.state === 'recognized') await runner.settled([id]);
      return requestCalls([id], 'service', by);
    },
    'pages.cancel': async ({ ids: asked }, caller) => {
      const ids = asked === 'all' ? asked : await withFurtherPages(store, asked);
      const foreign = ids === 'all' ? 0 : ofOthers(await store.pages(ids), caller);
      if (foreign > 0) return failed(pagesOfOthers(foreign));
      await runner.cancel(ids);
      // Pages that wait for the user's approval are in no queue; "all" stops the queue and leaves them
      // waiting.
      const rows = ids === 'all' ? [] : await store.pages(ids);
      const held = rows.filter(isGivenUp).map(({ id }) => id);
      if (held.length === 0) return success({});
      await store.transact(async (unit) => {
        await unit.setHeld(await unit.setStateFrom(held, givenUpIn, 'cancelled'), false);
      });
      for (const { id, state } of await store.pages(held))
        await (state === 'recognized' ? runner.assess(id) : runner.tell([id]));
      return success({});
    },
    'pages.continue': async ({ ids }, caller) => {
      const stopped = (await store.pages(ids)).filter(({ state }) => state === 'cancelled');
      const foreign = ofOthers(stopped, caller);
      if (foreign > mostAgain) return failed(stoppedOfOthers(foreign));
      const free = stopped.map(({ id }) => id).filter((id) => !runner.has(id));
      const asked = await store.transact((unit) => unit.setStateFrom(free, ['cancelled'], 'waiting'));
      if (asked.length === 0) return readElsewhere(ids, caller.by);
      await runner.tell(asked);
      runner.add(await store.pages(asked), newBatch());
      return success({});
    },
  };
};
