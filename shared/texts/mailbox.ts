import type { Bilingual, Language } from '../language.ts';

/** Why no mails were taken, by the reason. `folder` is the one that is missing. */
export const mailboxSentences = {
  away: (host: string) => ({
    zh: `无法连接邮箱服务器 ${host}`,
    en: `Can’t reach the mail server ${host}`,
  }),
  untrusted: (host: string) => ({
    zh: `邮箱服务器 ${host} 的证书不可信，未发送密码`,
    en: `The certificate of the mail server ${host} is not trusted. The password was not sent`,
  }),
  refused: (host: string) => ({
    zh: `邮箱服务器 ${host} 拒绝登录`,
    en: `The mail server ${host} refused to sign in`,
  }),
  proxy: (host: string) => ({
    zh: `无法经代理服务器连接邮箱服务器 ${host}`,
    en: `The proxy does not connect to the mail server ${host}`,
  }),
  slow: (host: string) => ({
    zh: `邮箱服务器 ${host} 长时间没有回应`,
    en: `The mail server ${host} does not respond in time`,
  }),
  lying: (host: string) => ({
    zh: `邮箱服务器 ${host} 的回应不符合协议或过大，已断开`,
    en: `The mail server ${host} sent what IMAP does not allow, or too much. The connection was closed`,
  }),
  'no-folder': (_: string, folder: string) => ({
    zh: `邮箱中没有文件夹 ${folder}`,
    en: `The mailbox has no folder ${folder}`,
  }),
} as const satisfies Record<string, (host: string, folder: string) => Bilingual>;

export const mailboxRemedies = {
  away: {
    zh: '请检查服务器名称、端口和网络。没有丢失邮件：10 分钟后会再试',
    en: 'Check the server’s name, its port and the network. No mail is lost: Vouch tries again in 10 minutes',
  },
  untrusted: {
    zh: '请检查服务器名称；若由单位自设证书，请在设置的“网络”中添加',
    en: 'Check the server’s name. If your company has its own certificates, add them under “Network” in the settings',
  },
  refused: {
    zh: '请检查用户名和密码。QQ、163 等邮箱须使用授权码，并在邮箱中开启 IMAP',
    en: 'Check user and password. Some providers want a password for programs, and IMAP turned on in their settings',
  },
  proxy: {
    zh: '请检查设置的“网络”或环境变量 HTTPS_PROXY 中的代理服务器，并确认它允许连接该端口。没有丢失邮件',
    en: 'Check the proxy under “Network” in the settings, or in HTTPS_PROXY, and that it allows this port. No mail is lost',
  },
  slow: {
    zh: '没有丢失邮件：10 分钟后会再试',
    en: 'No mail is lost: Vouch tries again in 10 minutes',
  },
  lying: {
    zh: '请检查服务器名称和端口，并联系邮箱服务商',
    en: 'Check the server’s name and port, and ask the provider',
  },
  'no-folder': { zh: '请检查设置中的文件夹名称', en: 'Check the folders in the settings' },
} as const satisfies Record<keyof typeof mailboxSentences, Bilingual>;

/** A mail that is left out for its size. */
export const largeMailTexts = {
  message: (subject: string) => ({
    zh: `邮件“${subject}”超过 50 MB，未添加`,
    en: `The mail “${subject}” has more than 50 MB and was not added`,
  }),
  remedy: {
    zh: '请在邮件程序中保存附件，再添加附件',
    en: 'Save its attachments in your mail program, then add them',
  },
};

/** What `vouch mail` says. */
export const mailRunTexts: Readonly<
  Record<Language, { readonly noMailbox: string; readonly taken: (count: number) => string }>
> = {
  zh: {
    noMailbox: '未设置邮箱：请设置环境变量 VOUCH_MAIL_HOST、VOUCH_MAIL_USER 和 VOUCH_MAIL_PASSWORD',
    taken: (count) => `取得 ${count} 封新邮件`,
  },
  en: {
    noMailbox: 'No mailbox: set VOUCH_MAIL_HOST, VOUCH_MAIL_USER and VOUCH_MAIL_PASSWORD',
    taken: (count) => `${count} new ${count === 1 ? 'mail' : 'mails'}`,
  },
};

/** The usage of `vouch mail`. */
export const mailUsage: Readonly<Record<'mail', Bilingual>> = {
  mail: {
    zh: `用法：vouch mail [--once] [--folders 名称,…] [--senders 地址,…] [--since 日期]

从邮箱取新邮件，并识别其中的发票。只读：不改动邮箱中的任何内容。

  --once               只取一次；否则每 10 分钟取一次，直到按 Ctrl+C
  --folders 名称,…     邮箱中的文件夹（默认用设置中的，否则为 INBOX）
  --senders 地址,…     只取这些发件人的邮件；@域名 表示该域名的全部地址
  --since 日期         只取这一天（如 2024-05-28）及以后收到的邮件
  --sandbox, --base-url 地址, --concurrency N, --force, --lang zh|en, --quiet   与 vouch invoice 相同

邮箱由环境变量给出：VOUCH_MAIL_HOST（IMAP 服务器，可带端口）、VOUCH_MAIL_USER、VOUCH_MAIL_PASSWORD。
退出码：0 全部完成；1 有一部分失败，其余齐全；2 用法或配置有误，未取任何邮件。
`,
    en: `Usage: vouch mail [--once] [--folders NAME,…] [--senders ADDRESS,…] [--since DAY]

Takes new mails from a mailbox, and recognizes the invoices in them. It changes nothing in the mailbox.

  --once               once; otherwise every 10 minutes, until Ctrl+C
  --folders NAME,…     folders of the mailbox (default: those of the settings, or INBOX)
  --senders ADDRESS,…  only mails of these senders; @domain is everybody there
  --since DAY          only mails that arrived on this day (like 2024-05-28) or later
  --sandbox, --base-url URL, --concurrency N, --force, --lang zh|en, --quiet   as for vouch invoice

Environment: VOUCH_MAIL_HOST (IMAP server, with a port if it is not 993), VOUCH_MAIL_USER, VOUCH_MAIL_PASSWORD.
Exit code: 0 all done; 1 some parts failed, the others are complete; 2 wrong usage or configuration, no mail was taken.
`,
  },
};

/** Errors in the arguments of `vouch mail`. */
export const mailUsageTexts = {
  noDay: {
    message: {
      zh: '--since 应为日期，如 2024-05-28',
      en: '--since takes a day, such as 2024-05-28',
    },
  },
} as const;
