import { sql } from 'kysely';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Sent } from '../../../shared/contract/page.ts';
import type { DroppedPicture, NewPage } from '../records/page.ts';
import type { ReadStore, WriteStore } from '../port.ts';
import { droppedRow } from '../records/rows.ts';
import { cutOffFailure } from '../records/call.ts';
import { dropResult, keepEarlier } from './endings.ts';
import { lockPages, type Reach } from './page-questions.ts';

type PageWrites = Pick<
  WriteStore,
  | 'addPages'
  | 'addRest'
  | 'removePages'
  | 'setPrepared'
  | 'setState'
  | 'askAgain'
  | 'setTreatment'
  | 'setHeld'
  | 'setOptions'
  | 'refuse'
  | 'lose'
  | 'forgetPicture'
  | 'forgetFile'
  | 'holdFile'
>;

export const pageWrites = (reach: Reach, questions: Pick<ReadStore, 'page'>): PageWrites => {
  const { db, now } = reach;

  /**
   * A picture's files are deleted in the unit of work that found it unused. A unit that records the picture waits for
   * that one to end, in any process.
   */
  const lockPicture = (sha256: string) =>
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${sha256}, 1))`.execute(db);

  const keepPicture = async ({ sha256, encoding, width, height, bytes }: Sent): Promise<void> => {
    await lockPicture(sha256);
    // A recovered ledger may contain a placeholder, whose size is 0.
    await sql`INSERT INTO pictures (sha256, encoding, width, height, bytes)
      VALUES (${sha256}, ${encoding}, ${width}, ${height}, ${bytes})
      ON CONFLICT (sha256) DO UPDATE SET encoding = excluded.encoding, width = excluded.width,
        height = excluded.height, bytes = excluded.bytes WHERE pictures.width = 0`.execute(db);
  };

  /** The document of the page that this one belongs to, or a new one. */
  const documentOf = async ({ beside, name, source, path, prepared }: NewPage): Promise<number> => {
    const there = beside === undefined || beside === null ? null : await questions.page(beside);
    if (there) return there.document;
    const added = await db
      .insertInto('documents')
      .values({
        name,
        source,
        path,
        sha256: prepared?.originalSha256 ?? null,
        bytes: prepared?.originalBytes ?? null,
        page_count: prepared?.pageCount ?? 1,
        added_at: now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return added.id;
  };

  const setPageCount = async (page: PageId, pageCount: number): Promise<void> => {
    await sql`UPDATE documents SET page_count = ${pageCount}
      WHERE id = (SELECT document FROM pages WHERE id = ${page})`.execute(db);
  };

  const addOne = async (page: NewPage): Promise<PageId> => {
    const { prepared } = page;
    if (prepared) await keepPicture(prepared.picture);
    const { id } = await db
      .insertInto('pages')
      .values({
        document: await documentOf(page),
        service: page.service,
        number: page.page ?? 1,
        sandbox: Number(page.sandbox),
        options: JSON.stringify(page.options),
        state: 'waiting',
        picture: prepared?.picture.sha256 ?? null,
        held: Number(page.held ?? false),
        preparation: prepared ? JSON.stringify(prepared.preparation) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (prepared) await setPageCount(id, prepared.pageCount);
    return id;
  };

  const dropPicture = async (sha256: string): Promise<readonly DroppedPicture[]> => {
    await lockPicture(sha256);
    const dropped = await sql`
      DELETE FROM pictures WHERE sha256 = ${sha256}
        AND NOT EXISTS (SELECT 1 FROM pages WHERE picture = pictures.sha256)
        AND NOT EXISTS (SELECT 1 FROM calls WHERE picture = pictures.sha256)
      RETURNING sha256, encoding`.execute(db);
    return dropped.rows.map((row) => droppedRow.parse(row));
  };

  const dropCalls = (picture: string) =>
    sql`
    DELETE FROM calls WHERE picture = ${picture} AND state <> 'calling' AND page IS NULL
      AND NOT EXISTS (SELECT 1 FROM pages WHERE pages.call = calls.id OR pages.picture = calls.picture)
      AND NOT EXISTS (SELECT 1 FROM extractions WHERE extractions.call = calls.id)`.execute(db);

  const removeOne = async (id: PageId): Promise<readonly DroppedPicture[]> => {
    const page = await db.selectFrom('pages').select('document').where('id', '=', id).executeTakeFirst();
    if (!page) return [];
    const shown = await sql<{ picture: string }>`
      SELECT picture FROM pages WHERE id = ${id} AND picture IS NOT NULL
      UNION SELECT picture FROM calls WHERE page = ${id}
      UNION SELECT calls.picture FROM pages JOIN calls ON calls.id = pages.call WHERE pages.id = ${id}
      UNION SELECT calls.picture FROM extractions JOIN calls ON calls.id = extractions.call
        WHERE extractions.page = ${id}`.execute(db);
    const exported = await db.selectFrom('export_pages').select('export').where('page', '=', id).execute();
    // From here on, its calls belong to no page.
    await db.deleteFrom('pages').where('id', '=', id).execute();
    await sql`DELETE FROM documents WHERE id = ${page.document}
      AND NOT EXISTS (SELECT 1 FROM pages WHERE document = documents.id)`.execute(db);
    for (const one of exported)
      await sql`DELETE FROM exports WHERE id = ${one.export}
        AND NOT EXISTS (SELECT 1 FROM export_pages WHERE export = exports.id)`.execute(db);
    const dropped: DroppedPicture[] = [];
    for (const { picture } of shown.rows) {
      await dropCalls(picture);
      dropped.push(...(await dropPicture(picture)));
    }
    return dropped;
  };

  const update = (ids: readonly PageId[]) => db.updateTable('pages').where('id', 'in', [0, ...ids]);

  return {
    addPages: async (pages) => {
      const ids: PageId[] = [];
      for (const page of pages) ids.push(await addOne(page));
      return ids;
    },
    addRest: async (page, pageCount) => {
      await lockPages(reach, [page]);
      await setPageCount(page, pageCount);
      const added = await sql<{ id: number }>`
        INSERT INTO pages (document, service, number, sandbox, options, state, held)
        SELECT document, service, further, sandbox, options, 'waiting', held
        FROM pages AS first, generate_series(2, ${pageCount}) AS further
        WHERE id = ${page}
          AND NOT EXISTS (SELECT 1 FROM pages WHERE document = first.document AND number = further)
        ORDER BY further RETURNING id`.execute(db);
      return added.rows.map(({ id }) => id);
    },
    removePages: async (ids) => {
      await lockPages(reach, ids);
      const dropped: DroppedPicture[] = [];
      for (const id of ids) dropped.push(...(await removeOne(id)));
      return dropped;
    },
    setPrepared: async (page, { originalSha256, originalBytes, pageCount, picture, preparation }) => {
      // Another rendition of the document has its own content.
      if (!preparation.rendition) {
        const updated = await sql`
        UPDATE documents SET sha256 = ${originalSha256}, bytes = ${originalBytes}, page_count = ${pageCount}
        WHERE id = (SELECT document FROM pages WHERE id = ${page})
          AND coalesce(sha256, ${originalSha256}) = ${originalSha256}`.execute(db);
        if (Number(updated.numAffectedRows) === 0) return false;
      }
      await keepPicture(picture);
      const updated = await update([page])
        .set({ picture: picture.sha256, preparation: JSON.stringify(preparation) })
        .executeTakeFirst();
      if (updated.numUpdatedRows > 0n) return true;
      await dropPicture(picture.sha256);
      return false;
    },
    setState: async (ids, state) => {
      const isEnd = state === 'cancelled' || state === 'interrupted';
      const at = now().toISOString();
      await lockPages(reach, ids);
      for (const id of ids) {
        const failure = state === 'cancelled' ? null : cutOffFailure;
        if (isEnd && (await keepEarlier(reach, id, failure, at))) continue;
        await update([id])
          .set({ state, failure: null, finished_at: isEnd ? at : null })
          .execute();
      }
    },
    askAgain: async (ids) => {
      await sql`UPDATE pages SET state = 'waiting', failure = NULL, finished_at = NULL,
          after_call = (SELECT coalesce(max(id), 0) FROM calls)
        WHERE id = ANY(${[...ids]}::bigint[])`.execute(db);
    },
    setTreatment: async (page, { turn, masks }) => {
      await update([page])
        .set({
          turn,
          masks: JSON.stringify(masks),
          after_call: 0,
          picture: null,
          preparation: null,
          earlier: sql<string | null>`CASE WHEN state <> 'recognized' THEN earlier
            WHEN EXISTS (SELECT 1 FROM calls WHERE calls.id = pages.call AND calls.picture = pages.picture)
            THEN json_build_object('turn', turn, 'masks', masks, 'picture', picture,
              'preparation', preparation, 'call', call, 'extraction', extraction)::text END`,
        })
        .execute();
    },
    setHeld: async (ids, held) => {
      await update(ids)
        .set({ held: Number(held) })
        .execute();
    },
    setOptions: async (ids, options) => {
      await update(ids)
        .set({ options: JSON.stringify(options) })
        .execute();
    },
    refuse: async (page, failure) => {
      const at = now().toISOString();
      const kept = JSON.stringify(failure);
      if (await keepEarlier(reach, page, kept, at)) return;
      await update([page])
        .set({ state: 'failed', failure: kept, call: null, extraction: null, reused: 0, finished_at: at })
        .execute();
    },
    lose: async (page, failure) => {
      await sql`UPDATE calls SET maybe_paid = 1
        WHERE id = (SELECT call FROM pages WHERE id = ${page})`.execute(db);
      await dropResult(reach, page);
      await update([page])
        .set({
          state: 'failed',
          failure: JSON.stringify(failure),
          reused: 0,
          finished_at: now().toISOString(),
        })
        .execute();
    },
    forgetPicture: async (sha256) => {
      await dropPicture(sha256);
      const used = await sql`SELECT 1 FROM pictures WHERE sha256 = ${sha256}`.execute(db);
      return used.rows.length === 0;
    },
    holdFile: async (sha256) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${sha256}, 2))`.execute(db);
    },
    forgetFile: async (page) => {
      const forgotten = await sql`
        UPDATE documents SET path = NULL WHERE id = (SELECT document FROM pages WHERE id = ${page})
          AND NOT EXISTS (SELECT 1 FROM pages WHERE document = documents.id AND (held = 1 OR picture IS NULL))`.execute(
        db,
      );
      return Number(forgotten.numAffectedRows) > 0;
    },
  };
};
