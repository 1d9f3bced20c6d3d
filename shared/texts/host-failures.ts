import type { Bilingual } from '../language.ts';
import type { NamedFailure } from './failure-line.ts';

/** Requests that a host refuses without calling the backend. */
export const hostFailures = {
  forbidden: {
    id: 'forbidden',
    message: { zh: '请求被拒绝', en: 'The request was refused' },
    remedy: null,
  },
  noSession: {
    id: 'no-session',
    message: {
      zh: '此页面无权访问 Vouch',
      en: 'This page has no access to Vouch',
    },
    remedy: {
      zh: '请使用启动 Vouch 时给出的完整地址打开。该地址只能使用一次，新地址会使旧地址失效；如已失效，请在启动 Vouch 的终端中按回车键获取新地址，或重新启动 Vouch',
      en: 'Open the complete address that Vouch printed at the start. It works once, and only until a new address is printed. For a new address, press Enter in the terminal where Vouch runs, or restart Vouch',
    },
  },
  addressUsed: {
    id: 'no-session',
    message: {
      zh: '此地址已被使用过',
      en: 'This address was already used',
    },
    remedy: {
      zh: '如果不是您打开的，可能有其他人正在使用您的 Vouch：请立即在启动 Vouch 的终端中按回车键获取新地址（旧的会话随即结束），或结束并重新启动 Vouch',
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
    remedy: null,
  },
  notFound: {
    id: 'not-found',
    message: { zh: '找不到该内容', en: 'Not found' },
    remedy: null,
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
      zh: '请检查该文件夹是否可写，以及是否已有另一个 Vouch 在使用它，然后重新启动',
      en: 'Check that the folder is writable and that no other Vouch is using it, then restart',
    },
  },
  pageCrashed: {
    id: 'page-broke',
    message: { zh: '窗口意外中断，已重新打开', en: 'The window crashed and was reopened' },
    remedy: {
      zh: '已识别和已更正的内容都保留着；正在输入而尚未确认的文字需要重新输入',
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
  zh: '有人再次打开了 Vouch 的地址。如果不是您本人，可能有其他人正在使用您的 Vouch：请按回车键获取新地址，先前的会话随即结束。',
  en: 'The address of Vouch was opened a second time. If that was not you, someone else may be using your Vouch. Press Enter to get a new address and end the earlier session.',
};
