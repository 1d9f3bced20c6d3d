import type { Change, Preparation, Treatment } from '../../shared/contract/preparation.ts';
import type { Sent } from '../../shared/contract/page.ts';

/** A page of a file, and what the user wants done with it. */
export type PageRequest = {
  readonly path: string;
  /** From 1. */
  readonly page: number;
  readonly treatment: Treatment;
  /** Of a PDF that wants one; it is kept nowhere. */
  readonly password: string | null;
};

/** A page at its best, of a file that is still what it was. */
export type BestRequest = PageRequest & {
  readonly originalSha256: string;
  /** All of its pixels, and each as it is: a png. Else what a screen can use, as a jpg. */
  readonly whole?: boolean;
};

/** A picture that is ready to be sent. */
export type PreparedPicture = {
  /** SHA-256 of the file's bytes, in lower-case hexadecimal. */
  readonly originalSha256: string;
  readonly originalBytes: number;
  readonly pageCount: number;
  readonly sent: Sent;
  readonly bytes: Buffer;
  readonly preparation: Preparation;
};

/** The changes in the order in which they are made. */
export type Changes = readonly Change[];
