import type { Result } from '../../../../shared/result.ts';
import type { Failure } from '../../../../shared/services/failure.ts';
import type { ReadPicture } from '../read-lines.ts';
import type { PictureSource } from './line-reader.ts';

/** A request to a reading process: plain data, since it is copied between processes. */
export type ReaderTask =
  | { readonly kind: 'read'; readonly picture: PictureSource }
  | { readonly kind: 'warm' };

export type ReaderTaskResult = {
  /** Null after `warm`. */
  readonly read: Result<ReadPicture, Failure> | null;
  /** Resident memory of the process afterwards: it is replaced before it has too much. */
  readonly residentBytes: number;
};
