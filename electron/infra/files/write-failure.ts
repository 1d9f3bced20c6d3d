import type { Bilingual } from '../../../shared/language.ts';
import type { WriteReason } from '../../../shared/texts/host-failures.ts';
import { codeOf } from '../error-code.ts';

/** An expected failure to write. An earlier file at the path is unchanged. */
export type WriteFailure = {
  readonly reason: WriteReason;
  readonly message: Bilingual;
  readonly remedy: Bilingual;
  /** The system's error code. */
  readonly detail: string;
  /** A free path in the same folder, if another name would help. */
  readonly otherPath: string | null;
};

/** The failed step distinguishes a locked file from a folder without write permission. */
export type WriteStep = 'temporary' | 'replace';

/** Only system errors are expected failures; all others are bugs and must be thrown on. */
export const isSystemError = (error: unknown): boolean =>
  /^E[A-Z]|^ERR_INVALID_ARG_VALUE/u.test(codeOf(error));

/** Maps a system error's code to a reason. */
export const reasonOf = (code: string, step: WriteStep): WriteReason => {
  switch (code) {
    case 'EBUSY':
    case 'ETXTBSY':
      return 'locked';
    case 'EPERM':
    case 'EACCES':
      // Windows returns these two codes if another program has the file open.
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
