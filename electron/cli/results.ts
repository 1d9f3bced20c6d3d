import type { ExportPage } from '../export/export-page.ts';
import type { Assessor } from '../backend/assessor.ts';
import { exportPageOf } from '../backend/page-detail.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { RecognizeCommand } from './arguments.ts';
import type { FileEnd } from './recognize-files.ts';

const refusedPage = (
  { service, sandbox }: RecognizeCommand,
  { source, failure }: Extract<FileEnd, { kind: 'refused' }>,
): ExportPage => ({
  source,
  page: 1,
  service,
  sid: null,
  reused: false,
  sandbox,
  sent: null,
  failure,
  invoice: null,
  faces: null,
});

/** The pages as exports see them, one a file and in the order of the files; null for one that was stopped. */
export const resultPages = (
  command: RecognizeCommand,
  ends: readonly FileEnd[],
  ledger: Ledger,
  assessor: Assessor,
): readonly (ExportPage | null)[] => {
  // All figures first: an invoice is compared with those that stand after it, too.
  for (const end of ends) {
    const row = end.kind === 'page' ? ledger.pages.get(end.pageId) : null;
    if (row) assessor.assess(row);
  }
  return ends.map((end) => {
    if (end.kind === 'stopped') return null;
    if (end.kind === 'refused') return refusedPage(command, end);
    const row = ledger.pages.get(end.pageId);
    return row ? exportPageOf(row, end.source, assessor.meaning(row)) : null;
  });
};
