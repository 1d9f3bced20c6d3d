import type { Environment } from '../infra/environment.ts';

/** The address of the office's database; null if this program has its own ledger. */
export const officeAddress = (environment: Environment): string | null =>
  environment.VOUCH_DATABASE_URL?.trim() || null;
