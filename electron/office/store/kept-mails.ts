import { sql } from 'kysely';
import { z } from 'zod';
import { keptMailIn, keyOfMail, mailKeptDays, type KeptMails } from '../../store/records/kept-mail.ts';
import type { OfficeStore } from './open-store.ts';

/** PostgreSQL sends and takes a value as a whole: a part is the most that a server holds twice. */
const partBytes = 4_000_000;

const rowsSchema = z.array(z.object({ key: z.string(), about: z.string() }));
const partsSchema = z.array(z.object({ parts: z.int() })).max(1);
const bodySchema = z.array(z.object({ body: z.instanceof(Buffer) })).max(1);

/** Mails that any server of the office has fetched, and any server adds. */
export const openOfficeKeptMails = ({
  connection: { db, patiently },
}: Pick<OfficeStore, 'connection'>): KeptMails => ({
  all: () =>
    patiently(async () => {
      await sql`DELETE FROM kept_mails
        WHERE at < clock_timestamp() - make_interval(days => ${mailKeptDays}::integer)`.execute(db);
      const { rows } = await sql`SELECT key, about FROM kept_mails ORDER BY at, key`.execute(db);
      return rowsSchema.parse(rows).flatMap(({ key, about }) => keptMailIn(about, key) ?? []);
    }),
  bytesOf: ({ mail }) =>
    patiently(() =>
      db.transaction().execute(async (trx) => {
        const key = keyOfMail(mail);
        // Nobody drops or replaces it meanwhile.
        const { rows } = await sql`SELECT parts FROM kept_mails WHERE key = ${key} FOR SHARE`.execute(trx);
        const [kept] = partsSchema.parse(rows);
        if (!kept) return null;
        const bodies: Buffer[] = [];
        for (let place = 0; place < kept.parts; place += 1) {
          const part = await sql`SELECT body FROM kept_mail_parts
            WHERE mail = ${key} AND place = ${place}`.execute(trx);
          bodies.push(...bodySchema.parse(part.rows).map(({ body }) => body));
        }
        return Buffer.concat(bodies);
      }),
    ),
  keep: (name, mail, bytes) =>
    patiently(() =>
      db.transaction().execute(async (trx) => {
        const key = keyOfMail(mail);
        const parts = Math.ceil(bytes.length / partBytes);
        // Whoever keeps the same mail waits for the end of this transaction.
        await sql`INSERT INTO kept_mails (key, about, parts)
          VALUES (${key}, ${JSON.stringify({ name, mail })}, ${parts})
          ON CONFLICT (key) DO UPDATE
          SET about = excluded.about, parts = excluded.parts, at = excluded.at`.execute(trx);
        await sql`DELETE FROM kept_mail_parts WHERE mail = ${key}`.execute(trx);
        for (let place = 0; place < parts; place += 1) {
          const body = bytes.subarray(place * partBytes, (place + 1) * partBytes);
          await sql`INSERT INTO kept_mail_parts (mail, place, body)
            VALUES (${key}, ${place}, ${body})`.execute(trx);
        }
        return { name, mail };
      }),
    ),
  drop: (mail) =>
    patiently(async () => {
      await sql`DELETE FROM kept_mails WHERE key = ${keyOfMail(mail)}`.execute(db);
    }),
});
