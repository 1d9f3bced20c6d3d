import type { Language } from '../language.ts';

const zh = {
  title: '邮箱',
  about:
    '每 10 分钟取一次新邮件，添加其中的发票。只读：邮箱中的邮件不会被改动或标为已读。没有附件的邮件不会出现。',
  host: 'IMAP 服务器',
  hostHint: '只用 TLS 连接，例如 imap.example.com',
  port: '端口',
  user: '用户名',
  password: '密码或授权码',
  isSet: '已设置',
  leaveEmpty: '留空则沿用',
  unprotected: '本机的密钥库不提供保护：他人可以读出保存的密码。',
  keepUnprotected: '仍然保存密码',
  locked: '密钥库已锁定：解锁后才能取邮件。',
  kept: {
    sealed: '密码由系统的密钥库加密保存。',
    unprotected: '密码保存在本机，但未受保护。',
    session: '密码只在内存中，Vouch 关闭后须重新输入。',
    environment: '邮箱由环境变量 VOUCH_MAIL_HOST、VOUCH_MAIL_USER 和 VOUCH_MAIL_PASSWORD 给出。',
    none: '尚未设置密码。',
  },
  save: '保存邮箱',
  saved: '已保存',
  clear: '移除邮箱',
  test: '测试连接',
  tested: (count: number) => `连接成功，邮箱中有 ${count} 个文件夹`,
  take: '立即取邮件',
  done: '已取完',
  isOn: '每 10 分钟取新邮件',
  folders: '文件夹',
  foldersHint: '用逗号分隔。',
  senders: '发件人',
  sendersHint: '用逗号分隔的地址；@域名 表示该域名的全部地址。留空则不限。发件人可以伪造，请照常核对发票。',
  since: '起始日期',
  sinceHint: '例如 2024-05-28；更早的邮件不取。留空则全部。',
  sinceWrong: '日期应写成 2024-05-28。',
  noServer: '本服务器未设置 VOUCH_MAIL_HOST、VOUCH_MAIL_USER 和 VOUCH_MAIL_PASSWORD。',
};

export type MailboxWords = typeof zh;

const en: MailboxWords = {
  title: 'Mailbox',
  about:
    'Every 10 minutes Vouch takes new mails and adds the invoices in them. It only reads: no mail is changed or marked as read. Mails without a document do not appear.',
  host: 'IMAP server',
  hostHint: 'Only with TLS, for example imap.example.com',
  port: 'Port',
  user: 'User',
  password: 'Password',
  isSet: 'set',
  leaveEmpty: 'leave empty to keep it',
  unprotected: 'The key store of this computer protects nothing: others can read a saved password.',
  keepUnprotected: 'Save the password all the same',
  locked: 'The key store is locked. Unlock it to take mails.',
  kept: {
    sealed: 'The system’s key store encrypts the password.',
    unprotected: 'The password is saved on this computer without protection.',
    session: 'The password is in memory only: enter it again after a restart.',
    environment: 'VOUCH_MAIL_HOST, VOUCH_MAIL_USER and VOUCH_MAIL_PASSWORD name the mailbox.',
    none: 'No password is set.',
  },
  save: 'Save the mailbox',
  saved: 'Saved',
  clear: 'Remove the mailbox',
  test: 'Test the mailbox',
  tested: (count) => `Connected. The mailbox has ${count} ${count === 1 ? 'folder' : 'folders'}`,
  take: 'Take mails now',
  done: 'Done',
  isOn: 'Take new mails every 10 minutes',
  folders: 'Folders',
  foldersHint: 'Separated by commas.',
  senders: 'Senders',
  sendersHint:
    'Addresses separated by commas; @domain is everybody there. Empty for all. A sender can be forged: check invoices as always.',
  since: 'From day',
  sinceHint: 'For example 2024-05-28: earlier mails are not taken. Empty for all.',
  sinceWrong: 'Write a day as 2024-05-28.',
  noServer: 'VOUCH_MAIL_HOST, VOUCH_MAIL_USER and VOUCH_MAIL_PASSWORD are not set on the server.',
};

/** The section of the mailbox in the settings, which the window loads with it. */
export const mailboxWords: Readonly<Record<Language, MailboxWords>> = { zh, en };
