import { z } from 'zod';
import { turns } from '../../../shared/page-geometry.ts';
import { pageStates, type Sent } from '../../../shared/contract/page.ts';
import { preparationSchema, treatmentSchema } from '../../../shared/contract/preparation.ts';
import { booksStateOf, type BooksState } from '../../../shared/books/books-state.ts';
import { checkGroups } from '../../../shared/invoice/check-groups.ts';
import { readerIds, type Seal } from '../../../shared/invoice/extraction.ts';
import { decodeChange } from '../../../shared/review/event.ts';
import { reviewStates } from '../../../shared/review/replay.ts';
import { failureSchema, type Failure } from '../../../shared/services/failure.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import { imageEncodingSchema, serviceIds } from '../../../shared/services/service.ts';
import { callOptionsSchema, type PageRow, type ResultFigures } from './page.ts';

/**
 * The same condition as in the index of open pages, so that SQLite uses the index instead of scanning all
 * pages.
 */
export const isOpenPage = `pages.state IN ('waiting', 'calling', 'interrupted')`;

/** Columns of a page in the SQL of both engines: PostgreSQL keeps capitals only in quotes. */
export const pageColumns = `
  pages.id, pages.document, pages.service, documents.name, documents.source, documents.path, documents.sha256 AS "originalSha256",
  documents.bytes AS "originalBytes",
  pages.number AS page, documents.page_count AS "pageCount", pages.sandbox, pages.options, pages.state, pages.failure,
  pages.call AS "callId", pages.extraction AS "extractionId", extractions.reader, documents.seal,
  (SELECT count(*) FROM extractions AS every WHERE every.page = pages.id) AS "extractionCount",
  EXISTS (SELECT 1 FROM calls AS made WHERE made.page = pages.id AND made.maybe_paid = 1 AND made.sandbox = 0)
    AS "maybePaid",
  calls.sid, pages.reused, documents.added_at AS "addedAt", pages.finished_at AS "finishedAt",
  coalesce(calls.finished_at, extractions.created_at) AS "answeredAt",
  (SELECT at FROM exports WHERE id = (SELECT max(export) FROM export_pages WHERE page = pages.id)) AS "exportedAt",
  (SELECT coalesce(max(version), -1) + 1 FROM review_events WHERE page = pages.id) AS version,
  pages.joined_to AS "joinedTo",
  (SELECT string_agg(CAST(other.id AS text), ' ' ORDER BY other.joined_place) FROM pages AS other
   WHERE other.joined_to = pages.joined_to) AS joined,
  pages.earlier,
  pages.after_call AS "afterCall", pages.turn, pages.masks, pages.held, pages.preparation,
  pictures.sha256, pictures.encoding, pictures.width, pictures.height, pictures.bytes, pictures.qr_read AS "qrRead", pictures.qr,
  results.page AS "resultOf", results.kind, results.code, results.number AS "invoiceNumber",
  results.issue_date AS "issueDate", results.seller, results.seller_tax_id AS "sellerTaxId",
  results.buyer, results.total, results.tax_total AS "taxTotal", results.gross_total AS "grossTotal", results.faces, results.warnings, results.errors,
  results.review, results.failed_groups AS "failedGroups", results.tags, results.note,
  -- A line an event, for neither engine has the other's functions of JSON; a body is JSON on one line.
  (SELECT string_agg(kind || ' ' || at || ' ' || body, '\n' ORDER BY version) FROM review_events
   WHERE page = pages.id AND kind IN ('book', 'verify', 'archive')) AS books`;

/**
 * Whether a page is its own invoice, in the SQL of both engines: further pages of a joined invoice are part of
 * the page that represents it.
 */
export const isOwnInvoice = `coalesce(pages.joined_to, pages.id) = pages.id`;

/** The joins that `pageColumns` needs. */
export const pageJoins = `
  JOIN documents ON documents.id = pages.document
  LEFT JOIN pictures ON pictures.sha256 = pages.picture
  LEFT JOIN calls ON calls.id = pages.call
  LEFT JOIN extractions ON extractions.id = pages.extraction
  LEFT JOIN results ON results.page = pages.id`;

export const pageTables = `pages ${pageJoins}`;

/**
 * Reads a column; undefined for a value that this program can't have written. By hand, because a list reads a
 * thousand rows of many columns before its first screen, and a schema takes several times as long.
 */
