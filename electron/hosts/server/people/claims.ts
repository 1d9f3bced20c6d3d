import { sql } from 'kysely';
import type { Claim } from '../../../../shared/contract/office.ts';
import type { PageId } from '../../../../shared/contract/page.ts';
import type { PeopleDatabase } from './database.ts';

/** A window that says nothing for so long has left, in seconds: others may take its page. */
const leaseSeconds = 60;

/** Told to all servers of the office when somebody takes a page or gives one back. */
export const claimsChannel = 'vouch_claims';

/** Who has which page open. A person has one page at a time, for as long as the window says so. */
export type Claims = {
  /** Takes a page, or keeps it; false if somebody else has it. What the person had before is given back. */
  readonly take: (person: string, page: PageId) => Promise<boolean>;
  readonly giveBack: (person: string) => Promise<void>;
  readonly all: () => Promise<readonly Claim[]>;
};

/** Gives back what a person has, but for one page; false if there was nothing. */
const leave = async (unit: PeopleDatabase, person: string, but: PageId | null): Promise<boolean> => {
  const { numDeletedRows } = await unit
    .deleteFrom('claim')
    .where('person', '=', person)
    .where(sql<boolean>`page is distinct from ${but}::bigint`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const createClaims = (database: PeopleDatabase): Claims => {
  const tell = sql`select pg_notify(${claimsChannel}, '')`;
  const until = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;
  return {
    take: (person, page) =>
      database.transaction().execute(async (unit) => {
        const left = await leave(unit, person, page);
        const kept = await unit
          .updateTable('claim')
          .set({ until })
          .where('page', '=', page)
          .where('person', '=', person)
          .executeTakeFirst();
        // Of two who ask for a page at once, one has its row.
        const taken =
          kept.numUpdatedRows > 0n
            ? undefined
            : await unit
                .insertInto('claim')
                .values({ page, person, until })
                .onConflict((conflict) =>
                  conflict
                    .column('page')
                    .doUpdateSet({ person, until })
                    .where(sql<boolean>`claim.until < now()`),
                )
                .returning('page')
                .executeTakeFirst();
        if (left || taken) await tell.execute(unit);
        return kept.numUpdatedRows > 0n || taken !== undefined;
      }),
    giveBack: async (person) => {
      if (await leave(database, person, null)) await tell.execute(database);
    },
    all: async () => {
      const rows = await database
        .selectFrom('claim')
        .innerJoin('user', 'user.id', 'claim.person')
        .select(['page', 'person', 'name'])
        .where(sql<boolean>`until > now()`)
        .orderBy('page')
        .execute();
      return rows.map(({ page, person, name }) => ({ page, person, name }));
    },
  };
};
