import { invoiceSides } from '../../../shared/books/side.ts';
import { storedBusinesses } from '../../../shared/invoice/business.ts';
import { pairRoles } from '../../../shared/review/pairing.ts';
import { z } from 'zod';
import { mailHeadSchema } from '../../../shared/contract/mail-head.ts';
import { pageStates } from '../../../shared/contract/page.ts';
import { preparationSchema, treatmentSchema } from '../../../shared/contract/preparation.ts';
import { drawnLookSchema } from '../../../shared/invoice/drawn-look.ts';
import { checkGroups } from '../../../shared/invoice/check-groups.ts';
import { readerIds, type Seal } from '../../../shared/invoice/extraction.ts';
import { paperSchema } from '../../../shared/invoice/paper.ts';
import { cornersSchema, turns } from '../../../shared/page-geometry.ts';
import { reviewStates } from '../../../shared/review/replay.ts';
import type { RateShare } from '../../../shared/review/totals.ts';
import { failureSchema } from '../../../shared/services/failure.ts';
import { imageEncodingSchema, serviceIds } from '../../../shared/services/service.ts';
import type { QualifiedColumn } from './ledger-columns.ts';

/** The options of a call besides the picture: two switches for face-detect, none for vat-invoice. */
export const callOptionsSchema = z.object({
  points: z.boolean().exactOptional(),
  attributes: z.boolean().exactOptional(),
  /** The reader that the user chose for this page; absent: as the settings say. */
  reader: z.enum(['local', 'service']).exactOptional(),
});

/**
 * Reads a column; undefined for a value that this program can't have written. By hand, because a list reads a
 * thousand rows of many columns before its first screen, and a schema takes several times as long.
 */
type Read<Value> = (value: unknown) => Value | undefined;

const int: Read<number> = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
const text: Read<string> = (value) => (typeof value === 'string' ? value : undefined);
/** PostgreSQL returns a condition as a boolean. */
const flag: Read<boolean> = (value) => {
  if (typeof value === 'boolean') return value;
  return value === 0 || value === 1 ? value === 1 : undefined;
};
const oneOf =
  <const Value>(values: readonly Value[]): Read<Value> =>
  (value) =>
    values.find((known) => known === value);
const orNull =
  <Value>(read: Read<Value>): Read<Value | null> =>
  (value) =>
    value === null ? null : read(value);

const longestKnown = 200;
const mostKnown = 500;

