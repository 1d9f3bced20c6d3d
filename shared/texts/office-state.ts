import type { Language } from '../language.ts';

const zh = {
  queue: '队列',
  queued: '排队中',
  oldest: '最早一页已等待',
  minutes: (minutes: number, seconds: number) => `${minutes} 分 ${seconds} 秒`,
  hours: (hours: number, minutes: number) => `${hours} 小时 ${minutes} 分`,
  calling: '正在调用',
  overBudget: '等待次日额度',
  workers: 'worker',
  running: '运行中',
  withAccount: '其中有账号密钥',
  noWorker: '没有 worker 在运行：请启动 vouch worker。',
  noAccount: '没有 worker 持有账号密钥：不会调用识别服务。',
  calls: '今天的付费调用（北京时间）',
  made: '已调用',
  left: '剩余',
  unlimited: '不限',
  failures: '最近 24 小时识别失败',
  none: '没有失败的页面。',
  reason: '原因',
  pages: '页数',
  givenUp: '意外出错的页面重试 20 次后即列为失败，不再占用队列。',
};
export type OfficeStateWords = typeof zh;

const en: OfficeStateWords = {
  queue: 'Queue',
  queued: 'Waiting',
  oldest: 'Age of the oldest',
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  hours: (hours, minutes) => `${hours} h ${minutes} min`,
  calling: 'Being called',
  overBudget: 'Waiting for tomorrow’s budget',
  workers: 'Workers',
  running: 'Running',
  withAccount: 'With the account',
  noWorker: 'No worker is running: start vouch worker.',
  noAccount: 'No worker has the account: the service is not called.',
  calls: 'Paid calls today (Shanghai)',
  made: 'Made',
  left: 'Left',
  unlimited: 'No limit',
  failures: 'Failed in the last 24 hours',
  none: 'No page has failed.',
  reason: 'Reason',
  pages: 'Pages',
  givenUp: 'A page whose processing fails unexpectedly ends as failed after 20 tries, and leaves the queue.',
};

/** Texts of the page on how an office runs, which load with it. */
export const officeStateWords: Readonly<Record<Language, OfficeStateWords>> = { zh, en };
