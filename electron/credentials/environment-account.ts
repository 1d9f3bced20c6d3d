import type { Environment } from '../infra/environment.ts';
import { createAccount, type Account } from '../infra/account.ts';

/** The account from the environment; `--base-url` overrides `VOUCH_BASE_URL`. Null if any variable is missing. */
export const accountFrom = (environment: Environment, baseUrl: string | null): Account | null => {
  const variable = (name: string): string => environment[name]?.trim() ?? '';
  const account = {
    appId: variable('VOUCH_APP_ID'),
    apiKey: variable('VOUCH_API_KEY'),
    apiSecret: variable('VOUCH_API_SECRET'),
    baseUrl: baseUrl ?? variable('VOUCH_BASE_URL'),
  };
  return Object.values(account).includes('') ? null : createAccount(account);
};
