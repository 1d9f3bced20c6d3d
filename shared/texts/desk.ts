import type { NamedFailure } from './failure-line.ts';

/** What an office answers to the command line of another computer. No window gets these. */
export const tokenFailures = {
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
