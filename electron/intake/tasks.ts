import type { Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';
import type { ImageEncoding } from '../../shared/services/service.ts';
import type { DigitalFile } from './read-digital.ts';
import type { BestRequest, PageRequest, PreparedPicture } from './page-request.ts';

/** A prepared picture without bytes is the file itself: whoever asked has them, and megabytes need no copy. */
export type TaskPicture = Omit<PreparedPicture, 'bytes'> & {
  readonly bytes: PreparedPicture['bytes'] | null;
};

/** What the worker is asked; plain data, since it is copied from thread to thread. */
export type Task =
  | { readonly kind: 'prepare'; readonly request: PageRequest }
  | { readonly kind: 'count'; readonly path: string; readonly password: string | null }
  | { readonly kind: 'best'; readonly request: BestRequest }
  | { readonly kind: 'read'; readonly path: string; readonly password: string | null }
  | { readonly kind: 'thumbnail'; readonly bytes: Uint8Array; readonly encoding: ImageEncoding }
  /** By its path: nobody else needs the bytes, and megabytes that go from thread to thread are there twice. */
  | {
      readonly kind: 'qr';
      readonly path: string;
      /** Its length. */
      readonly bytes: number;
      readonly encoding: ImageEncoding;
    };

/** What it answers. Bytes come as `Uint8Array`, whatever they were there. */
export type Answer =
  | { readonly kind: 'prepare'; readonly value: Result<TaskPicture, Failure> }
  | { readonly kind: 'count'; readonly value: Result<number, Failure> }
  | { readonly kind: 'best'; readonly value: Uint8Array | null }
  | { readonly kind: 'read'; readonly value: Result<DigitalFile | null, Failure> }
  | { readonly kind: 'thumbnail'; readonly value: Uint8Array | null }
  | { readonly kind: 'qr'; readonly value: readonly string[] | null }
  /** There is none: the thread took too long, or broke. */
  | { readonly kind: 'took-too-long' }
  | { readonly kind: 'broke' };