/** JSON of a schema. Most rows have the same few texts, such as `[]`, so each short one is read once. */
const json = <Value>(schema: z.ZodType<Value>): Read<Value> => {
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

const isShare = (value: unknown): value is readonly [string | null, number, number, number] =>
  Array.isArray(value) &&
  value.length === 4 &&
  (value[0] === null || typeof value[0] === 'string') &&
  value.slice(1).every((amount) => typeof amount === 'number');

/**
 * The parts of an invoice by rate, without the part that its lines don't explain. The texts rarely repeat, so none is
 * cached.
 */
const rateShares: Read<readonly RateShare[]> = (value) => {
  if (value === '[]') return [];
  try {
    const shares: unknown = JSON.parse(String(value));
    if (!Array.isArray(shares) || !shares.every(isShare)) return undefined;
    return shares.flatMap(([rate, net, tax]): readonly RateShare[] =>
      rate === null ? [] : [[rate, net, tax]],
    );
  } catch {
    return undefined;
  }
};

const isSeal = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'state' in value && 'signatures' in value;

/** The members read here of the data that `hold` in SQL keeps for a rotated, cropped or masked page. */
const earlierSchema = z.object({ extraction: z.int().nullable(), call: z.int().nullable() });

/** A column of a row: what SQL selects, how it is read, and what replaces a value that can't be read. */
type Column<From extends QualifiedColumn | null, Value> = {
  /** The column of a table; null for an expression. */
  readonly from: From;
  readonly sql: string;
  readonly read: Read<Value>;
  readonly instead: Value;
};
type Columns = Readonly<Record<string, Column<QualifiedColumn | null, unknown>>>;

/** A column of a table. */
const of = <const From extends QualifiedColumn, Value>(
  from: From,
  read: Read<Value>,
  instead: NoInfer<Value>,
): Column<From, Value> => ({ from, sql: from, read, instead });
/** An expression in the SQL of both engines. */
const computed = <Value>(sql: string, read: Read<Value>, instead: NoInfer<Value>): Column<null, Value> => ({
  from: null,
  sql,
  read,
  instead,
});
/** A column that may be null, which also replaces a value that can't be read. */
const maybe = <const From extends QualifiedColumn, Value>(
  from: From,
  read: Read<Value>,
): Column<From, Value | null> => of<From, Value | null>(from, orNull(read), null);
/** A column of `results`, which a page without data does not have. */
const result = <const From extends QualifiedColumn<'results'>, Value>(
  from: From,
  read: Read<Value>,
  without: NoInfer<Value>,
): Column<From, Value> => of(from, (value) => (value === null ? without : read(value)), without);

/** What a page shows under the same name in every form: a new one belongs here, and in the summary if it is shown. */
export const ownColumns = {
  id: of('pages.id', int, 0),
  /** Shared by the pages of one file. */
  document: of('pages.document', int, 0),
  service: of('pages.service', oneOf(serviceIds), 'vat-invoice'),
  name: of('documents.name', text, '?'),
  /** The path as given, or the file's name if there was no path. */
  source: of('documents.source', text, ''),
  /** Where the file can be read again; null if only its bytes arrived. */
  path: maybe('documents.path', text),
  originalSha256: maybe('documents.sha256', text),
  originalBytes: maybe('documents.bytes', int),
  page: of('pages.number', int, 1),
  /** Which of several invoices on its page it is, from 1; 0 for the whole page. */
  part: of('pages.part', int, 0),
  pageCount: of('documents.page_count', int, 1),
  sandbox: of('pages.sandbox', flag, false),
  /** A call for the page may have been billed although its response was not saved. */
  maybePaid: computed(
    `EXISTS (SELECT 1 FROM calls AS made WHERE made.page = pages.id AND made.maybe_paid = 1 AND made.sandbox = 0)`,
    flag,
    false,
  ),
  options: of('pages.options', json(callOptionsSchema), {}),
  state: of('pages.state', oneOf(pageStates), 'failed'),
  /** Why it failed; for a recognized page, why another attempt failed. */
  failure: maybe('pages.failure', json(failureSchema)),
  /** Waits for the user's approval before it is sent. */
  held: of('pages.held', flag, false),
  /** How the picture was made from the file; null until it is made. */
  preparation: maybe('pages.preparation', json(preparationSchema)),
  callId: maybe('pages.call', int),
  /** The shown extraction; null if there is none. */
  extractionId: maybe('pages.extraction', int),
  extractionCount: computed(
    '(SELECT count(*) FROM extractions AS every WHERE every.page = pages.id)',
    int,
    0,
  ),
  /** The reader of the shown extraction. */
  reader: maybe('extractions.reader', oneOf(readerIds)),
  /** The result of checking the document's signatures; null if they were not checked. */
  seal: maybe('documents.seal', json(z.custom<Seal>(isSeal))),
  /** Only a call after this one may provide its response, because the user requested a new one; 0 for any. */
  afterCall: of('pages.after_call', int, 0),
  sid: maybe('calls.sid', text),
  reused: of('pages.reused', flag, false),
  /** The mail that its file came with; null if it came with none. */
  mail: maybe('documents.mail', json(mailHeadSchema)),
  addedAt: of('documents.added_at', text, '1970-01-01T00:00:00.000Z'),
  finishedAt: maybe('pages.finished_at', text),
  /** When the shown response arrived; earlier than the end if it came from another call. */
  answeredAt: computed('coalesce(calls.finished_at, extractions.created_at)', orNull(text), null),
  /** When it was last in an export. */
  exportedAt: computed(
    '(SELECT at FROM exports WHERE id = (SELECT max(export) FROM export_pages WHERE page = pages.id))',
    orNull(text),
    null,
  ),
  /** Number of its review events. */
  version: computed(
    '(SELECT coalesce(max(version), -1) + 1 FROM review_events WHERE page = pages.id)',
    int,
    0,
  ),
  /** The page that represents its invoice, which may be itself; null if it is not joined with other pages. */
  joinedTo: maybe('pages.joined_to', int),
  /** What its drawn page shows at the places of the file's values; null until it was looked at. */
  drawn: maybe('pages.drawn', json(drawnLookSchema)),
  /** Who handed it in or had it read again, the last of them; null if an earlier version did not keep that. */
  author: maybe('pages.author', text),
  /** Whether the user has set it aside while it has no data. */
  aside: of('pages.aside', flag, false),
  /** When it was put into the bin, and by whom; null if it is not there. */
  removedAt: maybe('pages.removed_at', text),
  removedBy: maybe('pages.removed_by', text),
} as const satisfies Columns;

/** What a page shows in another form. */
export const rawColumns = {
  turn: of('pages.turn', oneOf(turns), 0),
  masks: of('pages.masks', json(treatmentSchema.shape.masks), []),
  corners: maybe('pages.corners', json(cornersSchema)),
  qrRead: maybe('pictures.qr_read', flag),
  qr: maybe('pictures.qr', text),
  resultOf: maybe('results.page', int),
  // A line an event, for neither engine has the other's functions of JSON; a body is JSON on one line.
  books: computed(
    `(SELECT string_agg(kind || ' ' || at || ' ' || body, '\n' ORDER BY version) FROM review_events
      WHERE page = pages.id AND kind IN ('book', 'verify', 'archive', 'print'))`,
    orNull(text),
    null,
  ),
  earlier: maybe('pages.earlier', json(earlierSchema)),
  joined: computed(
    `(SELECT string_agg(CAST(other.id AS text), ' ' ORDER BY other.joined_place) FROM pages AS other
      WHERE other.joined_to = pages.joined_to)`,
    orNull(text),
    null,
  ),
} as const satisfies Columns;

export const pictureColumns = {
  sha256: maybe('pictures.sha256', text),
  encoding: maybe('pictures.encoding', oneOf(imageEncodingSchema.options)),
  width: maybe('pictures.width', int),
  height: maybe('pictures.height', int),
  bytes: maybe('pictures.bytes', int),
} as const satisfies Columns;

export const figureColumns = {
  kind: maybe('results.kind', text),
  code: maybe('results.code', text),
  number: maybe('results.number', text),
  issueDate: maybe('results.issue_date', text),
  seller: maybe('results.seller', text),
  sellerTaxId: maybe('results.seller_tax_id', text),
  buyer: maybe('results.buyer', text),
  buyerTaxId: maybe('results.buyer_tax_id', text),
  total: maybe('results.total', text),
  taxTotal: maybe('results.tax_total', text),
  grossTotal: maybe('results.gross_total', text),
  faces: maybe('results.faces', int),
  warnings: result('results.warnings', int, 0),
  errors: result('results.errors', int, 0),
  review: result('results.review', oneOf(reviewStates), 'open'),
  failedGroups: result('results.failed_groups', json(z.array(z.enum(checkGroups))), []),
  tags: result('results.tags', json(z.array(z.string())), []),
  note: maybe('results.note', text),
  /** Of the data that a confirmation is about; null until it is derived. */
  digest: maybe('results.digest', text),
  side: maybe('results.side', oneOf(invoiceSides)),
  business: maybe('results.business', oneOf(storedBusinesses)),
  pairRole: maybe('results.pair_role', oneOf(pairRoles)),
  pairDay: maybe('results.pair_day', text),
  pairCents: maybe('results.pair_cents', int),
  pairWith: maybe('results.pair_with', int),
  /** What a paper that is no invoice is and states; null for any other page. */
  paper: maybe('results.paper', json(paperSchema)),
  rates: result('results.rates', rateShares, []),
} as const satisfies Columns;

type Selected<Of extends Columns> = NonNullable<Of[keyof Of]['from']>;
type SelectedColumn =
  | Selected<typeof ownColumns>
  | Selected<typeof rawColumns>
  | Selected<typeof pictureColumns>
  | Selected<typeof figureColumns>;

/** Why a row leaves out a column. A column that is neither selected nor named here does not compile. */
export const leftOutColumns: Readonly<
  Record<Exclude<QualifiedColumn<'documents' | 'pages' | 'pictures' | 'results'>, SelectedColumn>, string>
> = {
  'documents.id': 'pages.document is the same',
  'pages.picture': 'pictures.sha256 is the same',
  'pages.joined_place': 'the joined pages are in its order',
  'pages.claimed_by': 'only claims read it',
  'pages.claimed_until': 'only claims read it',
  'results.net_cents': 'only totals read it',
  'results.tax_cents': 'only totals read it',
  'results.gross_cents': 'only totals read it',
  'results.counted_key': 'only totals read it',
  'results.deductible_cents': 'only totals read it',
  'results.open_findings': 'only the summary of an export reads it',
};

/** The columns of a page in the SQL of both engines: PostgreSQL keeps capitals only in quotes. */
export const pageColumns = [ownColumns, rawColumns, pictureColumns, figureColumns]
  .flatMap((columns) => Object.entries(columns))
  .map(([name, { sql }]) => `${sql} AS "${name}"`)
  .join(',\n  ');

export type ValuesOf<Of extends Columns> = {
  readonly [Name in keyof Of]: Of[Name] extends Column<QualifiedColumn | null, infer Value> ? Value : never;
};

/**
 * Reads the columns of a list from a row. A value that can't be read is replaced.
 * @returns a function whose second argument is told of each such value
 */
export const readerOf = <Of extends Columns>(
  columns: Of,
): ((row: object, onDamage: () => void) => ValuesOf<Of>) => {
  const list = Object.entries(columns);
  const last = list.at(-1)?.[0] ?? '';
  const areRead = (values: object): values is ValuesOf<Of> => last in values;
  return (row, onDamage) => {
    const values: Record<string, unknown> = {};
    for (const [name, { read, instead }] of list) {
      const found = read(Reflect.get(row, name));
      if (found === undefined) onDamage();
      values[name] = found === undefined ? instead : found;
    }
    if (!areRead(values)) throw new Error('A column of a page is missing');
    return values;
  };
};
