import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { builtProgram } from './built-program.ts';

/** From the build, or as `npm run vouch` starts it. */
export type ProgramForm = 'built' | 'sources';

type Ran = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as bytes. */
  readonly bytes: Buffer;
};

const sources = fileURLToPath(new URL('../../electron/hosts/cli/main.ts', import.meta.url));
const officePackages = new URL('office-packages.mjs', import.meta.url).href;

/** As in the script `vouch`. */
const flags = ['--max-semi-space-size=4', '--disable-warning=ExperimentalWarning'];

const officeCommands = new Set(['serve', 'worker', 'migrate', 'trail', 'office']);

/** Uses the build if there is one, because it starts in a third of the processor time. */
const programFor = (
  form: ProgramForm,
  given: readonly string[],
  environment: Readonly<Record<string, string>>,
): readonly string[] => {
  if (form === 'sources' || builtProgram === null) return [sources];
  const isOffice = officeCommands.has(given[0] ?? '') || Boolean(environment['VOUCH_DATABASE_URL']);
  return [...(isOffice ? ['--import', officePackages] : []), join(builtProgram, 'cli.js')];
};

/** The program under test inherits nothing from the developer's environment but the cache of compiled modules. */
const environmentOf = (given: Readonly<Record<string, string>>) => ({
  PATH: process.env.PATH ?? '',
  HOME: given.VOUCH_HOME ?? '/nonexistent',
  LANG: 'en_US.UTF-8',
  ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
  ...given,
});

/** Starts the command line as a separate process; `ran` is called once, before it ends. */
export const startVouch = (
  given: readonly string[],
  environment: Readonly<Record<string, string>>,
  form: ProgramForm = 'built',
): ChildProcess & { readonly ran: () => Promise<Ran> } => {
  const child = spawn(process.execPath, [...flags, ...programFor(form, given, environment), ...given], {
    env: environmentOf(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const finish = async (): Promise<Ran> => {
    const [bytes, errors] = await Promise.all([
      buffer(child.stdout),
      buffer(child.stderr),
      child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null,
    ]);
    return { code: child.exitCode, stdout: bytes.toString(), stderr: errors.toString(), bytes };
  };
  return Object.assign(child, { ran: finish });
};

export const vouch = (
  given: readonly string[],
  environment: Readonly<Record<string, string>>,
  form: ProgramForm = 'built',
): Promise<Ran> => startVouch(given, environment, form).ran();
