import type { Exported } from '../../shared/bridge.ts';
import type { PageId } from '../../shared/records.ts';
import { failed, success } from '../../shared/result.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { ExportPage } from '../export/export-page.ts';
import { exportPageOf } from './page-detail.ts';
import { localDay, type Assessor } from './assessor.ts';
import type { Host } from './contract.ts';
import type { DataFolder } from './data-folder.ts';
import type { Downloads } from './downloads.ts';
import { encodeExport, type ExportRequest } from './encode-export.ts';
import type { Handlers } from './handlers.ts';
import { exportFailed, nothingToExport } from './problems.ts';

export type ExportCommandDependencies = {
  readonly host: Host;
  readonly folder: DataFolder;
  readonly assessor: Assessor;
  readonly downloads: Downloads;
};

export const exportCommands = (dependencies: ExportCommandDependencies): Pick<Handlers, 'pages.export'> => {
  const { host, folder, assessor, downloads } = dependencies;
  const { pages } = folder.ledger;

  /** All recognized pages, or those named that have come to an end: one that failed stands in the export, too. */
  const pagesFor = (service: ServiceId, ids: readonly PageId[] | undefined): readonly ExportPage[] => {
    const rows =
      ids === undefined
        ? pages.list(service).filter(({ state }) => state === 'recognized')
        : ids
            .map((id) => pages.get(id))
            .filter((row) => row !== null)
            .filter((row) => row.service === service)
            .filter(({ state }) => state === 'recognized' || state === 'failed');
    return rows.map((row) => exportPageOf(row, row.source, assessor.meaning(row)));
  };

  const deliver = async (bytes: Buffer, request: ExportRequest) => {
    const extension = request.format;
    const name = `vouch-${request.service}-${localDay(host.now())}.${extension}`;
    if (!host.chooseSavePath) {
      const type = extension === 'csv' ? 'text/csv' : 'application/json';
      return success<Exported>({ kind: 'download', id: downloads.offer({ type, bytes, name }), name });
    }
    const path = await host.chooseSavePath(name);
    if (path === null) return success<Exported>({ kind: 'cancelled' });
    const { writeFileWhole } = await import('../export/write-file.ts');
    const written = await writeFileWhole(path, bytes);
    return written.ok ? success<Exported>({ kind: 'saved', path }) : failed(exportFailed(written.failure));
  };

  return {
    'pages.export': async ({ service, ids, format, language, encoding }) => {
      const chosen = pagesFor(service, ids);
      if (chosen.length === 0) return failed(nothingToExport);
      const request = { service, format, language, encoding };
      return deliver(await encodeExport(chosen, request), request);
    },
  };
};
