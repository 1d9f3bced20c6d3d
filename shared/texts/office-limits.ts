import type { Language } from '../language.ts';

const zh = {
  title: '付费调用',
  office: '全团队每天的次数',
  person: '每人每天的次数',
  limited: '设上限',
  budgetHint:
    '每天从北京时间零点算起，重试也计入。达到上限后，页面排队等待，次日自动继续；提高上限后立即继续。',
  calls: '同时调用数',
  callsHint: '所有 worker 合计，按账号允许的并发数填写。',
};
export type OfficeLimitWords = typeof zh;

const en: OfficeLimitWords = {
  title: 'Paid calls',
  office: 'A day, all users',
  person: 'A day, each user',
  limited: 'Limited',
  budgetHint:
    'The day begins at midnight in Shanghai. Retries count. Above the limit, pages wait: they go on the next day by themselves, or at once with a higher limit.',
  calls: 'Calls at the same time',
  callsHint: 'Of all workers together: as many as the account allows.',
};

/** Texts of an office’s limits of calls, which load with them. */
export const officeLimitWords: Readonly<Record<Language, OfficeLimitWords>> = { zh, en };
