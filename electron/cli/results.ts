import type { ExportPage } from '../export/export-page.ts';
import type { Assessor } from '../backend/assessor.ts';
import { exportPageOf } from '../backend/page-detail.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { RecognizeCommand } from './arguments.ts';
import type { SheetEnd } from './recognize-sheets.ts';

const refusedPage = (
  { service, sandbox }: RecognizeCommand,
  { sheet, failure }: Extract<SheetEnd, { kind: 'refused' }>,
): ExportPage => ({
  source: sheet.source,
  page: sheet.page,
  service,
  sid: null,
  reused: false,
  sandbox,
  sent: null,
  failure,
  invoice: null,
  faces: null,
  faceNotes: new Map(),
});

/** The pages as exports see them, in their order; null for one that was stopped. */
export const resultPages = (
  command: RecognizeCommand,
  ends: readonly SheetEnd[],
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
    return row ? exportPageOf(row, end.sheet.source, assessor.meaning(row)) : null;
  });
};
