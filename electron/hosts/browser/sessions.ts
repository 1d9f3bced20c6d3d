import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export type Exchange =
  | { readonly outcome: 'session'; readonly session: string }
  | { readonly outcome: 'wrong' | 'used' | 'too-many' };

export type Sessions = {
  /**
   * A token that opens one session. Each call ends what came before: the token that was not used yet, and every session
   * that is open, so that whoever asks for a new address is alone with it.
   */
  readonly issueToken: () => string;
  /**
   * Turns the token into a session key, once.
   * @param key what the tab has already: whoever holds a session may open its address again without a warning
   */
  readonly exchange: (token: string, key?: string) => Exchange;
  readonly isSession: (key: string | undefined) => boolean;
  /** Aborted when the session that has this key ends; null where there is none. */
  readonly endOf: (key: string | undefined) => AbortSignal | null;
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

type Open = { readonly key: Buffer; readonly ended: AbortController };

/**
 * Keys live in memory only: they end with the program.
 * @param onUsedAgain told once of a token that comes a second time: somebody else may have been faster
 */
export const createSessions = (now: () => number, onUsedAgain: () => void = () => {}): Sessions => {
  let token: Buffer | null = null;
  let used: Buffer | null = null;
  let wasTold = false;
  let wrong: readonly number[] = [];
  let sessions: readonly Open[] = [];

  const find = (key: string | undefined): Open | null => {
    if (key === undefined || key.length > 100) return null;
    const found = digest(key);
    return sessions.find((session) => equals(session.key, found)) ?? null;
  };

  const refuse = (given: Buffer, key: string | undefined): Exchange => {
    if (used && equals(used, given)) {
      if (!wasTold && !find(key)) {
        wasTold = true;
        onUsedAgain();
      }
      return { outcome: 'used' };
    }
    wrong = wrong.filter((time) => now() - time < windowMs);
    if (wrong.length >= maxWrongTokens) return { outcome: 'too-many' };
    wrong = [...wrong, now()];
    return { outcome: 'wrong' };
  };

  return {
    issueToken: () => {
      const fresh = randomKey();
      token = digest(fresh);
      used = null;
      wasTold = false;
      for (const { ended } of sessions) ended.abort();
      sessions = [];
      return fresh;
    },
    exchange: (given, key) => {
      const found = digest(given);
      if (!token || !equals(token, found)) return refuse(found, key);
      used = token;
      token = null;
      const session = randomKey();
      sessions = [...sessions, { key: digest(session), ended: new AbortController() }];
      return { outcome: 'session', session };
    },
    isSession: (key) => find(key) !== null,
    endOf: (key) => find(key)?.ended.signal ?? null,
  };
};
