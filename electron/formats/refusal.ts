import type { Failure, FailureReason } from '../../shared/services/failure.ts';
import { failureOf } from '../../shared/services/failures.ts';

/** Reasons of the kind `input`: refused before any call. */
type InputReason = Extract<
  FailureReason,
  | 'missing'
  | 'unreadable'
  | 'empty'
  | 'not-an-image'
  | 'unsupported-format'
  | 'other-archive'
  | 'not-downloaded'
  | 'heic'
  | 'ofd'
  | 'encrypted-pdf'
  | 'encrypted-archive'
  | 'damaged'
  | 'too-large'
  | 'file-too-large'
  | 'too-many-pixels'
  | 'page-too-large'
  | 'too-many-pages'
  | 'archive-too-large'
  | 'archive-too-deep'
  | 'archive-empty'
  | 'mail-empty'
  | 'mail-links'
  | 'mail-encrypted'
  | 'old-office'
  | 'spreadsheet'
  | 'old-spreadsheet'
  | 'took-too-long'
  | 'decoder-died'
>;

/**
 * A local refusal: nothing was sent or paid.
 * @param detail the system's message or the format's name; it is shortened for the log
 */
export const refusal = (reason: InputReason, detail: string | null = null): Failure =>
  failureOf(reason, { detail });
