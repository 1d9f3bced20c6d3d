import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export type Exchange =
  { readonly outcome: 'session'; readonly session: string } | { readonly outcome: 'wrong' | 'too-many' };

export type Sessions = {
  /** A token that opens one session; each call gives a new one and voids the one before it. */
  readonly issueToken: () => string;
  /** Turns the token into a session key, once. */
  readonly exchange: (token: string) => Exchange;
  readonly isSession: (key: string | undefined) => boolean;
};

/**
 * More wrong tokens than this within a minute, and the next are told to wait. The right one always opens: any program
 * can send wrong ones, and must not keep the user out; of 256 random bits none is guessed, however often it is tried.
 */
const maxWrongTokens = 10;
const windowMs = 60_000;

const randomKey = (): string => randomBytes(32).toString('base64url');
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares without telling by its duration how much was right. */
const equals = (left: Buffer, right: Buffer): boolean => timingSafeEqual(left, right);

/** Keys live in memory only: they end with the program. */
export const createSessions = (now: () => number): Sessions => {
  let token: Buffer | null = null;
  let wrong: readonly number[] = [];
  const sessions: Buffer[] = [];
  return {
    issueToken: () => {
      const fresh = randomKey();
      token = digest(fresh);
      return fresh;
    },
    exchange: (given) => {
      if (!token || !equals(token, digest(given))) {
        wrong = wrong.filter((time) => now() - time < windowMs);
        if (wrong.length >= maxWrongTokens) return { outcome: 'too-many' };
        wrong = [...wrong, now()];
        return { outcome: 'wrong' };
      }
      token = null;
      const session = randomKey();
      sessions.push(digest(session));
      return { outcome: 'session', session };
    },
    isSession: (key) => {
      if (key === undefined || key.length > 100) return false;
      const found = digest(key);
      return sessions.some((session) => equals(session, found));
    },
  };
};
