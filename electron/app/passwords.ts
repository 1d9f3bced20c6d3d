/** The passwords of PDFs that the user entered. They are kept in memory only, until Vouch ends. */
export type Passwords = {
  readonly of: (path: string) => string | null;
  readonly keep: (path: string, password: string) => void;
};

export const createPasswords = (): Passwords => {
  const byPath = new Map<string, string>();
  return {
    of: (path) => byPath.get(path) ?? null,
    keep: (path, password) => void byPath.set(path, password),
  };
};