type Column<Value> = (value: unknown) => Value | undefined;

const int: Column<number> = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
const text: Column<string> = (value) => (typeof value === 'string' ? value : undefined);
/** PostgreSQL returns a condition as a boolean. */
const flag: Column<boolean> = (value) => {
  if (typeof value === 'boolean') return value;
  return value === 0 || value === 1 ? value === 1 : undefined;
};
const oneOf =
  <const Value>(values: readonly Value[]): Column<Value> =>
  (value) =>
    values.find((known) => known === value);
const orNull =
  <Value>(column: Column<Value>): Column<Value | null> =>
  (value) =>
    value === null ? null : column(value);

const longestKnown = 200;
const mostKnown = 500;

/** JSON of a schema. Most rows have the same few texts, such as `[]`, so each short one is read once. */
const json = <Value>(schema: z.ZodType<Value>): Column<Value> => {
  const known = new Map<string, Value>();
  return (value) => {
    if (typeof value !== 'string') return undefined;
    const before = known.get(value);
    if (before !== undefined) return before;
    let content: unknown;
    try {
      content = JSON.parse(value);
    } catch {
      return undefined;
    }
    const { data } = schema.safeParse(content);
    if (data !== undefined && value.length <= longestKnown && known.size < mostKnown) known.set(value, data);
    return data;
  };
};

const isSeal = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'state' in value && 'signatures' in value;

/** The members read here of the data that `hold` in SQL keeps for a rotated or masked page. */
const earlierSchema = z.object({ extraction: z.int().nullable(), call: z.int().nullable() });

const columns = {
  id: int,
  document: int,
  turn: oneOf(turns),
  masks: json(treatmentSchema.shape.masks),
  held: flag,
  preparation: orNull(json(preparationSchema)),
  service: oneOf(serviceIds),
  name: text,
  source: text,
  path: orNull(text),
  originalSha256: orNull(text),
  originalBytes: orNull(int),
  page: int,
  pageCount: int,
  sandbox: flag,
  maybePaid: flag,
  options: json(callOptionsSchema),
  state: oneOf(pageStates),
  failure: orNull(json(failureSchema)),
  callId: orNull(int),
  extractionId: orNull(int),
  extractionCount: int,
  reader: orNull(oneOf(readerIds)),
  seal: orNull(json(z.custom<Seal>(isSeal))),
  afterCall: int,
  sid: orNull(text),
  reused: flag,
  addedAt: text,
  finishedAt: orNull(text),
  answeredAt: orNull(text),
  exportedAt: orNull(text),
  sha256: orNull(text),
  encoding: orNull(oneOf(imageEncodingSchema.options)),
  width: orNull(int),
  height: orNull(int),
  bytes: orNull(int),
  qrRead: orNull(flag),
  qr: orNull(text),
  resultOf: orNull(int),
  kind: orNull(text),
  code: orNull(text),
  invoiceNumber: orNull(text),
  issueDate: orNull(text),
  seller: orNull(text),
  sellerTaxId: orNull(text),
  buyer: orNull(text),
  total: orNull(text),
  taxTotal: orNull(text),
  grossTotal: orNull(text),
  faces: orNull(int),
  warnings: orNull(int),
  errors: orNull(int),
  review: orNull(oneOf(reviewStates)),
  tags: orNull(json(z.array(z.string()))),
  note: orNull(text),
  failedGroups: orNull(json(z.array(z.enum(checkGroups)))),
  books: orNull(text),
  version: int,
  joinedTo: orNull(int),
  earlier: orNull(json(earlierSchema)),
  joined: orNull(text),
};

type Row = {
  readonly [Name in keyof typeof columns]: (typeof columns)[Name] extends Column<infer Value> ? Value : never;
};

const columnList = Object.entries<Column<unknown>>(columns);
const isRow = (row: object): row is Row => 'id' in row && 'document' in row;

/**
 * @param instead the value of a column that can't be read
 * @returns null if a column can't be read and `instead` has no value for it
 */
const readRow = (value: unknown, instead: (name: string) => unknown): Row | null => {
  if (typeof value !== 'object' || value === null) return null;
  const row: Record<string, unknown> = {};
  for (const [name, read] of columnList) {
    const found = read(Reflect.get(value, name));
    row[name] = found === undefined ? instead(name) : found;
    if (row[name] === undefined) return null;
  }
  return isRow(row) ? row : null;
};

