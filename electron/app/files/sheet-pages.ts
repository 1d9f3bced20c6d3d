import { isDemo } from '../../../shared/books/gate.ts';
import { sideOf, type OwnCompanies } from '../../../shared/books/side.ts';
import type { DataFolder } from '../data-folder.ts';
import { withoutPlaces, type ExportPage, withLink } from '../../export/export-page.ts';
import type { Assessor, OpenedPage } from '../../pipeline/assessor.ts';
import { createFacts, type ExportFacts } from '../../export/page-encoder.ts';
import { exportedPage } from '../export-commands.ts';
import { exportPageOf } from '../page-detail.ts';
import type { ReaderId } from '../../../shared/invoice/extraction.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { ReadStore } from '../../store/port.ts';
import { failureOf } from '../../../shared/services/failures.ts';
import { waitsForBudget } from '../../store/sql/call-budget.ts';
import type { PageRow } from '../../store/records/page.ts';
import type { FilesRequest } from './request.ts';
import type { SheetEnd } from './recognize-sheets.ts';
import { isDigitalReader } from '../../../shared/invoice/complete.ts';

/** A page without a row in the ledger. */
export const pageWithoutRow = (
  { service, sandbox }: Pick<FilesRequest, 'service' | 'sandbox'>,
  reader: ReaderId,
  { sheet }: { readonly sheet: Pick<SheetEnd['sheet'], 'source' | 'page' | 'part' | 'seal'> },
  failure: Failure | null,
): ExportPage => ({
  source: sheet.source,
  page: sheet.page,
  part: sheet.part,
  service,
  reader,
  maybePaid: false,
  seal: sheet.seal,
  renditions: [],
  side: null,
  sid: null,
  reused: false,
  answeredAt: null,
  sandbox,
  demo: sandbox,
  sent: null,
  failure,
  invoice: null,
  faces: null,
  faceNotes: new Map(),
});

/** Why a page has failed; null if it has not. A call that was lost because its worker died has failed, too. */
export const failureOfRow = (row: Pick<PageRow, 'state' | 'failure'>): Failure | null =>
  (waitsForBudget(row) ? null : row.failure) ??
  (row.state === 'interrupted' ? failureOf('interrupted', { mayHaveBeenPaid: true }) : null);

/**
 * A page of this run: if its own call failed, it has failed. Data of an earlier call is left out, so that it does not
 * pass for this run's.
 */
export const pageOf = async (
  opened: OpenedPage,
  asked: ReaderId,
  source: string,
  store: ReadStore,
  assessor: Pick<Assessor, 'reviewed'>,
): Promise<ExportPage> => {
  const { row } = opened;
  const failure = failureOfRow(row);
  const reader = row.reader ?? asked;
  if (row.state === 'waiting') return { ...exportPageOf(row, source, null), waiting: true };
  if ((row.state !== 'recognized' && row.state !== 'interrupted') || !failure)
    return { ...(await exportedPage(opened, source, store, assessor)), reader };
  const sid = failure.kind === 'input' ? null : await store.lastSid(row.id);
  // What was read from the file itself, or on this computer, stays: only the call that would have completed it failed.
  const page =
    row.reader === 'local' || (row.reader !== null && isDigitalReader(row.reader))
      ? await exportedPage(opened, source, store, assessor)
      : { ...exportPageOf(row, source, null), reader, maybePaid: row.maybePaid };
  return { ...page, failure, sid, reused: false, answeredAt: null };
};

/** A page that was not recognized because the run was stopped. A call for it may have been billed. */
const stoppedPage = (
  request: FilesRequest,
  asked: ReaderId,
  end: SheetEnd,
  row: PageRow | null,
): ExportPage => ({
  ...(row ? exportPageOf(row, end.sheet.source, null) : pageWithoutRow(request, asked, end, null)),
  failure: null,
  waiting: true,
});

