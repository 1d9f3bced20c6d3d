import type { Bilingual } from '../language.ts';

const text = (zh: string, en: string) => ({ message: { zh, en } });

/** What `vouch office prepare` says. */
export const prepareTexts = {
  needsPrepare: text('请写 vouch office prepare', 'Write vouch office prepare'),
  missing: (variable: string) =>
    text(`缺少 ${variable}：见 vouch office --help`, `${variable} is missing: see vouch office --help`),
  otherDatabase: (variable: string, owner: string) =>
    text(
      `${variable} 与 ${owner} 指向不同的数据库：两者必须是同一个`,
      `${variable} and ${owner} name different databases: they must name the same one`,
    ),
  sameUser: (variable: string, other: string) =>
    text(
      `${variable} 与 ${other} 使用同一个用户：每个数据库角色需要单独的用户`,
      `${variable} and ${other} have the same user: each database role needs its own`,
    ),
  notPlain: (variable: string) =>
    text(
      `${variable}：密码含有登录时会被替换的字符（例如全角字母、特殊空格或不可见字符）；请使用其他密码`,
      `${variable}: the password has a character that is replaced at a login (such as a full-width letter, a special space or an invisible character). Use another password`,
    ),
  tooStrong: (variable: string, user: string) =>
    text(
      `${variable}：用户 ${user} 的权限大于该数据库角色（例如超级用户、其他数据库角色的成员或表的所有者），未作授权；请使用另一个用户，不存在时会自动创建`,
      `${variable}: the user ${user} may do more than its database role (as a superuser, a member of another one, or the owner of tables). Nothing was granted. Use another user: it is created if it does not exist`,
    ),
  tables: (place: string) => text(`表已准备好（所有者 ${place}）`, `The tables are ready (owner ${place})`),
  granted: {
    server: (place: string) =>
      text(
        `serve 的数据库角色：${place}，请将其地址设为 serve 的 VOUCH_DATABASE_URL`,
        `Database role of the servers: ${place}. Set its address as VOUCH_DATABASE_URL of vouch serve`,
      ),
    worker: (place: string) =>
      text(
        `worker 的数据库角色：${place}，请将其地址设为 worker 的 VOUCH_DATABASE_URL`,
        `Database role of the workers: ${place}. Set its address as VOUCH_DATABASE_URL of vouch worker`,
      ),
    reader: (place: string) => text(`只读的数据库角色：${place}`, `Database role that only reads: ${place}`),
  },
  /** For a process that runs with the owner's address. */
  ownerAddress: text(
    '注意：VOUCH_DATABASE_URL 是数据库所有者的地址，得到它的人可以改动一切，包括操作记录。试用时可以；正式使用请运行 vouch office prepare，并使用各数据库角色的地址',
    'Note: VOUCH_DATABASE_URL is the address of the database’s owner. Whoever gets it can change everything, the audit log too. That is fine for a trial; otherwise run vouch office prepare and use the addresses of the database roles',
  ),
} as const;

export const prepareUsage: Bilingual = {
  zh: `用法：vouch office prepare [--lang zh|en]

为此版本的 Vouch 准备团队的数据库：建立或更新表，创建数据库角色并授权。首次启动前和每次升级后运行一次；可以重复运行。
数据库角色的用户和密码取自以下地址，不存在的用户会自动创建；未列出的用户失去权限。地址也可以放在文件中：变量名后加 _FILE。

  VOUCH_OWNER_DATABASE_URL    数据库所有者的地址：只有此命令、vouch migrate、备份和恢复需要；创建用户需要 CREATEROLE 权限
  VOUCH_SERVER_DATABASE_URL   serve 的数据库角色：操作记录只能追加，不能改表
  VOUCH_WORKER_DATABASE_URL   worker 的数据库角色：看不到用户、密码和登录
  VOUCH_READER_DATABASE_URL   只读的数据库角色，可以不设：用于报表和 vouch trail，看不到密码和登录
`,
  en: `Usage: vouch office prepare [--lang zh|en]

Prepares the database of an office for this version of Vouch: creates or migrates the tables, creates the database
roles, and grants their rights. Run it before the first start and after each upgrade; you can run it again. The users of
the database roles and their passwords are those of these addresses: missing users are created, and users that are not
listed lose their rights. Addresses can be in files: add _FILE to the name.

  VOUCH_OWNER_DATABASE_URL    address of the database's owner, which only this command, vouch migrate, backup and restore
                              need; to create users, the owner needs CREATEROLE
  VOUCH_SERVER_DATABASE_URL   database role of vouch serve: adds to the audit log, but can't change it, nor the tables
  VOUCH_WORKER_DATABASE_URL   database role of vouch worker: sees no users, passwords and sessions
  VOUCH_READER_DATABASE_URL   database role that only reads, if you want one: for reports and vouch trail, without passwords
                              and sessions
`,
};
