import { resolve } from 'node:path';
import type { Problem } from '../../../shared/contract/commands.ts';
import { success, type Result } from '../../../shared/result.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import { oddKeyLength } from '../../../shared/services/key-lengths.ts';
import { spokenDay } from '../../../shared/texts/spoken-day.ts';
import { createAssessor } from '../../pipeline/assessor.ts';
import { newBatch } from '../../pipeline/batch.ts';
import { createLeases } from '../../pipeline/leases.ts';
import { createExportRecords, recordedLayout } from '../../app/export-records.ts';
import { openDataFolder, type DataFolder } from '../../app/data-folder.ts';
import { officeAddress } from '../../app/office-address.ts';
import { routeProblem } from '../../app/app-routes.ts';
import { createRecognizer } from '../../pipeline/recognizer.ts';
import { createRoutes, type Route, type RouteRefusal, type Routes } from '../../pipeline/routes.ts';
import { createSandboxService } from '../../app/sandbox-service.ts';
import { createServiceLines } from '../../pipeline/service-line.ts';
import type { Notice } from '../../pipeline/ask-service.ts';
import { noticeProblem, storageProblem } from '../../app/problems.ts';
import { expandPaths } from '../../intake/expand-paths.ts';
import { allAlike } from '../../store/records/review.ts';
import { nodeDecoder } from '../../intake/node-decoder.ts';
import { createIntake, type Intake } from '../../intake/intake.ts';
import { makeNodeTransport } from '../../infra/network/node-transport.ts';
import { createReplyDecoder, type ReplyDecoder } from '../../extract/service/reply-decoder.ts';
import { createOwnNetwork } from '../../infra/network/own-network.ts';
import { accountFrom } from './account.ts';
import { installOffice } from './office/install-office.ts';
import type { RecognizeCommand } from './arguments.ts';
import { withoutPlaces, type ExportPage } from '../../export/export-page.ts';
import { annotatedNames } from '../../export/annotated-names.ts';
import { checkAnnotated, checkOutputs } from './check-outputs.ts';
import { readSettings } from './kept-settings.ts';
import { failureLine, unresolvedLine } from './page-line.ts';
import { recognizeSheets, type RecognizePage, type SheetEnd } from './recognize-sheets.ts';
import { failureOfRow, resultPages } from './results.ts';
import { planSheets, type Sheet } from './sheets.ts';
import { runTexts, type Tally } from '../../../shared/texts/command-line.ts';
import { officeTexts } from '../../../shared/texts/office-command.ts';
import { usageTexts } from '../../../shared/texts/usage.ts';
import type { Streams } from './streams.ts';
import { writeOutputs, type WrittenOutput } from './write-outputs.ts';

export type RunDependencies = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly samplesFolder: string;
  readonly now: () => Date;
  readonly streams: Streams;
  /** Aborted when the user stops the run. */
  readonly signal: AbortSignal;
  /** Receives the extracted data, instead of the command's outputs. */
  readonly deliver?: Deliver;
};

/** A page as given, with its data; the data is null for a stopped page. */
export type ReadSheet = {
  readonly sheet: Sheet;
  readonly page: ExportPage | null;
  /** Null if the page is not in the ledger. */
  readonly pageId: number | null;
};
/** Uses the extracted data. Returns why some of it was not done, one line each. */
export type Deliver = (read: readonly ReadSheet[], folder: DataFolder) => Promise<readonly string[]>;

export type ExitCode = 0 | 1 | 2;

/** Wrong usage or configuration: nothing was sent. */
const refuse = (line: string, streams: Streams): ExitCode => {
  streams.note(line);
  return 2;
};

const problemLine = ({ message, remedy }: Problem, { language }: RecognizeCommand): string =>
  [message[language], remedy?.[language]]
    .filter((part) => part !== undefined)
    .join(language === 'zh' ? '。' : '. ');

