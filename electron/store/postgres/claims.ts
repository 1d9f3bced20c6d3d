import { sql } from 'kysely';
import { z } from 'zod';
import type { PageClaims } from '../port.ts';
import { claimSeconds } from '../records/claim.ts';
import type { Connection } from './connection.ts';
import type { ChangeNotices } from './notices.ts';

const channel = 'vouch_claims';
const claimRow = z.object({ page: z.int(), person: z.string() });

/** Claims as rows that all servers of an office share. */
export const createClaims = (
  { db, patiently }: Pick<Connection, 'db' | 'patiently'>,
  notices: Pick<ChangeNotices, 'on'>,
  now: () => Date,
): PageClaims => {
  const tell = sql`SELECT pg_notify(${channel}, '')`;
  return {
    take: (person, page) =>
      patiently(() =>
        db.transaction().execute(async (trx) => {
          const [at, until] = [0, claimSeconds].map((seconds) =>
            new Date(now().getTime() + seconds * 1_000).toISOString(),
          );
          const left = await sql`DELETE FROM claims WHERE person = ${person} AND page <> ${page}`.execute(
            trx,
          );
          const kept = await sql`UPDATE claims SET until = ${until}
            WHERE page = ${page} AND person = ${person}`.execute(trx);
          const isKept = Number(kept.numAffectedRows) > 0;
          // If two users request a page at once, only one gets its row.
          const taken = isKept
            ? null
            : await sql`INSERT INTO claims (page, person, until) VALUES (${page}, ${person}, ${until})
                ON CONFLICT (page) DO UPDATE SET person = excluded.person, until = excluded.until
                WHERE claims.until <= ${at}`.execute(trx);
          const isTaken = Number(taken?.numAffectedRows ?? 0) > 0;
          if (Number(left.numAffectedRows) > 0 || isTaken) await tell.execute(trx);
          return isKept || isTaken;
        }),
      ),
    giveBack: async (person) => {
      const left = await patiently(() => sql`DELETE FROM claims WHERE person = ${person}`.execute(db));
      if (Number(left.numAffectedRows) > 0) await patiently(() => tell.execute(db));
    },
    all: async () => {
      const { rows } = await patiently(() =>
        sql`SELECT page, person FROM claims WHERE until > ${now().toISOString()} ORDER BY page`.execute(db),
      );
      return rows.map((row) => claimRow.parse(row));
    },
    listen: (onChange) => notices.on(channel, onChange, onChange),
  };
};
