import { placeInFile } from '../../../shared/contract/page.ts';
import { oddKeyLength } from '../../../shared/services/key-lengths.ts';
import type { Language } from '../../../shared/language.ts';
import { runTexts, usageTexts } from '../../../shared/texts/command-line.ts';
import { countedRule } from '../../../shared/texts/exports.ts';
import { officeTexts } from '../../../shared/texts/office-command.ts';
import { spokenDay } from '../../../shared/texts/phrases.ts';
import type { EndedPage } from '../../app/files/ended-pages.ts';
import { recognizeFiles, type FilesEvent, type RecognizedFiles } from '../../app/files/recognize-files.ts';
import type { FilesRefusal } from '../../app/files/request.ts';
import type { SheetEnd } from '../../app/files/recognize-sheets.ts';
import type { Sheet } from '../../app/files/sheets.ts';
import { officeAddress } from '../../app/home.ts';
import type { ExportPage } from '../../export/export-page.ts';
import { createCountedTally } from '../../export/rows.ts';
import { failureLine, unresolvedLine } from '../../app/files/page-line.ts';
import { openInOffice } from '../../office/commands.ts';
import type { CommandDependencies, Deliver, ExitCode, RecognizeCommand } from '../terminal/dependencies.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';

type Dependencies = CommandDependencies & {
  /** Receives the extracted data, instead of the command's outputs. */
  readonly deliver?: Deliver;
};

/** The command line has no settings page: the message about a missing account names its variables. */
const refusalLine = (refusal: FilesRefusal, language: Language): string => {
  if (refusal.reason === 'output') return refusal.failure.message[language];
  if (refusal.reason === 'no-account') return usageTexts.noAccount.message[language];
  if (refusal.reason === 'no-office') return officeTexts[language].notInstalled;
  return commandFailureLine(refusal.failure, language);
};

/** The name of a page in its line. */
const titleOf = (sheet: Sheet): string => {
  const place = placeInFile(sheet);
  return place === null ? sheet.source : `${sheet.source} (${place})`;
};

/**
 * Warns before a billed call that a key looks wrong: a truncated key would only fail as a wrong account
 * later.
 */
const noteOddKeys = (
  { sandbox, quiet, language }: RecognizeCommand,
  { environment, streams }: Dependencies,
): void => {
  if (sandbox || quiet) return;
  for (const name of ['VOUCH_API_KEY', 'VOUCH_API_SECRET']) {
    const length = oddKeyLength(environment[name] ?? '');
    if (length !== null) streams.note(runTexts[language].keyLength(name, length));
  }
};

/** The lines about pages, as they end. */
const pageLines = (command: RecognizeCommand, { now, streams }: Dependencies) => {
  const { service, sandbox, quiet, language } = command;
  const texts = runTexts[language];
  const withoutAccount: string[] = [];
  return {
    note: ({ end, finished, count, failure, sid, reusedFrom }: EndedPage): void => {
      const place = `[${finished}/${count}] ${titleOf(end.sheet)}${texts.colon}`;
      if (failure) {
        const line = `${place}${texts.failed}${texts.colon}${failureLine({ service, failure, sid }, language)}`;
        // If every page needs an account, that is reported once.
        if (failure.reason === 'no-account') withoutAccount.push(line);
        else streams.note(line);
        return;
      }
      if (quiet) return;
      const reused = reusedFrom === null ? null : texts.reused(spokenDay(reusedFrom, language, now()));
      const states: Partial<Record<SheetEnd['kind'], string>> = {
        stopped: texts.stopped,
        folded: texts.folded,
      };
      const state = states[end.kind] ?? reused ?? texts.recognized;
      streams.note(`${place}${state}${sandbox ? ` (${texts.sandbox})` : ''}`);
    },
    noteWithoutAccount: (): void => withoutAccount.forEach(streams.note),
  };
};

const deliverAll = async (
  to: Deliver,
  recognized: RecognizedFiles,
  onPage: (page: ExportPage) => void,
): Promise<readonly string[]> => {
  const { ends, pages } = recognized;
  const found: (ExportPage | null)[] = [];
  for await (const page of pages.values(onPage)) found.push(page);
  const delivered = ends.map((end, index) => ({
    sheet: end.sheet,
    page: found[index] ?? null,
    pageId: end.kind === 'page' ? end.pageId : null,
    foldedInto: end.kind === 'folded' ? end.pageId : null,
  }));
  return await to(delivered, recognized);
};

/** Writes the outputs of the recognized pages, and a summary. */
const finish = async (
  { quiet, language }: RecognizeCommand,
  recognized: RecognizedFiles,
  { streams, deliver }: Dependencies,
): Promise<ExitCode> => {
  const texts = runTexts[language];
  const unresolved: string[] = [];
  const sums = createCountedTally();
  let paid = 0;
  const onPage = (page: ExportPage): void => {
    sums.see(page);
    if (page.maybePaid) paid += 1;
    const line = unresolvedLine(page, language);
    if (line !== null) unresolved.push(line);
  };
  const failures = deliver
    ? await deliverAll(deliver, recognized, onPage)
    : await recognized.write(streams.out, onPage);
  for (const failure of failures) streams.note(failure);
  const tally = { ...(await recognized.tally()), unresolved: unresolved.length };
  if (!quiet) for (const line of [...unresolved, texts.summary(tally)]) streams.note(line);
  const { invoices, unconfirmed, withErrors } = sums.counted();
  if (!quiet && !deliver && invoices > 0) streams.note(countedRule(unconfirmed, withErrors)[language]);
  // Costs are not progress: reported with `--quiet`, too.
  if (paid > 0) streams.note(texts.maybePaid(paid));
  if (recognized.isCutShort) return 1;
  return tally.failed + tally.waiting + tally.stopped + failures.length === 0 ? 0 : 1;
};

/** Runs a command from its configuration to its results. */
export const runCommand = async (
  command: RecognizeCommand,
  dependencies: Dependencies,
): Promise<ExitCode> => {
  const { environment, streams } = dependencies;
  const { language, quiet } = command;
  const texts = runTexts[language];
  const lines = pageLines(command, dependencies);
  const tell = (event: FilesEvent): void => {
    if (event.kind === 'failure') streams.note(commandFailureLine(event.failure, language));
    else if (event.kind === 'bad-truth') streams.note(texts.badTruth(event.file, event.failure));
    else if (event.kind === 'page-ended') lines.note(event.page);
    else if (event.kind === 'no-files') streams.note(texts.nothing);
    else if (event.kind === 'calls-ahead') noteOddKeys(command, dependencies);
    else if (!quiet) streams.note(texts.skippedFiles(event.count));
  };
  const office = (withWorkers: boolean) => openInOffice(withWorkers ? command : null, dependencies);
  const inOffice = officeAddress(environment) !== null;
  const ended = await recognizeFiles(
    command,
    { ...dependencies, tell, office: inOffice ? office : null },
    async (recognized) => {
      lines.noteWithoutAccount();
      return finish(command, recognized, dependencies);
    },
  );
  if (ended.ok) return ended.value ?? 1;
  streams.note(refusalLine(ended.failure, language));
  return 2;
};
