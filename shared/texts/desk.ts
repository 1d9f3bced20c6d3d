import type { NamedFailure } from './failure-line.ts';

/** What an office says of personal tokens: a window gets these as answers only. */
export const tokenFailures = {
  unknownToken: {
    id: 'unknown-token',
    message: { zh: '此访问令牌已撤销', en: 'This token has already been revoked' },
    remedy: { zh: '请重新打开访问令牌列表', en: 'Reopen the list of tokens' },
  },
  manyTokens: {
    id: 'many-tokens',
    message: { zh: '您的访问令牌太多，未生成新的令牌', en: 'You have too many tokens. None was created' },
    remedy: { zh: '请先撤销不再使用的令牌', en: 'Revoke one that is no longer used first' },
  },
  tokenRefused: {
    id: 'token-refused',
    message: { zh: '访问令牌无效', en: 'The token is not valid' },
    remedy: {
      zh: '请在团队窗口的“您的登录账号”中生成新的访问令牌，并设为 VOUCH_OFFICE_TOKEN',
      en: 'Create a new one in the office’s window, under “Your sign-in”, and set it as VOUCH_OFFICE_TOKEN',
    },
  },
  notForTokens: {
    id: 'not-for-tokens',
    message: { zh: '访问令牌不能用于此操作', en: 'A token can’t be used for this' },
    remedy: { zh: '请在团队的窗口中操作', en: 'Use the office’s window' },
  },
} as const satisfies Record<string, NamedFailure>;
