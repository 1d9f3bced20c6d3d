import { createHash } from 'node:crypto';
import { sql, type QueryExecutorProvider } from 'kysely';
import { z } from 'zod';
import { isAway } from './failures.ts';

/**
 * A window sends a request again if it got no answer. What the first one stored has a token, and with it the answer, so
 * that the second one stores nothing and gets the same answer.
 */

/** The digit of a UUID that says how it was made: 8 in those of `tokenOf`, 4 in random ones. */
const requestTokenDigit = '8';

/**
 * The token, a UUID, of what a user asks for. What another user, command or input asks for has another one, even if
 * its request has the same id.
 */
export const tokenOf = (request: string, user: string, command: string, input: unknown): string => {
  const hex = createHash('sha256')
    .update(JSON.stringify([request.toLowerCase(), user, command, input]))
    .digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), requestTokenDigit + hex.slice(13, 16)];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
};

/** Whether the token is new. Waits for the end of another transaction with the same token. */
export const insertToken = async (db: QueryExecutorProvider, token: string): Promise<boolean> => {
  const added =
    await sql`INSERT INTO vouch.units (token) VALUES (${token}::uuid) ON CONFLICT DO NOTHING`.execute(db);
  return Number(added.numAffectedRows) > 0;
};

/** Keeps the answer for repetitions of the request, as long as the token. */
export const keepAnswer = async (
  db: QueryExecutorProvider,
  token: string,
  answer: unknown,
): Promise<void> => {
  await sql`UPDATE vouch.units SET answer = ${JSON.stringify(answer)} WHERE token = ${token}::uuid`.execute(
    db,
  );
};

/**
 * Deletes old tokens with their answers. A window sends a request again for up to a day. The attempts of one unit end
 * much earlier, and there are many.
 */
export const forgetTokens = async (db: QueryExecutorProvider): Promise<void> => {
  await sql`DELETE FROM vouch.units WHERE at < now() - interval '1 hour'
    AND (at < now() - interval '2 days' OR substr(token::text, 15, 1) <> ${requestTokenDigit})`.execute(db);
};

const forgetEveryMs = 600_000;

/**
 * Makes a server delete old tokens, now and every ten minutes: an office may have no worker.
 * @param onBug receives all errors but those of an unreachable database
 */
export const keepForgetting = (db: QueryExecutorProvider, onBug: (error: unknown) => void): (() => void) => {
  const forget = (): void =>
    void forgetTokens(db).catch((error: unknown) => {
      if (!isAway(error)) onBug(error);
    });
  forget();
  const timer = setInterval(forget, forgetEveryMs).unref();
  return () => clearInterval(timer);
};

const answerRow = z.object({ answer: z.string().nullable() });

/** The answer that was kept with a token; null if there is none. */
export const keptAnswer = async (db: QueryExecutorProvider, token: string): Promise<unknown> => {
  const { rows } = await sql`SELECT answer FROM vouch.units WHERE token = ${token}::uuid`.execute(db);
  const answer = rows[0] === undefined ? null : answerRow.parse(rows[0]).answer;
  return answer === null ? null : JSON.parse(answer);
};

/** A unit of work with the same token was committed before, when another request asked for it. */
export class StoredBefore extends Error {
  /** Null if the command keeps none. */
  readonly answer: unknown;
  constructor(answer: unknown) {
    super('Stored before');
    this.answer = answer;
  }
}
