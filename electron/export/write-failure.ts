import type { Bilingual } from '../../shared/language.ts';

/** Why an export was not written. */
export const writeReasons = [
  'locked',
  'no-space',
  'no-folder',
  'not-allowed',
  'read-only',
  'is-folder',
  'bad-name',
  'failed',
] as const;
export type WriteReason = (typeof writeReasons)[number];

/** An expected failure of writing; what stood at the path before still stands there. */
export type WriteFailure = {
  readonly reason: WriteReason;
  readonly message: Bilingual;
  readonly remedy: Bilingual;
  /** The system's own word, for the record. */
  readonly said: string;
  /** A name beside it that is free, where another name would help; null elsewhere. */
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

/** What the user reads, without the path: the caller shows that beside it. */
export const writeTexts: Readonly<Record<WriteReason, { message: Bilingual; remedy: Bilingual }>> = {
  locked: {
    message: {
      zh: '文件正被另一个程序打开，无法替换。',
      en: 'Another program has the file open, so it could not be replaced.',
    },
    remedy: {
      zh: '请在 Excel 等程序中关闭该文件后重试，或用另一个文件名保存。',
      en: 'Close it (in Excel, for example) and try again, or save under another name.',
    },
  },
  'no-space': {
    message: { zh: '磁盘空间不足，文件未写入。', en: 'The disk is full: the file was not written.' },
    remedy: { zh: '请清理磁盘空间，或保存到另一个磁盘。', en: 'Free some space, or save to another disk.' },
  },
  'no-folder': {
    message: { zh: '目标文件夹不存在。', en: 'The folder does not exist.' },
    remedy: {
      zh: '请先创建该文件夹，或选择另一个文件夹。',
      en: 'Create it first, or choose another folder.',
    },
  },
  'not-allowed': {
    message: { zh: '没有写入该文件夹的权限。', en: 'You may not write to this folder.' },
    remedy: {
      zh: '请选择另一个文件夹，或向管理员申请写入权限。',
      en: 'Choose another folder, or ask your administrator for permission.',
    },
  },
  'read-only': {
    message: { zh: '目标磁盘是只读的。', en: 'The disk is read-only.' },
    remedy: { zh: '请保存到另一个磁盘。', en: 'Save to another disk.' },
  },
  'is-folder': {
    message: {
      zh: '该名称是一个文件夹，不能作为文件写入。',
      en: 'A folder has this name, so no file can be written under it.',
    },
    remedy: { zh: '请换一个文件名。', en: 'Choose another file name.' },
  },
  'bad-name': {
    message: { zh: '系统不接受这个文件名。', en: 'The system does not accept this file name.' },
    remedy: {
      zh: '请换一个更短、不含特殊字符的文件名。',
      en: 'Choose a shorter name without special characters.',
    },
  },
  failed: {
    message: { zh: '文件写入失败。', en: 'The file could not be written.' },
    remedy: { zh: '请重试，或保存到另一个文件夹。', en: 'Try again, or save to another folder.' },
  },
};
