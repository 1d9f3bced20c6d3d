import { includeWords, isIncludeWord, type IncludeWord } from '../../../shared/books/gate.ts';
import { isIsoDate } from '../../../shared/invoice/dates.ts';
import type { Language } from '../../../shared/language.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { booksTexts } from '../../../shared/texts/books.ts';
import type { BooksCommandName } from '../../../shared/texts/books-usage.ts';
import { usageTexts } from '../../../shared/texts/command-line.ts';
import {
  commonOptions,
  listOf,
  oneOf,
  ownIds,
  readFlags,
  wrongPaths,
  type CommonOptions,
  type Flag,
  type UsageError,
} from '../../hosts/terminal/read-flags.ts';

export type MatchCommand = CommonOptions & {
  readonly kind: 'match';
  readonly list: string;
  readonly json: string;
};
export type VouchersCommand = CommonOptions & {
  readonly kind: 'vouchers';
  readonly rules: string;
  readonly format: 'kingdee' | 'yonyou';
  readonly out: string;
  readonly paths: readonly string[];
  /** What the gate holds back and the user lets through. */
  readonly include: readonly IncludeWord[];
  /** Taxpayer ids of own companies. */
  readonly own: readonly string[];
  /** A table of codes as CSV, besides those of the rules; null without one. */
  readonly codes: string | null;
};
export type ArchiveCommand = CommonOptions & {
  readonly kind: 'archive';
  readonly from: string;
  readonly to: string;
  readonly out: string;
  readonly own: readonly string[];
  /** Replaces the archive of the same period. */
  readonly replace: boolean;
};
export type CheckCommand = CommonOptions & { readonly kind: 'check-archive'; readonly path: string };
export type PrintCommand = CommonOptions & {
  readonly kind: 'print';
  readonly perPage: 1 | 2 | 4;
  readonly cover: boolean;
  readonly out: string;
  readonly own: readonly string[];
  readonly paths: readonly string[];
};
export type RenameCommand = CommonOptions & {
  readonly kind: 'rename';
  readonly pattern: string;
  readonly copyTo: string | null;
  readonly dryRun: boolean;
  readonly paths: readonly string[];
};
export type UndoCommand = CommonOptions & { readonly kind: 'undo-rename' };
export type BooksCommand =
  | MatchCommand
  | VouchersCommand
  | ArchiveCommand
  | CheckCommand
  | PrintCommand
  | RenameCommand
  | UndoCommand;

type Flags = Readonly<Record<string, 'value' | 'nothing'>>;
const plain: Flags = { '--lang': 'value', '--quiet': 'nothing' };
const reading: Flags = {
  ...plain,
  '--sandbox': 'nothing',
  '--base-url': 'value',
  '--concurrency': 'value',
  '--force': 'nothing',
};

const flagsOf: Readonly<Record<BooksCommandName, Flags>> = {
  match: { ...plain, '--json': 'value' },
  vouchers: {
    ...reading,
    '--rules': 'value',
    '--format': 'value',
    '--out': 'value',
    '--include': 'value',
    '--codes': 'value',
    '--own': 'value',
  },
  archive: {
    ...plain,
    '--from': 'value',
    '--to': 'value',
    '--out': 'value',
    '--check': 'value',
    '--own': 'value',
    '--replace': 'nothing',
  },
  print: { ...reading, '--per-page': 'value', '--cover': 'nothing', '--out': 'value', '--own': 'value' },
  rename: {
    ...reading,
    '--pattern': 'value',
    '--copy-to': 'value',
    '--dry-run': 'nothing',
    '--undo': 'nothing',
  },
};

const known = new Set(Object.values(flagsOf).flatMap((flags) => Object.keys(flags)));

type Parsed = Result<BooksCommand, UsageError>;
type Given = {
  readonly values: ReadonlyMap<string, string>;
  readonly paths: readonly string[];
  readonly common: CommonOptions;
};

const missing = (flag: string): Parsed => failed({ message: booksTexts.missingOption(flag) });

/** An output file: never standard output, because a terminal can't show a workbook or a PDF. */
const outOf = ({ values }: Given): Result<string, UsageError> => {
  const out = values.get('--out');
  if (out === undefined) return failed({ message: booksTexts.missingOption('--out') });
  return out === '-' ? failed(usageTexts.noStandardOutput('--out')) : success(out);
};

const parseMatch = ({ values, paths, common }: Given): Parsed => {
  const [list] = paths;
  if (list === undefined || paths.length > 1) return failed({ message: booksTexts.onePath });
  if (list === '-') return failed(usageTexts.noStandardInput);
  return success({ kind: 'match', list, json: values.get('--json') ?? '-', ...common });
};

