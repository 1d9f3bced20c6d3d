import { randomUUID } from 'node:crypto';
import type { Downloads, TakenDownload } from '../store/records/download.ts';
import type { VouchEvent, CommandFailure } from '../../shared/contract/commands.ts';
import type { ExportRecord, RecordedLayout } from '../../shared/contract/export/record.ts';
import type { Layout, Exported } from '../../shared/contract/export/exported.ts';
import type { NewExport } from '../store/records/export.ts';
import type { Store } from '../store/port.ts';
import type { DataFolder } from './data-folder.ts';
import {
  storageFailure,
  exportFailed,
  exportGone,
  nothingToExport,
  tooManyPictures,
} from './command-failures.ts';
import { join } from 'node:path';
import type { PageId } from '../../shared/contract/page.ts';
import { failed, success, type Result } from '../../shared/result.ts';
import { type WriteFailure, isSystemError, reasonOf } from '../infra/files/write-failure.ts';
import type { Host } from './contract.ts';
import { mkdir } from 'node:fs/promises';
import { writeTexts } from '../../shared/texts/host-failures.ts';
import { codeOf } from '../infra/error-code.ts';
import { bufferOver } from '../infra/bytes.ts';

/** Unfetched exports must not fill the memory: the oldest is dropped. */
const mostKept = 4;

/** Downloads in the memory of one process. */
export const createDownloads = (): Downloads => {
  const kept = new Map<string, TakenDownload>();
  return {
    offer: (download, record) => {
      const id = randomUUID();
      kept.set(id, { download, record });
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
      return Promise.resolve(id);
    },
    take: (id) => {
      const found = kept.get(id) ?? null;
      kept.delete(id);
      return Promise.resolve(found);
    },
  };
};

/** The data of an export that is known before it is written. */
type ExportPlan = Pick<NewExport, 'service' | 'form' | 'layout'>;
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

/**
 * Creates a new folder: `name`, or `name (2)` and so on. Files written into it can't overwrite files of the
 * user.
 */
const makeNewFolder = async (parent: string, name: string): Promise<Result<string, WriteFailure>> => {
  for (let number = 1; ; number += 1) {
    const path = join(parent, number === 1 ? name : `${name} (${String(number)})`);
    try {
      await mkdir(path);
      return success(path);
    } catch (error) {
      if (codeOf(error) === 'EEXIST' && number < 1000) continue;
      if (!isSystemError(error)) throw error;
      const reason = reasonOf(codeOf(error), 'temporary');
      return failed({ reason, ...writeTexts[reason], detail: codeOf(error), otherPath: null });
    }
  }
};

/** Without dialogs, everything is a download. */
export type DeliveryHost = Pick<Host, 'now' | 'chooseSavePath' | 'chooseSaveFolder'>;
/** A delivery: the plan of its record (null for none), its pages, and the number of pages left out. */
type Parcel = {
  readonly plan: ExportPlan | null;
  readonly ids: readonly PageId[];
  readonly leftOut: number;
  /** What the user is told about pictures of faces. */
  readonly ofFaces?: { readonly uncovered: number; readonly smaller: number };
};

/** A file that is not recorded as an export of pages. */
const unrecorded: Parcel = { plan: null, ids: [], leftOut: 0 };
type Delivered = Result<Exported, CommandFailure>;

