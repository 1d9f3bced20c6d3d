import pg from 'pg';
import { isAway, postgresCode } from './failures.ts';

/** A query that has no answer after this time is looked into, again and again, in milliseconds. */
export const usualSilenceMs = 10_000;
/** How long the server may take to say whether it works on a query, in milliseconds. */
const probeMs = 10_000;

const ignore = (): void => {};

/**
 * Whether the server still works on the query of a connection, asked on a new connection. If the server has no room for
 * one, it is there, and the query may go on.
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
    return postgresCode(error) === '53300' || !isAway(error);
  } finally {
    clearTimeout(timer);
    probe.connection.stream.destroy();
  }
};

type Ask = (...input: unknown[]) => unknown;
const isAsk = (value: unknown): value is Ask => typeof value === 'function';

/**
 * Ends a connection that has been cut without a word, as by a switched-off computer or a forgetful firewall: its query
 * would otherwise wait for an answer for many minutes, or for ever. A query that only takes long goes on.
 * @param config opens a connection to the same server
 */
export const watchQueries = (client: pg.Client, config: pg.ClientConfig, silenceMs: number): void => {
  const ask: unknown = Reflect.get(client, 'query');
  if (!isAsk(ask)) throw new Error('A client without queries');

  /** @returns a function to be called with the answer */
  const begin = (): (() => void) => {
    let hasEnded = false;
    const look = async (): Promise<void> => {
      const goesOn = await isAtWork(config, Reflect.get(client, 'processID'));
      if (hasEnded) return;
      if (goesOn) timer = setTimeout(() => void look(), silenceMs);
      else client.connection.stream.destroy(new Error('Connection terminated: the database is silent'));
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
      const told: Ask = (...outcome) => {
        end();
        return last(...outcome);
      };
      return Reflect.apply(ask, client, [...input.slice(0, -1), told]);
    }
    const answer: unknown = Reflect.apply(ask, client, input);
    if (answer instanceof Promise) void answer.then(end, end);
    else end();
    return answer;
  };
  Reflect.set(client, 'query', watched);
};
