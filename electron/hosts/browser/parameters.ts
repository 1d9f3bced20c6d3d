import { failed, success, type Result } from '../../../shared/result.ts';
import { browserUsageTexts, serveUsageTexts } from '../../../shared/texts/office-command.ts';
import { portOf, readFlags, type Flag, type UsageError } from '../terminal/read-flags.ts';

export type Parameters = {
  /** 0: any free port. */
  readonly port: number;
  /** Whether to open the window in the system's browser. */
  readonly open: boolean;
};

const flags: Readonly<Record<string, Flag>> = { '--port': 'value', '--no-open': 'nothing' };

/** Parses the browser host's part of the command line. */
export const parseParameters = (given: readonly string[]): Result<Parameters, UsageError> => {
  const read = readFlags(given, (name) => (Object.hasOwn(flags, name) ? flags[name] : undefined));
  if (!read.ok) return read;
  const { values, paths } = read.value;
  if (paths.length > 0) return failed(browserUsageTexts.stray);
  const port = portOf(values.get('--port') ?? '0');
  if (port === null) return failed(serveUsageTexts.badPort);
  return success({ port, open: !values.has('--no-open') });
};