/** The command line has no settings page: the message about a missing account names its variables. */
const routeLine = (refusal: RouteRefusal, command: RecognizeCommand): string =>
  refusal.reason === 'no-account'
    ? usageTexts.noAccount.message[command.language]
    : problemLine(routeProblem(refusal), command);

/** The name of a page in its line. */
const titleOf = ({ source, page, pageCount }: Sheet): string =>
  pageCount > 1 ? `${source} (${page}/${pageCount})` : source;

const tallyOf = async (
  ends: readonly SheetEnd[],
  { store }: Pick<DataFolder, 'store'>,
  unresolved: number,
): Promise<Tally> => {
  const rows = await store.pages(ends.flatMap((end) => (end.kind === 'page' ? [end.pageId] : [])));
  const recognized = rows.filter((row) => row.state === 'recognized' && !row.failure);
  const waiting = rows.filter((row) => row.state === 'waiting').length;
  return {
    recognized: recognized.length,
    reused: recognized.filter((row) => row.reused).length,
    waiting,
    failed: rows.length - recognized.length - waiting + ends.filter(({ kind }) => kind === 'refused').length,
    stopped: ends.filter(({ kind }) => kind === 'stopped').length,
    unresolved,
  };
};

/** A missing account is a wrong configuration only if every page needs one. */
const needsAccountForAll = (ends: readonly SheetEnd[], recognize: RecognizePage | Failure): boolean =>
  'reason' in recognize &&
  recognize.reason === 'no-account' &&
  ends.every((end) => end.kind === 'refused' && end.failure.reason === 'no-account');

/**
 * Warns before a billed call that a key looks wrong: a truncated key would only fail as a wrong account
 * later.
 */
const noteOddKeys = (
  { sandbox, quiet, language }: RecognizeCommand,
  { environment, streams }: RunDependencies,
): void => {
  if (sandbox || quiet) return;
  for (const name of ['VOUCH_API_KEY', 'VOUCH_API_SECRET']) {
    const length = oddKeyLength(environment[name] ?? '');
    if (length !== null) streams.note(runTexts[language].oddKey(name, length));
  }
};

/** The route for pages without digital data; a failure if the configuration is wrong. */
const routeFor = async (
  command: RecognizeCommand,
  routes: Routes,
  isLocalOnly: boolean,
): Promise<Result<Route | Failure, RouteRefusal>> => {
  if (isLocalOnly) return success(failureOf('calls-off'));
  const route = await routes.to(command.sandbox);
  if (route.ok || route.failure.reason !== 'no-account' || command.service !== 'vat-invoice') return route;
  return success(failureOf('no-account'));
};

/**
 * Who recognizes the pages without digital data: the service, or an office's workers. A failure if neither
 * can.
 */
type Way = Route | RecognizePage | Failure;

