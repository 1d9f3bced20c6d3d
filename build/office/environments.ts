import { programEnvironment } from '../../electron/app/home.ts';
import type { Environment } from '../../electron/infra/environment.ts';
import { success, type Result } from '../../shared/result.ts';
import type { Bilingual } from '../../shared/language.ts';

const account = ['VOUCH_APP_ID', 'VOUCH_API_KEY', 'VOUCH_API_SECRET', 'VOUCH_BASE_URL'];
/** The office has its own database: setting the address both ways would be refused. */
const ofDatabase = new Set(['VOUCH_DATABASE_URL', 'VOUCH_DATABASE_URL_FILE']);
const operationsPort = 'VOUCH_OPERATIONS_PORT';

const without = (environment: Environment, isLeftOut: (name: string) => boolean): Environment =>
  // Windows does not distinguish upper and lower case in names.
  Object.fromEntries(Object.entries(environment).filter(([name]) => !isLeftOut(name.toUpperCase())));

type Environments = {
  /** Whether the workers have an account, in the environment or in files. */
  readonly hasAccount: boolean;
  /** The environments of the parts with the address of their database. */
  readonly withDatabase: (url: string) => { readonly serve: Environment; readonly worker: Environment };
};

/**
 * The environments for the parts of an office on this computer. Only the server reports how it is, because the parts
 * can't share one port.
 * @returns why a secret can't be taken from its file
 */
export const environmentsOf = (
  original: Environment,
): Result<Environments, { readonly message: Bilingual }> => {
  const common = without(original, (name) => ofDatabase.has(name));
  const own = programEnvironment({ ...common });
  if (!own.ok) return own;
  const { value: known } = own;
  return success({
    hasAccount: account.every((name) => (known[name] ?? '').trim() !== ''),
    withDatabase: (url) => {
      const serve = { ...common, VOUCH_DATABASE_URL: url };
      return { serve, worker: without(serve, (name) => name === operationsPort) };
    },
  });
};
