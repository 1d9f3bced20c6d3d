import type { VouchEvent } from '../../shared/contract/commands.ts';
import type { ExportRecord, RecordedLayout } from '../../shared/contract/export/record.ts';
import type { Layout } from '../../shared/contract/export/layout.ts';
import type { NewExport } from '../store/records/export.ts';
import type { Store } from '../store/port.ts';
import type { DataFolder } from './data-folder.ts';
import { storageFailure } from './command-failures.ts';

/** The data of an export that is known before it is written. */
export type ExportPlan = Pick<NewExport, 'service' | 'form' | 'layout'>;
/** The destination, and the exported pages. */
type ExportOutcome = Pick<ExportRecord, 'place' | 'target' | 'pages' | 'leftOut'> & Pick<NewExport, 'ids'>;

export type KeepExport = (plan: ExportPlan, outcome: ExportOutcome) => Promise<void>;

/** The layout of an invoice table in a record; null if the form has only one. */
export const recordedLayout = (
  { service, form }: Omit<ExportPlan, 'layout'>,
  layout: Layout,
): RecordedLayout | null => {
  if (service !== 'vat-invoice' || (form !== 'xlsx' && form !== 'csv')) return null;
  return typeof layout === 'string' ? layout : { own: layout.name };
};

/**
 * Records an export in the ledger, and reports it. The export exists by then: if recording fails, that is
 * reported, and the export stays valid.
 */
export const createExportRecords =
  (
    store: Pick<Store, 'transact' | 'readOnly'>,
    storageCode: DataFolder['storageCode'],
    emit: (event: VouchEvent) => void,
  ): KeepExport =>
  async (plan, outcome) => {
    // The ledger of a newer program is read-only.
    if (store.readOnly) return;
    try {
      const at = await store.transact((unit) => unit.addExport({ ...plan, ...outcome }));
      emit({ type: 'pages.exported', ids: outcome.ids, at });
    } catch (error) {
      const code = storageCode(error);
      if (code === null) throw error;
      emit({ type: 'failure', failure: storageFailure(code) });
    }
  };
