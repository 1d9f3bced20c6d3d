import type { ExportSummary } from '../../../shared/review/export-summary.ts';
import type { ExportRecord } from '../../../shared/contract/export/record.ts';
import type { PageId } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';
import type { Rendition } from './document.ts';

/** An export that was written. */
export type NewExport = Omit<ExportRecord, 'id' | 'at'> & {
  readonly service: ServiceId;
  /** The pages of the ledger that it contained. */
  readonly ids: readonly PageId[];
};

/** What a window shows beside a page. */
export type FilesAndExports = {
  readonly files: readonly Pick<Rendition, 'name' | 'format' | 'sha256'>[];
  readonly exports: readonly ExportRecord[];
};

/** The summary of an export from stored findings. */
export type StoredSummary = {
  readonly summary: ExportSummary;
  /** Recognized pages whose findings are not stored yet: they count as pages without findings. */
  readonly underived: readonly PageId[];
};
