import type { Failure, FailureReason } from '../../shared/services/failure.ts';

/** Reasons of the kind `input`: refused here, before any call. */
export type InputReason = Extract<
  FailureReason,
  | 'missing'
  | 'unreadable'
  | 'empty'
  | 'not-an-image'
  | 'unsupported-format'
  | 'damaged'
  | 'too-large'
  | 'too-many-pixels'
>;

/**
 * A local refusal: nothing was sent, and nothing was paid.
 * @param said the system's word or the format's name, kept short for the record
 */
export const refusal = (reason: InputReason, said: string | null = null): Failure => ({
  kind: 'input',
  reason,
  code: null,
  said: said === null ? null : said.slice(0, 300),
  retryable: false,
  mayHaveBeenPaid: false,
});
