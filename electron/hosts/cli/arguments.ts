import type { Bilingual, Language } from '../../../shared/language.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import { usageTexts } from '../../../shared/texts/usage.ts';

/** Where results go; `-` stands for standard output. */
export type Outputs = {
  readonly csv: string | null;
  readonly linesCsv: string | null;
  readonly xlsx: string | null;
  readonly json: string | null;
  readonly annotate: string | null;
};

export type RecognizeCommand = {
  readonly kind: 'recognize';
  readonly service: ServiceId;
  readonly paths: readonly string[];
  readonly outputs: Outputs;
  readonly points: boolean;
  readonly attributes: boolean;
  readonly sandbox: boolean;
  readonly baseUrl: string | null;
  readonly concurrency: number;
  readonly force: boolean;
  readonly language: Language;
  readonly encoding: 'utf8' | 'gb18030';
  readonly quiet: boolean;
};

export type Command =
  RecognizeCommand | { readonly kind: 'help'; readonly language: Language } | { readonly kind: 'version' };

export type UsageError = { readonly message: Bilingual };

type Flag = { readonly takes: 'value' | 'nothing'; readonly of: readonly ServiceId[] };

const both: readonly ServiceId[] = ['vat-invoice', 'face-detect'];
const flags: Readonly<Record<string, Flag>> = {
  '--csv': { takes: 'value', of: both },
  '--json': { takes: 'value', of: both },
  '--annotate': { takes: 'value', of: both },
  '--lines-csv': { takes: 'value', of: ['vat-invoice'] },
  '--xlsx': { takes: 'value', of: ['vat-invoice'] },
  '--points': { takes: 'nothing', of: ['face-detect'] },
  '--attributes': { takes: 'nothing', of: ['face-detect'] },
  '--sandbox': { takes: 'nothing', of: both },
  '--base-url': { takes: 'value', of: both },
  '--concurrency': { takes: 'value', of: both },
  '--force': { takes: 'nothing', of: both },
  '--lang': { takes: 'value', of: both },
  '--encoding': { takes: 'value', of: both },
  '--quiet': { takes: 'nothing', of: both },
};

const serviceNames: Readonly<Record<string, ServiceId>> = { invoice: 'vat-invoice', face: 'face-detect' };

type Read = { readonly values: ReadonlyMap<string, string>; readonly paths: readonly string[] };

const isFlag = (argument: string): boolean => argument.startsWith('-') && argument !== '-';

/** Takes flags and paths apart; after `--` everything is a path. */
const readArguments = (service: ServiceId, given: readonly string[]): Result<Read, UsageError> => {
  const values = new Map<string, string>();
  const paths: string[] = [];
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index] ?? '';
    if (argument === '--') {
      paths.push(...given.slice(index + 1));
      break;
    }
    if (!isFlag(argument)) {
      paths.push(argument);
      continue;
    }
    const equals = argument.indexOf('=');
    // Only the flag's name is ever repeated to the user: what follows could be a secret.
    const name = equals === -1 ? argument : argument.slice(0, equals);
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (!flag) return failed(usageTexts.unknownFlag(name));
    if (!flag.of.includes(service)) return failed(usageTexts.flagOfOther(name));
    if (values.has(name)) return failed(usageTexts.flagTwice(name));
    if (flag.takes === 'nothing') {
      if (equals !== -1) return failed(usageTexts.noValueWanted(name));
      values.set(name, '');
      continue;
    }
    const value = equals === -1 ? given[index + 1] : argument.slice(equals + 1);
    if (value === undefined || value === '' || (equals === -1 && isFlag(value)))
      return failed(usageTexts.valueMissing(name));
    if (equals === -1) index += 1;
    values.set(name, value);
  }
  return success({ values, paths });
};

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

const oneOf = <Value extends string>(value: string, allowed: readonly Value[]): Value | null =>
  allowed.find((entry) => entry === value) ?? null;

const wholeNumber = (value: string): number => (/^\d{1,3}$/.test(value) ? Number(value) : 0);

/** The language of the texts, before anything else is known to be right. */
export const languageAsked = (given: readonly string[], fallback: Language): Language => {
  const at = given.indexOf('--lang');
  const value =
    at === -1 ? given.find((argument) => argument.startsWith('--lang='))?.slice(7) : given[at + 1];
  return oneOf(value ?? '', ['zh', 'en']) ?? fallback;
};

/**
 * A file that a shell's `*` has put among the options; null where there is none. What a file is called must not decide
 * where pictures are sent.
 * @param exists whether a file of that name is in the working folder
 */
export const fileLikeOption = (
  given: readonly string[],
  exists: (path: string) => boolean,
): UsageError | null => {
  const end = given.indexOf('--');
  const name = given.slice(0, end === -1 ? undefined : end).find((one) => isFlag(one) && exists(one));
  return name === undefined ? null : usageTexts.fileLikeOption(name);
};

const recognizeCommand = (
  service: ServiceId,
  given: readonly string[],
  fallback: Language,
): Result<Command, UsageError> => {
  const read = readArguments(service, given);
  if (!read.ok) return read;
  const { values, paths } = read.value;
  if (paths.length === 0) return failed(usageTexts.noPath);
  if (paths.includes('-') || paths.includes('')) return failed(usageTexts.noStandardInput);
  const outputs = outputsOf(values);
  const wrong = checkOutputs(outputs);
  if (wrong) return failed(wrong);
  const language = oneOf(values.get('--lang') ?? fallback, ['zh', 'en']);
  if (!language) return failed(usageTexts.notOneOf('--lang', 'zh, en'));
  const encoding = oneOf(values.get('--encoding') ?? 'utf8', ['utf8', 'gb18030']);
  if (!encoding) return failed(usageTexts.notOneOf('--encoding', 'utf8, gb18030'));
  const concurrency = wholeNumber(values.get('--concurrency') ?? '4');
  if (concurrency < 1 || concurrency > 16) return failed(usageTexts.notOneOf('--concurrency', '1–16'));
  const sandbox = values.has('--sandbox');
  const baseUrl = values.get('--base-url') ?? null;
  if (sandbox && baseUrl !== null) return failed(usageTexts.sandboxAndBaseUrl);
  return success({
    kind: 'recognize',
    service,
    paths,
    outputs,
    points: values.has('--points'),
    attributes: values.has('--attributes'),
    sandbox,
    baseUrl,
    concurrency,
    force: values.has('--force'),
    language,
    encoding,
    quiet: values.has('--quiet'),
  });
};

/**
 * Reads a command line.
 * @param given the arguments after the program's own
 * @param fallback language where `--lang` names none
 */
export const parseArguments = (given: readonly string[], fallback: Language): Result<Command, UsageError> => {
  const [first, ...rest] = given;
  const ahead = new Set(given.includes('--') ? given.slice(0, given.indexOf('--')) : given);
  if (ahead.has('--help') || ahead.has('-h'))
    return success({ kind: 'help', language: languageAsked(given, fallback) });
  if (first === '--version') return success({ kind: 'version' });
  if (first === undefined) return failed(usageTexts.noCommand);
  const service = Object.hasOwn(serviceNames, first) ? serviceNames[first] : undefined;
  return service ? recognizeCommand(service, rest, fallback) : failed(usageTexts.unknownCommand);
};