const runWith = async (
  command: RecognizeCommand,
  sheets: readonly Sheet[],
  folder: DataFolder,
  intake: Intake,
  way: Way,
  decoder: ReplyDecoder,
  { home, now, streams, signal, deliver }: RunDependencies,
): Promise<ExitCode> => {
  const texts = runTexts[command.language];
  const { store } = folder;
  const settings = readSettings(home);
  const ofThisRun = new Set<number>();
  const leases = createLeases({
    store,
    now,
    onFault: (error) => {
      if (folder.storageCode(error) === null) throw error;
    },
  });
  const assessor = createAssessor({
    folder,
    intake,
    decoder,
    now,
    settings: () => settings,
    // The same bytes from an earlier run, in any folder, are this very document. Many copies of it may come
    // before an invoice that is a different one.
    mostAlike: allAlike,
    isOther: (page, other) => ofThisRun.has(other.pageId) || other.originalSha256 !== page.originalSha256,
  });

  const tell = (notice: Notice): void => {
    const problem = noticeProblem(notice);
    if (problem) streams.note(problemLine(problem, command));
  };

  const withoutAccount: string[] = [];
  const report = async (end: SheetEnd, finished: number): Promise<void> => {
    // Its batch was stopped, which was reported once.
    if (end.kind === 'page' && end.heldBack) return;
    const row = end.kind === 'page' || end.kind === 'folded' ? await store.page(end.pageId) : null;
    const failure = end.kind === 'refused' ? end.failure : row && failureOfRow(row);
    const place = `[${finished}/${sheets.length}] ${titleOf(end.sheet)}${texts.colon}`;
    if (failure) {
      const sid = row && failure.kind !== 'input' ? await store.lastSid(row.id) : null;
      const why = failureLine({ service: command.service, failure, sid }, command.language);
      const line = `${place}${texts.failed}${texts.colon}${why}`;
      // If every page needs an account, that is reported once.
      if (failure.reason === 'no-account') withoutAccount.push(line);
      else streams.note(line);
    } else if (!command.quiet) {
      const readAt = row?.reused ? row.answeredAt : null;
      const state =
        end.kind === 'stopped'
          ? texts.stopped
          : readAt === null
            ? texts.recognized
            : texts.reused(spokenDay(readAt, command.language, now()));
      streams.note(`${place}${state}${command.sandbox ? ` (${texts.sandbox})` : ''}`);
    }
  };

  const batch = newBatch(command.force ? await store.newestCall() : 0);
  const recognizer = createRecognizer({
    folder,
    now,
    onChange: () => {},
    onAnswer: assessor.keep,
    onNotice: tell,
    waitsForNetwork: false,
    leases,
    decode: decoder.decode,
  });
  const recognizeBy =
    (route: Route): RecognizePage =>
    (page, stop) =>
      recognizer.recognize(page, route, batch, stop);
  const recognize = 'transport' in way ? recognizeBy(way) : way;
  const isByWorkers = typeof way === 'function';
  const { ends, storageCode } = await recognizeSheets(sheets, {
    command,
    folder,
    intake,
    recognize,
    // In an office, the run waits for calls under way; it repeats a call that may have been billed only with
    // --force.
    keepsOld: ({ state }) =>
      isByWorkers &&
      (state === 'calling' || state === 'waiting' || (state === 'interrupted' && !command.force)),
    assessor,
    signal,
    onEnd: report,
  });
  leases.close();
  if (storageCode !== null) streams.note(problemLine(storageProblem(storageCode), command));
  if (needsAccountForAll(ends, recognize))
    return refuse(usageTexts.noAccount.message[command.language], streams);
  for (const line of withoutAccount) streams.note(line);
  for (const end of ends) if (end.kind === 'page') ofThisRun.add(end.pageId);
  const read = await resultPages(command, ends, folder, assessor);
  const keepExport = createExportRecords(store, folder.storageCode, (event) => {
    if (event.type === 'problem') streams.note(problemLine(event.problem, command));
  });
  const ids = ends.flatMap((end) => (end.kind === 'page' ? [end.pageId] : []));
  const onWritten = async ({ form, path, pages: written }: WrittenOutput): Promise<void> => {
    const plan = { service: command.service, form };
    const to =
      path === null
        ? ({ place: 'output', target: '' } as const)
        : ({ place: 'file', target: resolve(path) } as const);
    await keepExport(
      { ...plan, layout: recordedLayout(plan, 'vouch') },
      { ...to, pages: written, leftOut: sheets.length - written, ids },
    );
  };
  const unresolved: string[] = [];
  let paid = 0;
  const onPage = (page: ExportPage): void => {
    if (page.maybePaid) paid += 1;
    const line = unresolvedLine(page, command.language);
    if (line !== null) unresolved.push(line);
  };
  const deliverAll = async (to: NonNullable<typeof deliver>): Promise<readonly string[]> => {
    const found: (ExportPage | null)[] = [];
    for await (const page of read.each()) {
      if (page) onPage(page);
      found.push(page && withoutPlaces(page));
    }
    const delivered = ends.map((end, index) => ({
      sheet: end.sheet,
      page: found[index] ?? null,
      pageId: end.kind === 'page' ? end.pageId : null,
    }));
    return await to(delivered, folder);
  };
  const faults = deliver
    ? await deliverAll(deliver)
    : await writeOutputs(
        command,
        { names: annotatedNames(sheets), pages: read, pictures: folder.pictures, onPage, onWritten },
        streams,
      );
  for (const fault of faults) streams.note(fault);
  const tally = await tallyOf(ends, folder, unresolved.length);
  if (!command.quiet) for (const line of [...unresolved, texts.summary(tally)]) streams.note(line);
  // Costs are not progress: reported with `--quiet`, too.
  if (paid > 0) streams.note(texts.maybePaid(paid));
  if (storageCode !== null) return 1;
  return tally.failed + tally.waiting + tally.stopped + faults.length === 0 ? 0 : 1;
};

