import type { Bilingual, Language } from '../../../shared/language.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { usageTexts } from '../../../shared/texts/command-line.ts';

export type UsageError = { readonly message: Bilingual };

/**
 * The kind of an option; `optional` takes a value only as `--name=value`; `other` if it belongs to another command, undefined
 * if it doesn't exist. An error says why the command does not have it, and what to do instead.
 */
export type Flag = 'value' | 'nothing' | 'optional' | 'other' | UsageError | undefined;

type Read = { readonly values: ReadonlyMap<string, string>; readonly paths: readonly string[] };

export const isFlag = (argument: string): boolean => argument.startsWith('-') && argument !== '-';

/** Separates flags and paths; after `--` everything is a path. */
export const readFlags = (
  given: readonly string[],
  flagOf: (name: string) => Flag,
): Result<Read, UsageError> => {
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
    // Messages only repeat the flag's name: the rest could be a secret.
    const name = equals === -1 ? argument : argument.slice(0, equals);
    const flag = flagOf(name);
    if (flag === undefined) return failed(usageTexts.unknownFlag(name));
    if (flag === 'other') return failed(usageTexts.flagOfOther(name));
    if (typeof flag === 'object') return failed(flag);
    if (values.has(name)) return failed(usageTexts.flagTwice(name));
    if (flag === 'nothing' || (flag === 'optional' && equals === -1)) {
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

export const oneOf = <Value extends string>(value: string, allowed: readonly Value[]): Value | null =>
  allowed.find((entry) => entry === value) ?? null;

/** A port; null if the text is none. */
export const portOf = (text: string): number | null => {
  const port = /^\d{1,5}$/u.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : null;
};

const wholeNumber = (value: string): number => (/^\d{1,3}$/.test(value) ? Number(value) : 0);

/** The options of every command that recognizes pages. */
export type CommonOptions = {
  readonly sandbox: boolean;
  readonly baseUrl: string | null;
  readonly concurrency: number;
  readonly force: boolean;
  readonly language: Language;
  readonly quiet: boolean;
};

export const commonOptions = (
  values: ReadonlyMap<string, string>,
  fallback: Language,
): Result<CommonOptions, UsageError> => {
  const language = oneOf(values.get('--lang') ?? fallback, ['zh', 'en']);
  if (!language) return failed(usageTexts.notOneOf('--lang', 'zh, en'));
  const concurrency = wholeNumber(values.get('--concurrency') ?? '4');
  if (concurrency < 1 || concurrency > 16) return failed(usageTexts.notOneOf('--concurrency', '1–16'));
  const sandbox = values.has('--sandbox');
  const baseUrl = values.get('--base-url') ?? null;
  if (sandbox && baseUrl !== null) return failed(usageTexts.sandboxAndBaseUrl);
  return success({
    sandbox,
    baseUrl,
    concurrency,
    force: values.has('--force'),
    language,
    quiet: values.has('--quiet'),
  });
};

/** Checks the paths of files to read: at least one, and none of them standard input. */
export const wrongPaths = (paths: readonly string[]): UsageError | null => {
  // An empty path is usually an unset variable of a script.
  if (paths.length === 0 || paths.includes('')) return usageTexts.noPath;
  return paths.includes('-') ? usageTexts.noStandardInput : null;
};

/** Words of an option, separated by commas; none if the option is absent. */
export const listOf = (values: ReadonlyMap<string, string>, flag: string): readonly string[] =>
  (values.get(flag) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** The taxpayer ids of `--own`. */
export const ownIds = (values: ReadonlyMap<string, string>): Result<readonly string[], UsageError> => {
  const own = listOf(values, '--own');
  const isGiven = values.has('--own');
  const isWrong = own.some((taxId) => !/^[0-9A-Za-z]{15,20}$/u.test(taxId)) || (isGiven && own.length === 0);
  return isWrong ? failed(usageTexts.ownWrong) : success(own);
};
