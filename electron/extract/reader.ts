import type { InvoiceExtraction, ReaderId } from '../../shared/invoice/extraction.ts';
import type { Failure } from '../../shared/services/failure.ts';
import type { Result } from '../../shared/result.ts';

/** The start of a file, enough to tell what it is. */
export type FileHead = { readonly name: string; readonly head: Uint8Array };

/** A file to extract invoices from. */
export type ReaderInput = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of a PDF that needs one. */
  readonly password: string | null;
};

/**
 * A reader of digital invoices: extracts what a file states, locally and without a call. One file may hold several
 * invoices. A file without invoice data is a failure of kind `input`, never an empty list.
 */
export interface DocumentReader {
  readonly id: ReaderId;
  readonly cost: 'free';
  readonly accepts: (file: FileHead) => 'yes' | 'no' | 'maybe';
  readonly extract: (
    input: ReaderInput,
    signal: AbortSignal,
  ) => Promise<Result<readonly InvoiceExtraction[], Failure>>;
}
