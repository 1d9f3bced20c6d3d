import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { exportForms, exportPlaces, recordedLayoutSchema } from '../../../shared/contract/export/record.ts';
import { pageIdSchema } from '../../../shared/contract/page.ts';
import { serviceIdSchema } from '../../../shared/services/service.ts';
import type { Downloads } from '../../store/records/download.ts';
import { sha256Of } from '../../infra/bytes.ts';
import { runningUse, tellPages } from './command-use.ts';
import type { OfficeStore } from './open-store.ts';

/** A browser fetches a download at once. What it has not fetched after this time is dropped. */
const minutesKept = 10;
/** All finished downloads of the office together; the oldest are dropped. */
const mostBytes = 4_000_000_000;
const mostDownloads = 200;
/** PostgreSQL sends a value as a whole: a part is the most that a server holds twice. */
const partBytes = 4_000_000;

const recordSchema = z.object({
  service: serviceIdSchema,
  form: z.enum(exportForms),
  layout: recordedLayoutSchema.nullable(),
  place: z.enum(exportPlaces),
  target: z.string(),
  pages: z.int(),
  leftOut: z.int(),
  ids: z.array(pageIdSchema),
});
const headSchema = z.object({
  type: z.string(),
  name: z.string(),
  record: z.string().nullable(),
  parts: z.int(),
});
const partSchema = z.object({ body: z.instanceof(Buffer) });
const uuid = z.uuid();

/** Downloads that any server of the office offers, and any server delivers. */
export const openOfficeDownloads = ({
  connection: { db, patiently },
}: Pick<OfficeStore, 'connection'>): Downloads => {
  const dropOld = sql`
    DELETE FROM downloads WHERE at < clock_timestamp() - make_interval(mins => ${minutesKept}::integer)
      OR id IN (SELECT id FROM (
          SELECT id, row_number() OVER newer AS place, sum(bytes) OVER newer AS total FROM downloads
          WINDOW newer AS (ORDER BY at DESC, id)) AS kept
        WHERE place > ${mostDownloads} OR (place > 1 AND total > ${mostBytes}))`;
  return {
    offer: ({ type, bytes, name }, record) => {
      const id = randomUUID();
      const parts = Math.ceil(bytes.length / partBytes);
      const use = runningUse();
      const about = `file: ${name}; sha256: ${sha256Of(bytes)}`;
      return patiently(() =>
        db.transaction().execute(async (trx) => {
          await sql`INSERT INTO downloads (id, type, name, record, parts, bytes)
            VALUES (${id}::uuid, ${type}, ${name}, ${record && JSON.stringify(record)}, ${parts}, ${bytes.length})`.execute(
            trx,
          );
          for (let place = 0; place < parts; place += 1) {
            const body = bytes.subarray(place * partBytes, (place + 1) * partBytes);
            await sql`INSERT INTO download_parts (download, place, body)
              VALUES (${id}::uuid, ${place}, ${body})`.execute(trx);
          }
          // Whoever has the file can prove by the audit log that it was handed out, and when.
          if (use) await tellPages(trx, { ...use, about }, []);
          await dropOld.execute(trx);
          return id;
        }),
      );
    },
    take: async (id) => {
      if (!uuid.safeParse(id).success) return null;
      return patiently(() =>
        db.transaction().execute(async (trx) => {
          await dropOld.execute(trx);
          // Of two requests for it, one gets it.
          const { rows } = await sql`SELECT type, name, record, parts FROM downloads
            WHERE id = ${id}::uuid FOR UPDATE`.execute(trx);
          if (rows.length === 0) return null;
          const { type, name, record, parts } = headSchema.parse(rows[0]);
          const bodies: Buffer[] = [];
          for (let place = 0; place < parts; place += 1) {
            const part = await sql`SELECT body FROM download_parts
              WHERE download = ${id}::uuid AND place = ${place}`.execute(trx);
            bodies.push(partSchema.parse(part.rows[0]).body);
          }
          await sql`DELETE FROM downloads WHERE id = ${id}::uuid`.execute(trx);
          return {
            download: { type, name, bytes: Buffer.concat(bodies) },
            record: record === null ? null : recordSchema.parse(JSON.parse(record)),
          };
        }),
      );
    },
  };
};
