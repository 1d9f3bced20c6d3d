import { z } from 'zod';
import { pageStateSchema, sentSchema, type Sent } from '../../../shared/contract/page.ts';
import { preparationSchema, treatmentSchema } from '../../../shared/contract/preparation.ts';
import { booksStateOf, type BooksState } from '../../../shared/books/books-state.ts';
import { checkGroups } from '../../../shared/invoice/check-groups.ts';
import { readerIds, type Seal } from '../../../shared/invoice/extraction.ts';
import { decodeChange } from '../../../shared/review/event.ts';
import { reviewStates } from '../../../shared/review/replay.ts';
import { failureSchema, type Failure } from '../../../shared/services/failure.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import { serviceIdSchema } from '../../../shared/services/service.ts';
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

/** PostgreSQL returns a condition as a boolean. */
const flag = z
  .union([z.literal(0), z.literal(1), z.boolean()])
  .transform((value) => value === 1 || value === true);
const text = z.string().nullable();
const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value);
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

const isSeal = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'state' in value && 'signatures' in value;

/** The members read here of the data that `hold` in SQL keeps for a rotated or masked page. */
const earlierSchema = z.object({ extraction: z.int().nullable(), call: z.int().nullable() });

const rowSchema = z.object({
  id: z.int(),
  document: z.int(),
  turn: treatmentSchema.shape.turn,
  masks: json(treatmentSchema.shape.masks),
  held: flag,
  preparation: json(preparationSchema).nullable(),
  service: serviceIdSchema,
  name: z.string(),
  source: z.string(),
  path: text,
  originalSha256: text,
  originalBytes: z.int().nullable(),
  page: z.int(),
  pageCount: z.int(),
  sandbox: flag,
  maybePaid: flag,
  options: json(callOptionsSchema),
  state: pageStateSchema,
  failure: json(failureSchema).nullable(),
  callId: z.int().nullable(),
  extractionId: z.int().nullable(),
  extractionCount: z.int(),
  reader: z.enum(readerIds).nullable(),
  seal: json(z.custom<Seal>(isSeal)).nullable(),
  afterCall: z.int(),
  sid: text,
  reused: flag,
  addedAt: z.string(),
  finishedAt: text,
  answeredAt: text,
  exportedAt: text,
  sha256: text,
  encoding: sentSchema.shape.encoding.nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  bytes: z.int().nullable(),
  qrRead: flag.nullable(),
  qr: text,
  resultOf: z.int().nullable(),
  kind: text,
  code: text,
  invoiceNumber: text,
  issueDate: text,
  seller: text,
  sellerTaxId: text,
  buyer: text,
  total: text,
  taxTotal: text,
  grossTotal: text,
  faces: z.int().nullable(),
  warnings: z.int().nullable(),
  errors: z.int().nullable(),
  review: z.enum(reviewStates).nullable(),
  tags: json(z.array(z.string())).nullable(),
  note: text,
  failedGroups: json(z.array(z.enum(checkGroups))).nullable(),
  books: text,
  version: z.int(),
  joinedTo: z.int().nullable(),
  earlier: json(earlierSchema).nullable(),
  joined: text,
});

type Row = z.infer<typeof rowSchema>;

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
  const given = new Map(Object.entries(z.record(z.string(), z.unknown()).parse(value)));
  const members = Object.entries(rowSchema.shape).map(([name, schema]) => {
    const read = schema.safeParse(given.get(name));
    return [
      name,
      read.success ? read.data : (Object.entries(fallbacks).find(([key]) => key === name)?.[1] ?? null),
    ];
  });
  const row: Row = Object.assign({}, rowSchema.partial().parse({}), Object.fromEntries(members));
  return { ...row, state: 'failed', failure: damagedRow, resultOf: null };
};

/**
 * Reads rows of `pageColumns`. A row that this program can't have written becomes a failed page, and is
 * reported.
 */
export const pageRowReader =
  (onDamage: () => void) =>
  (value: unknown): PageRow => {
    const parsed = rowSchema.safeParse(value);
    if (!parsed.success) onDamage();
    return pageOf(parsed.success ? parsed.data : salvage(value));
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