/** Runs a command from its configuration to its results. */
export const runCommand = async (
  command: RecognizeCommand,
  dependencies: RunDependencies,
): Promise<ExitCode> => {
  const { environment, home, samplesFolder, now, streams } = dependencies;
  const texts = runTexts[command.language];
  const sandbox = createSandboxService({
    samplesFolder,
    truthFolder: environment.VOUCH_SANDBOX_TRUTH?.trim() || null,
    now,
    onProblem: (_, { file, problem }) => streams.note(texts.badTruth(file, problem)),
  });
  const transport = createOwnNetwork({
    usual: makeNodeTransport({ environment }),
    chosen: () => readSettings(home),
    environment,
  });
  const routes = createRoutes({
    account: () => Promise.resolve(accountFrom(environment, command.baseUrl)),
    allowPlainHttp: () => readSettings(home).allowPlainHttp,
    transport,
    loopbackTransport: makeNodeTransport(),
    sandbox,
    lines: createServiceLines(command.concurrency),
  });
  try {
    const { files, passedOver } = await expandPaths(command.paths);
    const unusable = await checkOutputs(command.outputs, { inputs: files, home });
    if (unusable) return refuse(unusable.message[command.language], streams);
    const inOffice = officeAddress(environment) !== null;
    const isLocal = command.local || readSettings(home).localOnly;
    const route = inOffice && !isLocal ? null : await routeFor(command, routes, isLocal);
    if (route && !route.ok) return refuse(routeLine(route.failure, command), streams);
    if (inOffice && !installOffice()) return refuse(officeTexts[command.language].notInstalled, streams);
    const office = inOffice
      ? await (await import('./office/office-run.ts')).openOfficeLedger(environment, home)
      : null;
    const opened = office ?? (await openDataFolder(home, 'Vouch (command line)', now));
    if (!opened.ok) return refuse(problemLine(opened.failure, command), streams);
    const folder = opened.value;
    const run =
      office?.ok && !route
        ? await (await import('./office/office-run.ts')).openOfficeRun(office.value, command, streams)
        : null;
    const way = run?.recognize ?? route?.value;
    if (!way) throw new Error('Nobody to read the pages');
    for (const note of folder.notes) streams.note(problemLine(note, command));
    if (passedOver > 0 && !command.quiet) streams.note(texts.passedOver(passedOver));
    if (files.length === 0) streams.note(texts.nothing);
    const intake = createIntake({ startDecoder: nodeDecoder() });
    const decoder = createReplyDecoder();
    try {
      const sheets = await planSheets(files, folder, intake, command.service, dependencies.signal);
      const guarded = { inputs: files, home };
      if ('transport' in way && sheets.some(({ digital, failure }) => !digital && !failure))
        noteOddKeys(command, dependencies);
      const drawnOver = await checkAnnotated(command.outputs, annotatedNames(sheets), guarded);
      if (drawnOver) return refuse(drawnOver.message[command.language], streams);
      return await runWith(command, sheets, folder, intake, way, decoder, dependencies);
    } catch (error) {
      const code = folder.storageCode(error);
      if (code === null) throw error;
      streams.note(problemLine(storageProblem(code), command));
      return 1;
    } finally {
      await intake.close();
      await decoder.close();
      await run?.close();
      await folder.close();
    }
  } finally {
    await sandbox.close();
  }
};
