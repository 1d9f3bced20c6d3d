export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that hold secrets. */
export const secretVariables = [
  'VOUCH_API_KEY',
  'VOUCH_API_SECRET',
  'VOUCH_DATABASE_URL',
  'VOUCH_OWNER_DATABASE_URL',
  'VOUCH_SERVER_DATABASE_URL',
  'VOUCH_WORKER_DATABASE_URL',
  'VOUCH_READER_DATABASE_URL',
  'VOUCH_MAIL_PASSWORD',
  'VOUCH_OFFICE_TOKEN',
] as const;

/** Windows does not distinguish upper and lower case in names. */
const isSecret = (name: string): boolean => secretVariables.some((secret) => secret === name.toUpperCase());

/**
 * A copy of the environment for this process. Secrets are removed from the original, which
 * every child process inherits.
 */
export const takeEnvironment = (environment: Record<string, string | undefined>): Environment => {
  const own = { ...environment };
  for (const name of Object.keys(environment).filter(isSecret)) delete environment[name];
  return own;
};

/** The environment for another program: without our variables. */
export const foreignEnvironment = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^VOUCH_/iu.test(name)));
