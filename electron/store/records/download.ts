import type { NewExport } from './export.ts';

export type Download = { readonly type: string; readonly bytes: Buffer; readonly name: string };

/** A download that is fetched, with the export to record; null if nothing is recorded. */
export type TakenDownload = { readonly download: Download; readonly record: NewExport | null };

/** Finished exports that a browser is about to fetch, each once. */
export type Downloads = {
  /** Returns the id by which the download is fetched. */
  readonly offer: (download: Download, record: NewExport | null) => Promise<string>;
  /** Null if it was fetched before, dropped, or never offered. */
  readonly take: (id: string) => Promise<TakenDownload | null>;
};
