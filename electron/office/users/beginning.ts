import { sql } from 'kysely';
import { failed, type Result } from '../../../shared/result.ts';
import type { UserDatabase } from './database.ts';
import type { UserStore } from './user-store.ts';

/** Lets exactly one first administrator be made, by any number of links, servers and users at once. */
export type Beginning = {
  /** Makes the first administrator. `late`: there is one, or somebody else is making one. */
  readonly only: <Value, Failure>(
    make: () => Promise<Result<Value, Failure>>,
  ) => Promise<Result<Value, Failure | 'late'>>;
};

/** A reservation without an administrator is void after this time: its process has ended. */
const seconds = 60;

export const createBeginning = (
  database: UserDatabase,
  { hasAdministrator }: Pick<UserStore, 'hasAdministrator'>,
): Beginning => ({
  only: async (make) => {
    const reserved = await database
      .insertInto('beginning')
      .values({ id: 1 })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ at: sql<Date>`clock_timestamp()` })
          .where(sql<boolean>`beginning.at < clock_timestamp() - make_interval(secs => ${seconds})`),
      )
      // A Date would lose the microseconds, and match no row.
      .returning(sql<string>`at::text`.as('since'))
      .executeTakeFirst();
    if (!reserved) return failed('late');
    // The reservation outlives the one who made it, so an administrator is looked for only now.
    if (await hasAdministrator()) return failed('late');
    let isMade = false;
    try {
      const made = await make();
      isMade = made.ok;
      return made;
    } finally {
      if (!isMade)
        await database
          .deleteFrom('beginning')
          .where(sql<boolean>`at = ${reserved.since}::timestamptz`)
          .execute();
    }
  },
});
