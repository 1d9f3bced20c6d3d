import type { Booking, BookedEntry } from '../../../shared/books/books-state.ts';
import type { Verification } from '../../../shared/books/verification.ts';
import type { ReaderId, Seal, Ticket } from '../../../shared/invoice/extraction.ts';
import { isDigitalReader } from '../../../shared/invoice/complete.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';
import { fieldOf, valueAt } from '../../../shared/invoice/fields.ts';
import { isOpenFinding } from '../../../shared/invoice/finding.ts';
import { readFile } from 'node:fs/promises';
import { isDemo, type GateReason } from '../../../shared/books/gate.ts';
import { isInPeriod, type Period } from '../../../shared/books/period.ts';
import { sideOf, type OwnCompanies } from '../../../shared/books/side.ts';
import type { Company } from '../../../shared/contract/settings.ts';
import { pageStates, type PageId } from '../../../shared/contract/page.ts';
import { maxFileBytes } from '../../intake/limits.ts';
import type { ReadFolder } from '../../app/data-folder.ts';
import type { Originals } from '../../app/originals.ts';
import { readAttachment } from '../../app/attachments.ts';
import { canBeSetAside } from '../../app/review-commands.ts';
import {
  gatedInvoices,
  type GatedInvoice,
  type GatedInvoices,
  type LedgerReads,
} from '../ledger-invoices.ts';
import { isNearPeriod } from '../../../shared/review/pairing.ts';
import { reviewOf } from '../../pipeline/page-summary.ts';
import { pairingOf } from '../../pipeline/pairing.ts';
import type { PageRow } from '../../store/records/page.ts';

/** A file byte for byte as handed in. Only its name is recorded, never its path. */
export type ArchiveOriginal = {
  readonly name: string;
  readonly sha256: string;
  /** The bytes; null if the file no longer exists or changed since extraction. */
  readonly read: () => Promise<Buffer | null>;
};

/** An invoice of the period, with everything the archive records about it. */
export type ArchivedInvoice = {
  /** The values of the original, if they were read from the file itself; otherwise the reviewed ones. */
  readonly invoice: Invoice;
  readonly ticket: Ticket | null;
  readonly reader: ReaderId;
  /** The seal of the file whose values these are; absent if it has none. */
  readonly seal?: Seal | null;
  /** Page of the original, from 1. */
  readonly page: number;
  readonly original: ArchiveOriginal;
  /** Other files with the same invoice: renditions, duplicates, and further pages. */
  readonly renditions: readonly ArchiveOriginal[];
  /** Papers that belong to it, such as the itinerary of a ride. */
  readonly papers?: readonly ArchiveOriginal[];
  readonly confirmed: boolean;
  /** Corrections of the user, one line each: the field, what was read, and what it was changed to. */
  readonly corrections?: readonly string[];
  /** Open findings, one sentence each. */
  readonly findings?: readonly string[];
  /** Why the gate marks it. */
  readonly marks?: readonly GateReason[];
  readonly booking: Booking | null;
  /** Its entries in the voucher; none if it is not booked, or was booked by a version that did not save them. */
  readonly entries: readonly BookedEntry[];
  readonly verification: Verification | null;
  /** The platform's saved result. */
  readonly attachment?: ArchiveOriginal | null;
};

/** A file of an archive: a path with forward slashes, relative to its root. */
export type ArchiveFile = { readonly path: string; readonly bytes: Uint8Array };

const readBounded = async (path: string | null): Promise<Buffer | null> => {
  if (path === null) return null;
  try {
    const bytes = await readFile(path);
    return bytes.length > maxFileBytes ? null : bytes;
  } catch {
    return null;
  }
};

/** Where the ledger and its originals are. */
type Sources = LedgerReads & { readonly folder: ReadFolder; readonly originals: Pick<Originals, 'locate'> };

/** The entries of the invoice in its voucher, as its last booking recorded them. */
const entriesOf = ({ events }: GatedInvoice): readonly BookedEntry[] => {
  const changes = events.map(({ change }) => change);
  return changes.findLast((change) => change.kind === 'book')?.entries ?? [];
};

const originalOf = (row: PageRow, { originals }: Sources): ArchiveOriginal => ({
  name: row.name,
  sha256: row.originalSha256 ?? '',
  read: async () => readBounded(await originals.locate(row)),
});

