/** A value as a driver returns it: ids and flags (0 or 1) are numbers, structured values are JSON as text. */
type Stored = { readonly int: number; readonly text: string; readonly bytes: Buffer };

/** What a column holds: `?` may be null; `=` has a default, so that a new row can leave it out. */
export type ColumnKind = keyof Stored | `${keyof Stored}${'?' | '='}`;

export type StoredValue<Kind extends ColumnKind> = Kind extends keyof Stored
  ? Stored[Kind]
  : Kind extends `${infer Base extends keyof Stored}?`
    ? Stored[Base] | null
    : Kind extends `${infer Base extends keyof Stored}=`
      ? Stored[Base]
      : never;

/**
 * The columns of the ledger, which are the same in both engines; their schemas say what each one means. Types of rows
 * come from here, and a test compares it with the tables of both engines.
 */
export const ledgerColumns = {
  documents: {
    id: 'int=',
    name: 'text',
    source: 'text',
    path: 'text?',
    sha256: 'text?',
    bytes: 'int?',
    page_count: 'int=',
    seal: 'text?',
    added_at: 'text',
  },
  renditions: {
    id: 'int=',
    document: 'int',
    name: 'text',
    path: 'text?',
    sha256: 'text',
    format: 'text',
    bytes: 'int',
    added_at: 'text',
  },
  pictures: {
    sha256: 'text',
    encoding: 'text',
    width: 'int',
    height: 'int',
    bytes: 'int',
    qr_read: 'int=',
    qr: 'text?',
  },
  pages: {
    id: 'int=',
    document: 'int',
    service: 'text',
    number: 'int',
    sandbox: 'int',
    options: 'text',
    state: 'text',
    failure: 'text?',
    picture: 'text?',
    call: 'int?',
    extraction: 'int?',
    reused: 'int=',
    finished_at: 'text?',
    turn: 'int=',
    masks: 'text=',
    held: 'int=',
    preparation: 'text?',
    after_call: 'int=',
    claimed_by: 'text?',
    claimed_until: 'text?',
    joined_to: 'int?',
    joined_place: 'int?',
    earlier: 'text?',
  },
  calls: {
    id: 'int=',
    page: 'int?',
    service: 'text',
    key: 'text',
    options: 'text',
    app_id: 'text',
    base_url: 'text',
    sandbox: 'int',
    picture: 'text',
    attempt: 'int=',
    state: 'text',
    lease_owner: 'text?',
    lease_until: 'text?',
    started_at: 'text',
    finished_at: 'text?',
    http_status: 'int?',
    sid: 'text?',
    server_date: 'text?',
    signed_offset: 'int=',
    measured_offset: 'int?',
    retry_after: 'text?',
    failure: 'text?',
    maybe_paid: 'int=',
  },
  responses: { call: 'int', body: 'bytes', unpacked: 'int?', crc: 'int?' },
  extractions: {
    id: 'int=',
    page: 'int',
    reader: 'text',
    version: 'int',
    created_at: 'text',
    call: 'int?',
    payload: 'text?',
  },
  review_events: {
    id: 'int=',
    page: 'int',
    version: 'int',
    kind: 'text',
    body: 'text',
    author: 'text',
    at: 'text',
    extraction: 'int?',
  },
  results: {
    page: 'int',
    kind: 'text?',
    code: 'text?',
    number: 'text?',
    issue_date: 'text?',
    seller: 'text?',
    seller_tax_id: 'text?',
    buyer: 'text?',
    buyer_tax_id: 'text?',
    total: 'text?',
    tax_total: 'text?',
    gross_total: 'text?',
    faces: 'int?',
    warnings: 'int=',
    errors: 'int=',
    review: 'text=',
    failed_groups: 'text=',
    tags: 'text=',
    note: 'text?',
    net_cents: 'int?',
    tax_cents: 'int?',
    gross_cents: 'int?',
    counted_key: 'text?',
    rates: 'text=',
    open_findings: 'text?',
    digest: 'text?',
    side: 'text?',
    deductible_cents: 'int?',
  },
  search: {
    day: 'text',
    page: 'int',
    service: 'text',
    sandbox: 'int',
    state: 'text',
    kind: 'text?',
    number: 'text?',
    seller: 'text?',
    buyer: 'text?',
    cents: 'int?',
    text: 'text',
    seller_form: 'text?',
    buyer_form: 'text?',
    number_form: 'text?',
  },
  exports: {
    id: 'int=',
    service: 'text',
    at: 'text',
    form: 'text',
    layout: 'text?',
    place: 'text',
    target: 'text',
    pages: 'int',
    left_out: 'int',
  },
  export_pages: { page: 'int', export: 'int' },
  book_files: {
    id: 'int=',
    kind: 'text',
    state: 'text',
    author: 'text',
    at: 'text',
    target: 'text?',
    digest: 'text?',
    from_day: 'text?',
    to_day: 'text?',
    invoices: 'int',
    changes: 'text?',
  },
  vouchers: {
    id: 'int=',
    word: 'text',
    period: 'text',
    number: 'int',
    date: 'text',
    state: 'text',
    file: 'int?',
    earlier: 'int=',
  },
  voucher_pages: { page: 'int', voucher: 'int' },
  watched_folders: { folder: 'text' },
  watched_files: { folder: 'text', path: 'text', bytes: 'int', modified: 'int', document: 'int?' },
  drops: { id: 'text', service: 'text', author: 'text', at: 'text', files: 'int' },
  drop_files: { parent: 'text', place: 'int', name: 'text', bytes: 'int' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnKind>>>>;

type LedgerColumns = typeof ledgerColumns;
export type LedgerTable = keyof LedgerColumns;
export type LedgerColumn<Table extends LedgerTable> = keyof LedgerColumns[Table] & string;
export type ColumnOf<
  Table extends LedgerTable,
  Name extends LedgerColumn<Table>,
> = LedgerColumns[Table][Name];

/** `pages.document`: a column with its table, in SQL. */
export type QualifiedColumn<Table extends LedgerTable = LedgerTable> = {
  [Name in Table]: `${Name}.${LedgerColumn<Name>}`;
}[Table];
