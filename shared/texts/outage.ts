import type { Language } from '../language.ts';
import type { NamedFailure } from './failure-line.ts';

type Words = {
  readonly saving: string;
  /** @param time of the day when it began */
  readonly since: Readonly<Record<'server' | 'database', (time: string) => string>>;
  readonly kept: string;
  readonly title: Readonly<Record<'server' | 'database', string>>;
  readonly text: Readonly<Record<'server' | 'database', string>>;
};

/** Texts of a window whose office can't be reached, which an office's window loads at its start. */
export const outageWords: Readonly<Record<Language, Words>> = {
  zh: {
    saving: '正在保存…',
    since: {
      server: (time) => `${time} 起无法连接服务器`,
      database: (time) => `${time} 起服务器无法连接数据库`,
    },
    kept: '您对单据和设置的修改会等待，连接恢复后自动保存；其他操作暂时不能进行。请勿关闭此标签页。',
    title: { server: '无法连接服务器', database: '服务器无法连接数据库' },
    text: {
      server: '请检查网络。连接恢复后，Vouch 会自动打开。',
      database:
        '服务器运行正常，但数据库没有响应。数据库恢复后，Vouch 会自动打开。如持续较久，请联系管理员。',
    },
  },
  en: {
    saving: 'Saving…',
    since: {
      server: (time) => `No connection since ${time}: the server can’t be reached`,
      database: (time) => `No connection since ${time}: the server can’t reach its database`,
    },
    kept: 'What you change in documents and settings waits, and is saved as soon as the connection is back; other actions are refused until then. Leave this tab open.',
    title: { server: 'The server can’t be reached', database: 'The server can’t reach its database' },
    text: {
      server: 'Check your network. Vouch opens by itself as soon as the connection is back.',
      database:
        'The server runs, but its database does not answer. Vouch opens by itself as soon as it is back. If that takes long, ask an administrator.',
    },
  },
};

const refusal = (what: 'server' | 'database'): NamedFailure => ({
  id: 'office-away',
  message: { zh: outageWords.zh.title[what], en: outageWords.en.title[what] },
  remedy: {
    zh: '没有改动。请在连接恢复后重试',
    en: 'Nothing was changed. Try again when the connection is back',
  },
});

/** Why the window does not send a request that it can't send again. */
export const outageFailures: Readonly<Record<'server' | 'database', NamedFailure>> = {
  server: refusal('server'),
  database: refusal('database'),
};
