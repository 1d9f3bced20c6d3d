import { sampleDigests } from '../../../shared/books/gate.ts';
import { digitalReaders } from '../../../shared/invoice/complete.ts';
import { booksStateOf, type BooksState } from '../../../shared/books/books-state.ts';
import type { Sent } from '../../../shared/contract/page.ts';
import { decodeChange } from '../../../shared/review/event.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import type { PageRow } from './page.ts';
import {
  figureColumns,
  ownColumns,
  pictureColumns,
  rawColumns,
  readerOf,
  type ValuesOf,
} from './page-columns.ts';

/**
 * The same condition as in the index of open pages, so that SQLite uses the index instead of scanning all
 * pages.
 */
export const isOpenPage = `pages.state IN ('waiting', 'calling', 'interrupted')`;

/**
 * Whether a page is in the bin, in the SQL of both engines. Nothing counts, lists or finds it there, and nothing begins to
 * process it: a test names the methods of the store that see it all the same. Its picture, files, data and events stay.
 */
export const isInBin = 'pages.removed_at IS NOT NULL';
export const isNotInBin = 'pages.removed_at IS NULL';
/** The ids of all pages in the bin. */
export const binnedPages = `(SELECT pages.id FROM pages WHERE ${isInBin})`;

/**
 * Whether a page is its own invoice, in the SQL of both engines: further pages of a joined invoice are part of
 * the page that represents it.
 */
export const isOwnInvoice = `coalesce(pages.joined_to, pages.id) = pages.id`;

/**
 * Whether the data of a page is demo data, in the SQL of both engines: the same as `isDemo` of the gate, which a test
 * compares.
 */
export const isDemoPage = `(
  (pages.sandbox = 1 AND NOT EXISTS (
    SELECT 1 FROM extractions AS demo WHERE demo.id = pages.extraction AND demo.reader <> 'sandbox'))
  OR pages.document IN (
    SELECT id FROM documents WHERE sha256 IN (${sampleDigests.map((digest) => `'${digest}'`).join(', ')})))`;
/** The same as a number, 0 or 1. */
export const demoFlag = `CASE WHEN ${isDemoPage} THEN 1 ELSE 0 END`;

/** Whether a recognized page shows an invoice, in the SQL of both engines: `showsInvoice` of all sums. */
export const showsInvoice = `coalesce(results.number, results.gross_total, results.issue_date, results.code,
  results.seller, results.buyer, results.total, results.tax_total) IS NOT NULL`;

/**
 * Whether a page is one of those that a request means, in the SQL of both engines: demo pages or real ones. What was read
 * from the file itself is the same in both.
 * @param sandbox the parameter, 0 or 1
 */
export const isMeantPage = (sandbox: string): string => `(pages.sandbox = ${sandbox} OR EXISTS (
  SELECT 1 FROM extractions AS own WHERE own.id = pages.extraction
    AND own.reader IN (${digitalReaders.map((reader) => `'${reader}'`).join(', ')})))`;

/**
 * The ids of the documents with these bytes, in the SQL of both engines: as their file, or as a further file of them.
 * @param sha256 the parameter
 */
export const documentsWith = (sha256: string): string => `
    SELECT id FROM documents WHERE sha256 = ${sha256}
    UNION ALL SELECT document FROM renditions WHERE sha256 = ${sha256}`;

/** The joins that `pageColumns` needs. */
export const pageJoins = `
  JOIN documents ON documents.id = pages.document
  LEFT JOIN pictures ON pictures.sha256 = pages.picture
  LEFT JOIN calls ON calls.id = pages.call
  LEFT JOIN extractions ON extractions.id = pages.extraction
  LEFT JOIN results ON results.page = pages.id`;

export const pageTables = `pages ${pageJoins}`;

const pictureOf = ({
  sha256,
  encoding,
  width,
  height,
  bytes,
}: ValuesOf<typeof pictureColumns>): Sent | null =>
  sha256 === null || encoding === null || width === null || height === null || bytes === null
    ? null
    : { sha256, encoding, width, height, bytes };

/** @param lines kind, instant and body of each event on the invoice's way into the books, oldest first */
const booksOf = (lines: string | null): BooksState =>
  booksStateOf(
    (lines ?? '').split('\n').flatMap((line) => {
      const [, kind, at, body] = /^(\S+) (\S+) (.*)$/u.exec(line) ?? [];
      const change = kind !== undefined && body !== undefined ? decodeChange({ kind, body }) : null;
      return change && at !== undefined ? [{ at, change }] : [];
    }),
  );

export const damagedRow: Failure = failureOf('row-damaged', { mayHaveBeenPaid: false });

const readOwn = readerOf(ownColumns);
const readRaw = readerOf(rawColumns);
const readPicture = readerOf(pictureColumns);
const readFigures = readerOf(figureColumns);

const pageOf = (row: object, onDamage: () => void): PageRow => {
  const own = readOwn(row, onDamage);
  const { turn, masks, corners, qrRead, qr, resultOf, books, earlier, joined } = readRaw(row, onDamage);
  const figures = readFigures(row, onDamage);
  return {
    ...own,
    answeredAt: own.state === 'recognized' ? own.answeredAt : null,
    picture: pictureOf(readPicture(row, onDamage)),
    qr: qrRead === true ? qr : undefined,
    treatment: { turn, masks, ...(corners && { corners }) },
    figures: resultOf === null ? null : figures,
    books: booksOf(books),
    hasEarlier: earlier !== null,
    earlier: earlier && { extractionId: earlier.extraction, callId: earlier.call },
    joined: joined === null ? [] : joined.split(' ').map(Number),
  };
};

/**
 * Reads rows of `pageColumns`. A row that this program can't have written, because the disk has changed a value,
 * becomes a failed page, which can be recognized again. It is reported once.
 */
export const pageRowReader =
  (onDamage: () => void) =>
  (value: unknown): PageRow => {
    if (typeof value !== 'object' || value === null) throw new Error('A row of the ledger is no object');
    let isDamaged = false;
    const row = pageOf(value, () => {
      isDamaged = true;
    });
    if (!isDamaged) return row;
    onDamage();
    return { ...row, state: 'failed', failure: damagedRow, answeredAt: null, figures: null };
  };
