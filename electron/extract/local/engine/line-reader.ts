import type { Quad } from '../../../../shared/geometry.ts';
import type { Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import type { ReadPicture } from '../read-lines.ts';

/** A stored picture, or its bytes: jpg, png or bmp, as it is sent and shown. */
export type PictureSource = { readonly path: string } | { readonly bytes: Uint8Array };

/** Reads the text of pictures on this computer. */
export type LineReader = {
  /**
   * Reads a picture. Its `toPicture` leads to pixels of the decoded picture after its EXIF orientation: to those that
   * the window shows and that the service's positions count. Never rejects on a bad picture; a failure says what to
   * do: the picture can't be decoded (`damaged`, `missing`, `too-many-pixels`), took more than a minute
   * (`reader-too-slow`) or crashed its process (`reader-died`); the reader's files are not as shipped
   * (`reader-files-changed`), or there is no runtime for this system (`reader-unavailable`).
   * @param options.signal aborts the wait: the promise rejects with its reason
   * @param options.places reads only these quads of the picture, each as one line, in this order
   */
  readonly read: (
    picture: PictureSource,
    options?: { readonly signal?: AbortSignal; readonly places?: readonly Quad[] },
  ) => Promise<Result<ReadPicture, Failure>>;
  /** Loads the models: a picture is about to arrive. */
  readonly warm: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A request to a reading process: plain data, since it is copied between processes. */
export type ReaderTask =
  | { readonly kind: 'read'; readonly picture: PictureSource; readonly places?: readonly Quad[] }
  | { readonly kind: 'warm' };

export type ReaderTaskResult = {
  /** Null after `warm`. */
  readonly read: Result<ReadPicture, Failure> | null;
  /** Resident memory of the process afterwards: it is replaced before it has too much. */
  readonly residentBytes: number;
};
