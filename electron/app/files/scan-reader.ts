import type { LineReader } from '../../extract/local/engine/line-reader.ts';
import type { Intake } from '../../intake/intake.ts';
import type { KeptPage } from '../../pipeline/page-intake.ts';
import type { ScanReading } from '../../pipeline/scan-reading.ts';
import type { DataFolder } from '../data-folder.ts';

/** Reads pages that have only a picture, on this computer. */
export type ScanReader = {
  /** Rejects with the signal's reason if it is aborted. */
  readonly read: (kept: KeptPage, signal: AbortSignal) => Promise<ScanReading>;
  readonly close: () => Promise<void>;
};

const loadReader = async (): Promise<LineReader> => {
  const [{ createLineReader }, { nodeReader }] = await Promise.all([
    import('../../extract/local/engine/reader-pool.ts'),
    import('../../extract/local/engine/node-reader.ts'),
  ]);
  return createLineReader(nodeReader());
};

/** Its code and its processes load with the first page: most runs need neither. */
export const createScanReader = (
  folder: Pick<DataFolder, 'pictures'>,
  intake: Pick<Intake, 'qrTexts'>,
): ScanReader => {
  let loaded: Promise<LineReader> | null = null;
  return {
    read: async (kept, signal) => {
      loaded ??= loadReader();
      const { readScan } = await import('../../pipeline/scan-reading.ts');
      return readScan({ folder, intake, reader: await loaded }, kept, signal);
    },
    close: async () => {
      await (await loaded)?.close();
    },
  };
};
