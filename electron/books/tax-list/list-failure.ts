import type { Bilingual } from '../../../shared/language.ts';
import { listTexts, type ListReason } from '../../../shared/texts/books-failures.ts';

export type ListFailure = {
  readonly reason: ListReason;
  readonly message: Bilingual;
  readonly remedy: Bilingual;
};

export const listFailure = (reason: ListReason): ListFailure => ({ reason, ...listTexts[reason] });
