import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';
import { serviceIdSchema, type ServiceId } from '../../../shared/services/service.ts';
import { inTransaction } from './migrate.ts';

/** A page with the place of the file that it was made from. */
export type PageFile = {
  readonly id: PageId;
  readonly service: ServiceId;
  readonly sandbox: boolean;
  readonly path: string;
};

/** Where the files of documents lie. */
export type Documents = {
  /** The pages that were made from a file with this content, of which a place is known. */
  readonly withContent: (sha256: string) => readonly PageFile[];
  /** Every document of this content that lay at one place lies at another now. */
  readonly move: (sha256: string, from: string, to: string) => void;
  /** Folders in which files of documents lie, those of the newest first. */
  readonly folders: (atMost: number) => readonly string[];
};

const fileRow = z.object({
  id: z.int(),
  service: serviceIdSchema,
  sandbox: z.int().transform((value) => value === 1),
  path: z.string(),
});
const pathRow = z.object({ path: z.string() });

/** Of a large ledger, the folders of so many documents are enough to look in. */
const mostRead = 5_000;

export const openDocuments = (db: DatabaseSync): Documents => {
  const selectContent = db.prepare(
    `SELECT pages.id, pages.service, pages.sandbox, documents.path
     FROM documents JOIN pages ON pages.document = documents.id
     WHERE documents.sha256 = ? AND documents.path IS NOT NULL ORDER BY pages.id`,
  );
  const updatePath = db.prepare(`UPDATE documents SET path = ? WHERE sha256 = ? AND path = ?`);
  const selectPaths = db.prepare(
    `SELECT path FROM documents WHERE path IS NOT NULL ORDER BY id DESC LIMIT ${mostRead}`,
  );
  return {
    withContent: (sha256) => selectContent.all(sha256).map((row) => fileRow.parse(row)),
    move: (sha256, from, to) =>
      inTransaction(db, () => {
        updatePath.run(to, sha256, from);
      }),
    folders: (atMost) => {
      const folders = new Set<string>();
      for (const row of selectPaths.iterate()) {
        folders.add(dirname(pathRow.parse(row).path));
        if (folders.size === atMost) break;
      }
      return [...folders];
    },
  };
};
