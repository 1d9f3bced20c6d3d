import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { PageId } from '../../../shared/contract/page.ts';
import type { Seal } from '../../../shared/invoice/extraction.ts';
import { mostFolders, type NewRendition, type PageFile, type Rendition } from '../records/document.ts';
import { inTransaction } from './migrate.ts';
import { fileRow, renditionRow } from '../records/rows.ts';

/** Where the files of documents are. */
export type Documents = {
  /** The pages that were made from a file with this content, if its path is known. */
  readonly withContent: (sha256: string) => readonly PageFile[];
  /** Gives every document with this content at one path the new path. */
  readonly move: (sha256: string, from: string, to: string) => void;
  /** Folders that contain files of documents, newest documents first. */
  readonly folders: (atMost: number) => readonly string[];
  /** The original files of a document, in the order in which they were added. */
  readonly renditions: (document: number) => readonly Rendition[];
  /** Adds a file of a document; adding the same content again changes nothing. */
  readonly addRendition: (document: number, rendition: NewRendition) => void;
  /** Stores the digest of a document's file before any picture is made from it. */
  readonly setContent: (
    document: number,
    content: { readonly sha256: string; readonly bytes: number },
    pageCount: number,
  ) => void;
  /** Pages on which local readers found an invoice with this number, oldest first. */
  readonly digitalPages: (number: string) => readonly PageId[];
  /** Stores the result of checking the signatures of a document's files. */
  readonly setSeal: (document: number, seal: Seal | null) => void;
};

const pathRow = z.object({ path: z.string() });

export const openDocumentTable = (db: DatabaseSync, now: () => Date): Documents => {
  const selectRenditions = db.prepare(
    `SELECT id, name, path, sha256, format, bytes, added_at AS addedAt FROM renditions WHERE document = ? ORDER BY id`,
  );
  const insertRendition = db.prepare(
    `INSERT INTO renditions (document, name, path, sha256, format, bytes, added_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (document, sha256) DO UPDATE SET path = coalesce(excluded.path, path)`,
  );
  const updateContent = db.prepare(`UPDATE documents SET sha256 = ?, bytes = ?, page_count = ? WHERE id = ?`);
  const selectDigital = db.prepare(
    `SELECT DISTINCT pages.id FROM results CROSS JOIN pages ON pages.id = results.page
       CROSS JOIN extractions ON extractions.page = pages.id
     WHERE results.number = ? AND extractions.payload IS NOT NULL ORDER BY pages.id`,
  );
  const updateSeal = db.prepare(`UPDATE documents SET seal = ? WHERE id = ?`);
  const selectContent = db.prepare(
    `SELECT pages.id, pages.service, pages.sandbox, documents.path
     FROM documents JOIN pages ON pages.document = documents.id
     WHERE documents.sha256 = ? AND documents.path IS NOT NULL ORDER BY pages.id`,
  );
  const updatePath = db.prepare(`UPDATE documents SET path = ? WHERE sha256 = ? AND path = ?`);
  const updateRenditionPath = db.prepare(`UPDATE renditions SET path = ? WHERE sha256 = ? AND path = ?`);
  const selectPaths = db.prepare(
    `SELECT path FROM documents WHERE path IS NOT NULL ORDER BY id DESC LIMIT ${mostFolders}`,
  );
  return {
    withContent: (sha256) => selectContent.all(sha256).map((row) => fileRow.parse(row)),
    move: (sha256, from, to) =>
      inTransaction(db, () => {
        updatePath.run(to, sha256, from);
        updateRenditionPath.run(to, sha256, from);
      }),
    renditions: (document) => selectRenditions.all(document).map((row) => renditionRow.parse(row)),
    addRendition: (document, { name, path, sha256, format, bytes }) =>
      inTransaction(db, () => {
        insertRendition.run(document, name, path, sha256, format, bytes, now().toISOString());
      }),
    setContent: (document, { sha256, bytes }, pageCount) =>
      inTransaction(db, () => {
        updateContent.run(sha256, bytes, pageCount, document);
      }),
    digitalPages: (number) => selectDigital.all(number).map(({ id }) => Number(id)),
    setSeal: (document, seal) =>
      inTransaction(db, () => {
        updateSeal.run(seal && JSON.stringify(seal), document);
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