/** All files of an invoice besides its own: the file formats of its document, and the files of its other pages. */
const filesBeside = async (
  { row, pages }: Pick<GatedInvoice, 'row' | 'pages'>,
  sources: Sources,
): Promise<readonly ArchiveOriginal[]> => {
  const others = (await sources.folder.store.renditions(row.document))
    .filter(({ sha256 }) => sha256 !== row.originalSha256)
    .map(({ name, path, sha256 }): ArchiveOriginal => ({ name, sha256, read: () => readBounded(path) }));
  // One file may have several pages of a joined invoice.
  const further = new Map(
    pages
      .filter(({ document }) => document !== row.document)
      .map((page) => [page.document, originalOf(page, sources)]),
  );
  return [...others, ...further.values()];
};

const shownValue = (invoice: Invoice | undefined, field: string): string =>
  (invoice && valueAt(invoice, field)) ?? '（空）';

/** The user's corrections, in words. */
const correctionsOf = ({ corrections = [], asRead, linesEdited }: GatedInvoice): readonly string[] => [
  ...corrections.map(
    ({ field, value }) =>
      `${fieldOf(field)?.label.zh ?? field}：${shownValue(asRead, field)} → ${value ?? '（空）'}`,
  ),
  ...(linesEdited === true ? ['明细行有改动'] : []),
];

const archivedOf = async (
  one: GatedInvoice,
  copies: readonly GatedInvoice[],
  papers: readonly GatedInvoice[],
  sources: Sources,
): Promise<ArchivedInvoice> => {
  const { row, invoice, asRead, ticket, reader, booking, gated, findings } = one;
  const { verification } = row.books;
  const attachment = verification?.attachment;
  const beside = [...(await filesBeside(one, sources))];
  for (const copy of copies)
    beside.push(originalOf(copy.row, sources), ...(await filesBeside(copy, sources)));
  return {
    // The metadata must match the original file. Corrections are listed in the index.
    invoice: isDigitalReader(reader) && asRead && one.pages.length === 1 ? asRead : invoice,
    ticket,
    reader,
    seal: row.seal,
    page: row.page,
    original: originalOf(row, sources),
    renditions: beside,
    papers: papers.map((paper) => originalOf(paper.row, sources)),
    confirmed: row.figures?.review === 'confirmed',
    corrections: correctionsOf(one),
    findings: findings.filter(isOpenFinding).map(({ message }) => message.zh),
    marks: gated.reasons,
    booking,
    entries: booking === null ? [] : entriesOf(one),
    verification,
    attachment: attachment
      ? {
          name: attachment.name,
          sha256: attachment.sha256,
          read: () => readAttachment(sources.folder, attachment),
        }
      : null,
  };
};

/** The company whose books these are: the user's own company among the parties, else the buyer. */
export const entityOf =
  (own: readonly Company[]) =>
  ({ invoice }: ArchivedInvoice): Company | null => {
    const { name, taxId } = sideOf([...own], invoice).side === 'sale' ? invoice.seller : invoice.buyer;
    return name === null && taxId === null ? null : { name: name ?? '', taxId: taxId ?? '' };
  };

const keyOf = ({ invoice: { issueDate, number, code } }: ArchivedInvoice): string =>
  `${issueDate ?? ''}/${number ?? ''}/${code ?? ''}`;
/** The same invoices give the same archive, in any input order. */
const byDay = (a: ArchivedInvoice, b: ArchivedInvoice): number =>
  keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b));

/** An invoice, or a page without data, that is not in the archive. `unread`: what is on the page is not known. */
export type ArchiveGapReason = 'aside' | 'undated' | 'unread';
export type LeftOut = {
  readonly name: string;
  readonly number: string | null;
  readonly reason: ArchiveGapReason;
};

/** What an archive of a period holds, and what it does not. */
export type ArchiveContent = {
  readonly invoices: readonly ArchivedInvoice[];
  /** All pages of these invoices with data, copies included, with the values that are archived. */
  readonly pages: readonly { readonly id: PageId; readonly invoice: Invoice }[];
  /** The pages of their papers, which the archive holds, too. */
  readonly papers: readonly { readonly id: PageId; readonly invoice: Invoice }[];
  /** Set aside in this period, or of no period because nothing says when they were issued. */
  readonly leftOut: readonly LeftOut[];
  /** Names of files that are known to be no invoice and that no archived file contains. */
  readonly noInvoices: readonly string[];
  /** Names of files from which nothing was read, and that the user has set aside. */
  readonly setAside: readonly string[];
  /** Demo data, which no archive holds. */
  readonly demo: number;
  /** Invoices of other periods. */
  readonly otherPeriods: number;
};

/** The service's code for a picture without an invoice. */
const noElements = 37042;

/** Whether a reader has said that a page without data shows no invoice. */
const isKnownNoInvoice = ({ failure }: PageRow): boolean =>
  failure?.reason === 'no-invoice-found' || failure?.code === noElements;

