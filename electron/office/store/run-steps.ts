import { CompiledQuery, type Kysely } from 'kysely';
import {
  methodsBy,
  withStatement,
  type Answer,
  type Methods,
  type Statement,
  type SqlSteps,
} from '../../store/sql/steps.ts';
import type { Tables } from './tables.ts';

/** The connection of methods, and their behaviour. */
export type Reach = {
  readonly db: Kysely<Tables>;
  readonly now: () => Date;
  /**
   * Whether pages that are read stay locked until the unit of work ends. Then no other process changes a page
   * between a unit's read and its write.
   */
  readonly locks: boolean;
};

type Promised<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends (...input: infer Input) => SqlSteps<infer Value>
    ? (...input: Input) => Promise<Value>
    : never;
};
const arePromised = <Of extends Methods>(methods: Of, made: object): made is Promised<Of> =>
  Object.keys(methods).every((name) => name in made);

type Server = Pick<Reach, 'db' | 'locks'>;

const answer = async ({ db, locks }: Server, step: Statement): Promise<Answer> => {
  if (step.wants === 'lock' && !locks) return { rows: [], changes: 0 };
  try {
    const { rows, numAffectedRows = 0n } = await db.executeQuery(
      CompiledQuery.raw(step.sql, [...step.values]),
    );
    return { rows, changes: Number(numAffectedRows) };
  } catch (error) {
    throw withStatement(error, step);
  }
};

/** Runs methods of `sql/` on a connection or in a unit of work. */
export const postgresMethods =
  (server: Server) =>
  <Of extends Methods>(methods: Of): Promised<Of> => {
    const made = methodsBy(methods, async (steps: SqlSteps<unknown>): Promise<unknown> => {
      let step = steps.next();
      while (step.done !== true) step = steps.next(await answer(server, step.value));
      return step.value;
    });
    if (!arePromised(methods, made)) throw new Error('A method of the ledger is missing');
    return made;
  };
