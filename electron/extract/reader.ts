import type { InvoiceExtraction, ReaderId, Seal } from '../../shared/invoice/extraction.ts';
import type { Result } from '../../shared/result.ts';
import type { Failure } from '../../shared/services/failure.ts';

/** The type of a file, as far as its first bytes show it. */
export type FileHead = {
  readonly format: {
    readonly kind: 'picture' | 'convertible' | 'pdf' | 'ofd' | 'xml' | 'archive' | 'mail' | 'compound';
  };
};

/**
 * Who extracts data from a page. Every reader names itself in its extractions.
 * @typeParam Input what it extracts from: the bytes of a file, or the picture of a page
 * @typeParam Output an extraction or a failure, and what else is known about how it was made
 */
export type Reader<Input, Output> = {
  readonly id: ReaderId;
  readonly subject: 'invoice' | 'faces';
  /** A free reader works locally. A call may be billed. */
  readonly cost: 'free' | 'call';
  /** `maybe`: only its content shows whether the file has data for this reader. */
  readonly accepts: (head: FileHead) => 'yes' | 'no' | 'maybe';
  /** Never throws on hostile input. */
  readonly extract: (input: Input, signal: AbortSignal) => Promise<Output>;
};

type DocumentInput = {
  readonly bytes: Uint8Array;
  /** The password of a PDF that needs one. */
  readonly password: string | null;
};

export type DocumentExtraction = {
  /** One for each invoice; empty if its pages can only be recognized from their pictures. */
  readonly extractions: readonly InvoiceExtraction[];
  /** The result of checking the file's signatures; null if it has none. */
  readonly seal: Seal | null;
};

/** A reader of the data in the file itself. */
export type DocumentReader = Reader<DocumentInput, Result<DocumentExtraction, Failure>> & {
  readonly id: 'xml' | 'ofd' | 'pdf';
  readonly cost: 'free';
};
