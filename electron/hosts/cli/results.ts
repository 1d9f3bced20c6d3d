import type { DataFolder } from '../../app/data-folder.ts';
import type { ExportPage } from '../../export/export-page.ts';
import type { Assessor } from '../../pipeline/assessor.ts';
import { factsOf, type ExportFacts } from '../../export/page-encoder.ts';
import { exportPageOf, otherRenditions } from '../../app/page-detail.ts';
import { originalLink } from '../../export/original-link.ts';
import type { Failure } from '../../../shared/services/failure.ts';
import type { Ledger } from '../../store/sqlite/open-ledger.ts';
import type { PageRow } from '../../store/records/page.ts';
import type { RecognizeCommand } from './arguments.ts';
import type { SheetEnd } from './recognize-sheets.ts';

/** A page that has no row in the ledger. */
const pageWithoutRow = (
  { service, sandbox }: RecognizeCommand,
  { sheet }: SheetEnd,
  failure: Failure | null,
): ExportPage => ({
  source: sheet.source,
  page: sheet.page,
  service,
  reader: sandbox ? 'sandbox' : 'service',
  maybePaid: false,
  seal: sheet.seal,
  renditions: [],
  sid: null,
  reused: false,
  answeredAt: null,
  sandbox,
  sent: null,
  failure,
  invoice: null,
  faces: null,
  faceNotes: new Map(),
});

/** A page of this run: where its own call failed, it has failed, whatever an earlier run has read. */
const pageOf = (row: PageRow, source: string, ledger: Ledger, assessor: Assessor): ExportPage => {
  const { failure } = row;
  if (row.state === 'waiting') return { ...exportPageOf(row, source, null), waiting: true };
  const renditions = otherRenditions(ledger, row);
  if (row.state !== 'recognized' || !failure)
    return exportPageOf(row, source, assessor.meaning(row), renditions);
  const sid = failure.kind === 'input' ? null : ledger.calls.lastSid(row.id);
  return { ...exportPageOf(row, source, null), failure, sid, reused: false, answeredAt: null };
};

/** A page that was not read because the run was stopped. A call for it may have been billed. */
const stoppedPage = (command: RecognizeCommand, end: SheetEnd, row: PageRow | null): ExportPage => ({
  ...(row ? exportPageOf(row, end.sheet.source, null) : pageWithoutRow(command, end, null)),
  failure: null,
  waiting: true,
});

/** The pages of a run as exports see them, each worked out when it is wanted: ten thousand at once are gigabytes. */
export type ResultPages = {
  /** In their order; null for one that is gone. */
  readonly each: () => Iterable<ExportPage | null>;
  readonly facts: ExportFacts;
};

export const resultPages = (
  command: RecognizeCommand,
  ends: readonly SheetEnd[],
  { ledger, storageCode }: Pick<DataFolder, 'ledger' | 'storageCode'>,
  assessor: Assessor,
): ResultPages => {
  const keepFigures = (row: PageRow): void => {
    try {
      assessor.assess(row);
    } catch (error) {
      // Figures are derived again at the next start. What was read is written out all the same.
      if (storageCode(error) === null) throw error;
    }
  };
  const rowOf = (end: SheetEnd): PageRow | null =>
    end.kind === 'page' ? ledger.pages.get(end.pageId) : null;
  let incomplete = false;
  // All figures first: an invoice is compared with those that stand after it, too.
  for (const end of ends) {
    const row = rowOf(end);
    if (row) keepFigures(row);
    incomplete ||=
      end.kind === 'refused' ||
      end.kind === 'stopped' ||
      (row !== null && (row.state !== 'recognized' || row.failure !== null));
  }
  const { xlsx } = command.outputs;
  const linked = (page: ExportPage, { path }: PageRow): ExportPage => {
    const link = xlsx === null ? null : originalLink(path, xlsx);
    return link === null ? page : { ...page, link };
  };
  const pageAt = (end: SheetEnd): ExportPage | null => {
    if (end.kind === 'folded') return null;
    if (end.kind === 'refused') return pageWithoutRow(command, end, end.failure);
    if (end.kind === 'stopped')
      return stoppedPage(command, end, end.pageId === null ? null : ledger.pages.get(end.pageId));
    const row = rowOf(end);
    return row && linked(pageOf(row, end.sheet.source, ledger, assessor), row);
  };
  const each = function* (): Generator<ExportPage | null> {
    for (const end of ends) yield pageAt(end);
  };
  const { pointOrdinals } = command.points ? factsOf(there(each())) : { pointOrdinals: [] };
  return { each, facts: { sandbox: command.sandbox, incomplete, pointOrdinals } };
};

/** Those that are there. */
export const there = function* (pages: Iterable<ExportPage | null>): Generator<ExportPage> {
  for (const page of pages) if (page) yield page;
};
