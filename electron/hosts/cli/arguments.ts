import type { Language } from '../../../shared/language.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { booksUsage, type BooksCommandName } from '../../../shared/texts/books-usage.ts';
import { officeUsage, type OfficeProgramName } from '../../../shared/texts/office-command.ts';
import {
  programUsage,
  readingOption,
  usageTexts,
  type ReadingWord,
} from '../../../shared/texts/command-line.ts';
import type { Outputs } from '../../app/files/request.ts';
import type { RecognizeCommand } from '../terminal/dependencies.ts';
import {
  commandWord,
  commandWords,
  leading,
  wordMeant,
  type CommandWord,
} from '../../../shared/texts/program-commands.ts';
import { deskUsageTexts } from '../../../shared/texts/desk.ts';
import { deskOrigin, type DeskCommand } from './desk-options.ts';
import { shells } from './completion.ts';
import {
  commonOptions,
  isFlag,
  oneOf,
  ownIds,
  readFlags,
  wrongPaths,
  type Flag,
  type UsageError,
} from '../terminal/read-flags.ts';

export type CliCommand =
  | RecognizeCommand
  | DeskCommand
  /** A command of a group, which parses the rest. */
  | { readonly kind: 'books'; readonly name: BooksCommandName; readonly given: readonly string[] }
  | { readonly kind: 'mail'; readonly given: readonly string[] }
  | { readonly kind: 'office'; readonly name: OfficeCommandName; readonly given: readonly string[] }
  | { readonly kind: 'help'; readonly of: CommandWord | null; readonly language: Language }
  | { readonly kind: 'completion'; readonly shell: (typeof shells)[number] }
  | { readonly kind: 'version' }
  | { readonly kind: 'json-schema' };

type OfficeCommandName = OfficeProgramName | 'serve';

export type { UsageError };

const services: Readonly<Record<ReadingWord, ServiceId>> = { invoice: 'vat-invoice', face: 'face-detect' };

const isReadingWord = (name: string): name is ReadingWord => Object.hasOwn(services, name);

const flagOf =
  (word: ReadingWord) =>
  (name: string): Flag =>
    word === 'face' && name === '--office' ? deskUsageTexts.noFaces : readingOption(word, name);

const outputsOf = (values: ReadonlyMap<string, string>): Outputs => ({
  csv: values.get('--csv') ?? null,
  linesCsv: values.get('--lines-csv') ?? null,
  xlsx: values.get('--xlsx') ?? null,
  json: values.get('--json') ?? null,
  annotate: values.get('--annotate') ?? null,
});

const checkOutputs = ({ csv, linesCsv, json, xlsx, annotate }: Outputs): UsageError | null => {
  if (xlsx === '-') return usageTexts.noStandardOutput('--xlsx');
  if (annotate === '-') return usageTexts.noStandardOutput('--annotate');
  if ([csv, linesCsv, json].filter((output) => output === '-').length > 1) return usageTexts.twoOnOutput;
  return null;
};

/** The language of the texts, before the rest of the arguments is known to be valid. */
export const languageAsked = (given: readonly string[], fallback: Language): Language => {
  const at = given.indexOf('--lang');
  const value =
    at === -1 ? given.find((argument) => argument.startsWith('--lang='))?.slice(7) : given[at + 1];
  return oneOf(value ?? '', ['zh', 'en']) ?? fallback;
};

/**
 * A file name among the options, from a shell's `*`; null if there is none. The name of a file must not
 * decide where pictures are sent.
 * @param exists whether a file with that name is in the working folder
 */
export const fileLikeOption = (
  given: readonly string[],
  exists: (path: string) => boolean,
): UsageError | null => {
  const end = given.indexOf('--');
  const name = given.slice(0, end === -1 ? undefined : end).find((one) => isFlag(one) && exists(one));
  return name === undefined ? null : usageTexts.fileLikeOption(name);
};

/** Who reads pictures; null without `--reader`. */
const readerOf = (values: ReadonlyMap<string, string>): Result<RecognizeCommand['reader'], UsageError> => {
  const given = values.get('--reader');
  if (given === undefined) return success(null);
  const reader = oneOf(given, ['local', 'service', 'both']);
  if (!reader) return failed(usageTexts.notOneOf('--reader', 'local, service, both'));
  return reader !== 'local' && values.has('--local')
    ? failed(usageTexts.localAndService(reader))
    : success(reader);
};

const encodingOf = (values: ReadonlyMap<string, string>): Result<'utf8' | 'gb18030', UsageError> => {
  const encoding = oneOf(values.get('--encoding') ?? 'utf8', ['utf8', 'gb18030']);
  return encoding ? success(encoding) : failed(usageTexts.notOneOf('--encoding', 'utf8, gb18030'));
};

const deskCommand = (
  values: ReadonlyMap<string, string>,
  paths: readonly string[],
  outputs: Outputs,
  { language, quiet }: Pick<RecognizeCommand, 'language' | 'quiet'>,
): Result<DeskCommand, UsageError> => {
  const office = deskOrigin(values);
  if (!office.ok) return office;
  const encoding = encodingOf(values);
  if (!encoding.ok) return encoding;
  return success({
    kind: 'desk',
    office: office.value,
    paths,
    outputs,
    encoding: encoding.value,
    language,
    quiet,
  });
};

