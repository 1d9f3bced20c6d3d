import type { VouchEvent } from '../../shared/contract/commands.ts';
import type { ExportRecord, RecordedLayout } from '../../shared/contract/export/record.ts';
import type { Layout } from '../../shared/contract/export/layout.ts';
import type { NewExport } from '../store/records/export.ts';
import type { Ledger } from '../store/sqlite/open-ledger.ts';
import type { DataFolder } from './data-folder.ts';
import { storageProblem } from './problems.ts';

/** What is known of an export before it is written. */
export type ExportPlan = Pick<NewExport, 'service' | 'form' | 'layout'>;
/** Where it went, and what was in it. */
export type ExportOutcome = Pick<ExportRecord, 'place' | 'target' | 'pages' | 'leftOut'> &
  Pick<NewExport, 'ids'>;

export type KeepExport = (plan: ExportPlan, outcome: ExportOutcome) => void;

/** The layout of a table of invoices as a record names it; null where the form has but one. */
export const recordedLayout = (
  { service, form }: Omit<ExportPlan, 'layout'>,
  layout: Layout,
): RecordedLayout | null => {
  if (service !== 'vat-invoice' || (form !== 'xlsx' && form !== 'csv')) return null;
  return typeof layout === 'string' ? layout : { own: layout.name };
};

/**
 * Keeps in the ledger what was exported, and tells of it. The export stands by then: where its record can't be kept,
 * that is said, and the export is none the worse.
 */
export const createExportRecords =
  (
    { exports, readOnly }: Pick<Ledger, 'exports' | 'readOnly'>,
    storageCode: DataFolder['storageCode'],
    emit: (event: VouchEvent) => void,
  ): KeepExport =>
  (plan, outcome) => {
    // The ledger of a newer program is only looked at.
    if (readOnly) return;
    try {
      const at = exports.add({ ...plan, ...outcome });
      emit({ type: 'pages.exported', ids: outcome.ids, at });
    } catch (error) {
      const code = storageCode(error);
      if (code === null) throw error;
      emit({ type: 'problem', problem: storageProblem(code) });
    }
  };
