import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';
import type { PageClaims } from '../../store/port.ts';
import { claimSeconds } from '../../store/records/claim.ts';
import type { Connection } from './connection.ts';
import type { ChangeNotices } from './notices.ts';
import type { Tables } from './tables.ts';

const channel = 'vouch_claims';
/** An arbitrary number that differs from the other locks of this database. */
const nextLock = 7_602_515;
const pageRow = z.object({ page: z.int() });
const claimRow = z.object({ page: z.int(), person: z.string() });

/** Claims as rows that all servers of an office share. */
export const createClaims = (
  { db, patiently }: Pick<Connection, 'db' | 'patiently'>,
  notices: Pick<ChangeNotices, 'on'>,
  now: () => Date,
): PageClaims => {
  const tell = sql`SELECT pg_notify(${channel}, '')`;
  const take = async (trx: Kysely<Tables>, person: string, page: PageId): Promise<boolean> => {
    const [at, until] = [0, claimSeconds].map((seconds) =>
      new Date(now().getTime() + seconds * 1_000).toISOString(),
    );
    const left = await sql`DELETE FROM claims WHERE person = ${person} AND page <> ${page}`.execute(trx);
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
  };

  const firstFree = async (
    trx: Kysely<Tables>,
    person: string,
    pages: readonly PageId[],
  ): Promise<PageId | null> => {
    const { rows } = await sql`
      SELECT wanted.page FROM unnest(${[...pages]}::bigint[]) WITH ORDINALITY AS wanted (page, place)
      WHERE NOT EXISTS (SELECT 1 FROM claims WHERE claims.page = wanted.page AND claims.person <> ${person}
          AND claims.until > ${now().toISOString()})
        AND NOT EXISTS (SELECT 1 FROM results WHERE results.page = wanted.page AND results.review <> 'open')
      ORDER BY wanted.place LIMIT 1`.execute(trx);
    return rows[0] === undefined ? null : pageRow.parse(rows[0]).page;
  };

  return {
    take: (person, page) => patiently(() => db.transaction().execute((trx) => take(trx, person, page))),
    takeFirst: (person, pages) =>
      patiently(() =>
        db.transaction().execute(async (trx) => {
          // Requests run one after the other, so that the second one sees which page the first one took.
          await sql`SELECT pg_advisory_xact_lock(${nextLock}::bigint)`.execute(trx);
          for (let left = pages; ;) {
            const page = await firstFree(trx, person, left);
            if (page === null || (await take(trx, person, page))) return page;
            // Another user has just opened it from the list.
            left = left.slice(left.indexOf(page) + 1);
          }
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
