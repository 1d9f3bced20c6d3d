import type { PageId } from '../../../shared/contract/page.ts';
import type { ServiceId } from '../../../shared/services/service.ts';

/** A page with the path of the file that it was made from. */
export type PageFile = {
  readonly id: PageId;
  readonly service: ServiceId;
  readonly sandbox: boolean;
  readonly path: string;
};

/** An original file of a digital invoice. */
export type Rendition = {
  readonly id: number;
  readonly name: string;
  /** The path of the file, or of our copy in the originals store; null if unknown. */
  readonly path: string | null;
  readonly sha256: string;
  /** The format of the content: `xml`, `ofd`, `pdf`. */
  readonly format: string;
  readonly bytes: number;
  readonly addedAt: string;
};
export type NewRendition = Omit<Rendition, 'id' | 'addedAt'>;

/** In a large ledger, the folders of this many documents are enough to search. */
export const mostFolders = 5_000;
