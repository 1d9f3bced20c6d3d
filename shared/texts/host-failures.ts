import type { Bilingual } from '../language.ts';
import type { NamedFailure } from './failure-line.ts';

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

/** Requests that a host refuses without calling the backend. */
export const hostFailures = {
  forbidden: {
    id: 'forbidden',
    message: { zh: '请求被拒绝', en: 'The request was refused' },
    remedy: { zh: '请重新加载窗口后重试', en: 'Reload the window and try again' },
  },
  noSession: {
    id: 'no-session',
    message: {
      zh: '此页面无权访问 Vouch',
      en: 'This page has no access to Vouch',
    },
    remedy: {
      zh: '请打开 Vouch 显示的完整地址。该地址只能使用一次，有新地址后即失效。如需新地址，请在运行 Vouch 的终端中按回车键，或重新启动 Vouch',
      en: 'Open the complete address that Vouch printed. It works once, and only until Vouch prints a new one. For a new address, press Enter in the terminal where Vouch runs, or restart Vouch',
    },
  },
  addressUsed: {
    id: 'no-session',
    message: {
      zh: '此地址已被使用过',
      en: 'This address was already used',
    },
    remedy: {
      zh: '如果不是您打开的，可能有其他人正在使用您的 Vouch。请立即在运行 Vouch 的终端中按回车键获取新地址（此前的会话随即结束），或重新启动 Vouch',
      en: 'If that was not you, someone else may be using your Vouch. Press Enter in the terminal where Vouch runs to get a new address and end the other session, or restart Vouch',
    },
  },
  tooManyAttempts: {
    id: 'too-many-attempts',
    message: { zh: '尝试次数过多', en: 'Too many attempts' },
    remedy: { zh: '请一分钟后再试', en: 'Try again in a minute' },
  },
  badRequest: {
    id: 'bad-request',
    message: { zh: '请求格式不正确', en: 'The request is malformed' },
    remedy: { zh: '请重新加载窗口后重试', en: 'Reload the window and try again' },
  },
  notFound: {
    id: 'not-found',
    message: { zh: '找不到该内容', en: 'Not found' },
    remedy: { zh: '请重新加载窗口', en: 'Reload the window' },
  },
  tooLarge: {
    id: 'too-large',
    message: { zh: '文件超过 64 MB', en: 'The file is larger than 64 MB' },
    remedy: { zh: '请缩小文件后再试', en: 'Make the file smaller and try again' },
  },
  requestTooLarge: {
    id: 'request-too-large',
    message: { zh: '一次提交的内容过多，未作任何更改', en: 'This is too much at once. Nothing was changed' },
    remedy: { zh: '请减少所选内容，分几次操作', en: 'Select less, and do it in several steps' },
  },
  uploadsFull: {
    id: 'uploads-full',
    message: {
      zh: '服务器正在接收其他文件，暂时无法接收此文件',
      en: 'The server is receiving other files and has no room for this one yet',
    },
    remedy: { zh: '请稍后重新添加', en: 'Add it again in a moment' },
  },
  unavailable: {
    id: 'unavailable',
    message: { zh: 'Vouch 无法打开数据文件夹', en: 'Vouch could not open its data folder' },
    remedy: {
      zh: '请检查该文件夹是否可写、是否有另一个 Vouch 正在使用，然后重新启动 Vouch',
      en: 'Check that the folder is writable and that no other Vouch is using it, then restart Vouch',
    },
  },
  pageCrashed: {
    id: 'page-broke',
    message: { zh: '窗口意外中断，已重新打开', en: 'The window crashed and was reopened' },
    remedy: {
      zh: '已识别和已更正的内容均已保存；未完成的输入需要重新填写',
      en: 'Recognized and corrected values are saved. Text that you were typing must be typed again',
    },
  },
  unexpected: {
    id: 'unexpected',
    message: { zh: 'Vouch 内部出错', en: 'Vouch had an internal error' },
    remedy: {
      zh: '请重试；若仍出现，请查看数据文件夹中的日志',
      en: 'Try again. If it happens again, see the log in the data folder',
    },
  },
} as const satisfies Record<string, NamedFailure>;

/** A warning that the browser host prints in its terminal. */
export const addressUsedAgain: Bilingual = {
  zh: 'Vouch 的地址被再次打开。如果不是您打开的，可能有其他人正在使用您的 Vouch。请按回车键获取新地址，此前的会话随即结束。',
  en: 'The address of Vouch was opened a second time. If that was not you, someone else may be using your Vouch. Press Enter to get a new address and end the earlier session.',
};
