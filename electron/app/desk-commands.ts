import type { DeskFormat, DeskPage } from '../../shared/contract/desk-commands.ts';
import { deskProtocol } from '../../shared/contract/desk-commands.ts';
import type { PageId } from '../../shared/contract/page.ts';
import { success } from '../../shared/result.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import { localDay } from '../../shared/local-day.ts';
import type { ExportPage } from '../export/export-page.ts';
import { stateOf } from '../export/page-words.ts';
import { createCountedTally } from '../export/rows.ts';
import type { PageRow } from '../store/records/page.ts';
import type { ReadStore } from '../store/port.ts';
import { encodeInThread, unreadMarks, type ExportCommandDependencies } from './export-commands.ts';
import { recordedLayout } from './export-delivery.ts';
import { pageLine, unresolvedLine } from './files/page-line.ts';
import { failureOfRow, pageOf, pageWithoutRow } from './files/sheet-pages.ts';
import type { Handlers, ParsedInput } from './handlers.ts';
import type { OfficeHooks } from './office-hooks.ts';

type DeskDependencies = Pick<
  ExportCommandDependencies,
  'host' | 'folder' | 'assessor' | 'runner' | 'delivery' | 'auditDigest'
> &
  Pick<OfficeHooks, 'workers'>;

type AskedFile = ParsedInput<'desk.look'>['files'][number];
type ExportedFile = ParsedInput<'desk.export'>['files'][number];

/** All pages of a file: its rows may be on several documents, and further pages of it may have been added. */
const rowsOf = async (
  store: ReadStore,
  service: ServiceId,
  { sha256, pages }: AskedFile,
): Promise<readonly PageRow[]> => {
  const found = new Set(sha256 === null ? [] : await store.pagesOfFile({ service, sandbox: false }, sha256));
  const documents = new Set((await store.pages(pages)).map(({ document }) => document));
  for (const document of documents) for (const id of await store.pagesOfDocument(document)) found.add(id);
  return (await store.pages([...found])).filter((row) => row.service === service);
};

const deskPage = async (store: ReadStore, row: PageRow): Promise<DeskPage> => {
  const failure = row.state === 'waiting' ? row.failure : failureOfRow(row);
  const sid = failure && failure.kind !== 'input' ? await store.lastSid(row.id) : null;
  const { id, page, part, pageCount, state, held } = row;
  return { id, page, part, pageCount, state, failure, sid, held };
};

/** The pages of files in their order, each invoice once. */
const exportedPages = async (
  { folder: { store }, assessor }: DeskDependencies,
  service: ServiceId,
  files: readonly ExportedFile[],
): Promise<{ readonly ids: readonly PageId[]; readonly pages: readonly ExportPage[]; folded: number }> => {
  const seen = new Set<PageId>();
  const pages: ExportPage[] = [];
  let folded = 0;
  for (const { source, pages: ids, without } of files) {
    if (without !== null) {
      const failure = without === 'stopped' ? null : without;
      const sheet = { source, page: 1, part: 0, seal: null };
      const page = pageWithoutRow({ service, sandbox: false }, 'service', { sheet }, failure);
      pages.push(failure === null ? { ...page, waiting: true } : page);
      continue;
    }
    const before = pages.length;
    for (const id of ids) {
      const opened = await assessor.open(id);
      if (opened?.row.service !== service || seen.has(opened.row.id)) continue;
      seen.add(opened.row.id);
      const page = await pageOf(opened, 'service', source, store, assessor);
      pages.push(page.failure === null ? { ...page, ...unreadMarks(opened.row) } : page);
    }
    if (ids.length > 0 && pages.length === before) folded += 1;
  }
  return { ids: [...seen], pages, folded };
};

const extensions = {
  csv: 'csv',
  'lines-csv': 'csv',
  xlsx: 'xlsx',
  json: 'json',
  lines: 'txt',
} as const satisfies Record<DeskFormat, string>;

/** What the command line of another computer asks an office. */
export const deskQueries = (dependencies: DeskDependencies): Pick<Handlers, 'desk.look' | 'desk.export'> => {
  const { host, folder, runner, delivery, auditDigest, workers } = dependencies;
  const { store } = folder;
  return {
    'desk.look': async ({ service, files }) => {
      const looked: { pages: DeskPage[]; isBinned: boolean }[] = [];
      for (const file of files) {
        const rows = await rowsOf(store, service, file);
        const pages: DeskPage[] = [];
        for (const row of rows) pages.push(await deskPage(store, row));
        const binned =
          pages.length === 0 && file.sha256 !== null
            ? await store.binnedContent({ service, sandbox: false }, file.sha256)
            : [];
        looked.push({ pages, isBinned: binned.length > 0 });
      }
      return success({ protocol: deskProtocol, workers: await workers(), files: looked });
    },
    'desk.export': async ({ service, formats, language, encoding, files }) => {
      await runner.assessed(files.flatMap(({ pages }) => pages));
      const { ids, pages, folded } = await exportedPages(dependencies, service, files);
      const digest = await auditDigest();
      const downloads: { format: DeskFormat; id: string }[] = [];
      for (const format of new Set(formats)) {
        const stem = `vouch-${service}-${localDay(host.now())}`;
        const plan =
          format === 'lines'
            ? null
            : { service, form: format, layout: recordedLayout({ service, form: format }, 'vouch') };
        const encode = (): Promise<Uint8Array> =>
          format === 'lines'
            ? Promise.resolve(Buffer.from(pages.map((page) => `${pageLine(page, language)}\n`).join('')))
            : encodeInThread(pages, {
                service,
                format,
                layout: 'vouch',
                language,
                encoding,
                points: false,
                attributes: false,
                auditDigest: digest,
              });
        const parcel = { plan, ids, leftOut: 0 };
        const delivered = await delivery.file(stem, extensions[format], parcel, encode);
        if (!delivered.ok) return delivered;
        if (delivered.value.kind === 'download') downloads.push({ format, id: delivered.value.id });
      }
      const count = (state: ReturnType<typeof stateOf>): number =>
        pages.filter((page) => stateOf(page) === state).length;
      const sums = createCountedTally();
      for (const page of pages) sums.see(page);
      return success({
        downloads,
        counted: sums.counted(),
        unresolved: pages.flatMap((page) => unresolvedLine(page, language) ?? []),
        recognized: count('recognized'),
        failed: count('failed'),
        waiting: count('waiting'),
        folded,
        maybePaid: pages.filter((page) => page.maybePaid).length,
      });
    },
  };
};
