import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Exported, Problem } from '../../shared/bridge.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import type { WriteFailure } from '../export/write-failure.ts';
import type { Host } from './contract.ts';
import type { Downloads } from './downloads.ts';
import type { AnnotatedPicture } from './export-pictures.ts';
import { exportFailed, exportGone, nothingToExport, tooManyPictures } from './problems.ts';

/** Without dialogs, everything is a download. */
export type DeliveryHost = Pick<Host, 'now' | 'chooseSavePath' | 'chooseSaveFolder'>;
export type Counts = { readonly pages: number; readonly leftOut: number };
type Delivered = Result<Exported, Problem>;

const types = {
  csv: 'text/csv',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const;
export type Extension = keyof typeof types;

/** One download is held in memory until it is fetched. */
const mostZipBytes = 1_000_000_000;

type Blocked = { readonly otherPath: string; readonly bytes: Uint8Array; readonly counts: Counts };

/** Writes pictures into a new folder within `parent`, which is made when the first of them is there. */
const picturesInFolder = async (
  stem: string,
  asked: number,
  pictures: AsyncIterable<AnnotatedPicture>,
  parent: string,
): Promise<Delivered> => {
  const { makeNewFolder } = await import('../export/new-folder.ts');
  const { writeFileWhole } = await import('../export/write-file.ts');
  let folder: string | null = null;
  let count = 0;
  for await (const { name, bytes } of pictures) {
    if (folder === null) {
      const made = await makeNewFolder(parent, stem);
      if (!made.ok) return failed(exportFailed(made.failure));
      folder = made.value;
    }
    const written = await writeFileWhole(join(folder, name), bytes);
    if (!written.ok) return failed(exportFailed(written.failure));
    count += 1;
  }
  if (folder === null) return failed(nothingToExport);
  return success({ kind: 'saved', path: folder, pages: count, leftOut: asked - count });
};

/** Brings exports to where the user wants them: a path or a folder of a dialog, or the browser's downloads. */
export const createDelivery = (host: DeliveryHost, downloads: Downloads) => {
  /** The last export that something stood in the way of; an older one is given up. */
  let kept: ({ readonly id: string } & Blocked) | null = null;

  const blocked = (path: string, bytes: Uint8Array, counts: Counts, failure: WriteFailure): Delivered => {
    const { otherPath, message, remedy } = failure;
    if (otherPath === null) return failed(exportFailed(failure));
    const id = randomUUID();
    kept = { id, otherPath, bytes, counts };
    return success({ kind: 'blocked', id, path, otherPath, message, remedy });
  };

  const write = async (path: string, bytes: Uint8Array, counts: Counts): Promise<Delivered> => {
    const { writeFileWhole } = await import('../export/write-file.ts');
    const written = await writeFileWhole(path, bytes);
    return written.ok
      ? success({ kind: 'saved', path, ...counts })
      : blocked(path, bytes, counts, written.failure);
  };

  const offer = (name: string, extension: Extension, bytes: Uint8Array, counts: Counts): Delivered => {
    const download = {
      type: types[extension],
      bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      name,
    };
    return success({ kind: 'download', id: downloads.offer(download), name, ...counts });
  };

  /** Asks for the path first: nobody waits for a file that is then not wanted. */
  const file = async (
    stem: string,
    extension: Extension,
    counts: Counts,
    encode: () => Promise<Uint8Array>,
  ): Promise<Delivered> => {
    const name = `${stem}.${extension}`;
    if (!host.chooseSavePath) return offer(name, extension, await encode(), counts);
    const path = await host.chooseSavePath(name);
    if (path === null) return success({ kind: 'cancelled' });
    return write(path, await encode(), counts);
  };

  const picturesAsZip = async (
    stem: string,
    asked: number,
    pictures: AsyncIterable<AnnotatedPicture>,
  ): Promise<Delivered> => {
    const { zipLimits, zipOf } = await import('../export/zip.ts');
    const entries: AnnotatedPicture[] = [];
    let size = 0;
    for await (const picture of pictures) {
      entries.push(picture);
      size += picture.bytes.length;
      if (entries.length >= zipLimits.entries || size > mostZipBytes) return failed(tooManyPictures);
    }
    if (entries.length === 0) return failed(nothingToExport);
    return offer(`${stem}.zip`, 'zip', zipOf(entries), {
      pages: entries.length,
      leftOut: asked - entries.length,
    });
  };

  return {
    file,

    /** @param asked the pages that the user chose, counted */
    pictures: async (
      stem: string,
      asked: number,
      pictures: AsyncIterable<AnnotatedPicture>,
    ): Promise<Delivered> => {
      if (!host.chooseSaveFolder) return picturesAsZip(stem, asked, pictures);
      const parent = await host.chooseSaveFolder();
      if (parent === null) return success({ kind: 'cancelled' });
      return picturesInFolder(stem, asked, pictures, parent);
    },

    /** Saves what was blocked under the other name. The name is ours: a window names no paths. */
    beside: async (id: string): Promise<Delivered> => {
      if (kept?.id !== id) return failed(exportGone);
      const { otherPath, bytes, counts } = kept;
      kept = null;
      return write(otherPath, bytes, counts);
    },
  };
};
