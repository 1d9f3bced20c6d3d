import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { ReaderChoice, Settings } from '../../../shared/contract/settings.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { readSettings } from '../../credentials/settings-store.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import { openDataFolder, type DataFolder } from '../data-folder.ts';
import { routeFailure, storageFailure } from '../command-failures.ts';
import { openLocalEngine, type Engine } from '../open-engine.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import { readersOf, type ReadersOfPage } from '../../pipeline/scan-intake.ts';
import type { Route, RouteRefusal, Routes } from '../../pipeline/routes.ts';
import { needsOnlyAccount, type RecognizePage, type SheetEnd } from './recognize-sheets.ts';
import type { FilesRefusal, FilesRequest } from './request.ts';

/** The ledger of a data folder, for work that makes no calls. */
export type OpenLedger = {
  readonly folder: DataFolder;
  readonly assessor: Assessor;
  readonly settings: Settings;
};

type LedgerDependencies = {
  readonly home: string;
  readonly now: () => Date;
  readonly onFailure: (failure: CommandFailure) => void;
};

/** Reports the notes about an open folder, works with it, and closes it. Null if its disk failed, which is reported. */
export const usingFolder = async <Value>(
  { notes, storageCode, close }: Pick<DataFolder, 'notes' | 'storageCode' | 'close'>,
  onFailure: (failure: CommandFailure) => void,
  work: () => Promise<Value>,
): Promise<Value | null> => {
  try {
    for (const note of notes) onFailure(note);
    return await work();
  } catch (error) {
    const code = storageCode(error);
    if (code === null) throw error;
    onFailure(storageFailure(code));
    return null;
  } finally {
    await close();
  }
};

/**
 * Opens the ledger, works with it, and closes it. A failure if it can't be opened; null if a failing disk of
 * the data folder ended the work, which was reported.
 */
export const withOpenLedger = async <Value>(
  { home, now, onFailure }: LedgerDependencies,
  work: (ledger: OpenLedger) => Promise<Value>,
): Promise<Result<Value | null, CommandFailure>> => {
  const opened = await openDataFolder(home, 'Vouch (command line)', now);
  if (!opened.ok) return failed(opened.failure);
  const folder = opened.value;
  const engine = openLocalEngine({ now });
  const settings = readSettings(home);
  const assessor = engine.assessorOf({ folder, settings: () => settings });
  const close = async (): Promise<void> => {
    await engine.close();
    await folder.close();
  };
  return success(
    await usingFolder({ ...folder, close }, onFailure, () => work({ folder, assessor, settings })),
  );
};

/** The ledger of an office, and its workers if they make the calls. */
export type OfficeRun = {
  readonly folder: DataFolder;
  readonly recognize: RecognizePage | null;
  /** The settings that hold in an office. */
  readonly settings: (ofComputer: Settings) => Settings;
  /** Called before data of these pages is written to these places. */
  readonly onOutput: (places: readonly string[], pages: readonly PageId[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** @param withWorkers whether the office's workers recognize pages */
export type OpenOffice = (
  withWorkers: boolean,
) => Promise<Result<OfficeRun, CommandFailure | 'not-installed'>>;

/**
 * Who recognizes the pages without digital data: the service, or an office's workers. A failure if neither
 * can.
 */
export type Way = Route | RecognizePage | Failure;

/** The route for pages without digital data; a failure if the configuration is wrong. */
const routeFor = async (
  { sandbox, service }: FilesRequest,
  routes: Routes,
  isLocalOnly: boolean,
): Promise<Result<Route | Failure, RouteRefusal>> => {
  if (isLocalOnly) return success(failureOf('calls-off'));
  const route = await routes.to(sandbox);
  if (route.ok || route.failure.reason !== 'no-account' || service !== 'vat-invoice') return route;
  return success(failureOf('no-account'));
};

const choiceOf = ({ local, reader }: FilesRequest, { invoiceReader }: ReaderSettings): ReaderChoice =>
  local ? 'local' : (reader ?? invoiceReader);

/** Who reads the pictures of a run. */
export const readersOfRun = (request: FilesRequest, settings: ReaderSettings, way: Way): ReadersOfPage =>
  readersOf(choiceOf(request, settings), request.service, !('reason' in way));

/** A missing account is a wrong configuration only if every page needs one. */
export const needsAccountForAll = (ends: readonly SheetEnd[], way: Way): boolean =>
  'reason' in way && way.reason === 'no-account' && needsOnlyAccount(ends);

type ReaderSettings = Pick<Settings, 'invoiceReader'>;

type Opened = Omit<OfficeRun, 'recognize'> & { readonly way: Way };

export type OpenRunDependencies = {
  readonly home: string;
  readonly now: () => Date;
  /** Null without an office. */
  readonly office: OpenOffice | null;
};

/** Opens the ledger of the run. Returns it with who makes its calls. */
export const openRun = async (
  request: FilesRequest,
  { routes }: Engine,
  ofRun: Settings,
  { home, now, office }: OpenRunDependencies,
): Promise<Result<Opened, FilesRefusal>> => {
  const isReadHere = request.service === 'vat-invoice' && choiceOf(request, ofRun) === 'local';
  const isLocal = request.local || isReadHere || ofRun.localOnly;
  const isByWorkers = office !== null && !isLocal;
  const route = isByWorkers ? null : await routeFor(request, routes, isLocal);
  if (route && !route.ok)
    return failed(
      route.failure.reason === 'no-account'
        ? { reason: 'no-account' }
        : { reason: 'failure', failure: routeFailure(route.failure) },
    );
  if (!office) {
    if (!route) throw new Error('Expected a route for the pages');
    const opened = await openDataFolder(home, 'Vouch (command line)', now);
    if (!opened.ok) return failed({ reason: 'failure', failure: opened.failure });
    return success({
      folder: opened.value,
      way: route.value,
      settings: (ofComputer) => ofComputer,
      onOutput: () => Promise.resolve(),
      close: opened.value.close,
    });
  }
  const opened = await office(isByWorkers);
  if (!opened.ok)
    return failed(
      opened.failure === 'not-installed'
        ? { reason: 'no-office' }
        : { reason: 'failure', failure: opened.failure },
    );
  const { recognize, ...rest } = opened.value;
  const way = recognize ?? route?.value;
  if (!way) throw new Error('Expected a way to recognize the pages');
  return success({ ...rest, way });
};
