import type { Bilingual } from '../language.ts';

type RefusalText = { readonly message: Bilingual; readonly remedy: Bilingual };

const upToTheHost: Bilingual = {
  zh: '只填写协议和域名，例如 https://api.example.com',
  en: 'Enter only the scheme and the domain name, such as https://api.example.com',
};

/** Why a base URL is refused, and the remedy. */
export const baseUrlTexts = {
  empty: {
    message: { zh: '没有填写服务地址', en: 'The base URL is missing' },
    remedy: {
      zh: '请填写控制台给出的服务地址',
      en: 'Enter the base URL that the console shows',
    },
  },
  malformed: {
    message: { zh: '服务地址格式不正确', en: 'The base URL is malformed' },
    remedy: upToTheHost,
  },
  scheme: {
    message: { zh: '服务地址只能是 https 或 http', en: 'The base URL must be https or http' },
    remedy: upToTheHost,
  },
  credentials: {
    message: {
      zh: '服务地址中不能含有用户名或密码',
      en: 'The base URL must not contain a user name or password',
    },
    remedy: {
      zh: '请将 API Key 和 API Secret 填在各自的栏中',
      en: 'Enter API key and API secret in their own fields',
    },
  },
  query: {
    message: {
      zh: '服务地址中不能含有 ? 或 # 之后的内容',
      en: 'The base URL must not contain a query or fragment',
    },
    remedy: upToTheHost,
  },
  path: {
    message: { zh: '服务地址中的路径不正确', en: 'The path of the base URL is malformed' },
    remedy: upToTheHost,
  },
  'ip-address': {
    message: {
      zh: '服务地址不能是 IP 地址：服务器的 IP 地址会变化',
      en: 'The base URL must not be an IP address: the servers’ addresses change',
    },
    remedy: { zh: '请填写域名', en: 'Enter the domain name' },
  },
  'plain-http': {
    message: {
      zh: '服务地址使用明文 http，图片和数据可能被他人看到',
      en: 'The base URL uses plain http: others could read pictures and data',
    },
    remedy: {
      zh: '请改用 https；确有需要时，可在设置中打开“允许服务地址使用明文 http”',
      en: 'Use https. If that is impossible, turn on “Allow plain http for the base URL” in the settings',
    },
  },
} as const satisfies Record<string, RefusalText>;

export type BaseUrlRefusal = keyof typeof baseUrlTexts;