const recognizeCommand = (
  word: ReadingWord,
  given: readonly string[],
  fallback: Language,
): Result<CliCommand, UsageError> => {
  const read = readFlags(given, flagOf(word));
  if (!read.ok) return read;
  const { values, paths } = read.value;
  const wrongPath = wrongPaths(paths);
  if (wrongPath) return failed(wrongPath);
  const outputs = outputsOf(values);
  const wrong = checkOutputs(outputs);
  if (wrong) return failed(wrong);
  const common = commonOptions(values, fallback);
  if (!common.ok) return common;
  if (values.has('--office')) return deskCommand(values, paths, outputs, common.value);
  const reader = readerOf(values);
  if (!reader.ok) return reader;
  const own = ownIds(values);
  if (!own.ok) return own;
  const encoding = encodingOf(values);
  if (!encoding.ok) return encoding;
  return success({
    kind: 'recognize',
    service: services[word],
    paths,
    outputs,
    points: values.has('--points'),
    attributes: values.has('--attributes'),
    local: values.has('--local'),
    reader: reader.value,
    own: own.value,
    work: values.has('--work'),
    ...common.value,
    encoding: encoding.value,
  });
};

const isBooksCommand = (name: string | undefined): name is BooksCommandName =>
  name !== undefined && Object.hasOwn(booksUsage, name);

const isOfficeCommand = (name: string | undefined): name is OfficeCommandName =>
  name === 'serve' || (name !== undefined && Object.hasOwn(officeUsage, name));

type ProgramWord = keyof typeof programUsage;

const isProgramWord = (name: string): name is ProgramWord => Object.hasOwn(programUsage, name);

const helpFlags: ReadonlySet<string> = new Set(['--help', '-h']);

const isLeading = (name: string): name is keyof typeof leading => Object.hasOwn(leading, name);

/** Options that are commands: they print something and end. */
const printing: Readonly<Record<string, 'version' | 'json-schema'>> = {
  '--version': 'version',
  '-V': 'version',
  '--json-schema': 'json-schema',
};

const isPrinting = (argument: string): boolean => Object.hasOwn(printing, argument);

/** The command line with its leading options put behind the command; fails if another option is there. */
const commandFirst = (given: readonly string[]): Result<readonly string[], UsageError> => {
  let at = 0;
  for (let next = given[0]; next !== undefined && next !== '--' && isFlag(next); next = given[at]) {
    if (isPrinting(next)) break;
    const [name = ''] = next.split('=');
    if (!isLeading(name)) return failed(usageTexts.commandFirst(name));
    at += leading[name] === 'value' && next === name ? 2 : 1;
  }
  return success([...given.slice(at, at + 1), ...given.slice(0, at), ...given.slice(at + 1)]);
};

/** A command without a file: help, version, completion. */
const programCommand = (
  word: ProgramWord,
  rest: readonly string[],
  fallback: Language,
): Result<CliCommand, UsageError> => {
  const read = readFlags(rest, (name) => (isLeading(name) ? leading[name] : undefined));
  if (!read.ok) return read;
  const common = commonOptions(read.value.values, fallback);
  if (!common.ok) return common;
  const [named, extra = word === 'version' ? named : undefined] = read.value.paths;
  if (extra !== undefined) return failed(usageTexts.noPathWanted(extra));
  if (word === 'version') return success({ kind: 'version' });
  if (word === 'help') {
    const of = commandWord(named);
    return named === undefined || of
      ? success({ kind: 'help', of, language: common.value.language })
      : failed(unknownCommand(named));
  }
  const shell = oneOf(named ?? '', shells);
  return shell ? success({ kind: 'completion', shell }) : failed(usageTexts.unknownShell);
};

const unknownCommand = (typed: string): UsageError =>
  usageTexts.unknownCommand(commandWords.join(', '), wordMeant(typed) ?? '');

/**
 * Parses a command line.
 * @param given the arguments after the program's own
 * @param fallback the language without `--lang`
 */
export const parseArguments = (
  given: readonly string[],
  fallback: Language,
): Result<CliCommand, UsageError> => {
  const end = given.indexOf('--');
  const asksHelp = given.slice(0, end === -1 ? undefined : end).some((one) => helpFlags.has(one));
  const ordered = commandFirst(asksHelp ? given.filter((one) => !helpFlags.has(one)) : given);
  const word = ordered.ok ? commandWord(ordered.value[0]) : null;
  const language = languageAsked(given, fallback);
  if (asksHelp) return success({ kind: 'help', of: word === 'help' ? null : word, language });
  if (!ordered.ok) return ordered;
  const [first, ...rest] = ordered.value;
  const printed = first !== undefined && isPrinting(first) ? printing[first] : undefined;
  if (printed) return success({ kind: printed });
  // Options alone are no command.
  if (first === undefined || isLeading(first)) return failed(usageTexts.noCommand);
  if (isProgramWord(first)) return programCommand(first, rest, fallback);
  if (isBooksCommand(first)) return success({ kind: 'books', name: first, given: rest });
  if (first === 'mail') return success({ kind: 'mail', given: rest });
  if (isOfficeCommand(first)) return success({ kind: 'office', name: first, given: rest });
  return isReadingWord(first) ? recognizeCommand(first, rest, fallback) : failed(unknownCommand(first));
};
