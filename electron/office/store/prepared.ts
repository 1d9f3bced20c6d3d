import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/**
 * Starts a statement whose plan depends on its values, such as a search: PostgreSQL plans it each time. Every
 * other statement is parsed and planned once per connection, which takes longer than running it.
 */
export const plannedEachTime = '/* planned each time */';

/** Statements that are built from lists have many texts, so each connection keeps only this many. */
const mostNames = 400;

const names = new Map<string, string>();

/** The name of a prepared statement; undefined for one that is planned each time. */
const nameOf = (text: string): string | undefined => {
  if (text.includes(plannedEachTime)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `vouch_${names.size}`;
  names.set(text, name);
  return name;
};

/** PostgreSQL's text type holds every character except NUL. */
const withoutNul = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNul);
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
};

const preparing = (client: pg.PoolClient): PostgresPoolClient => {
  function query<Row>(text: string, given: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query(text: unknown, given: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not supported');
    // Statements without values, such as COMMIT, need no plan.
    if (given.length === 0) return client.query(text);
    const values = given.map(withoutNul);
    const name = nameOf(text);
    return client.query({ text, values, ...(name === undefined ? {} : { name }) });
  }
  // The pool replaces this function of a connection at each use.
  return { query, release: (destroy) => client.release(destroy) };
};

/** A pool for Kysely whose connections prepare their statements. */
export const preparingPool = (pool: Pick<pg.Pool, 'connect' | 'end' | 'options'>): PostgresPool => {
  // Kysely knows a connection by its object.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const made = preparing(client);
      clients.set(client, made);
      return made;
    },
    end: () => pool.end(),
    options: pool.options,
  };
};
