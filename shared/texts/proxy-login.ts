import type { Language } from '../language.ts';

type Words = {
  readonly title: string;
  readonly text: (proxy: string) => string;
  readonly wrong: string;
  readonly user: string;
  readonly colon: string;
  readonly password: string;
  readonly kept: string;
  readonly logIn: string;
};

/** Texts of the question for the login of a proxy, which load with it. */
export const proxyLoginWords: Readonly<Record<Language, Words>> = {
  zh: {
    title: '代理需要登录',
    text: (proxy) => `代理服务器 ${proxy} 要求用户名和密码。`,
    wrong: '代理拒绝了刚才的用户名或密码。',
    user: '用户名',
    colon: '用户名不能含冒号。',
    password: '密码',
    kept: '只在本次运行中使用，不保存到磁盘，也不写入日志。取消则调用失败；一分钟后重新识别时，会再次询问。',
    logIn: '登录',
  },
  en: {
    title: 'The proxy asks for a login',
    text: (proxy) => `The proxy ${proxy} requires a user name and a password.`,
    wrong: 'The proxy refused this user name or password.',
    user: 'User name',
    colon: 'A user name contains no colon.',
    password: 'Password',
    kept: 'Used until Vouch ends, never stored and never logged. If you cancel, the call fails. Recognize again after a minute, and Vouch asks again.',
    logIn: 'Log in',
  },
};