const parseVouchers = (given: Given): Parsed => {
  const { values, paths, common } = given;
  const wrong = wrongPaths(paths);
  if (wrong) return failed(wrong);
  const rules = values.get('--rules');
  if (rules === undefined) return missing('--rules');
  const format = oneOf(values.get('--format') ?? '', ['kingdee', 'yonyou']);
  if (!format) return failed(usageTexts.notOneOf('--format', 'kingdee, yonyou'));
  const words = listOf(values, '--include');
  const include = words.filter(isIncludeWord);
  if (include.length < words.length || (values.has('--include') && words.length === 0))
    return failed(usageTexts.notOneOf('--include', Object.keys(includeWords).join(', ')));
  const own = ownIds(values);
  if (!own.ok) return own;
  const out = outOf(given);
  if (!out.ok) return out;
  return success({
    kind: 'vouchers',
    rules,
    format,
    out: out.value,
    paths,
    include,
    own: own.value,
    codes: values.get('--codes') ?? null,
    ...common,
  });
};

const parseArchive = (given: Given): Parsed => {
  const { values, paths, common } = given;
  if (paths.length > 0) return failed({ message: booksTexts.noPaths });
  const check = values.get('--check');
  const [from, to] = [values.get('--from'), values.get('--to')];
  if (check !== undefined) {
    const other = ['--from', '--to', '--out', '--own', '--replace'].find((flag) => values.has(flag));
    return other === undefined
      ? success({ kind: 'check-archive', path: check, ...common })
      : failed(usageTexts.flagOfOther(other));
  }
  if (from === undefined) return missing('--from');
  if (to === undefined) return missing('--to');
  if (!isIsoDate(from) || !isIsoDate(to) || from > to) return failed({ message: booksTexts.periodWrong });
  const own = ownIds(values);
  if (!own.ok) return own;
  const out = outOf(given);
  if (!out.ok) return out;
  const replace = values.has('--replace');
  return success({ kind: 'archive', from, to, out: out.value, own: own.value, replace, ...common });
};

const parsePrint = (given: Given): Parsed => {
  const { values, paths, common } = given;
  const wrong = wrongPaths(paths);
  if (wrong) return failed(wrong);
  const perPage = ([1, 2, 4] as const).find((count) => String(count) === (values.get('--per-page') ?? '2'));
  if (perPage === undefined) return failed(usageTexts.notOneOf('--per-page', '1, 2, 4'));
  const own = ownIds(values);
  if (!own.ok) return own;
  const out = outOf(given);
  if (!out.ok) return out;
  const cover = values.has('--cover');
  return success({ kind: 'print', perPage, cover, out: out.value, own: own.value, paths, ...common });
};

const parseRename = ({ values, paths, common }: Given): Parsed => {
  if (values.has('--undo')) {
    const other = ['--pattern', '--copy-to', '--dry-run'].find((flag) => values.has(flag));
    if (other !== undefined) return failed(usageTexts.flagOfOther(other));
    return paths.length > 0
      ? failed({ message: booksTexts.noPaths })
      : success({ kind: 'undo-rename', ...common });
  }
  const wrong = wrongPaths(paths);
  if (wrong) return failed(wrong);
  const pattern = values.get('--pattern');
  if (pattern === undefined) return missing('--pattern');
  const copyTo = values.get('--copy-to') ?? null;
  if (copyTo === '-') return failed(usageTexts.noStandardOutput('--copy-to'));
  return success({ kind: 'rename', pattern, copyTo, dryRun: values.has('--dry-run'), paths, ...common });
};

const parsers: Readonly<Record<BooksCommandName, (given: Given) => Parsed>> = {
  match: parseMatch,
  vouchers: parseVouchers,
  archive: parseArchive,
  print: parsePrint,
  rename: parseRename,
};

/** Parses the command line of one of the books' commands. */
export const booksCommand = (
  name: BooksCommandName,
  given: readonly string[],
  fallback: Language,
): Parsed => {
  const flags = flagsOf[name];
  const flagOf = (flag: string): Flag =>
    Object.hasOwn(flags, flag) ? flags[flag] : known.has(flag) ? 'other' : undefined;
  const read = readFlags(given, flagOf);
  if (!read.ok) return read;
  const common = commonOptions(read.value.values, fallback);
  return common.ok ? parsers[name]({ ...read.value, common: common.value }) : common;
};
