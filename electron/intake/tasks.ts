import type { Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import type { ImageEncoding } from '../../shared/services/service.ts';
import type { PageInk } from '../formats/pictures/blank-page.ts';
import type { DigitalFile } from './read-digital.ts';
import type { BestRequest, PageRequest, PreparedPicture } from './page-request.ts';
import type { PlacesRequest, SeenPlace } from './seen-places.ts';

/**
 * A prepared picture without bytes is the file itself: the caller has them, which saves a copy of megabytes.
 */
export type TaskPicture = Omit<PreparedPicture, 'bytes'> & {
  readonly bytes: PreparedPicture['bytes'] | null;
};

/** Bytes of a document whose pages are laid out here (PDF, OFD, XML); null for a picture. */
type OfDocument = { readonly documentBytes: number | null };

/** A request to the worker: plain data, since it is copied between threads. */
export type Task = TaskOfKind & {
  /** The document is large: one worker has all of these, and keeps the last one open for its next page. */
  readonly holds?: true;
};

type TaskOfKind =
  | ({ readonly kind: 'prepare'; readonly request: PageRequest } & OfDocument)
  | ({ readonly kind: 'count'; readonly path: string; readonly password: string | null } & OfDocument)
  | ({ readonly kind: 'best'; readonly request: BestRequest } & OfDocument)
  /** `bytes` is the length of the file. */
  | { readonly kind: 'read'; readonly path: string; readonly password: string | null; readonly bytes: number }
  | { readonly kind: 'thumbnail'; readonly bytes: Uint8Array; readonly encoding: ImageEncoding }
  /** Only gets ready: files are about to arrive. */
  | { readonly kind: 'warm' }
  /**
   * By path: the bytes are not needed elsewhere, and sending megabytes between threads would duplicate them.
   */
  | {
      readonly kind: 'qr';
      readonly path: string;
      /** Length of the file. */
      readonly bytes: number;
      readonly encoding: ImageEncoding;
    }
  | ({ readonly kind: 'seen'; readonly request: PlacesRequest } & OfDocument)
  /** Whether a stored picture looks blank, and how far its ink reaches, by path for the same reason. */
  | { readonly kind: 'ink'; readonly path: string; readonly bytes: number };

/** The path of the document that a task opens; null if it opens none. */
export const documentPathOf = (task: Task): string | null => {
  if ('request' in task) return task.request.path;
  return task.kind === 'count' || task.kind === 'read' ? task.path : null;
};

/** A worker's result. Bytes always arrive as `Uint8Array`. */
export type TaskResult =
  | { readonly kind: 'prepare'; readonly value: Result<TaskPicture, Failure> }
  | { readonly kind: 'count'; readonly value: Result<number, Failure> }
  | { readonly kind: 'best'; readonly value: Uint8Array | null }
  | { readonly kind: 'read'; readonly value: Result<DigitalFile | null, Failure> }
  | { readonly kind: 'thumbnail'; readonly value: Uint8Array | null }
  | { readonly kind: 'warm' }
  | { readonly kind: 'ink'; readonly value: PageInk | null }
  | { readonly kind: 'seen'; readonly value: readonly SeenPlace[] | null }
  | { readonly kind: 'qr'; readonly value: readonly string[] | null }
  /** There is no result, because the thread took too long or crashed. */
  | { readonly kind: 'took-too-long' }
  | { readonly kind: 'broke' };
