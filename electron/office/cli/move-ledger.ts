import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../shared/result.ts';
import { copyLedger, type LocalFiles, type Moved, type MoveFailure } from '../store/copy-ledger.ts';
import { openLedgerRows } from '../../store/sqlite/ledger-rows.ts';
import type { DataFolder } from '../../app/data-folder.ts';
import type { OfficeFolder } from '../open-office.ts';

const digestOf = (name: string): string | null => /^([0-9a-f]{64})\.bin$/u.exec(name)?.[1] ?? null;

const localFiles = ({ pictures, originals }: DataFolder, home: string): LocalFiles => ({
  read: (sha256, extension) => (extension === 'bin' ? originals : pictures).get(sha256, extension),
  originals: async () => {
    const folder = join(home, 'originals');
    if (!existsSync(folder)) return [];
    const names = await readdir(folder, { recursive: true });
    return names.flatMap((name) => digestOf(name.split(/[/\\]/u).at(-1) ?? '') ?? []).toSorted();
  },
});

/**
 * Copies the ledger of a data folder into an empty office.
 * @param local the data folder, which only this process has open
 */
export const moveLedger = async (
  local: DataFolder,
  { office, pictures }: OfficeFolder,
  home: string,
  now: () => Date,
): Promise<Result<Moved, MoveFailure>> => {
  const rows = openLedgerRows(join(home, 'ledger.sqlite'), now);
  try {
    return await copyLedger(office, rows, localFiles(local, home), pictures, now);
  } finally {
    await rows.close();
  }
};
