import type { NamedFailure } from './failure-line.ts';
import type { Bilingual } from '../language.ts';

/** User requests that an office refuses. */
export const officeCommandFailures = {
  signInNeeded: {
    id: 'sign-in-needed',
    message: { zh: '请先登录', en: 'Sign in first' },
    remedy: null,
  },
  databaseAway: {
    id: 'database-away',
    message: {
      zh: '服务器暂时无法连接数据库',
      en: 'The server can’t reach its database at the moment',
    },
    remedy: {
      zh: '请稍后查看最后的操作是否已完成；如未完成，请重试',
      en: 'Wait a moment, see whether your last action was done, and try again if not',
    },
  },
  notAllowed: {
    id: 'not-allowed',
    message: { zh: '您无权执行此操作', en: 'You don’t have permission to do this' },
    remedy: { zh: '请联系管理员', en: 'Ask an administrator' },
  },
  oneApprover: {
    id: 'one-approver',
    message: {
      zh: '双人复核至少需要两位审核人',
      en: 'Four eyes need two users who may approve',
    },
    remedy: { zh: '请先邀请另一位审核人', en: 'Invite another approver first' },
  },
  fewApprovers: {
    id: 'few-approvers',
    message: {
      zh: '已启用双人复核，至少须保留两位审核人',
      en: 'With four eyes, at least two users who may approve must remain',
    },
    remedy: {
      zh: '请先邀请另一位审核人，或关闭双人复核',
      en: 'Invite another approver first, or turn off four eyes',
    },
  },
  otherRules: {
    id: 'other-rules',
    message: {
      zh: '凭证规则或格式与管理员设置的不同，未生成凭证',
      en: 'No vouchers were written: administrators have changed the rules or the layout',
    },
    remedy: { zh: '请重新打开凭证窗口后再试', en: 'Open the dialog again, and try again' },
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
  nameTaken: {
    id: 'name-taken',
    message: { zh: '已有成员使用该姓名', en: 'Another user has this name' },
    remedy: {
      zh: '请加上部门等，以便区分，例如“王伟（税务）”',
      en: 'Add something that tells you apart, such as the department',
    },
  },
  badName: {
    id: 'name-refused',
    message: {
      zh: '姓名须含文字，且不能含控制字符或不可见字符',
      en: 'A name needs a letter or a digit, and no control or invisible characters',
    },
    remedy: { zh: '请手工输入姓名，不要粘贴', en: 'Type the name instead of pasting it' },
  },
  systemName: {
    id: 'name-refused',
    message: { zh: '该名称由系统使用', en: 'Vouch itself uses this name' },
    remedy: { zh: '请输入您的姓名', en: 'Enter your own name' },
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
  unknownUser: {
    id: 'unknown-person',
    message: { zh: '没有此用户', en: 'This user does not exist' },
    remedy: { zh: '请重新打开成员列表', en: 'Reopen the list of users' },
  },
  notInstalled: {
    id: 'office-not-installed',
    message: {
      zh: '团队功能所需的软件包未能安装：原因见上',
      en: 'The packages of an office could not be installed: the reason is above',
    },
    remedy: {
      zh: '请检查网络和磁盘，然后再次运行',
      en: 'Check the network and the disk, then run this again',
    },
  },
  longTrail: {
    id: 'trail-too-long',
    message: {
      zh: '这段时间的操作记录太多，无法保存为一个文件',
      en: 'The audit log of these days is too long for one file',
    },
    remedy: { zh: '请选择较短的时间，分几次保存', en: 'Choose fewer days, and save it in parts' },
  },
  unknownSession: {
    id: 'unknown-session',
    message: { zh: '此登录已结束', en: 'This session has already ended' },
    remedy: { zh: '请重新打开登录记录', en: 'Reopen the list of sessions' },
  },
} as const satisfies Record<string, NamedFailure>;

/** Another administrator has made a link for the same person at the same moment. */
export const linkMadeBy = (name: string): NamedFailure => ({
  id: 'link-meanwhile',
  message: {
    zh: `${name}刚刚为此人生成了链接，您的链接未生成`,
    en: `${name} has just made a link for this person. Yours was not made`,
  },
  remedy: {
    zh: '请使用对方的链接，或稍后重新生成',
    en: 'Use that link, or make a new one in a moment',
  },
});

/** @param name who has just taken the rights of the last other one */
export const lastAdministratorAfter = (name: string): NamedFailure => ({
  ...officeCommandFailures.lastAdministrator,
  message: {
    zh: `${name}刚刚更改了成员的权限：至少须保留一位管理员`,
    en: `${name} has just changed a user’s rights: at least one administrator must remain`,
  },
});

const minuteMs = 60_000;

/** Too many failed sign-ins: says until when they wait, by the clock of the office's country. */
export const throttledUntil = (until: Date, now: Date): NamedFailure => {
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / minuteMs));
  const time = new Date(Math.ceil(until.getTime() / minuteMs) * minuteMs).toLocaleTimeString('en-GB', {
    timeZone: 'Asia/Shanghai',
    hour: '2-digit',
    minute: '2-digit',
  });
  return {
    id: 'sign-in-throttled',
    message: { zh: '登录失败次数过多', en: 'Too many failed sign-ins' },
    remedy: {
      zh: `请于北京时间 ${time} 后再试（${minutes} 分钟后），或在曾登录过的浏览器中登录`,
      en: `Try again at ${time}, Beijing time (in ${minutes} minutes), or in a browser where you signed in before`,
    },
  };
};

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

