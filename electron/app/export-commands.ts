import type { ExportFormat } from '../../shared/contract/export/choice.ts';
import { failed, success } from '../../shared/result.ts';
import type { ExportPage } from '../export/export-page.ts';
import type { Language } from '../../shared/language.ts';
import { annotatedNames, plainName } from '../export/annotated-names.ts';
import { withLink } from '../export/original-link.ts';
import { summarize } from '../export/summary.ts';
import { localDay } from '../../shared/local-day.ts';
import type { Assessor } from '../pipeline/assessor.ts';
import type { ReadFolder } from './data-folder.ts';
import type { AnnotatedPicture, Delivery, DeliveryHost, Extension } from './export-delivery.ts';
import { choosePages, withoutLeftOut, type ChosenPage } from './export-pages.ts';
import { annotatedPictures } from './export-pictures.ts';
import { recordedLayout } from './export-records.ts';
import type { Handlers, ParsedInput } from './handlers.ts';
import type { PageRunner } from '../pipeline/page-runner.ts';
import { nothingSettled, nothingToExport } from './command-failures.ts';
import type { FileRequest } from '../export/encoders.ts';
import { startExportThread } from '../export/export-thread.ts';

/** Pages in one message to the thread: copying them takes a few milliseconds. */
const pagesAtOnce = 200;

/** Tables need neither a page's text lines nor the places of its values. */
const forTable = (page: ExportPage): ExportPage =>
  page.invoice === null ? page : { ...page, invoice: { ...page.invoice, regions: [], origins: {} } };

/** The bytes of an export, encoded in a separate thread. */
const encodeInThread = async (pages: readonly ExportPage[], request: FileRequest): Promise<Uint8Array> => {
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
  readonly runner: Pick<PageRunner, 'assessed' | 'assess'>;
  readonly delivery: Delivery;
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
    chosen.map(({ row }) => ({ source: plainName(row.name), page: row.page, pageCount: row.pageCount })),
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
  delivery,
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
    if (underived.length === 0 || store.readOnly) return summary;
    // Rows of an earlier version, and pages whose findings were not stored before the program ended.
    for (const id of underived) await runner.assess(id);
    return (await store.summarizeExport(service, ids ?? null)).summary;
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
      return delivery.file(stem, extensions[format], parcel, (path) =>
        encodeInThread(
          left.map(({ row, page }) => (format === 'xlsx' ? withLink(page, row.path, path) : page)),
          { service, format, layout, language, encoding, points, attributes: true },
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
