import { parseArgs } from 'node:util';
import { failed, success, type Result } from '../../../shared/result.ts';

export type Parameters = {
  /** 0: any free port. */
  readonly port: number;
  /** Whether to open the window in the system's browser. */
  readonly open: boolean;
};

const usage = 'Usage: vouch --browser [--port N] [--no-open]';

const parsePort = (text: string): number | null => {
  if (!/^\d{1,5}$/.test(text)) return null;
  const port = Number(text);
  return port <= 65_535 ? port : null;
};

/** Parses the browser host's part of the command line; the failure is a sentence for the user. */
export const parseParameters = (given: readonly string[]): Result<Parameters, string> => {
  try {
    const { values } = parseArgs({
      args: [...given],
      options: { port: { type: 'string', default: '0' }, 'no-open': { type: 'boolean', default: false } },
    });
    const port = parsePort(values.port);
    if (port === null) return failed(`--port wants a number from 0 to 65535, not "${values.port}". ${usage}`);
    return success({ port, open: !values['no-open'] });
  } catch (error) {
    return failed(`${error instanceof Error ? error.message : String(error)} ${usage}`);
  }
};
