import type { UnresolvedChoice, ExportFormat } from '../../shared/contract/export/exported.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { withDerived } from '../../shared/review/export-summary.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { type ExportPage, withLink } from '../export/export-page.ts';
import { isSettled, summarize } from '../export/summary.ts';
import type { PageRow } from '../store/records/page.ts';
import type { PictureStore } from '../store/pictures/picture-store.ts';
import type { ReadStore } from '../store/port.ts';
import type { Assessor, OpenedPage } from '../pipeline/assessor.ts';
import { exportPageOf, otherRenditions } from './page-detail.ts';
import type { Language } from '../../shared/language.ts';
import { drawnPages, partName } from '../export/drawn-pages.ts';
import { startExportThread } from '../export/export-thread.ts';
import { failed, success } from '../../shared/result.ts';
import { annotatedNames, plainName } from '../export/annotated-names.ts';
import { localDay } from '../../shared/local-day.ts';
import type { AssessLater } from './assess-later.ts';
import type { ReadFolder } from './data-folder.ts';
import {
  type AnnotatedPicture,
  type Delivery,
  type DeliveryHost,
  type Extension,
  recordedLayout,
} from './export-delivery.ts';
import type { Handlers, ParsedInput } from './handlers.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import { nothingSettled, nothingToExport } from './command-failures.ts';
import type { FileRequest } from '../export/page-encoder.ts';

/** A page with its row. The row leads to the picture on which the page is drawn. */
export type ChosenPage = { readonly row: PageRow; readonly page: ExportPage };

/** The marks of an unfinished page in an export. */
export const unreadMarks = ({ state }: PageRow): Pick<ExportPage, 'waiting' | 'cancelled'> => {
  if (state === 'recognized' || state === 'failed') return {};
  return state === 'cancelled' ? { waiting: true, cancelled: true } : { waiting: true };
};

/**
 * An opened page with its findings and its other files.
 * @param source its name in the export
 */
export const exportedPage = async (
  opened: OpenedPage,
  source: string,
  reads: Pick<ReadStore, 'renditions'>,
  assessor: Pick<Assessor, 'reviewed'>,
): Promise<ExportPage> =>
  exportPageOf(opened.row, source, await assessor.reviewed(opened), await otherRenditions(reads, opened.row));

/** The pages of an export, including those without data; the data of each is derived now. */
export const choosePages = async (
  store: ReadStore,
  assessor: Pick<Assessor, 'open' | 'reviewed'>,
  service: ServiceId,
  wanted: readonly PageId[],
): Promise<readonly ChosenPage[]> => {
  const chosen: ChosenPage[] = [];
  const seen = new Set<PageId>();
  for (const id of wanted) {
    const opened = await assessor.open(id);
    // The pages of a joined invoice are one page of the export.
    if (opened?.row.service !== service || seen.has(opened.row.id)) continue;
    const { row } = opened;
    seen.add(row.id);
    const page = await exportedPage(opened, row.source, store, assessor);
    chosen.push({ row, page: { ...page, ...unreadMarks(row) } });
  }
  return chosen;
};

/** The pages that remain after the user's choice about open findings. */
export const withoutLeftOut = (
  chosen: readonly ChosenPage[],
  unresolved: UnresolvedChoice,
): readonly ChosenPage[] => {
  if (unresolved === 'ask' || unresolved === 'keep') return chosen;
  const upTo = unresolved === 'leave-errors' ? 'error' : 'warn';
  return chosen.filter(({ page }) => isSettled(page, upTo));
};

/** A page and the name of its picture. */
type NamedPage = { readonly name: string; readonly page: ExportPage };

/** `bytes` is null if the picture can't be drawn on here, although the service could read it. */
type DrawnPicture<Of> = { readonly of: Of; readonly name: string; readonly bytes: Uint8Array | null };

/**
 * The pictures of recognized pages with the extracted data drawn over them, one after the other. An invoice on
 * several pages has several pictures.
 */
export const annotatedPictures = async function* <Of extends NamedPage>(
  named: Iterable<Of> | AsyncIterable<Of>,
  pictures: Pick<PictureStore, 'get'>,
  language: Language,
): AsyncGenerator<DrawnPicture<Of>> {
  const thread = startExportThread();
  try {
    for await (const of of named)
      for (const [part, shown] of drawnPages(of.page).entries()) {
        if (!shown.sent || shown.failure || shown.waiting) continue;
        const { sha256, encoding, bytes } = shown.sent;
        const picture = await pictures.get(sha256, encoding, bytes);
        const drawn = picture && (await thread.annotate(picture, shown, language));
        yield { of, name: partName(of.name, part), bytes: drawn };
      }
  } finally {
    await thread.close();
  }
};

/** Pages in one message to the thread: copying them takes a few milliseconds. */
const pagesAtOnce = 200;

/** Tables need neither a page's text lines nor the places of its values. */
const forTable = (page: ExportPage): ExportPage =>
  page.invoice === null ? page : { ...page, invoice: { ...page.invoice, regions: [], origins: {} } };

/** The bytes of an export, encoded in a separate thread. */
export const encodeInThread = async (
  pages: readonly ExportPage[],
  request: FileRequest,
): Promise<Uint8Array> => {
  const thread = startExportThread();
  try {
    for (let from = 0; from < pages.length; from += pagesAtOnce) {
      const some = pages.slice(from, from + pagesAtOnce);
      await thread.add(request.format === 'json' ? some : some.map(forTable));
    }
    return await thread.encode(request);
  } finally {
    await thread.close();
  }
};

