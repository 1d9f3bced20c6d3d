import { isDemo } from '../../shared/books/gate.ts';
import type { PageSummary } from '../../shared/contract/page.ts';
import type { Business } from '../../shared/invoice/business.ts';
import type { ReviewState } from '../../shared/review/replay.ts';
import type { Only } from '../../shared/members.ts';
import type { ReadStore } from '../store/port.ts';
import type { PageRow } from '../store/records/page.ts';
import { awaitsWitness } from './witness-needs.ts';

/** The business that the figures of a page name; null if they name none. */
const businessIn = (figures: PageRow['figures']): Business | null => {
  const business = figures?.business ?? 'none';
  return business === 'none' ? null : business;
};

/** The review of a page, with data or without. */
export const reviewOf = ({ figures, aside }: Pick<PageRow, 'figures' | 'aside'>): ReviewState => {
  if (figures) return figures.review ?? 'open';
  return aside ? 'aside' : 'open';
};

/**
 * A row of the ledger in the form that the window receives. The first members are those that it does not receive. A
 * new member of a row does not compile until it is one of them, or the contract has it.
 */
export const summaryOf = ({
  source: _source,
  path: _path,
  originalBytes: _originalBytes,
  qr,
  drawn,
  author: _author,
  aside,
  removedAt: _removedAt,
  removedBy: _removedBy,
  mail: _mail,
  treatment,
  preparation,
  callId: _callId,
  extractionId: _extractionId,
  extractionCount: _extractionCount,
  afterCall: _afterCall,
  sid: _sid,
  hasNewQr: _hasNewQr,
  earlier: _earlier,
  originalSha256,
  options,
  picture,
  seal,
  figures,
  ...row
}: PageRow): PageSummary => {
  const summary = {
    ...row,
    demo: isDemo({ ...row, originalSha256 }),
    asked:
      row.service === 'face-detect'
        ? { points: options.points ?? false, attributes: options.attributes ?? false }
        : null,
    hasPicture: picture !== null,
    pictureKey: picture?.sha256.slice(0, 16) ?? null,
    seal: seal?.state ?? null,
    headline: {
      kind: figures?.kind ?? null,
      code: figures?.code ?? null,
      seller: figures?.seller ?? null,
      sellerTaxId: figures?.sellerTaxId ?? null,
      buyer: figures?.buyer ?? null,
      buyerTaxId: figures?.buyerTaxId ?? null,
      number: figures?.number ?? null,
      issueDate: figures?.issueDate ?? null,
      total: figures?.total ?? null,
      taxTotal: figures?.taxTotal ?? null,
      grossTotal: figures?.grossTotal ?? null,
      faces: figures?.faces ?? null,
      side: figures?.side ?? null,
      business: businessIn(figures),
      rates: figures?.rates?.map(([rate]) => rate) ?? [],
      paper: figures?.paper ?? null,
    },
    review: reviewOf({ figures, aside }),
    digest: figures?.digest ?? null,
    // A user who confirms an invoice has seen its open findings.
    findings:
      figures?.review === 'confirmed'
        ? { warn: 0, error: 0 }
        : { warn: figures?.warnings ?? 0, error: figures?.errors ?? 0 },
    awaitsWitness: awaitsWitness({
      service: row.service,
      reader: row.reader,
      originalSha256,
      picture,
      qr,
      drawn,
      treatment,
      preparation,
    }),
    confirmedErrors: figures?.review === 'confirmed' ? figures.errors : 0,
    tags: [...(figures?.tags ?? [])],
    note: figures?.note ?? null,
    failedGroups: [...(figures?.failedGroups ?? [])],
    joined: [...row.joined],
  };
  return summary satisfies Only<PageSummary, typeof summary>;
};

/** Whether a row is part of the invoice of another page, which represents it in lists, sums and exports. */
export const isFurtherPage = ({ id, joinedTo }: Pick<PageRow, 'id' | 'joinedTo'>): boolean =>
  joinedTo !== null && joinedTo !== id;

/** Whether a recognized page lacks figures, or some that an earlier version did not derive: the store asks the same. */
export const lacksFigures = ({ id, joinedTo, service, figures }: PageRow): boolean => {
  if (!figures) return true;
  const { side = null, business = null } = figures;
  return (
    service === 'vat-invoice' && (side === null || business === null) && !isFurtherPage({ id, joinedTo })
  );
};

/** Whether a page's job has ended. A call may follow the data of the page's own file. */
export const isAtEnd = ({ state, failure, callId }: PageRow): boolean =>
  state === 'recognized'
    ? failure !== null || callId !== null
    : state === 'cancelled' || state === 'failed' || state === 'interrupted';

/** Rows and their invoices: a change of a further page changes its invoice, which another page represents. */
export const withMainPages = async (
  store: Pick<ReadStore, 'pages'>,
  rows: readonly PageRow[],
): Promise<readonly PageRow[]> => {
  const ids = new Set(rows.map(({ id }) => id));
  const mains = rows.filter(isFurtherPage).flatMap(({ joinedTo }) => joinedTo ?? []);
  const missing = [...new Set(mains)].filter((id) => !ids.has(id));
  return missing.length === 0 ? rows : [...rows, ...(await store.pages(missing))];
};

/** The invoices of a page that was split, in their order, with those in the bin; empty for a whole page. */
export const partsOfPage = async (
  store: Pick<ReadStore, 'pages' | 'pagesOfDocument'>,
  { document, page, part }: Pick<PageRow, 'document' | 'page' | 'part'>,
): Promise<readonly PageRow[]> =>
  part === 0
    ? []
    : (await store.pages(await store.pagesOfDocument(document)))
        .filter((row) => row.page === page && row.part > 0)
        .toSorted((one, other) => one.part - other.part);
