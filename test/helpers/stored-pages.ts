import type { Lease, ReadStore, Store } from '../../electron/store/port.ts';
import { type CallEnd, type CallStart } from '../../electron/store/records/call.ts';
import type { NewPage, ComparedFigures, ResultFigures } from '../../electron/store/records/page.ts';
import type { BooksChange } from '../../shared/books/books-state.ts';
import { emptyInvoice } from '../../shared/invoice/empty-invoice.ts';
import type { InvoiceExtraction } from '../../shared/invoice/extraction.ts';

/** The test's own store, a clock that the test sets, and a function that opens the same data again. */
export type OpenedStore = {
  readonly store: Store;
  readonly setNow: (at: string) => void;
  readonly reopen: () => Promise<Store>;
};

export const sha = (letter: string): string => letter.repeat(64);

export const book = (word: string, number: number, period: string): BooksChange => ({
  kind: 'book',
  booking: { word, number, date: `${period}-02`, period },
  entries: [],
});

export const newPage = (over: Partial<NewPage> = {}): NewPage => ({
  service: 'vat-invoice',
  name: 'a.jpg',
  source: 'a.jpg',
  path: '/in/a.jpg',
  sandbox: false,
  options: {},
  author: 'local',
  prepared: {
    originalSha256: sha('a'),
    originalBytes: 10,
    pageCount: 1,
    picture: { sha256: sha('a'), encoding: 'jpg', width: 4, height: 3, bytes: 10 },
    preparation: {
      format: 'jpg',
      page: { width: 40, height: 30, unit: 'px' },
      treatment: { turn: 0, masks: [] },
      changes: [],
    },
  },
  ...over,
});

export const callOf = (pageId: number, letter = 'a'): CallStart => ({
  service: 'vat-invoice',
  originalSha256: sha(letter),
  page: 1,
  options: {},
  answerer: { kind: 'service', appId: 'app', baseUrl: 'https://api.example.com' },
  pageId,
  picture: sha('a'),
});

export const answer = (callId: number, pageId: number, response = '{"a":1}'): CallEnd => ({
  callId,
  pageId,
  outcome: 'answered',
  httpStatus: 200,
  sid: 'sid',
  serverDate: null,
  response: Buffer.from(response),
});

export const figures: ResultFigures = {
  kind: '04',
  code: '3100',
  number: '12345678',
  issueDate: '2024-05-28',
  seller: '甲公司',
  sellerTaxId: null,
  buyer: '乙公司',
  grossTotal: '318.00',
  faces: null,
  warnings: 1,
  errors: 0,
};

/** The pages that are similar to one, by these figures. */
export const idsAlike = async (
  reads: Pick<ReadStore, 'lookalikes'>,
  page: number,
  key: ComparedFigures,
  limit?: number,
): Promise<readonly number[]> =>
  (await reads.lookalikes([{ page, demo: false, key }], limit)).flat().map(({ pageId }) => pageId);

export const payload = (number: string): InvoiceExtraction => ({
  reader: 'xml',
  invoice: { ...emptyInvoice, number },
  ticket: null,
  origins: {},
  findings: [],
  qr: null,
});

export const lease = (owner: string, until = '2024-05-28T08:00:30.000Z'): Lease => ({ owner, until });
export const correct = (value: string | null) => ({ kind: 'correct', field: 'number', value }) as const;

export const addOne = async (store: Store, over: Partial<NewPage> = {}): Promise<number> => {
  const [id] = await store.transact((unit) => unit.addPages([newPage(over)]));
  if (id === undefined) throw new Error('no page');
  return id;
};

export const begin = async (store: Store, start: CallStart, held = lease('a')): Promise<number> => {
  const begun = await store.transact((unit) => unit.beginCall(start, held));
  if (!begun.ok) throw new Error(begun.failure.reason);
  return begun.value;
};
