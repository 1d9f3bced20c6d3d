import type { Language } from '../../../shared/language.ts';
import { failed, success, type Result } from '../../../shared/result.ts';
import { trailTexts, type OfficeProgramName } from '../../../shared/texts/office-command.ts';
import { usageTexts } from '../../../shared/texts/command-line.ts';
import { prepareTexts } from '../../../shared/texts/office-prepare.ts';
import { commonOptions, readFlags, type Flag, type UsageError } from '../../hosts/terminal/read-flags.ts';
import { operationsFlags, operationsOptions } from '../operations/place.ts';
import type { WorkerCommand } from '../worker/run-worker.ts';

export type MigrateCommand = { readonly kind: 'migrate'; readonly language: Language };
export type PrepareCommand = { readonly kind: 'prepare'; readonly language: Language };
export type TrailCommand = {
  readonly kind: 'trail';
  /** The digest from which to check; null for all. */
  readonly since: string | null;
  readonly language: Language;
};
export type OfficeCommand = WorkerCommand | MigrateCommand | PrepareCommand | TrailCommand;

const flags: Readonly<Record<OfficeProgramName, Readonly<Record<string, Flag>>>> = {
  worker: { '--concurrency': 'value', '--sandbox': 'nothing', '--lang': 'value', ...operationsFlags },
  office: { '--lang': 'value' },
  migrate: { '--lang': 'value' },
  trail: { '--check': 'nothing', '--since': 'value', '--lang': 'value' },
};

export const officeCommand = (
  name: OfficeProgramName,
  given: readonly string[],
  fallback: Language,
): Result<OfficeCommand, UsageError> => {
  const own = flags[name];
  const read = readFlags(given, (flag) => (Object.hasOwn(own, flag) ? own[flag] : undefined));
  if (!read.ok) return read;
  const { values, paths } = read.value;
  const [what, ...others] = paths;
  if (name === 'office' && what !== 'prepare') return failed(prepareTexts.needsPrepare);
  const [extra] = name === 'office' ? others : paths;
  if (extra !== undefined) return failed(usageTexts.noPathWanted(extra));
  const common = commonOptions(values, fallback);
  if (!common.ok) return common;
  const { concurrency, sandbox, language } = common.value;
  if (name === 'office') return success({ kind: 'prepare', language });
  if (name === 'migrate') return success({ kind: 'migrate', language });
  if (name === 'trail') {
    const since = values.get('--since')?.toLowerCase() ?? null;
    if (!values.has('--check')) return failed(trailTexts.needsCheck);
    if (since !== null && !/^[0-9a-f]{64}$/u.test(since)) return failed(trailTexts.badDigest);
    return success({ kind: 'trail', since, language });
  }
  const operations = operationsOptions(values);
  if (!operations.ok) return operations;
  return success({ kind: 'worker', concurrency, sandbox, language, operations: operations.value });
};
