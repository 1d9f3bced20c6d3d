import type { NamedFailure } from './failure-line.ts';

/** User requests that an office refuses. */
export const officeCommandFailures = {
  signInNeeded: {
    id: 'sign-in-needed',
    message: { zh: '请先登录', en: 'Sign in first' },
    remedy: null,
  },
  notAllowed: {
    id: 'not-allowed',
    message: { zh: '您无权执行此操作', en: 'You don’t have permission to do this' },
    remedy: { zh: '请联系管理员', en: 'Ask an administrator' },
  },
  wrongSignIn: {
    id: 'wrong-sign-in',
    message: { zh: '邮箱或密码不正确', en: 'Wrong email address or password' },
    remedy: {
      zh: '忘记密码时，请管理员生成重设密码的链接',
      en: 'If you forgot the password, ask an administrator for a link to set a new one',
    },
  },
  accountOff: {
    id: 'account-off',
    message: { zh: '此用户已停用', en: 'This user is disabled' },
    remedy: { zh: '请联系管理员', en: 'Ask an administrator' },
  },
  throttled: {
    id: 'sign-in-throttled',
    message: { zh: '登录失败次数过多', en: 'Too many failed sign-ins' },
    remedy: { zh: '请 15 分钟后再试', en: 'Try again in 15 minutes' },
  },
  deadLink: {
    id: 'dead-link',
    message: {
      zh: '此链接无效：已使用、已过期或已被新链接取代',
      en: 'This link is invalid: it was used, has expired, or was replaced',
    },
    remedy: { zh: '请管理员重新生成链接', en: 'Ask an administrator for a new link' },
  },
  taken: {
    id: 'account-exists',
    message: { zh: '已有用户使用该邮箱', en: 'A user with this email address already exists' },
    remedy: {
      zh: '请换一个邮箱，或为该用户生成重设密码的链接',
      en: 'Use another address, or create a link for a new password for this user',
    },
  },
  wrongPassword: {
    id: 'wrong-password',
    message: { zh: '当前密码不正确', en: 'The current password is wrong' },
    remedy: {
      zh: '请重新输入；如忘记密码，请管理员生成重设密码的链接',
      en: 'Enter it again. If you forgot it, ask an administrator for a link to set a new one',
    },
  },
  lastAdministrator: {
    id: 'last-administrator',
    message: { zh: '至少须保留一位管理员', en: 'At least one administrator must remain' },
    remedy: { zh: '请先将另一位成员设为管理员', en: 'Make another user an administrator first' },
  },
  unknownPerson: {
    id: 'unknown-person',
    message: { zh: '没有此用户', en: 'This user does not exist' },
    remedy: { zh: '请重新打开成员列表', en: 'Reopen the list of users' },
  },
  unknownSession: {
    id: 'unknown-session',
    message: { zh: '此登录已结束', en: 'This session has already ended' },
    remedy: { zh: '请重新打开登录记录', en: 'Reopen the list of sessions' },
  },
} as const satisfies Record<string, NamedFailure>;

const remedy = {
  zh: '建议使用几个互不相关的词组成较长的密码',
  en: 'Use a few unrelated words',
};

/** Why a password is not accepted. */
export const weakPassword = {
  short: {
    id: 'weak-password',
    message: { zh: '密码至少须有 12 个字符', en: 'The password needs at least 12 characters' },
    remedy,
  },
  long: {
    id: 'weak-password',
    message: { zh: '密码最多 128 个字符', en: 'The password can have at most 128 characters' },
    remedy: null,
  },
  personal: {
    id: 'weak-password',
    message: {
      zh: '密码不能由您的姓名或邮箱组成',
      en: 'The password must not consist of your name or email address',
    },
    remedy,
  },
  simple: {
    id: 'weak-password',
    message: { zh: '该密码太容易猜到', en: 'The password is too easy to guess' },
    remedy,
  },
} as const satisfies Record<string, NamedFailure>;
