import { randomUUID } from 'node:crypto';
import type { ProxyQuestion } from '../../../shared/contract/proxy-question.ts';
import type { Environment } from '../../infra/environment.ts';
import { proxyLogin, type Asker, type Login, type ProxyLogins } from '../../infra/network/proxy-login.ts';

type Open = {
  readonly question: ProxyQuestion;
  readonly answer: (login: Login | null) => void;
  readonly answered: Promise<Login | null>;
  /** Number of calls that wait for the answer. */
  waiting: number;
};

export type DesktopProxyLogins = ProxyLogins & {
  /** Ends a question of this id: with a login, or with null if the user cancelled. */
  readonly answer: (id: string, login: Login | null) => void;
  /** The questions that a new page has to show. */
  readonly open: () => readonly ProxyQuestion[];
};

type Dependencies = {
  readonly environment: Environment;
  /** Shows all open questions to the user; they may be lost if there is no page yet. */
  readonly tell: (questions: readonly ProxyQuestion[]) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
};

/** A cancelled question is not asked again for this time: a batch would ask for each of its pages. */
const quietMs = 60_000;

const placeOf = ({ host, port }: Asker): string => `${host.toLowerCase()}:${port}`;

const isSame = (one: Login | null, other: Login | null): boolean =>
  one !== null && one.user === other?.user && one.password === other.password;

/**
 * The logins of proxies for this run: those that the user gives in the window, then those of the environment. They are
 * never stored and never logged. A server's own question for a login is not one of a proxy, and gets none.
 */
export const createProxyLogins = ({ environment, tell, now }: Dependencies): DesktopProxyLogins => {
  const given = new Map<string, Login>();
  const questions = new Map<string, Open>();
  const quietUntil = new Map<string, number>();

  const known = (asker: Asker): Login | null =>
    asker.isProxy ? (given.get(placeOf(asker)) ?? proxyLogin(asker, environment)) : null;

  const open = (): readonly ProxyQuestion[] => [...questions.values()].map((asked) => asked.question);

  const question = (place: string, isWrong: boolean): Open => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<Login | null>();
    const asked: Open = {
      question: { id: randomUUID(), proxy: place, isWrong },
      answer,
      answered,
      waiting: 0,
    };
    questions.set(place, asked);
    tell(open());
    return asked;
  };

  const answerTo = async (place: string, asked: Open, signal: AbortSignal): Promise<Login | null> => {
    const { promise: left, resolve } = Promise.withResolvers<null>();
    const leave = (): void => resolve(null);
    signal.addEventListener('abort', leave, { once: true });
    asked.waiting += 1;
    try {
      return await Promise.race([asked.answered, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      asked.waiting -= 1;
      if (asked.waiting === 0 && questions.get(place) === asked) {
        questions.delete(place);
        tell(open());
      }
    }
  };

  return {
    known,
    ask: async (asker, refused, signal) => {
      if (!asker.isProxy || signal.aborted) return null;
      const place = placeOf(asker);
      const login = known(asker);
      if (login && !isSame(login, refused)) return login;
      if (isSame(given.get(place) ?? null, refused)) given.delete(place);
      if (now() < (quietUntil.get(place) ?? -Infinity)) return null;
      return answerTo(place, questions.get(place) ?? question(place, refused !== null), signal);
    },
    answer: (id, login) => {
      for (const [place, asked] of questions) {
        if (asked.question.id !== id) continue;
        questions.delete(place);
        if (login) given.set(place, login);
        else quietUntil.set(place, now() + quietMs);
        asked.answer(login);
      }
    },
    open,
  };
};
