import { resolve } from 'node:path';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { Tally } from '../../../shared/texts/command-line.ts';
import { accountFrom } from '../../credentials/environment-account.ts';
import { readSettings } from '../../credentials/settings-store.ts';
import { annotatedNames } from '../../export/annotated-names.ts';
import type { ExportPage } from '../../export/export-page.ts';
import { expandPaths } from '../../intake/expand-paths.ts';
import { nodeDecoder } from '../../intake/node-decoder.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import { newBatch } from '../../pipeline/batch.ts';
import { createLeases, type Leases } from '../../pipeline/leases.ts';
import { keepShown } from '../../pipeline/digital-intake.ts';
import { createRecognizer } from '../../pipeline/recognizer.ts';
import { createDrawnWitness } from '../../pipeline/drawn-witness.ts';
import { createScanReader } from '../../pipeline/scan-intake.ts';
import { createEndpointStates } from '../../pipeline/endpoint-state.ts';
import { allAlike } from '../../store/records/review.ts';
import type { DataFolder } from '../data-folder.ts';
import { createExportRecords, recordedLayout } from '../export-delivery.ts';
import { openEngine, type Engine } from '../open-engine.ts';
import { storageFailure } from '../command-failures.ts';
import { reportNotice } from '../report-notice.ts';
import {
  usingFolder,
  needsAccountForAll,
  openRun,
  type OfficeRun,
  readersOfRun,
  type OpenRunDependencies,
  type Way,
} from './open-run.ts';
import { checkAnnotated, checkOutputs } from './check-outputs.ts';
import { recognizeSheets, type RecognizePage, type SheetEnd } from './recognize-sheets.ts';
import { endedPage, tallyOf, type EndedPage } from './ended-pages.ts';
import type { FilesRefusal, FilesRequest } from './request.ts';
import { resultPages, type ResultPages } from './sheet-pages.ts';
import { planSheets, type Sheet } from './sheets.ts';
import { writeOutputs, type StandardOutput, type WrittenOutput } from './write-outputs.ts';
import type { Environment } from '../../infra/environment.ts';

/** The events that a host receives while files are recognized. */
export type FilesEvent =
  | { readonly kind: 'failure'; readonly failure: CommandFailure }
  | { readonly kind: 'bad-truth'; readonly file: string; readonly failure: string }
  /** Files in folders that are not documents. */
  | { readonly kind: 'passed-over'; readonly count: number }
  | { readonly kind: 'no-files' }
  /** Some pages need the service, and this process is about to make the calls. */
  | { readonly kind: 'calls-ahead' }
  | { readonly kind: 'page-ended'; readonly page: EndedPage };

type FilesDependencies = OpenRunDependencies & {
  readonly environment: Environment;
  readonly samplesFolder: string;
  /** Aborted when the user stops the run. */
  readonly signal: AbortSignal;
  readonly tell: (event: FilesEvent) => void;
};

/** Files after their recognition; valid until the work with them ends. */
export type RecognizedFiles = {
  /** In the order of the paths. */
  readonly ends: readonly SheetEnd[];
  readonly pages: ResultPages;
  readonly folder: DataFolder;
  readonly settings: Settings;
  /** A failing disk of the data folder stopped the run. */
  readonly isCutShort: boolean;
  /** Writes the requested outputs and records them. Returns why some were not written, one line each. */
  readonly write: (
    standardOutput: StandardOutput,
    onPage: (page: ExportPage) => void,
  ) => Promise<readonly string[]>;
  readonly tally: () => Promise<Omit<Tally, 'unresolved'>>;
};

/** Everything that is open for one run. */
type Run = {
  readonly request: FilesRequest;
  readonly folder: DataFolder;
  readonly engine: Engine;
  readonly settings: Settings;
  readonly way: Way;
} & Pick<FilesDependencies, 'now' | 'signal' | 'tell'> &
  Pick<OfficeRun, 'onOutput'>;

const recognizerFor = async (
  { request, folder, engine, way, now, tell }: Run,
  assessor: Assessor,
  leases: Leases,
): Promise<RecognizePage | Failure> => {
  if (!('transport' in way)) return way;
  const batch = newBatch(request.force ? await folder.store.newestCall() : 0);
  const recognizer = createRecognizer({
    folder,
    now,
    onChange: () => {},
    onExtraction: assessor.keep,
    responseOf: assessor.responseOf,
    onKept: (unit, id) => keepShown(unit, id, assessor.trustedKeys()),
    onNotice: reportNotice((failure) => tell({ kind: 'failure', failure })),
    waitsForNetwork: false,
    leases,
    decode: engine.decoder.decode,
  });
  return (page, stop, owesReading) => recognizer.recognize(page, way, batch, stop, owesReading);
};

