import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { assertNever } from '../../../shared/result.ts';
import { hostFailures } from '../../../shared/texts/host-failures.ts';
import { jsonAnswer, failureAnswer } from '../http/answers.ts';
import { malformedBody, readJson } from '../http/body.ts';
import type { FileAnswer } from '../http/interface-files.ts';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export type Exchange =
  | {
      readonly outcome: 'session';
      readonly session: string;
      /** Lets another tab of the same browser take this session over, once. */
      readonly spare: string;
    }
  | { readonly outcome: 'wrong' | 'used' | 'too-many' };

export type Sessions = {
  /**
   * A token that opens one session. Each call invalidates an unused earlier token and ends every open
   * session, so that only the user who requested the new address has access.
   */
  readonly issueToken: () => string;
  /**
   * Exchanges the token for a session key, once.
   * @param key the tab's existing key: a session's owner may open its address again without a warning
   */
  readonly exchange: (token: string, key?: string) => Exchange;
  /**
   * Ends every session and opens one for another tab, which proves by the spare key that it is a tab of the same
   * browser profile.
   */
  readonly takeOver: (spare: string) => Exchange;
  readonly isSession: (key: string | undefined) => boolean;
  /** Aborted when the session with this key ends; null if there is none. */
  readonly endOf: (key: string | undefined) => AbortSignal | null;
};

/**
 * After this many wrong tokens within a minute, further ones must wait. The correct token always works: other
 * programs can send wrong ones and must not lock the user out. Guessing 256 random bits is impossible.
 */
const maxWrongTokens = 10;
const windowMs = 60_000;

const randomKey = (): string => randomBytes(32).toString('base64url');
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time, so that the duration reveals nothing. */
const equals = (left: Buffer, right: Buffer): boolean => timingSafeEqual(left, right);

type Open = { readonly key: Buffer; readonly ended: AbortController };

/**
 * Keys are in memory only: they end with the program.
 * @param onUsedAgain called once for a token that arrives a second time: another program may have used it
 * first
 */
export const createSessions = (now: () => number, onUsedAgain: () => void): Sessions => {
  let token: Buffer | null = null;
  let used: Buffer | null = null;
  let wasTold = false;
  let wrong: readonly number[] = [];
  let sessions: readonly Open[] = [];
  let spareKey: Buffer | null = null;

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

  const endAll = (): void => {
    for (const { ended } of sessions) ended.abort();
    sessions = [];
    spareKey = null;
  };

  const open = (): Exchange => {
    const [session, spare] = [randomKey(), randomKey()];
    sessions = [...sessions, { key: digest(session), ended: new AbortController() }];
    spareKey = digest(spare);
    return { outcome: 'session', session, spare };
  };

  return {
    issueToken: () => {
      const fresh = randomKey();
      token = digest(fresh);
      used = null;
      wasTold = false;
      endAll();
      return fresh;
    },
    exchange: (given, key) => {
      const found = digest(given);
      if (!token || !equals(token, found)) return refuse(found, key);
      used = token;
      token = null;
      return open();
    },
    takeOver: (given) => {
      const found = digest(given);
      if (!spareKey || !equals(spareKey, found)) return refuse(found, undefined);
      endAll();
      return open();
    },
    isSession: (key) => find(key) !== null,
    endOf: (key) => find(key)?.ended.signal ?? null,
  };
};

const maxTokenBytes = 1000;

const inputSchema = z.union([
  z.object({ token: z.string().max(200) }).strict(),
  z.object({ spare: z.string().max(200) }).strict(),
]);

/**
 * POST /session `{ "token": … }`, or `{ "spare": … }` to take the session over from another tab:
 * `{ "ok": true, "value": { "session": …, "spare": … } }`, once for each token and spare key.
 */
export const openSession = async (request: IncomingMessage, sessions: Sessions): Promise<FileAnswer> => {
  const json = await readJson(request, maxTokenBytes);
  if (!json.ok) return json.failure;
  const given = inputSchema.safeParse(json.value);
  if (!given.success) return malformedBody();
  const key = request.headersDistinct['x-vouch-session']?.[0];
  const exchange =
    'token' in given.data ? sessions.exchange(given.data.token, key) : sessions.takeOver(given.data.spare);
  switch (exchange.outcome) {
    case 'session':
      return jsonAnswer(200, { ok: true, value: { session: exchange.session, spare: exchange.spare } });
    case 'wrong':
      return failureAnswer(403, hostFailures.noSession);
    case 'used':
      return failureAnswer(403, hostFailures.addressUsed);
    case 'too-many':
      return failureAnswer(429, hostFailures.tooManyAttempts);
    default:
      return assertNever(exchange);
  }
};

/**
 * An address works once, so a user who closed the tab needs a new one: Enter in the terminal prints it. Only for an
 * interactive terminal; a program that starts Vouch gets one line only.
 */
export const onEnter = (input: Readable & { readonly isTTY?: boolean }, giveAddress: () => void): void => {
  if (input.isTTY !== true) return;
  createInterface({ input }).on('line', giveAddress);
};
