import type { Bilingual } from '../../shared/language.ts';
import type { WriteReason } from '../../shared/texts/write-failures.ts';

/** An expected failure of writing; an earlier file at the path is unchanged. */
export type WriteFailure = {
  readonly reason: WriteReason;
  readonly message: Bilingual;
  readonly remedy: Bilingual;
  /** The system's error code. */
  readonly said: string;
  /** A free path in the same folder, if another name would help. */
  readonly otherPath: string | null;
};

/** Where it happened tells a file that is locked from a folder that may not be written. */
export type WriteStep = 'temporary' | 'replace';

/** The code of an error of the system; an empty text for any other error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Only what the system answers is an expected failure; everything else is a bug and goes on up. */
export const isSystemError = (error: unknown): boolean =>
  /^E[A-Z]|^ERR_INVALID_ARG_VALUE/u.test(codeOf(error));

/** The reason behind a system error's code. */
export const reasonOf = (code: string, step: WriteStep): WriteReason => {
  switch (code) {
    case 'EBUSY':
    case 'ETXTBSY':
      return 'locked';
    case 'EPERM':
    case 'EACCES':
      // Windows refuses to replace a file that a program holds open with these two.
      return step === 'replace' ? 'locked' : 'not-allowed';
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return 'no-space';
    case 'ENOENT':
    case 'ENOTDIR':
      return 'no-folder';
    case 'EROFS':
      return 'read-only';
    case 'EISDIR':
      return 'is-folder';
    case 'ENAMETOOLONG':
    case 'EINVAL':
    case 'ERR_INVALID_ARG_VALUE':
      return 'bad-name';
    default:
      return 'failed';
  }
};