const types = {
  csv: 'text/csv',
  txt: 'text/plain',
  pdf: 'application/pdf',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const;
export type Extension = keyof typeof types;

/** A download is held in memory until it is fetched. */
const mostZipBytes = 1_000_000_000;

type Blocked = { readonly otherPath: string; readonly bytes: Uint8Array; readonly parcel: Parcel };

/** A picture with the data drawn over it, and its page. */
export type AnnotatedPicture = { readonly name: string; readonly bytes: Uint8Array; readonly id: PageId };

type PicturesToDeliver = {
  readonly stem: string;
  readonly plan: ExportPlan;
  /** Number of pages that the user chose. */
  readonly asked: number;
  readonly pictures: AsyncIterable<AnnotatedPicture>;
};

const recordOf = ({ ids, leftOut }: Parcel) => ({ ids, pages: ids.length, leftOut });

const countsOf = ({ ids, leftOut, ofFaces }: Parcel) => ({ pages: ids.length, leftOut, ...ofFaces });

/** Writes pictures into a new folder in `parent`, which is created for the first of them. */
const picturesInFolder = async (
  { stem, pictures }: Pick<PicturesToDeliver, 'stem' | 'pictures'>,
  parent: string,
): Promise<Result<{ readonly path: string; readonly ids: readonly PageId[] }, CommandFailure>> => {
  const { writeFileWhole } = await import('../infra/files/write-file.ts');
  let folder: string | null = null;
  const ids: PageId[] = [];
  for await (const { name, bytes, id } of pictures) {
    if (folder === null) {
      const made = await makeNewFolder(parent, stem);
      if (!made.ok) return failed(exportFailed(made.failure));
      folder = made.value;
    }
    const written = await writeFileWhole(join(folder, name), bytes);
    if (!written.ok) return failed(exportFailed(written.failure));
    ids.push(id);
  }
  if (folder === null) return failed(nothingToExport);
  return success({ path: folder, ids });
};

export type Delivery = ReturnType<typeof createDelivery>;

/**
 * Delivers exports: to a path or a folder from a dialog, or to the browser's downloads. Each is recorded in the
 * ledger after its delivery.
 * @param place the name of a download for the user
 */
export const createDelivery = (
  host: DeliveryHost,
  downloads: Downloads,
  keepExport: KeepExport,
  place: 'download' | 'dragged',
) => {
  /** The last blocked export; an older one is discarded. */
  let kept: ({ readonly id: string } & Blocked) | null = null;

  const saved = async (path: string, parcel: Parcel): Promise<Delivered> => {
    const { plan } = parcel;
    if (plan) await keepExport(plan, { place: 'file', target: path, ...recordOf(parcel) });
    return success({ kind: 'saved', path, ...countsOf(parcel) });
  };

  const blocked = (path: string, bytes: Uint8Array, parcel: Parcel, failure: WriteFailure): Delivered => {
    const { otherPath, message, remedy, detail } = failure;
    if (otherPath === null) return failed(exportFailed(failure));
    const id = randomUUID();
    kept = { id, otherPath, bytes, parcel };
    const details = detail === '' ? {} : { details: detail };
    return success({ kind: 'blocked', id, path, otherPath, message, remedy, ...details });
  };

  const write = async (path: string, bytes: Uint8Array, parcel: Parcel): Promise<Delivered> => {
    const { writeFileWhole } = await import('../infra/files/write-file.ts');
    const written = await writeFileWhole(path, bytes);
    return written.ok ? saved(path, parcel) : blocked(path, bytes, parcel, written.failure);
  };

  const offer = async (name: string, type: string, bytes: Uint8Array, parcel: Parcel): Promise<Delivered> => {
    const download = { type, bytes: bufferOver(bytes), name };
    const { plan } = parcel;
    const record = plan && { ...plan, place, target: name, ...recordOf(parcel) };
    const id = await downloads.offer(download, record);
    return success({ kind: 'download', id, name, ...countsOf(parcel) });
  };

  const picturesAsZip = async ({ stem, plan, asked, pictures }: PicturesToDeliver): Promise<Delivered> => {
    const { zipLimits, zipOf } = await import('../formats/zip/write-zip.ts');
    const entries: AnnotatedPicture[] = [];
    let size = 0;
    for await (const picture of pictures) {
      entries.push(picture);
      size += picture.bytes.length;
      if (entries.length >= zipLimits.entries || size > mostZipBytes) return failed(tooManyPictures);
    }
    if (entries.length === 0) return failed(nothingToExport);
    const ids = entries.map(({ id }) => id);
    return offer(`${stem}.zip`, types.zip, zipOf(entries), { plan, ids, leftOut: asked - ids.length });
  };

  return {
    /** A finished file: asks for the path now. `name` has its own extension. */
    bytes: async (
      name: string,
      bytes: Uint8Array,
      type = 'application/octet-stream',
      parcel = unrecorded,
    ): Promise<Delivered> => {
      if (!host.chooseSavePath) return offer(name, type, bytes, parcel);
      const path = await host.chooseSavePath(name);
      return path === null ? success({ kind: 'cancelled' }) : write(path, bytes, parcel);
    },

    /**
     * Asks for the path first, so that no file is encoded for an export that the user cancels.
     * @param encode receives the path of the file; null for a download, which may leave this computer
     */
    file: async (
      stem: string,
      extension: Extension,
      parcel: Parcel,
      encode: (path: string | null) => Promise<Uint8Array>,
    ): Promise<Delivered> => {
      const name = `${stem}.${extension}`;
      if (!host.chooseSavePath) return offer(name, types[extension], await encode(null), parcel);
      const path = await host.chooseSavePath(name);
      if (path === null) return success({ kind: 'cancelled' });
      return write(path, await encode(path), parcel);
    },

    pictures: async (wanted: PicturesToDeliver): Promise<Delivered> => {
      if (!host.chooseSaveFolder) return picturesAsZip(wanted);
      const parent = await host.chooseSaveFolder('pictures');
      if (parent === null) return success({ kind: 'cancelled' });
      const written = await picturesInFolder(wanted, parent);
      if (!written.ok) return written;
      const { path, ids } = written.value;
      return saved(path, { plan: wanted.plan, ids, leftOut: wanted.asked - ids.length });
    },

    /** Saves the blocked export under the other name. We choose the name, because a window must not name paths. */
    beside: async (id: string): Promise<Delivered> => {
      if (kept?.id !== id) return failed(exportGone);
      const { otherPath, bytes, parcel } = kept;
      kept = null;
      return write(otherPath, bytes, parcel);
    },
  };
};
