import type { ExportRecord } from '../../../shared/contract/export/record.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';

/** An export that was written. */
export type NewExport = Omit<ExportRecord, 'id' | 'at'> & {
  readonly service: ServiceId;
  /** The pages of the ledger that it contained. */
  readonly ids: readonly PageId[];
};
