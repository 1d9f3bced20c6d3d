import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { DataFolder } from '../../../../electron/app/data-folder.ts';
import { createWindowOriginals } from '../../../../electron/app/originals.ts';
import { sha256Of } from '../../../../electron/infra/bytes.ts';
import type { PageRow } from '../../../../electron/store/records/page.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

/** A page whose file was moved after it was added, and a ledger that is busy until `free` is called. */
const movedFile = async () => {
  const inbox = await temporaryFolder();
  const from = join(inbox, 'a.png');
  const to = join(inbox, 'done', 'b.png');
  const bytes = Buffer.from('a picture');
  await mkdir(join(inbox, 'done'));
  await writeFile(from, bytes);
  await rename(from, to);
  const gate = Promise.withResolvers<void>();
  const moveFile = vi.fn<(sha256: string, from: string, to: string) => Promise<void>>(() =>
    Promise.resolve(),
  );
  const folder = {
    store: {
      readOnly: false,
      folders: () => Promise.resolve([]),
      transact: async (work: (unit: { readonly moveFile: typeof moveFile }) => Promise<void>) => {
        await gate.promise;
        await work({ moveFile });
      },
    },
    originals: { path: () => join(inbox, 'copies'), file: () => Promise.resolve(null) },
  };
  const onBug = vi.fn<(error: unknown) => void>();
  const files = createWindowOriginals({
    folder: folder as unknown as DataFolder,
    settings: () => ({ originals: 'reference' }),
    signal: new AbortController().signal,
    onBug,
  });
  const row = { path: from, originalSha256: sha256Of(bytes), originalBytes: bytes.length };
  return { ...files, row: row as PageRow, from, to, moveFile, free: gate.resolve, onBug };
};

test('a query finds a moved file without waiting for the ledger, which has the path once it is free', async () => {
  const { reads, ended, row, from, to, moveFile, free, onBug } = await movedFile();
  expect(await reads.stateOf(row)).toEqual({ state: 'found', path: to });
  expect(await reads.locate(row)).toBe(to);
  expect(moveFile).not.toHaveBeenCalled();
  free();
  await ended();
  // Two queries found it; one has it saved.
  expect(moveFile.mock.calls).toEqual([[row.originalSha256, from, to]]);
  expect(onBug).not.toHaveBeenCalled();
});

test('a command continues only when the path of a moved file is saved', async () => {
  const { originals, row, to, moveFile, free } = await movedFile();
  const order: string[] = [];
  const locate = async (): Promise<string | null> => {
    const path = await originals.locate(row);
    order.push('located');
    return path;
  };
  const located = locate();
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  order.push('free');
  free();
  expect(await located).toBe(to);
  expect(order).toEqual(['free', 'located']);
  expect(moveFile).toHaveBeenCalledOnce();
});
