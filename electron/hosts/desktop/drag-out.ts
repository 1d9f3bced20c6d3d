import { app, type NativeImage, type WebContents } from 'electron';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandFailure } from '../../../shared/contract/commands.ts';
import type { Exported } from '../../../shared/contract/export/exported.ts';
import { success, type Result } from '../../../shared/result.ts';
import type { Backend } from '../../app/contract.ts';
import { watchRelease } from './page-recovery.ts';

export type DragOut = {
  /** Writes the export and attaches it to the pointer; null: the drag has started. */
  readonly drag: (contents: WebContents, input: unknown) => Promise<Result<Exported | null, CommandFailure>>;
  /** Deletes dragged files: by then they have been copied to the place of the drop. */
  readonly clear: () => void;
};

/**
 * Files that are dragged out of the window: the system copies them from their path to the place of the drop.
 */
export const createDragOut = (home: string, backend: Promise<Backend>): DragOut => {
  const folder = join(home, 'dragged');
  const clear = (): void => rmSync(folder, { recursive: true, force: true });
  clear();
  return {
    clear,
    drag: async (contents, input) => {
      const button = watchRelease(contents);
      try {
        const standing = await backend;
        const offered = await standing.offerExport(input);
        if (!offered.ok || offered.value.kind !== 'download') return offered;
        const file = await standing.takeDownload(offered.value.id);
        if (!file) return success(null);
        // A separate folder, because the user sees the file's name.
        const own = join(folder, randomUUID());
        await mkdir(own, { recursive: true, mode: 0o700 });
        const path = join(own, file.name);
        await writeFile(path, file.bytes, { mode: 0o600 });
        const icon: NativeImage = await app.getFileIcon(path, { size: 'normal' });
        // A drag without a pressed button would stick to the pointer.
        if (button.released()) await rm(own, { recursive: true, force: true });
        else if (!contents.isDestroyed()) contents.startDrag({ file: path, icon });
        return success(null);
      } finally {
        button.end();
      }
    },
  };
};