/** The pages of a run for the exports, each derived on demand: ten thousand at once take gigabytes. */
export type ResultPages = {
  /** In page order; null for a missing page. */
  readonly each: () => AsyncIterable<ExportPage | null>;
  /**
   * The same without places and settled findings, which take most of the memory.
   * @param onPage receives each page as a whole
   */
  readonly values: (onPage: (page: ExportPage) => void) => AsyncIterable<ExportPage | null>;
  readonly facts: ExportFacts;
};

/**
 * @param asked who reads the pages without digital data
 * @param own the own companies of the request and of the settings
 */
export const resultPages = async (
  request: FilesRequest,
  asked: ReaderId,
  ends: readonly SheetEnd[],
  { store, storageCode }: Pick<DataFolder, 'store' | 'storageCode'>,
  assessor: Assessor,
  own: OwnCompanies,
): Promise<ResultPages> => {
  // The own companies of the request are not kept in the ledger.
  const withSide = (page: ExportPage): ExportPage =>
    page.invoice ? { ...page, side: sideOf(own, page.invoice.value).side } : page;
  const keepFigures = async (id: number): Promise<void> => {
    try {
      await assessor.assessOne(id);
      if (request.service === 'vat-invoice') await assessor.joinAlike(id);
    } catch (error) {
      // The extracted data is exported anyway, and the next start derives the figures again.
      if (storageCode(error) === null) throw error;
    }
  };
  let [demo, incomplete] = [false, false];
  // All figures come first, because an invoice is also compared with later ones.
  for (const end of ends) {
    if (end.kind === 'page') await keepFigures(end.pageId);
    const row = end.kind === 'page' ? await store.page(end.pageId) : null;
    demo ||= row ? isDemo(row) : request.sandbox;
    incomplete ||=
      end.kind === 'refused' ||
      end.kind === 'stopped' ||
      (row !== null && (row.state !== 'recognized' || row.failure !== null));
  }
  /** The page that represents the invoice of each page, and the place where it is exported. */
  const invoices = new Map<number, number>();
  const tellers = new Map<number, SheetEnd>();
  for (const end of ends) {
    if (end.kind !== 'page') continue;
    const invoice = (await store.page(end.pageId))?.joinedTo ?? end.pageId;
    invoices.set(end.pageId, invoice);
    if (!tellers.has(invoice) || invoice === end.pageId) tellers.set(invoice, end);
  }
  const { xlsx } = request.outputs;
  const pageAt = async (end: SheetEnd): Promise<ExportPage | null> => {
    if (end.kind === 'folded') return null;
    if (end.kind === 'refused') return pageWithoutRow(request, asked, end, end.failure);
    if (end.kind === 'stopped')
      return stoppedPage(request, asked, end, end.pageId === null ? null : await store.page(end.pageId));
    const invoice = invoices.get(end.pageId) ?? end.pageId;
    // The pages of a joined invoice are exported as one page, at the place of its representing page if that is
    // included.
    if (tellers.get(invoice) !== end) return null;
    const opened = await assessor.open(invoice);
    return (
      opened &&
      withLink(
        withSide(await pageOf(opened, asked, end.sheet.source, store, assessor)),
        opened.row.path,
        xlsx,
      )
    );
  };
  const each = async function* (): AsyncGenerator<ExportPage | null> {
    for (const end of ends) yield await pageAt(end);
  };
  const values: ResultPages['values'] = async function* (onPage) {
    for await (const page of each()) {
      if (page) onPage(page);
      yield page && withoutPlaces(page);
    }
  };
  const { see, facts } = createFacts();
  if (request.points) for await (const page of there(each())) see(page);
  const { pointOrdinals } = facts();
  return { each, values, facts: { demo, incomplete, pointOrdinals } };
};

export const there = async function* (pages: AsyncIterable<ExportPage | null>): AsyncGenerator<ExportPage> {
  for await (const page of pages) if (page) yield page;
};
