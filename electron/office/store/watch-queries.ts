import pg from 'pg';
import { isAway } from './failures.ts';
import { codeOf } from '../../infra/error-code.ts';

/** How often a query without a response is checked, in milliseconds. */
export const usualSilenceMs = 10_000;
/** How long that check may take, in milliseconds. */
const probeMs = 10_000;

const ignore = (): void => {};

/**
 * Asks on a new connection whether the server still works on a query. A server that refuses the connection because it
 * has too many is alive: the query may continue.
 */
const isAtWork = async (config: pg.ClientConfig, backend: unknown): Promise<boolean> => {
  const probe = new pg.Client(config);
  probe.on('error', ignore);
  const timer = setTimeout(() => probe.connection.stream.destroy(), probeMs);
  try {
    await probe.connect();
    const { rows } = await probe.query(
      `SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND state NOT LIKE 'idle%'`,
      [backend],
    );
    return rows.length > 0;
  } catch (error) {
    return codeOf(error) === '53300' || !isAway(error);
  } finally {
    clearTimeout(timer);
    probe.connection.stream.destroy();
  }
};

type Ask = (...input: unknown[]) => unknown;
const isAsk = (value: unknown): value is Ask => typeof value === 'function';

/**
 * Closes a connection that was lost without notice, for example because a computer was turned off or a firewall
 * dropped it. Otherwise its query would wait for minutes, or forever. A slow query continues.
 * @param config opens a connection to the same server
 */
export const watchQueries = (client: pg.Client, config: pg.ClientConfig, silenceMs: number): void => {
  const ask: unknown = Reflect.get(client, 'query');
  if (!isAsk(ask)) throw new Error('The client has no query function');

  /** @returns a function to call when the response arrives */
  const begin = (): (() => void) => {
    let hasEnded = false;
    const look = async (): Promise<void> => {
      const continues = await isAtWork(config, Reflect.get(client, 'processID'));
      if (hasEnded) return;
      if (continues) timer = setTimeout(() => void look(), silenceMs);
      else
        client.connection.stream.destroy(new Error('Connection terminated: the database does not respond'));
    };
    let timer = setTimeout(() => void look(), silenceMs);
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  };

  const watched: Ask = (...input) => {
    const end = begin();
    const last = input.at(-1);
    if (isAsk(last)) {
      const notify: Ask = (...outcome) => {
        end();
        return last(...outcome);
      };
      return Reflect.apply(ask, client, [...input.slice(0, -1), notify]);
    }
    const answer: unknown = Reflect.apply(ask, client, input);
    if (answer instanceof Promise) void answer.then(end, end);
    else end();
    return answer;
  };
  Reflect.set(client, 'query', watched);
};
