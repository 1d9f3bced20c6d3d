import type { Bilingual } from '../language.ts';
import type { NamedFailure } from './failure-line.ts';

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