const pictureOf = (row: Row): Sent | null => {
  const { sha256, encoding, width, height, bytes } = row;
  if (sha256 === null || encoding === null || width === null || height === null || bytes === null)
    return null;
  return { sha256, encoding, width, height, bytes };
};

/** @param lines kind, instant and body of each event on the invoice's way into the books, oldest first */
const booksOf = (lines: string | null): BooksState =>
  booksStateOf(
    (lines ?? '').split('\n').flatMap((line) => {
      const [, kind, at, body] = /^(\S+) (\S+) (.*)$/u.exec(line) ?? [];
      const change = kind !== undefined && body !== undefined ? decodeChange({ kind, body }) : null;
      return change && at !== undefined ? [{ at, change }] : [];
    }),
  );

const figuresOf = (row: Row): ResultFigures | null => {
  if (row.resultOf === null) return null;
  const { kind, code, issueDate, seller, sellerTaxId, buyer, total, taxTotal, grossTotal, faces } = row;
  return {
    kind,
    code,
    number: row.invoiceNumber,
    issueDate,
    seller,
    sellerTaxId,
    buyer,
    total,
    taxTotal,
    grossTotal,
    faces,
    warnings: row.warnings ?? 0,
    errors: row.errors ?? 0,
    review: row.review ?? 'open',
    tags: row.tags ?? [],
    note: row.note,
    failedGroups: row.failedGroups ?? [],
  };
};

/** Replacements for values that can't be read. */
const fallbacks: Partial<Row> = {
  turn: 0,
  masks: [],
  held: false,
  preparation: null,
  service: 'vat-invoice',
  name: '?',
  source: '',
  originalSha256: null,
  page: 1,
  pageCount: 1,
  sandbox: false,
  maybePaid: false,
  options: {},
  state: 'failed',
  afterCall: 0,
  reused: false,
  addedAt: '1970-01-01T00:00:00.000Z',
  books: null,
  version: 0,
  joinedTo: null,
  earlier: null,
};

export const damagedRow: Failure = failureOf('row-damaged', { mayHaveBeenPaid: false });

/**
 * The disk has changed a value of this row: the rest becomes a failed page, which can be recognized again.
 */
const salvage = (value: unknown): Row => {
  const replacements = new Map<string, unknown>(Object.entries(fallbacks));
  const row = readRow(value, (name) => replacements.get(name) ?? null);
  if (!row) throw new Error('A row of the ledger is no object');
  return { ...row, state: 'failed', failure: damagedRow, resultOf: null };
};

/**
 * Reads rows of `pageColumns`. A row that this program can't have written becomes a failed page, and is
 * reported.
 */
export const pageRowReader =
  (onDamage: () => void) =>
  (value: unknown): PageRow => {
    const row = readRow(value, () => undefined);
    if (!row) onDamage();
    return pageOf(row ?? salvage(value));
  };

const pageOf = (row: Row): PageRow => {
  return {
    id: row.id,
    document: row.document,
    service: row.service,
    name: row.name,
    source: row.source,
    path: row.path,
    originalSha256: row.originalSha256,
    originalBytes: row.originalBytes,
    page: row.page,
    pageCount: row.pageCount,
    sandbox: row.sandbox,
    maybePaid: row.maybePaid,
    options: row.options,
    state: row.state,
    failure: row.failure,
    picture: pictureOf(row),
    qr: row.qrRead === true ? row.qr : undefined,
    held: row.held,
    treatment: { turn: row.turn, masks: row.masks },
    preparation: row.preparation,
    callId: row.callId,
    extractionId: row.extractionId,
    extractionCount: row.extractionCount,
    reader: row.reader,
    seal: row.seal,
    afterCall: row.afterCall,
    sid: row.sid,
    reused: row.reused,
    addedAt: row.addedAt,
    finishedAt: row.finishedAt,
    answeredAt: row.state === 'recognized' ? row.answeredAt : null,
    exportedAt: row.exportedAt,
    figures: figuresOf(row),
    books: booksOf(row.books),
    version: row.version,
    joinedTo: row.joinedTo,
    hasEarlier: row.earlier !== null,
    earlier: row.earlier && { extractionId: row.earlier.extraction, callId: row.earlier.call },
    joined: row.joined === null ? [] : row.joined.split(' ').map(Number),
  };
};
