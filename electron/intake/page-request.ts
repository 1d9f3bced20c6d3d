import type { Preparation, Treatment } from '../../shared/contract/preparation.ts';
import type { Sent } from '../../shared/contract/page.ts';

/** A page of a file, and how the user wants it treated. */
export type PageRequest = {
  readonly path: string;
  /** From 1. */
  readonly page: number;
  readonly treatment: Treatment;
  /** For a PDF that requires one. It is never stored. */
  readonly password: string | null;
};

/** A page in the best quality, of a file that must be unchanged. */
export type BestRequest = PageRequest & {
  readonly originalSha256: string;
  /** True: all pixels unchanged, as a png. Otherwise as many as a screen can use, as a jpg. */
  readonly whole?: boolean;
};

/** A picture ready to be sent. */
export type PreparedPicture = {
  /** SHA-256 of the file's bytes, in lower-case hexadecimal. */
  readonly originalSha256: string;
  readonly originalBytes: number;
  readonly pageCount: number;
  readonly sent: Sent;
  readonly bytes: Buffer;
  readonly preparation: Preparation;
};
