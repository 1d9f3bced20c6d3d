import type { Bilingual } from '../language.ts';

const text = (zh: string, en: string) => ({ message: { zh, en } });

/** Errors in the command line or the environment of `vouch serve`. */
export const serveUsageTexts = {
  stray: text(
    'vouch serve 只接受选项：见 vouch serve --help',
    'vouch serve takes options only: see vouch serve --help',
  ),
  badPort: text('--port 的值应为 0 至 65535 的整数', '--port needs a number from 0 to 65535'),
  badAddress: text('--address 的值应为 IP 地址或 localhost', '--address needs an IP address or localhost'),
  badProxy: text('--proxy 的值应为代理服务器的 IP 地址', '--proxy needs the IP address of the proxy'),
  oneOfPair: text('--cert 和 --key 须同时写出', '--cert and --key must be used together: specify both files'),
  needsTls: text(
    '只有本机地址可以不加密：请用 --cert 和 --key 指定证书，或用 --proxy 指定代理服务器',
    'Plain http is allowed only on a loopback address: specify a certificate with --cert and --key, or a proxy with --proxy',
  ),
  badCertificate: (detail: string) =>
    text(
      `无法使用 --cert 和 --key 指定的文件（${detail}）：两者须为 PEM 格式且相互匹配`,
      `Can’t use the files of --cert and --key (${detail}): both must be PEM, and the key must match the certificate`,
    ),
  noDatabase: text(
    '缺少数据库地址：请设置环境变量 VOUCH_DATABASE_URL，例如 postgres://用户:密码@主机/数据库',
    'No database: set VOUCH_DATABASE_URL, such as postgres://user:password@host/database',
  ),
  notBuilt: text(
    '窗口尚未构建：请先运行 npm run build',
    'The window has not been built: run npm run build first',
  ),
  portTaken: (port: number) =>
    text(
      `端口 ${port} 已被占用：请用 --port 指定另一个`,
      `Port ${port} is in use: choose another one with --port`,
    ),
  unknownAddress: (address: string) =>
    text(
      `本机没有地址 ${address}：请检查 --address`,
      `This computer has no address ${address}: check --address`,
    ),
} as const;

/** The same for `npm start -- --browser`. */
export const browserUsageTexts = {
  stray: text(
    '在浏览器中运行时只接受选项 --port N 和 --no-open',
    'The browser host takes options only: --port N and --no-open',
  ),
  usage: {
    zh: '用法：npm start -- --browser [--port N] [--no-open]',
    en: 'Usage: npm start -- --browser [--port N] [--no-open]',
  },
} as const;

type ServeTexts = {
  readonly firstLink: (address: string, until: string) => string;
  readonly behindProxy: string;
};

export const serveTexts: Readonly<Record<'zh' | 'en', ServeTexts>> = {
  zh: {
    firstLink: (address, until) => `首位管理员请打开：${address}（只能使用一次，${until} 前有效）`,
    behindProxy: '（代理服务器的地址）',
  },
  en: {
    firstLink: (address, until) =>
      `For the first administrator: ${address} (works once, until ${until}; replaces earlier links)`,
    behindProxy: '(the address of your proxy)',
  },
};

export const serveUsage: Bilingual = {
  zh: `用法：vouch serve [--address IP] [--port N] [--cert 文件 --key 文件] [--proxy IP] [--lang zh|en]

让多人在浏览器中共用同一份数据。数据保存在 VOUCH_DATABASE_URL 指定的 PostgreSQL 中；可以同时运行多个 serve。

  --address IP   监听的地址（默认 127.0.0.1，只有本机可以打开）
  --port N       监听的端口（默认 8470；0 表示任意空闲端口）
  --cert 文件    PEM 格式的证书链，--key 文件为其私钥；本机以外的地址需要 https
  --proxy IP     在此代理服务器之后：只接受它的连接，由它提供 https

首次启动时会显示一个一次性链接，用来创建首位管理员。
`,
  en: `Usage: vouch serve [--address IP] [--port N] [--cert FILE --key FILE] [--proxy IP] [--lang zh|en]

Lets several users share one ledger in their browsers. The data is in PostgreSQL, at VOUCH_DATABASE_URL. Any number
of servers can run at the same time.

  --address IP   address to listen on (default 127.0.0.1: this computer only)
  --port N       port to listen on (default 8470; 0 for any free port)
  --cert FILE    certificate chain in PEM, with its private key in --key FILE; required for access from other computers
  --proxy IP     accept connections from this proxy only, which provides https

The first start prints a link that works once, for the first administrator.
`,
};
