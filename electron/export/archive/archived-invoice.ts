import type { Booking } from '../../../shared/books/booking.ts';
import type { Verification } from '../../../shared/books/verification.ts';
import type { BookedEntry } from '../../../shared/books/books-changes.ts';
import type { ReaderId, Seal, Ticket } from '../../../shared/invoice/extraction.ts';
import type { Invoice } from '../../../shared/invoice/model.ts';

/** A file byte for byte as handed in. Only its name is recorded, never its path. */
export type ArchiveOriginal = {
  readonly name: string;
  readonly sha256: string;
  /** The bytes; null if the file no longer exists or changed since extraction. */
  readonly read: () => Promise<Buffer | null>;
};

/** An invoice of the period, with everything the archive records about it. */
export type ArchivedInvoice = {
  readonly invoice: Invoice;
  readonly ticket: Ticket | null;
  readonly reader: ReaderId;
  /** The seal of the file whose values these are; absent if it has none. */
  readonly seal?: Seal | null;
  /** Page of the original, from 1. */
  readonly page: number;
  readonly original: ArchiveOriginal;
  /** Other files with the same invoice. */
  readonly renditions: readonly ArchiveOriginal[];
  readonly confirmed: boolean;
  readonly booking: Booking | null;
  /** Its entries in the voucher; none if it is not booked, or was booked by a version that did not save them. */
  readonly entries: readonly BookedEntry[];
  readonly verification: Verification | null;
  /** The platform's saved result. */
  readonly attachment?: ArchiveOriginal | null;
};

/** A file of an archive: a path with forward slashes, relative to its root. */
export type ArchiveFile = { readonly path: string; readonly bytes: Uint8Array };
