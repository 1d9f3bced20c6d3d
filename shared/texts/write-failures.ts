import type { Bilingual } from '../language.ts';

/** Why an export was not written. */
const writeReasons = [
  'locked',
  'no-space',
  'no-folder',
  'not-allowed',
  'read-only',
  'is-folder',
  'bad-name',
  'failed',
  'occupied',
] as const;
export type WriteReason = (typeof writeReasons)[number];

/** The message without the path: the caller shows the path next to it. */
export const writeTexts: Readonly<Record<WriteReason, { message: Bilingual; remedy: Bilingual }>> = {
  locked: {
    message: {
      zh: '文件正被另一个程序打开，无法替换',
      en: 'Another program has the file open, so it could not be replaced',
    },
    remedy: {
      zh: '请在 Excel 等程序中关闭该文件后重试，或用另一个文件名保存',
      en: 'Close it (in Excel, for example) and try again, or save under another name',
    },
  },
  'no-space': {
    message: { zh: '磁盘空间不足，文件未写入', en: 'The disk is full: the file was not written' },
    remedy: { zh: '请清理磁盘空间，或保存到另一个磁盘', en: 'Free some space, or save to another disk' },
  },
  'no-folder': {
    message: { zh: '目标文件夹不存在', en: 'The folder does not exist' },
    remedy: {
      zh: '请先创建该文件夹，或选择另一个文件夹',
      en: 'Create it first, or choose another folder',
    },
  },
  'not-allowed': {
    message: { zh: '没有写入该文件夹的权限', en: 'You do not have permission to write to this folder' },
    remedy: {
      zh: '请选择另一个文件夹，或向管理员申请写入权限',
      en: 'Choose another folder, or ask your administrator for permission',
    },
  },
  'read-only': {
    message: { zh: '目标磁盘是只读的', en: 'The disk is read-only' },
    remedy: { zh: '请保存到另一个磁盘', en: 'Save to another disk' },
  },
  'is-folder': {
    message: {
      zh: '该名称是一个文件夹，不能作为文件写入',
      en: 'A folder has this name, so no file can be written there',
    },
    remedy: { zh: '请换一个文件名', en: 'Choose another file name' },
  },
  'bad-name': {
    message: { zh: '系统不接受这个文件名', en: 'The system does not accept this file name' },
    remedy: {
      zh: '请换一个更短、不含特殊字符的文件名',
      en: 'Choose a shorter name without special characters',
    },
  },
  failed: {
    message: { zh: '文件写入失败', en: 'The file could not be written' },
    remedy: { zh: '请重试，或保存到另一个文件夹', en: 'Try again, or save to another folder' },
  },
  occupied: {
    message: {
      zh: '目标文件夹中已有其他内容，未写入归档',
      en: 'The folder is not empty, so the archive was not written',
    },
    remedy: { zh: '请选择新的或空的文件夹', en: 'Choose a new or an empty folder' },
  },
};
