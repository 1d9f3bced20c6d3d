import type { Bilingual, Language } from '../language.ts';

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
  readonly alreadyCopied: (pages: number) => string;
  readonly moved: (counts: {
    readonly rows: number;
    readonly pages: number;
    readonly files: number;
  }) => string;
  readonly nothingToMove: string;
  readonly notEmpty: string;
  readonly rowsDiffer: (table: string) => string;
  readonly fileMissing: (name: string) => string;
  readonly notInstalled: string;
};

const zh: OfficeTexts = {
  noDatabase: '缺少 VOUCH_DATABASE_URL：请设为团队数据库的地址',
  localOnly:
    '此命令只处理本机数据，不处理团队数据：请取消设置 VOUCH_DATABASE_URL 后再运行，或在团队的窗口中操作',
  noAccount:
    '缺少账号密钥：请设置环境变量 VOUCH_APP_ID、VOUCH_API_KEY、VOUCH_API_SECRET 和 VOUCH_BASE_URL；只识别演示数据请用 --sandbox',
  started: (place, concurrency) => `已连接 ${place}，同时最多 ${concurrency} 页`,
  minute: ({ pages, calls, waits, failures, queued }) =>
    `最近一分钟：${pages} 页，${calls} 次调用，${waits} 次等待，${failures} 页失败；排队 ${queued} 页`,
  stopping: '正在停止：等待已发出的调用返回，其余页面交还队列（再按一次立即退出）',
  stopped: '已停止',
  lost: (pages) => `${pages} 页的调用中断，可能已计费；如需重新调用，请用 --force`,
  noWorker: '30 秒内没有 worker 响应：请启动 vouch worker；本命令继续等待',
  alreadyCopied: (pages) => `团队数据库中已有这些数据（${pages} 页），未作改动`,
  moved: ({ rows, pages, files }) => `已迁移 ${pages} 页（${rows} 行、${files} 个文件），逐行核对一致`,
  nothingToMove: '本机没有可迁移的数据',
  notEmpty: '团队数据库中已有其他数据：只能迁移到空的数据库',
  rowsDiffer: (table) => `迁移后核对不一致（${table}）：团队数据库未作改动`,
  fileMissing: (name) => `缺少文件 ${name}，或其内容已损坏：团队数据库未作改动`,
  notInstalled: '此安装包不含团队功能：请从源代码运行 vouch',
};

const en: OfficeTexts = {
  noDatabase: 'VOUCH_DATABASE_URL is missing: set it to the address of the office’s database',
  localOnly:
    'This command works on local data, not on an office. Unset VOUCH_DATABASE_URL to use the local data, or use the office’s window',
  noAccount:
    'No account: set VOUCH_APP_ID, VOUCH_API_KEY, VOUCH_API_SECRET and VOUCH_BASE_URL. Use --sandbox to recognize demo pages only',
  started: (place, concurrency) => `Connected to ${place}, up to ${concurrency} pages at once`,
  minute: ({ pages, calls, waits, failures, queued }) =>
    `Last minute: ${pages} pages, ${calls} calls, ${waits} waits, ${failures} failures; ${queued} pages queued`,
  stopping:
    'Stopping: waiting for the calls in progress. All other pages return to the queue (press again to exit at once)',
  stopped: 'Stopped',
  lost: (pages) =>
    `Pages whose call was interrupted and may have been billed: ${pages}. Use --force to call again`,
  noWorker: 'No worker has responded for 30 s: start vouch worker. This command keeps waiting',
  alreadyCopied: (pages) => `The office already has this data (${pages} pages). Nothing was changed`,
  moved: ({ rows, pages, files }) =>
    `Copied ${pages} pages (${rows} rows, ${files} files). Every row and file was compared`,
  nothingToMove: 'This computer has no data to copy',
  notEmpty: 'The office has other data. Data can only be copied into an empty office',
  rowsDiffer: (table) => `Rows differ after the copy (${table}). The office was not changed`,
  fileMissing: (name) => `File ${name} is missing or damaged. The office was not changed`,
  notInstalled: 'This package does not include the office commands. Run vouch from its source code',
};

export const officeTexts: Readonly<Record<Language, OfficeTexts>> = { zh, en };

/** Usage of the commands of an office. */
export const officeUsage = {
  worker: {
    zh: `用法：vouch worker [--concurrency N] [--sandbox] [--lang zh|en]

为团队识别页面。需要 VOUCH_DATABASE_URL 和账号密钥的环境变量。
  --concurrency N  同时识别的页数，1–16（默认 4）
  --sandbox        没有账号密钥时，只识别演示数据
SIGTERM 或 Ctrl-C：等已发出的调用返回，其余页面交还队列。
`,
    en: `Usage: vouch worker [--concurrency N] [--sandbox] [--lang zh|en]

Recognizes the pages of an office. Needs VOUCH_DATABASE_URL and the account’s environment variables.
  --concurrency N  pages at the same time, 1–16 (default 4)
  --sandbox        without an account, recognizes demo pages only
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
} as const satisfies Record<string, Bilingual>;

export type OfficeProgramName = keyof typeof officeUsage;
