import { setTimeout } from 'node:timers/promises';
import { isIsoDate } from '../../../shared/invoice/dates.ts';
import type { Language } from '../../../shared/language.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { runTexts, usageTexts } from '../../../shared/texts/command-line.ts';
import { commandFailureLine } from '../../../shared/texts/failure-line.ts';
import { mailRunTexts, mailUsageTexts } from '../../../shared/texts/mailbox.ts';
import { officeTexts } from '../../../shared/texts/office-command.ts';
import { hasMailbox, takeMailFiles, type MailWish } from '../../app/files/mail-files.ts';
import { officeAddress } from '../../app/home.ts';
import type { CommandGroup, ExitCode, RecognizeCommand, RunDependencies } from '../terminal/dependencies.ts';
import { commonOptions, listOf, readFlags, type Flag } from '../terminal/read-flags.ts';

type MailCommand = {
  /** Recognizes the mails; its paths come with them. */
  readonly recognize: RecognizeCommand;
  readonly once: boolean;
  readonly wish: MailWish;
};

const flags: Readonly<Record<string, Flag>> = {
  '--once': 'nothing',
  '--folders': 'value',
  '--senders': 'value',
  '--since': 'value',
  '--sandbox': 'nothing',
  '--base-url': 'value',
  '--concurrency': 'value',
  '--force': 'nothing',
  '--lang': 'value',
  '--quiet': 'nothing',
};

const noOutputs = { csv: null, linesCsv: null, xlsx: null, json: null, annotate: null };

const round = async (command: MailCommand, dependencies: RunDependencies): Promise<ExitCode> => {
  const { language, quiet } = command.recognize;
  const { streams, signal } = dependencies;
  const onFailure = (failure: Parameters<typeof commandFailureLine>[0]): void =>
    streams.note(commandFailureLine(failure, language));
  const {
    paths,
    failed: failure,
    settle,
  } = await takeMailFiles(command.wish, { ...dependencies, onFailure });
  if (failure === 'ledger') return 2;
  if (!quiet) streams.note(mailRunTexts[language].taken(paths.length));
  const code = failure === null ? 0 : 1;
  if (paths.length === 0 || signal.aborted) return code;
  let isWhole = false;
  const read = await dependencies.recognize({ ...command.recognize, paths }, (_, { isCutShort }) => {
    isWhole = !isCutShort;
    return Promise.resolve([]);
  });
  // What a run leaves that was stopped, could not begin or met a failing disk, the next one takes again.
  if (isWhole && !signal.aborted) await settle();
  return read > code ? read : code;
};

const everyMs = 10 * 60_000;

const run = async (command: MailCommand, dependencies: RunDependencies): Promise<ExitCode> => {
  const { environment, streams, signal } = dependencies;
  const { language } = command.recognize;
  if (officeAddress(environment) !== null) {
    streams.note(officeTexts[language].localOnly);
    return 2;
  }
  if (!hasMailbox(environment)) {
    streams.note(mailRunTexts[language].noMailbox);
    return 2;
  }
  for (;;) {
    const code = await round(command, dependencies);
    if (command.once || code === 2 || signal.aborted) return code;
    await setTimeout(everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return code;
  }
};

const parse = (
  given: readonly string[],
  fallback: Language,
): Result<MailCommand, { readonly message: { zh: string; en: string } }> => {
  const read = readFlags(given, (name) => flags[name]);
  if (!read.ok) return read;
  const { values, paths } = read.value;
  const [extra] = paths;
  if (extra !== undefined) return failed(usageTexts.noPathWanted(extra));
  const common = commonOptions(values, fallback);
  if (!common.ok) return common;
  const since = values.get('--since') ?? null;
  if (since !== null && !isIsoDate(since)) return failed(mailUsageTexts.noDay);
  const wanted = (flag: string) => (values.has(flag) ? listOf(values, flag) : null);
  const recognize: RecognizeCommand = {
    kind: 'recognize',
    service: 'vat-invoice',
    paths: [],
    outputs: noOutputs,
    points: false,
    attributes: false,
    local: false,
    reader: null,
    own: [],
    work: false,
    encoding: 'utf8',
    ...common.value,
  };
  return success({
    recognize,
    once: values.has('--once'),
    wish: { folders: wanted('--folders'), senders: wanted('--senders'), since },
  });
};

/** `vouch mail`. */
export const mailGroup: CommandGroup<'mail'> = {
  parse: (_, given, fallback) => {
    const parsed = parse(given, fallback);
    if (!parsed.ok) return parsed;
    const { value: command } = parsed;
    const { language } = command.recognize;
    return success({
      language,
      stopped: { note: runTexts[language].interrupted, interrupts: true },
      run: (dependencies) => run(command, dependencies),
    });
  },
};
