import type { Bilingual, Language } from '../language.ts';
import { prepareUsage } from './office-prepare.ts';

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

/** Why `vouch serve --administrator-link NAME` makes no link. */
export const noLinkTexts = {
  unknown: text(
    '没有此用户：请检查姓名或邮箱；不写姓名则生成新管理员的链接',
    'No user has this name or email address. Without a name, the link makes a new administrator',
  ),
  off: text(
    '此用户已停用：请不写姓名，生成新管理员的链接，再启用此用户',
    'This user is disabled. Without a name, the link makes a new administrator, who can enable the user',
  ),
  'no-administrator': text(
    '此用户不是管理员：请由管理员为其生成重设密码的链接；不写姓名则生成新管理员的链接',
    'This user is no administrator: administrators make links for new passwords. Without a name, the link makes a new administrator',
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
  /** The address is the last word of the line. */
  readonly administratorLink: (address: string, until: string) => string;
  readonly firstLink: (address: string, until: string) => string;
  readonly behindProxy: string;
};

export const serveTexts: Readonly<Record<'zh' | 'en', ServeTexts>> = {
  zh: {
    administratorLink: (address, until) => `管理员链接（只能使用一次，${until} 前有效）：${address}`,
    firstLink: (address, until) => `首位管理员请打开：${address}（只能使用一次，${until} 前有效）`,
    behindProxy: '（代理服务器的地址）',
  },
  en: {
    administratorLink: (address, until) =>
      `Link for the administrator (works once, until ${until}): ${address}`,
    firstLink: (address, until) =>
      `For the first administrator: ${address} (works once, until ${until}; replaces earlier links)`,
    behindProxy: '(the address of your proxy)',
  },
};

export const serveUsage: Bilingual = {
  zh: `用法：vouch serve [--address IP] [--port N] [--cert 文件 --key 文件] [--proxy IP]
      [--operations-port N] [--operations-address IP] [--lang zh|en]
      vouch serve --administrator-link [姓名或邮箱] […]

让多人在浏览器中共用同一份数据。数据保存在 VOUCH_DATABASE_URL 指定的 PostgreSQL 中；可以同时运行多个 serve。

  --address IP   监听的地址（默认 127.0.0.1，只有本机可以打开）
  --port N       监听的端口（默认 8470；0 表示任意空闲端口）
  --cert 文件    PEM 格式的证书链，--key 文件为其私钥；本机以外的地址需要 https
  --proxy IP     在此代理服务器之后：只接受它的连接，由它提供 https
  --operations-port N     在此端口报告运行状态：/healthz、/readyz、/metrics（或设 VOUCH_OPERATIONS_PORT）
  --operations-address IP 该端口监听的地址（默认 127.0.0.1）
  --administrator-link [姓名或邮箱]  显示一个一次性链接（24 小时内有效）后结束：用来创建管理员，或为该管理员设置新密码。
                 其他 serve 可以继续运行；请写上与它们相同的选项。操作记录中记为“console”

首次启动时会显示一个一次性链接，用来创建首位管理员。
`,
  en: `Usage: vouch serve [--address IP] [--port N] [--cert FILE --key FILE] [--proxy IP]
      [--operations-port N] [--operations-address IP] [--lang zh|en]
      vouch serve --administrator-link [NAME] [...]

Lets several users share one ledger in their browsers. The data is in PostgreSQL, at VOUCH_DATABASE_URL. Any number
of servers can run at the same time.

  --address IP   address to listen on (default 127.0.0.1: this computer only)
  --port N       port to listen on (default 8470; 0 for any free port)
  --cert FILE    certificate chain in PEM, with its private key in --key FILE; required for access from other computers
  --proxy IP     accept connections from this proxy only, which provides https
  --operations-port N     report on this port: /healthz, /readyz, /metrics (or set VOUCH_OPERATIONS_PORT)
  --operations-address IP address of that port (default 127.0.0.1)
  --administrator-link [NAME]  print a link that works once within 24 hours, and end: it makes an administrator, or sets
                 the password of the administrator with this name or email address. Servers may be running:
                 repeat their options. The audit log names the author "console"

The first start prints a link that works once, for the first administrator.
`,
};

/** The work of a worker within a minute. */
type WorkerMinute = {
  readonly pages: number;
  readonly calls: number;
  /** Calls that had to wait for the shared limit. */
  readonly waits: number;
  readonly failures: number;
  /** Pages that no worker has taken yet. */
  readonly queued: number;
};

export type OfficeTexts = {
  readonly noDatabase: string;
  /** For bookkeeping commands, which an office runs in its window. */
  readonly localOnly: string;
  readonly noAccount: string;
  readonly started: (place: string, concurrency: number) => string;
  readonly minute: (counts: WorkerMinute) => string;
  readonly stopping: string;
  readonly stopped: string;
  readonly lost: (pages: number) => string;
  readonly noWorker: string;
  readonly keepsWaiting: string;
  readonly alreadyCopied: (pages: number) => string;
  readonly moved: (counts: {
    readonly rows: number;
    readonly pages: number;
    readonly files: number;
  }) => string;
  readonly movedSettings: (settings: number) => string;
  readonly nothingToMove: string;
  readonly notEmpty: string;
  readonly rowsDiffer: (table: string) => string;
  readonly fileMissing: (name: string) => string;
  readonly notInstalled: string;
  readonly installationFailed: string;
  readonly buildFailed: string;
};

const zh: OfficeTexts = {
  noDatabase: '缺少 VOUCH_DATABASE_URL：请设为团队数据库的地址',
  localOnly:
    '此命令只处理本机数据，不处理团队数据：请取消设置 VOUCH_DATABASE_URL 后再运行，或在团队的窗口中操作',
  noAccount:
    '没有账号密钥：本机识别发票扫描件和照片。如需调用识别服务，请设置环境变量 VOUCH_APP_ID、VOUCH_API_KEY、VOUCH_API_SECRET 和 VOUCH_BASE_URL',
  started: (place, concurrency) => `已连接 ${place}，同时最多 ${concurrency} 页`,
  minute: ({ pages, calls, waits, failures, queued }) =>
    `最近一分钟：${pages} 页，${calls} 次调用，${waits} 次等待，${failures} 页失败；排队 ${queued} 页`,
  stopping: '正在停止：等待已发出的调用返回，其余页面交还队列（再按一次立即退出）',
  stopped: '已停止',
  lost: (pages) => `${pages} 页的调用中断，可能已计费；如需重新调用，请用 --force`,
  noWorker: '30 秒内没有 worker 响应：请启动 vouch worker；本命令继续等待',
  keepsWaiting: '本命令继续等待',
  alreadyCopied: (pages) => `团队数据库中已有这些数据（${pages} 页），未作改动`,
  moved: ({ rows, pages, files }) => `已迁移 ${pages} 页（${rows} 行、${files} 个文件），逐行核对一致`,
  movedSettings: (settings) => `已复制 ${settings} 项设置（例如本公司、导出格式和凭证规则）`,
  nothingToMove: '本机没有可迁移的数据',
  notEmpty: '团队数据库中已有其他数据：只能迁移到空的数据库',
  rowsDiffer: (table) => `迁移后核对不一致（${table}）：团队数据库未作改动`,
  fileMissing: (name) => `缺少文件 ${name}，或其内容已损坏：团队数据库未作改动`,
  notInstalled: '此安装包不含团队功能：请从源代码运行 vouch',
  installationFailed: '团队功能所需的软件包未能安装：原因见上。请检查网络和磁盘，然后再次运行',
  buildFailed: '窗口未能构建：原因见上',
};

const en: OfficeTexts = {
  noDatabase: 'VOUCH_DATABASE_URL is missing: set it to the address of the office’s database',
  localOnly:
    'This command works on local data, not on an office. Unset VOUCH_DATABASE_URL to use the local data, or use the office’s window',
  noAccount:
    'No account: scans and photos of invoices are read on this computer. To call the service, set VOUCH_APP_ID, VOUCH_API_KEY, VOUCH_API_SECRET and VOUCH_BASE_URL',
  started: (place, concurrency) => `Connected to ${place}, up to ${concurrency} pages at once`,
  minute: ({ pages, calls, waits, failures, queued }) =>
    `Last minute: ${pages} pages, ${calls} calls, ${waits} waits, ${failures} failures; ${queued} pages queued`,
  stopping:
    'Stopping: waiting for the calls in progress. All other pages return to the queue (press again to exit at once)',
  stopped: 'Stopped',
  lost: (pages) =>
    `Pages whose call was interrupted and may have been billed: ${pages}. Use --force to call again`,
  noWorker: 'No worker has responded for 30 s: start vouch worker. This command keeps waiting',
  keepsWaiting: 'This command keeps waiting',
  alreadyCopied: (pages) => `The office already has this data (${pages} pages). Nothing was changed`,
  moved: ({ rows, pages, files }) =>
    `Copied ${pages} pages (${rows} rows, ${files} files). Every row and file was compared`,
  movedSettings: (settings) =>
    `Copied settings, such as own companies, layouts and voucher rules: ${settings}`,
  nothingToMove: 'This computer has no data to copy',
  notEmpty: 'The office has other data. Data can only be copied into an empty office',
  rowsDiffer: (table) => `Rows differ after the copy (${table}). The office was not changed`,
  fileMissing: (name) => `File ${name} is missing or damaged. The office was not changed`,
  notInstalled: 'This package does not include the office commands. Run vouch from its source code',
  installationFailed:
    'The packages of an office could not be installed: the reason is above. Check the network and the disk, then run this again',
  buildFailed: 'The window could not be built: the reason is above',
};

export const officeTexts: Readonly<Record<Language, OfficeTexts>> = { zh, en };

/** Usage of the commands of an office. */
export const officeUsage = {
  office: prepareUsage,
  worker: {
    zh: `用法：vouch worker [--concurrency N] [--sandbox] [--operations-port N] [--operations-address IP] [--lang zh|en]

为团队识别页面。需要 VOUCH_DATABASE_URL 和账号密钥的环境变量。
  --concurrency N  同时识别的页数，1–16（默认 4）
  --sandbox        没有账号密钥时，只识别演示数据
  --operations-port N     在此端口报告运行状态：/healthz、/readyz、/metrics（或设 VOUCH_OPERATIONS_PORT）
  --operations-address IP 该端口监听的地址（默认 127.0.0.1）
SIGTERM 或 Ctrl-C：等已发出的调用返回，其余页面交还队列。
`,
    en: `Usage: vouch worker [--concurrency N] [--sandbox] [--operations-port N] [--operations-address IP] [--lang zh|en]

Recognizes the pages of an office. Needs VOUCH_DATABASE_URL and the account’s environment variables.
  --concurrency N  pages at the same time, 1–16 (default 4)
  --sandbox        without an account, recognizes demo pages only
  --operations-port N     report on this port: /healthz, /readyz, /metrics (or set VOUCH_OPERATIONS_PORT)
  --operations-address IP address of that port (default 127.0.0.1)
SIGTERM or Ctrl-C: the worker waits for calls in progress and returns all other pages to the queue.
`,
  },
  migrate: {
    zh: `用法：vouch migrate [--lang zh|en]

把本机的数据（VOUCH_HOME）复制到 VOUCH_DATABASE_URL 指定的团队数据库，并逐行核对。
中途失败时两边都不变；可以重复运行。
`,
    en: `Usage: vouch migrate [--lang zh|en]

Copies the data of this computer (VOUCH_HOME) into the office at VOUCH_DATABASE_URL, and compares every row.
If it fails, neither side changes. You can run it again.
`,
  },
  trail: {
    zh: `用法：vouch trail --check [--since 摘要] [--lang zh|en]

检查 VOUCH_DATABASE_URL 指定的团队的操作记录：逐条核对摘要链，任何一条被改动、删除或插入都会发现。
  --since 摘要  从此摘要之后开始检查，并确认它仍在链中：取自 vouch serve 的日志（每小时一次）或导出的操作记录
退出码 0：与当时写入的一致；1：不一致。
`,
    en: `Usage: vouch trail --check [--since DIGEST] [--lang zh|en]

Checks the audit log of the office at VOUCH_DATABASE_URL: each entry against the chain of digests, which shows
whether one was changed, deleted or put in between.
  --since DIGEST  check what follows this digest, and that the chain still contains it. The log of vouch serve has one
                  every hour, and so has an exported audit log
Exit code 0: as it was written; 1: not so.
`,
  },
} as const satisfies Record<string, Bilingual>;

/** What `vouch trail --check` found. */
export const trailTexts = {
  needsCheck: text('请写 vouch trail --check', 'Write vouch trail --check'),
  badDigest: text('--since 的值应为 64 位十六进制摘要', '--since needs a digest of 64 hexadecimal digits'),
  fine: ({
    entries,
    waiting,
    digest,
    isPart,
  }: {
    readonly entries: number;
    readonly waiting: number;
    readonly digest: string;
    readonly isPart: boolean;
  }) =>
    text(
      `操作记录${isPart ? '自该摘要起' : ''}完整：已核对 ${entries} 条，${waiting} 条尚未加入摘要链。最新摘要：${digest || '（无）'}`,
      `The audit log is complete${isPart ? ' from this digest on' : ''}: ${entries} entries checked, ${waiting} not in the chain yet. Newest digest: ${digest || '(none)'}`,
    ),
  noOffice: text(
    '该数据库中没有此版本的团队数据，请先运行 vouch serve',
    'This database has no office of this version: start vouch serve first',
  ),
  'unknown-digest': text(
    '操作记录不完整：摘要链中没有 --since 的摘要，之前的内容已被改动或删除',
    'The audit log is not complete: its chain does not contain the digest of --since. Earlier entries were changed or deleted',
  ),
  changed: (place: number) =>
    text(`操作记录第 ${place} 条已被改动`, `Entry ${place} of the audit log was changed`),
  missing: (place: number) =>
    text(`操作记录第 ${place} 条已被删除`, `Entry ${place} of the audit log was deleted`),
  unsealed: (count: number) =>
    text(
      `操作记录中有 ${count} 条未经 Vouch 写入`,
      `Entries of the audit log that Vouch did not write: ${count}`,
    ),
} as const;

export type OfficeProgramName = keyof typeof officeUsage;
