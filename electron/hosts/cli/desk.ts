import { personalTokenPattern } from '../../../shared/contract/personal-token.ts';
import { mostDeskFiles, type DeskFormat } from '../../../shared/contract/desk-commands.ts';
import { placeInFile } from '../../../shared/contract/page.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { explainFailure } from '../../../shared/services/catalogue.ts';
import { runTexts } from '../../../shared/texts/command-line.ts';
import { deskTexts, deskUsageTexts } from '../../../shared/texts/desk.ts';
import { countedRule } from '../../../shared/texts/exports.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';
import { officeTexts } from '../../../shared/texts/office-command.ts';
import { joinSentences, withDetail } from '../../../shared/texts/phrases.ts';
import { checkOutputs } from '../../app/files/check-outputs.ts';
import { deskPaths, deskUpload, type DeskUpload } from '../../app/files/desk-files.ts';
import { runDesk, type DeskEvent, type DeskOutcome } from '../../app/files/desk-run.ts';
import { openOfficeClient } from '../../app/files/office-client.ts';
import { failureLine } from '../../app/files/page-line.ts';
import { deliver } from '../../app/files/write-outputs.ts';
import type { Outputs } from '../../app/files/request.ts';
import { officeAddress } from '../../app/home.ts';
import { isLoopbackName, type DeskCommand } from './desk-options.ts';
import type { CommandDependencies, ExitCode } from '../terminal/dependencies.ts';
import type { UsageError } from '../terminal/read-flags.ts';

const formats = [
  ['csv', 'csv'],
  ['linesCsv', 'lines-csv'],
  ['xlsx', 'xlsx'],
  ['json', 'json'],
] as const satisfies readonly (readonly [keyof Outputs, DeskFormat])[];

/** The outputs with their paths; standard output gets one line a page without any. */
const targetsOf = (outputs: Outputs): readonly { readonly format: DeskFormat; readonly path: string }[] => {
  const targets = formats.flatMap(([name, format]) => {
    const path = outputs[name];
    return path === null ? [] : [{ format, path }];
  });
  return targets.length > 0 ? targets : [{ format: 'lines', path: '-' }];
};

const noteEvents = (
  { language, quiet }: DeskCommand,
  { streams }: CommandDependencies,
): ((event: DeskEvent) => void) => {
  const texts = runTexts[language];
  const own = deskTexts[language];
  const progress = (line: string): void => {
    if (!quiet) streams.note(line);
  };
  return (event) => {
    switch (event.kind) {
      case 'binned':
        return streams.note(`${event.source}${texts.colon}${own.binned}`);
      case 'refused': {
        const line = failureLine({ service: 'vat-invoice', failure: event.failure }, language);
        return streams.note(`${event.source}${texts.colon}${texts.failed}${texts.colon}${line}`);
      }
      case 'no-worker':
        return streams.note(officeTexts[language].noWorker);
      case 'over-budget': {
        const { message, remedy } = explainFailure('vat-invoice', event.failure, language);
        return streams.note(joinSentences([message, remedy, officeTexts[language].keepsWaiting], language));
      }
      case 'page': {
        const { page, source, wasKnown, finished, count } = event;
        const place = placeInFile(page);
        const title = place === null ? source : `${source} (${place})`;
        const head = `[${finished}/${count}] ${title}${texts.colon}`;
        if (page.held) return streams.note(`${head}${own.held}`);
        if (page.state === 'cancelled') return progress(`${head}${texts.stopped}`);
        const { failure, sid } = page;
        if (!failure) return progress(`${head}${wasKnown ? own.known : texts.recognized}`);
        const line = failureLine({ service: 'vat-invoice', failure, sid }, language);
        return streams.note(`${head}${texts.failed}${texts.colon}${line}`);
      }
      default:
        return event satisfies never;
    }
  };
};

/** Writes the results, and the summary. */
const finish = async (
  { outputs, language, quiet }: DeskCommand,
  {
    files,
    unresolved,
    recognized,
    failed: failures,
    waiting,
    folded,
    maybePaid,
    counted,
    reused,
    binned,
  }: DeskOutcome,
  { streams }: CommandDependencies,
): Promise<ExitCode> => {
  const texts = runTexts[language];
  let unwritten = 0;
  for (const { format, path } of targetsOf(outputs)) {
    const bytes = [files.get(format) ?? Buffer.alloc(0)];
    const { failure } = await deliver(path, bytes, () => bytes, streams.out, language);
    if (failure === null) continue;
    unwritten += 1;
    streams.note(failure);
  }
  const tally = { recognized, reused, folded, failed: failures, waiting, stopped: 0 };
  if (!quiet)
    for (const line of [...unresolved, texts.summary({ ...tally, unresolved: unresolved.length })])
      streams.note(line);
  const { invoices, unconfirmed, withErrors } = counted;
  if (!quiet && invoices > 0) streams.note(countedRule(unconfirmed, withErrors)[language]);
  if (maybePaid > 0) streams.note(texts.maybePaid(maybePaid));
  return failures + waiting + binned + unwritten === 0 ? 0 : 1;
};

const tokenOf = (environment: CommandDependencies['environment']): Result<string, UsageError> => {
  const token = environment.VOUCH_OFFICE_TOKEN?.trim() ?? '';
  if (token === '') return failed(deskUsageTexts.noToken);
  return personalTokenPattern.test(token) ? success(token) : failed(deskUsageTexts.wrongToken);
};

/** Hands files in to an office and writes its results. */
export const runDeskCommand = async (
  command: DeskCommand,
  dependencies: CommandDependencies,
): Promise<ExitCode> => {
  const { environment, home, streams, signal } = dependencies;
  const { language, outputs, encoding, quiet } = command;
  const texts = runTexts[language];
  const refuse = ({ message }: UsageError): 2 => {
    streams.note(message[language]);
    return 2;
  };
  if (officeAddress(environment) !== null) return refuse(deskUsageTexts.twoOffices);
  const token = tokenOf(environment);
  if (!token.ok) return refuse(token.failure);
  const { files, passedOver } = await deskPaths(command.paths);
  if (passedOver > 0 && !quiet) streams.note(texts.skippedFiles(passedOver));
  if (files.length === 0) streams.note(texts.nothing);
  const unusable = await checkOutputs(outputs, { inputs: files, home });
  if (unusable) return refuse(unusable);
  const uploads: DeskUpload[] = [];
  for (const file of files) if (!signal.aborted) uploads.push(await deskUpload(file));
  if (uploads.flatMap(({ entries }) => entries).length > mostDeskFiles / 2)
    return refuse(deskUsageTexts.tooManyFiles(String(mostDeskFiles / 2)));
  const isHere = isLoopbackName(new URL(command.office).hostname);
  const client = openOfficeClient(command.office, token.value, { home, environment, isHere });
  const wanted = { formats: targetsOf(outputs).map(({ format }) => format), language, encoding };
  const tell = noteEvents(command, dependencies);
  const ran = await runDesk(uploads, wanted, { client, signal, tell });
  if (ran.ok) return finish(command, ran.value, dependencies);
  const { failure, hasHandedIn } = ran.failure;
  const line = commandFailureLine(failure, language);
  streams.note(failure.details === undefined ? line : withDetail(line, failure.details, language));
  return hasHandedIn ? 1 : 2;
};
