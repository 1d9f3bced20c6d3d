type Environment = Readonly<Record<string, string | undefined>>;

/** The address of the office's database; null if this program keeps a ledger of its own. */
export const officeAddress = (environment: Environment): string | null =>
  environment.VOUCH_DATABASE_URL?.trim() || null;