/** Recognizes planned sheets, and hands them over. */
const recognizePlanned = async <Value>(
  sheets: readonly Sheet[],
  run: Run,
  use: (recognized: RecognizedFiles) => Promise<Value>,
): Promise<Result<Value, FilesRefusal>> => {
  const { request, folder, engine, settings, way, now, signal, tell, onOutput } = run;
  const { store } = folder;
  const ofThisRun = new Set<number>();
  const leases = createLeases({
    store,
    now,
    onBug: (error) => {
      if (folder.storageCode(error) === null) throw error;
    },
  });
  const assessor = engine.assessorOf({
    folder,
    settings: () => settings,
    // Equal bytes from an earlier run, in any folder, are the same document. Many copies of it may precede a
    // different invoice.
    mostAlike: allAlike,
    isOther: (page, other) => ofThisRun.has(other.pageId) || other.originalSha256 !== page.originalSha256,
  });
  const isByWorkers = typeof way === 'function';
  const readers = readersOfRun(request, settings, way);
  const scans = createScanReader({
    folder,
    intake: engine.intake,
    lines: engine.lines,
    trustedKeys: assessor.trustedKeys,
    // The figures of all pages come at the end of the run.
    onKept: () => Promise.resolve(),
    onChange: () => {},
    // A run stops on every bug.
    onBug: (error) => {
      throw error;
    },
  });
  const { ends, storageCode } = await recognizeSheets(sheets, {
    request,
    folder,
    intake: engine.intake,
    recognize: await recognizerFor(run, assessor, leases),
    scans,
    witness: createDrawnWitness({ folder, intake: engine.intake, lines: engine.lines }),
    readers,
    skipsProven: settings.skipProvenCalls,
    // In an office, the run waits for running calls; it repeats a call that may have been billed only with
    // --force.
    keepsOld: ({ state }) =>
      isByWorkers &&
      (state === 'calling' || state === 'waiting' || (state === 'interrupted' && !request.force)),
    assessor,
    signal,
    onEnd: async (end, finished) => {
      // Its batch was stopped; that was reported once.
      if (end.kind === 'page' && end.heldBack) return;
      const page = await endedPage(end, { finished, count: sheets.length }, folder);
      tell({ kind: 'page-ended', page });
    },
  }).finally(leases.close);
  // Another command may have requested the pages of the same files in the meantime.
  if (isByWorkers)
    for (const end of ends) {
      const row = end.kind === 'page' && !end.heldBack ? await store.page(end.pageId) : null;
      if (row?.state === 'waiting' || row?.state === 'calling') await way(row, signal);
    }
  if (storageCode !== null) tell({ kind: 'failure', failure: storageFailure(storageCode) });
  if (!readers.here && needsAccountForAll(ends, way)) return failed({ reason: 'no-account' });
  const ids = ends.flatMap((end) => (end.kind === 'page' ? [end.pageId] : []));
  for (const id of ids) ofThisRun.add(id);
  const asked = !readers.calls ? 'local' : request.sandbox ? 'sandbox' : 'service';
  const own = [...request.own.map((taxId) => ({ name: '', taxId })), ...settings.ownCompanies];
  const pages = await resultPages(request, asked, ends, folder, assessor, own);
  const keepExport = createExportRecords(store, folder.storageCode, (event) => {
    if (event.type === 'failure') tell({ kind: 'failure', failure: event.failure });
  });
  const onWritten = async ({ form, path, pages: written }: WrittenOutput): Promise<void> => {
    const plan = { service: request.service, form };
    const to =
      path === null
        ? ({ place: 'output', target: '' } as const)
        : ({ place: 'file', target: resolve(path) } as const);
    await keepExport(
      { ...plan, layout: recordedLayout(plan, 'vouch') },
      { ...to, pages: written, leftOut: ends.length - written, ids },
    );
  };
  return success(
    await use({
      ends,
      pages,
      folder,
      settings,
      isCutShort: storageCode !== null,
      write: async (standardOutput, onPage) => {
        await onOutput(
          Object.values(request.outputs).flatMap((place) => place ?? []),
          ids,
        );
        return writeOutputs(
          request,
          { names: annotatedNames(sheets), pages, pictures: folder.pictures, onPage, onWritten },
          standardOutput,
        );
      },
      tally: () => tallyOf(ends, folder),
    }),
  );
};

/**
 * Recognizes files as a separate run: an earlier run's pages continue, and results are in the order of the
 * paths. Null if a failing disk of the data folder ended it, which was reported.
 * @param use works with the results while the ledger is open
 */
export const recognizeFiles = async <Value>(
  request: FilesRequest,
  dependencies: FilesDependencies,
  use: (recognized: RecognizedFiles) => Promise<Value>,
): Promise<Result<Value | null, FilesRefusal>> => {
  const { environment, home, samplesFolder, now, signal, tell } = dependencies;
  const ofComputer = readSettings(home);
  const engine = openEngine({
    account: () => Promise.resolve(accountFrom(environment, request.baseUrl)),
    endpoints: createEndpointStates(request.concurrency),
    environment,
    samplesFolder,
    now,
    settings: () => ofComputer,
    startDecoder: nodeDecoder(),
    onBadTruth: ({ file, failure }) => tell({ kind: 'bad-truth', file, failure }),
  });
  try {
    const { files, passedOver } = await expandPaths(request.paths);
    const guarded = { inputs: files, home };
    const unusable = await checkOutputs(request.outputs, guarded);
    if (unusable) return failed({ reason: 'output', failure: unusable });
    const opened = await openRun(request, engine, ofComputer, dependencies);
    if (!opened.ok) return opened;
    const { folder, way, close, onOutput } = opened.value;
    const settings = opened.value.settings(ofComputer);
    const report = (failure: CommandFailure): void => tell({ kind: 'failure', failure });
    const used = await usingFolder({ ...folder, close }, report, async () => {
      if (passedOver > 0) tell({ kind: 'passed-over', count: passedOver });
      if (files.length === 0) tell({ kind: 'no-files' });
      const sheets = await planSheets(files, folder, engine.intake, request.service, signal);
      if ('transport' in way && sheets.some(({ digital, failure }) => !digital && !failure))
        tell({ kind: 'calls-ahead' });
      const drawnOver = await checkAnnotated(request.outputs, annotatedNames(sheets), guarded);
      if (drawnOver) return failed<FilesRefusal>({ reason: 'output', failure: drawnOver });
      const run = { request, folder, engine, settings, way, now, signal, tell, onOutput };
      return recognizePlanned(sheets, run, use);
    });
    return used ?? success(null);
  } finally {
    await engine.close();
  }
};