export type ExportCommandDependencies = {
  readonly host: Pick<DeliveryHost, 'now'>;
  readonly folder: Pick<ReadFolder, 'store' | 'pictures'>;
  readonly assessor: Pick<Assessor, 'open' | 'reviewed'>;
  readonly runner: Pick<PageRunner, 'assessed'>;
  /** Saves findings that were not stored. */
  readonly assessLater: AssessLater['add'];
  readonly delivery: Delivery;
  /** The newest digest of an office's audit log; null without one. */
  readonly auditDigest: () => Promise<string | null>;
};

type ExportCommands = Pick<
  Handlers,
  'pages.summarizeExport' | 'pages.export' | 'pages.exportBeside' | 'history.exportTotals'
>;

const extensions = {
  xlsx: 'xlsx',
  csv: 'csv',
  'lines-csv': 'csv',
  json: 'json',
} as const satisfies Record<Exclude<ExportFormat, 'annotated'>, Extension>;

/** The annotated pictures that can be drawn. */
const drawnOn = async function* (
  chosen: readonly ChosenPage[],
  pictures: ReadFolder['pictures'],
  language: Language,
): AsyncGenerator<AnnotatedPicture> {
  const names = annotatedNames(
    chosen.map(({ row: { name, page, pageCount, part } }) => ({
      source: plainName(name),
      page,
      pageCount,
      part,
    })),
  );
  const named = chosen.map((one, index) => ({ ...one, name: names[index] ?? '' }));
  for await (const { of, name, bytes } of annotatedPictures(named, pictures, language))
    if (bytes) yield { name, bytes, id: of.row.id };
};

/** The suffix of the file name, which names the content of the format. */
const suffixOf = (format: ExportFormat): string => {
  if (format === 'annotated') return '-annotated';
  return format === 'lines-csv' ? '-lines' : '';
};

export const exportCommands = ({
  host,
  folder,
  assessor,
  runner,
  assessLater,
  delivery,
  auditDigest,
}: ExportCommandDependencies): ExportCommands => {
  const choose = async ({ service, ids }: Pick<ParsedInput<'pages.export'>, 'service' | 'ids'>) => {
    const wanted = ids ?? (await folder.store.pageIds(service));
    // A code that is still being searched for may change an invoice's kind and findings: the books need the
    // final data.
    await runner.assessed(wanted);
    return choosePages(folder.store, assessor, service, wanted);
  };

  /** From stored findings: deriving them again would take a millisecond a page. */
  const stored = async ({ service, ids }: Pick<ParsedInput<'pages.export'>, 'service' | 'ids'>) => {
    const { store } = folder;
    await runner.assessed(ids);
    const { summary, underived } = await store.summarizeExport(service, ids ?? null);
    if (underived.length === 0) return summary;
    // Rows of an earlier version, and pages whose findings were not stored before the program ended.
    const derived = await choosePages(store, assessor, service, underived);
    assessLater(underived);
    return withDerived(summary, summarize(derived.map(({ page }) => page)));
  };

  return {
    'pages.summarizeExport': async (input) => success(await stored(input)),

    'pages.export': async (input) => {
      const { service, format, layout, language, encoding, points = true, unresolved } = input;
      if (unresolved === 'ask') {
        const summary = await stored(input);
        if (summary.recognized > 0 && summary.needsDecision) return success({ kind: 'undecided', summary });
      }
      const chosen = await choose(input);
      const summary = summarize(chosen.map(({ page }) => page));
      if (summary.recognized === 0) return failed(nothingToExport);
      if (unresolved === 'ask' && summary.needsDecision) return success({ kind: 'undecided', summary });
      const left = withoutLeftOut(chosen, unresolved);
      if (left.length === 0) return failed(nothingSettled);
      const stem = `vouch-${service}${suffixOf(format)}-${localDay(host.now())}`;
      const form = format;
      const plan = { service, form, layout: recordedLayout({ service, form }, layout) };
      if (format === 'annotated') {
        const pictures = drawnOn(left, folder.pictures, language);
        return delivery.pictures({ stem, plan, asked: chosen.length, pictures });
      }
      const ids = left.map(({ row }) => row.id);
      const parcel = { plan, ids, leftOut: chosen.length - ids.length };
      const digest = await auditDigest();
      return delivery.file(stem, extensions[format], parcel, (path) =>
        encodeInThread(
          left.map(({ row, page }) => (format === 'xlsx' ? withLink(page, row.path, path) : page)),
          { service, format, layout, language, encoding, points, attributes: true, auditDigest: digest },
        ),
      );
    },

    'history.exportTotals': async ({ filter, by, format, language }) => {
      const totals = await folder.store.totals(filter, by);
      if (totals.sum.invoices === 0) return failed(nothingToExport);
      const { totalsTable } = await import('../export/totals-table.ts');
      const stem = `vouch-totals-${by}-${localDay(host.now())}`;
      return delivery.file(stem, format, { plan: null, ids: [], leftOut: 0 }, () =>
        Promise.resolve(totalsTable(totals, { by, format, language })),
      );
    },

    'pages.exportBeside': ({ id }) => delivery.beside(id),
  };
};