/** The pages without data: nothing was read from them, or there is nothing to read. */
const pagesWithoutData = async ({ folder: { store } }: Sources): Promise<readonly PageRow[]> => {
  const rows: PageRow[] = [];
  for (const state of pageStates) if (state !== 'recognized') rows.push(...(await store.pagesInState(state)));
  return rows.filter((row) => row.service === 'vat-invoice' && !isDemo(row));
};

/** The papers of the ledger that belong to an invoice of a period, by the page of that invoice. */
const papersOf = async (
  period: Period,
  { used, never }: Pick<GatedInvoices, 'used' | 'never'>,
  { folder: { store } }: Sources,
): Promise<ReadonlyMap<PageId, readonly GatedInvoice[]>> => {
  const found = new Map<PageId, GatedInvoice[]>();
  const there = new Set(used.flatMap(({ row, pages }) => [row.id, ...pages.map(({ id }) => id)]));
  // Each paper costs a query: papers of other years can't belong to the period, unless a user said so.
  const canBelong = ({ row: { figures } }: GatedInvoice): boolean => {
    const { pairDay = null, pairWith = null } = figures ?? {};
    return there.has(pairWith ?? 0) || (pairDay !== null && isNearPeriod(pairDay, period));
  };
  for (const paper of never.filter(canBelong)) {
    const pairing = await pairingOf(store, paper.row);
    for (const { page } of pairing?.isPaper === true ? pairing.paired : [])
      found.set(page, [...(found.get(page) ?? []), paper]);
  }
  return found;
};

/** The invoices of a period, sorted, with what is left out of its archive. */
export const archivedInvoices = async (
  period: Period,
  sources: Sources,
  own: OwnCompanies,
): Promise<ArchiveContent> => {
  let otherPeriods = 0;
  const isWanted = (row: PageRow): boolean => {
    const day = row.figures?.issueDate ?? null;
    if (day === null || isInPeriod(period, day)) return true;
    otherPeriods += 1;
    return false;
  };
  const { used, held, never } = await gatedInvoices(sources, null, { use: 'archive', own }, isWanted);
  // A copy is a further file of the invoice that counts.
  const there = new Set(used.map(({ row }) => row.id));
  const isCopy = ({ countsOn }: GatedInvoice): boolean => countsOn !== null && there.has(countsOn.id);
  const copies = Map.groupBy(used.filter(isCopy), ({ countsOn }) => countsOn?.id);
  const papers = await papersOf(period, { used, never }, sources);
  const invoices: ArchivedInvoice[] = [];
  const archivedPapers: GatedInvoice[] = [];
  for (const one of used) {
    if (isCopy(one)) continue;
    const further = copies.get(one.row.id) ?? [];
    const rows = [one, ...further].flatMap(({ row, pages }) => pages.concat(row));
    const ids = rows.map(({ id }) => id);
    const belonging = [...new Set(ids)].flatMap((id) => papers.get(id) ?? []);
    archivedPapers.push(...belonging);
    invoices.push(await archivedOf(one, further, belonging, sources));
  }
  const withoutData = (await pagesWithoutData(sources)).filter(isWanted);
  // A page that is being read again may show an invoice.
  const isIgnored = (row: PageRow): boolean =>
    canBeSetAside(row) && reviewOf(row) === 'aside' && !isKnownNoInvoice(row);
  const unread = withoutData.filter((row) => !isKnownNoInvoice(row) && !isIgnored(row));
  const noInvoices = [
    ...never.filter(({ facts }) => !facts.isDemo).map(({ row }) => row),
    ...withoutData.filter(isKnownNoInvoice),
  ];
  // A page without an invoice may lie in the file of one, such as the back of a scan.
  const documents = new Set([
    ...used.flatMap(({ pages }) => pages.map(({ document }) => document)),
    ...archivedPapers.map(({ row }) => row.document),
  ]);
  return {
    invoices: invoices.sort(byDay),
    pages: used.map(({ row, invoice }) => ({ id: row.id, invoice })),
    papers: archivedPapers.map(({ row, invoice }) => ({ id: row.id, invoice })),
    leftOut: [
      ...held.map(({ row, invoice, gated }): LeftOut => ({
        name: row.name,
        number: invoice.number,
        reason: gated.reasons.includes('undated') ? 'undated' : 'aside',
      })),
      ...unread.map(({ name }): LeftOut => ({ name, number: null, reason: 'unread' })),
    ],
    noInvoices: noInvoices.filter(({ document }) => !documents.has(document)).map(({ name }) => name),
    setAside: withoutData.filter(isIgnored).map(({ name }) => name),
    demo: never.filter(({ facts }) => facts.isDemo).length,
    otherPeriods,
  };
};