/** Why the office's database can't be used. */
type OfficeFailureReason =
  | 'bad-address'
  | 'plain-tcp'
  | 'unreachable'
  | 'unknown-host'
  | 'login'
  | 'no-database'
  | 'no-right'
  | 'not-prepared'
  | 'not-owner'
  | 'tls'
  | 'disk-full'
  | 'too-many-connections'
  | 'server-too-old'
  | 'newer'
  | 'foreign'
  | 'other-pictures'
  | 'other-account';

export type OfficeFailure = {
  readonly reason: OfficeFailureReason;
  /** The original words of the database or the system; never a secret. */
  readonly detail: string;
};

type Text = { readonly message: Bilingual; readonly remedy: Bilingual };

export const officeFailureTexts: Readonly<Record<OfficeFailureReason, Text>> = {
  'bad-address': {
    message: { zh: 'VOUCH_DATABASE_URL 不是有效的地址', en: 'VOUCH_DATABASE_URL is not a valid address' },
    remedy: {
      zh: '请写成 postgres://用户:密码@主机:5432/数据库，sslmode 只接受 verify-full',
      en: 'Write postgres://user:password@host:5432/database. The only sslmode is verify-full',
    },
  },
  'plain-tcp': {
    message: {
      zh: '到数据库的连接必须加密',
      en: 'The connection to the database must be encrypted',
    },
    remedy: {
      zh: '请去掉 sslmode=disable，并为数据库服务器配置证书；只有本机连接可以不加密',
      en: 'Remove sslmode=disable and give the database server a certificate. Only loopback may be unencrypted',
    },
  },
  unreachable: {
    message: { zh: '无法连接数据库', en: 'The database can’t be reached' },
    remedy: {
      zh: '请检查数据库是否已启动，以及 VOUCH_DATABASE_URL 中的主机和端口',
      en: 'Check that the database is running, and check host and port in VOUCH_DATABASE_URL',
    },
  },
  'unknown-host': {
    message: { zh: '找不到数据库的主机', en: 'The host of the database can’t be found' },
    remedy: { zh: '请检查 VOUCH_DATABASE_URL 中的主机名', en: 'Check the host name in VOUCH_DATABASE_URL' },
  },
  login: {
    message: { zh: '数据库拒绝了用户名或密码', en: 'The database rejected the user name or password' },
    remedy: {
      zh: '请检查 VOUCH_DATABASE_URL 中的用户名和密码',
      en: 'Check the user name and password in VOUCH_DATABASE_URL',
    },
  },
  'no-database': {
    message: { zh: '数据库不存在', en: 'The database does not exist' },
    remedy: {
      zh: '请先用 createdb 创建数据库，并将 Vouch 的用户设为所有者',
      en: 'Create it with createdb, owned by Vouch’s user',
    },
  },
  'no-right': {
    message: { zh: '数据库用户权限不足', en: 'The database user lacks a permission' },
    remedy: {
      zh: '请用 vouch office prepare 授权，并让每个程序使用自己角色的地址',
      en: 'Grant it with vouch office prepare, and give each process the address of its own role',
    },
  },
  'not-prepared': {
    message: {
      zh: '数据库尚未为此版本的 Vouch 准备好，而该用户无权修改表结构',
      en: 'The database is not prepared for this version of Vouch, and this user may not change its tables',
    },
    remedy: {
      zh: '请先用所有者的地址运行 vouch office prepare',
      en: 'Run vouch office prepare with the owner’s address first',
    },
  },
  'not-owner': {
    message: { zh: '该用户不是数据库的所有者', en: 'This user does not own the database' },
    remedy: { zh: '请使用所有者的地址', en: 'Use the address of the database’s owner' },
  },
  tls: {
    message: { zh: '无法验证数据库的证书', en: 'The database’s certificate can’t be verified' },
    remedy: {
      zh: '证书必须写有该主机名，并由受信任的机构签发；自有机构用 ?sslrootcert=文件 指定',
      en: 'The certificate must name the host and come from a trusted authority. For your own authority, add ?sslrootcert=FILE',
    },
  },
  'disk-full': {
    message: { zh: '数据库的磁盘已满', en: 'The database’s disk is full' },
    remedy: { zh: '请在数据库服务器上腾出空间', en: 'Free space on the database server' },
  },
  'too-many-connections': {
    message: { zh: '数据库连接数已满', en: 'The database accepts no more connections' },
    remedy: {
      zh: '请增大 max_connections，或减少 serve 和 worker 的数量',
      en: 'Raise max_connections, or run fewer servers and workers',
    },
  },
  'server-too-old': {
    message: { zh: 'PostgreSQL 版本过低', en: 'This version of PostgreSQL is too old' },
    remedy: { zh: '请使用 PostgreSQL 15 或更高版本', en: 'Use PostgreSQL 15 or newer' },
  },
  newer: {
    message: {
      zh: '团队数据由更新版本的 Vouch 写入',
      en: 'A newer version of Vouch wrote the data of this office',
    },
    remedy: { zh: '请更新本机的 Vouch', en: 'Update Vouch on this computer' },
  },
  foreign: {
    message: {
      zh: '该数据库属于另一个团队或另一个程序',
      en: 'This database belongs to another office or another program',
    },
    remedy: { zh: '请为每个团队使用单独的空数据库', en: 'Give each office its own empty database' },
  },
  'other-pictures': {
    message: {
      zh: 'VOUCH_PICTURES 与该团队保存图片的位置不符',
      en: 'VOUCH_PICTURES is not the folder in which this office keeps its pictures',
    },
    remedy: {
      zh: '请让所有 serve 和 worker 使用同一个文件夹；若图片在数据库中，则不要设置',
      en: 'Use the same folder for every server and worker. Do not set it if the pictures are in the database',
    },
  },
  'other-account': {
    message: {
      zh: '该团队使用另一个账号密钥',
      en: 'This office uses another account',
    },
    remedy: {
      zh: '请让所有 worker 使用同一个 VOUCH_APP_ID 和 VOUCH_BASE_URL',
      en: 'Use the same VOUCH_APP_ID and VOUCH_BASE_URL for every worker',
    },
  },
};
