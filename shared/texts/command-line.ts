import type { Bilingual, Language } from '../language.ts';

const text = (zh: string, en: string) => ({ message: { zh, en } });

/** Why the file of a secret can't be used: the variable without `_FILE`, and what the system says of the path. */
export const secretFileTexts = {
  both: (name: string) =>
    text(`${name} 和 ${name}_FILE 只能设置一个`, `Set either ${name} or ${name}_FILE, not both`),
  unreadable: (name: string, path: string) =>
    text(`无法读取 ${name}_FILE 指定的文件（${path}）`, `The file of ${name}_FILE can’t be read (${path})`),
  empty: (name: string, path: string) =>
    text(`${name}_FILE 指定的文件是空的（${path}）`, `The file of ${name}_FILE is empty (${path})`),
  'too-large': (name: string, path: string) =>
    text(`${name}_FILE 指定的文件过大（${path}）`, `The file of ${name}_FILE is too large (${path})`),
} as const;

/** Errors in a command line, each with the correct form. */
export const usageTexts = {
  noCommand: text(
    '缺少命令：请写 vouch invoice 文件… 或 vouch face 文件…；全部命令见 vouch --help',
    'Missing command: use vouch invoice PATH… or vouch face PATH…; vouch --help lists all commands',
  ),
  unknownCommand: (words: string, meant: string) =>
    text(
      `未知命令。${meant && `是否指 ${meant}？`}全部命令：${words}`,
      `Unknown command.${meant && ` Did you mean ${meant}?`} Commands: ${words}`,
    ),
  commandFirst: (option: string) =>
    text(
      `选项写在命令之后：例如 vouch invoice ${option}；全部命令见 vouch --help`,
      `Options follow the command: for example vouch invoice ${option}; vouch --help lists all commands`,
    ),
  onlyInSources: text(
    '安装的程序不含团队服务器：请在源代码文件夹中运行 npm run vouch -- serve、worker、office prepare、migrate 或 trail，见 docs/office.md',
    'The installed program contains no office server: run npm run vouch -- serve, worker, office prepare, migrate or trail in the source folder, see docs/office.md',
  ),
  unknownShell: text(
    '请写出外壳的名称：vouch completion bash、zsh、fish 或 powershell',
    'Name the shell: vouch completion bash, zsh, fish or powershell',
  ),
  noPath: text('缺少文件或文件夹：请写出至少一个', 'Missing PATH: specify at least one file or folder'),
  noPathWanted: (path: string) =>
    text(`此命令不带文件：请去掉 ${path}`, `This command takes no PATH: remove ${path}`),
  noStandardInput: text(
    '不能从标准输入读取图片：请写出文件或文件夹',
    'Can’t read pictures from standard input: specify files or folders',
  ),
  twoOnOutput: text(
    '只有一项结果可以写到标准输出（-）：请为其余各项写明文件名',
    'Only one result can go to standard output (-): specify files for the others',
  ),
  noAccount: text(
    '缺少账号密钥：请设置环境变量 VOUCH_APP_ID、VOUCH_API_KEY、VOUCH_API_SECRET 和 VOUCH_BASE_URL（或用 --base-url），或用 --sandbox 试用',
    'No account: set VOUCH_APP_ID, VOUCH_API_KEY, VOUCH_API_SECRET and VOUCH_BASE_URL (or --base-url), or try --sandbox',
  ),
  localAndService: (reader: string) =>
    text(
      `--local 不发送任何内容，不能与 --reader ${reader} 同时使用：请去掉其中之一`,
      `--local sends nothing, so it can’t be combined with --reader ${reader}: remove one`,
    ),
  sandboxAndBaseUrl: text(
    '--sandbox 与 --base-url 不能同时使用：请去掉其中之一',
    '--sandbox and --base-url can’t be combined: remove one',
  ),
  unknownFlag: (flag: string) =>
    text(`未知选项 ${flag}：见 vouch --help`, `Unknown option ${flag}: see vouch --help`),
  fileLikeOption: (name: string) =>
    text(
      `当前文件夹中有名为 ${name} 的文件，无法判断它是选项还是文件：请在路径前写 --，或写成 ./${name}`,
      `A file in this folder is named ${name}, so this could be an option or a path: write -- before the paths, or ./${name}`,
    ),
  flagOfOther: (flag: string) =>
    text(
      `选项 ${flag} 不属于此命令：见 vouch --help`,
      `Option ${flag} does not apply to this command: see vouch --help`,
    ),
  flagTwice: (flag: string) =>
    text(`选项 ${flag} 写了两次：请只写一次`, `Option ${flag} was given twice: use it once`),
  noValueWanted: (flag: string) =>
    text(
      `选项 ${flag} 不带值：请去掉 = 及其后的内容`,
      `Option ${flag} takes no value: remove = and the text after it`,
    ),
  valueMissing: (flag: string) =>
    text(`选项 ${flag} 缺少值：请写在它后面`, `Option ${flag} needs a value: write it after the option`),
  ownWrong: text(
    '--own 应为纳税人识别号（15 至 20 位），多个用逗号分隔',
    '--own takes taxpayer IDs of 15 to 20 characters, separated by commas',
  ),
  notOneOf: (flag: string, allowed: string) =>
    text(`选项 ${flag} 的值应为：${allowed}`, `The value of ${flag} must be one of: ${allowed}`),
  noStandardOutput: (flag: string) =>
    text(
      `选项 ${flag} 不能写到标准输出：请写出名称`,
      `Option ${flag} can’t write to standard output: specify a file or folder`,
    ),
  sameOutput: (path: string) =>
    text(
      `两项结果会写到同一个文件：${path}。请换一个文件名`,
      `Two results would be written to the same file: ${path}. Use different names`,
    ),
  outputIsInput: (path: string) =>
    text(
      `结果会覆盖输入的文件：${path}。请换一个文件名`,
      `An output would overwrite an input file: ${path}. Choose another name`,
    ),
  outputIsOurs: (path: string) =>
    text(
      `结果不能写到 Vouch 自己的数据中：${path}。请换一个位置`,
      `An output can’t replace Vouch’s own data: ${path}. Choose another place`,
    ),
  notWritable: (path: string, detail: string) =>
    text(
      `无法写入 ${path}（${detail}）：请检查文件夹是否存在、是否可写`,
      `Can’t write ${path} (${detail}): check that the folder exists and is writable`,
    ),
} as const satisfies Record<
  string,
  { message: Bilingual } | ((...names: string[]) => { message: Bilingual })
>;

/** The commands that read pages. */
export type ReadingWord = 'invoice' | 'face';

type ReadingOption = Bilingual & {
  readonly takes: 'value' | 'nothing';
  /** The only command that has it; both without this. */
  readonly only?: ReadingWord;
};

/** The options of `invoice` and `face` with their lines, in the order of the usage. */
const readingOptions: Readonly<Record<string, ReadingOption>> = {
  '--csv': {
    takes: 'value',
    zh: `  --csv 文件          每张发票（或每张人脸）一行`,
    en: `  --csv F            one row per invoice (or face)`,
  },
  '--lines-csv': {
    takes: 'value',
    only: 'invoice',
    zh: `  --lines-csv 文件    每个明细行占一行`,
    en: `  --lines-csv F      one row per line item`,
  },
  '--xlsx': {
    takes: 'value',
    only: 'invoice',
    zh: `  --xlsx 文件         Excel 工作簿`,
    en: `  --xlsx F           Excel workbook`,
  },
  '--json': {
    takes: 'value',
    zh: `  --json 文件         全部识别结果`,
    en: `  --json F           all extracted data`,
  },
  '--annotate': {
    takes: 'value',
    zh: `  --annotate 文件夹   标注图片`,
    en: `  --annotate DIR     annotated pictures`,
  },
  '--points': {
    takes: 'nothing',
    only: 'face',
    zh: `  --points            请求特征点`,
    en: `  --points           request feature points`,
  },
  '--attributes': {
    takes: 'nothing',
    only: 'face',
    zh: `  --attributes        请求属性`,
    en: `  --attributes       request attributes`,
  },
  '--local': {
    takes: 'nothing',
    only: 'invoice',
    zh: `  --local             不发送任何内容：扫描件和照片也在本机识别`,
    en: `  --local            send nothing: scans and photos are read on this computer, too`,
  },
  '--reader': {
    takes: 'value',
    only: 'invoice',
    zh: `  --reader 方式       识别扫描件和照片：local（本机）、service（识别服务）或 both（两者，并互相比对）；默认有账号时用
                      识别服务，否则在本机识别`,
    en: `  --reader R         who reads scans and photos: local (this computer), service, or both, which are compared; by
                     default the service if there is an account, otherwise this computer`,
  },
  '--office': {
    takes: 'value',
    only: 'invoice',
    zh: `  --office 地址       把文件交给团队的服务器识别，结果写在本机；访问令牌放在 VOUCH_OFFICE_TOKEN 中，在团队窗口的“您的登录账号”中
                      生成。可与 --csv、--lines-csv、--xlsx、--json、--encoding、--lang、--quiet 同时使用`,
    en: `  --office URL       hand the files in to the server of an office, and write its results here; needs VOUCH_OFFICE_TOKEN,
                     a token from the office's window (“Your sign-in”). Combines with --csv, --lines-csv, --xlsx, --json,
                     --encoding, --lang and --quiet`,
  },
  '--own': {
    takes: 'value',
    only: 'invoice',
    zh: `  --own 税号,…        本单位的纳税人识别号，连同设置中的：结果据此注明进项或销项`,
    en: `  --own TAXID,…      own companies, besides those of the settings: they decide between purchase and sale`,
  },
  '--sandbox': {
    takes: 'nothing',
    zh: `  --sandbox           使用内置的演示服务，不需要账号密钥`,
    en: `  --sandbox          use the built-in demo service; needs no account`,
  },
  '--base-url': {
    takes: 'value',
    zh: `  --base-url 地址     服务地址（优先于 VOUCH_BASE_URL）；Windows 安装包中请写成 --base-url=地址`,
    en: `  --base-url URL     address of the service (overrides VOUCH_BASE_URL); in the Windows package: --base-url=URL`,
  },
  '--concurrency': {
    takes: 'value',
    zh: `  --concurrency N     同时进行的调用数，1–16（默认 4）`,
    en: `  --concurrency N    concurrent calls, 1–16 (default 4)`,
  },
  '--force': {
    takes: 'nothing',
    zh: `  --force             已有结果也重新调用`,
    en: `  --force            call again even if there is a result`,
  },
  '--work': {
    takes: 'nothing',
    zh: `  --work              团队：本机也识别页面，直到命令结束`,
    en: `  --work             in an office: also recognize pages here until the command ends`,
  },
  '--lang': {
    takes: 'value',
    zh: `  --lang zh|en        提示信息的语言`,
    en: `  --lang zh|en       language of messages`,
  },
  '--encoding': {
    takes: 'value',
    zh: `  --encoding 编码     CSV 的编码：utf8（默认）或 gb18030`,
    en: `  --encoding E       encoding of CSV: utf8 (default) or gb18030`,
  },
  '--quiet': {
    takes: 'nothing',
    zh: `  --quiet             不显示进度`,
    en: `  --quiet            hide progress`,
  },
};

const isOf = ({ only }: ReadingOption, word: ReadingWord): boolean => only === undefined || only === word;

/** What an option takes after it: `other` if only the other command has it, undefined if there is none. */
export const readingOption = (
  word: ReadingWord,
  name: string,
): ReadingOption['takes'] | 'other' | undefined => {
  const option = Object.hasOwn(readingOptions, name) ? readingOptions[name] : undefined;
  return option && (isOf(option, word) ? option.takes : 'other');
};

/** The lines of the options of one command, or of both. */
const optionLines = (language: Language, word: ReadingWord | null = null): string =>
  Object.values(readingOptions)
    .filter((option) => word === null || isOf(option, word))
    .map((option) => option[language])
    .join('\n');

const paths: Bilingual = {
  zh: `路径可以是文件或文件夹（含子文件夹；跳过隐藏文件和不支持的文件）。
-- 之后的都是路径；以 - 开头的文件名请写在 -- 之后，或写成 ./-文件名。
--csv、--lines-csv、--json 可写 -，表示标准输出。没有任何输出选项时，标准输出上每页一行。`,
  en: `PATH is a file or a folder (with its subfolders; hidden and unsupported files are skipped).
Everything after -- is a path: write a name that begins with - after --, or as ./-name.
--csv, --lines-csv and --json take - for standard output. Without an output option, standard output has one line per page.`,
};

const environment: Bilingual = {
  zh: `环境变量：VOUCH_BASE_URL、VOUCH_APP_ID、VOUCH_API_KEY、VOUCH_API_SECRET、VOUCH_HOME（数据文件夹）、
VOUCH_DATABASE_URL（团队数据库）、VOUCH_PICTURES（团队的图片文件夹）、VOUCH_OFFICE_TOKEN（访问令牌）。密钥、令牌和数据库地址也可以放在文件中：
在变量名后加 _FILE，值为文件路径，例如 VOUCH_API_KEY_FILE。
退出码：0 全部识别；1 有页面失败或等待，其余结果齐全；2 用法或配置有误，未发送也未写入任何内容。`,
  en: `Environment: VOUCH_BASE_URL, VOUCH_APP_ID, VOUCH_API_KEY, VOUCH_API_SECRET, VOUCH_HOME (data folder),
VOUCH_DATABASE_URL (an office's database), VOUCH_PICTURES (an office's picture folder), VOUCH_OFFICE_TOKEN (a personal
token). Keys, tokens and the address of the database can be in files: add _FILE to the name, such as VOUCH_API_KEY_FILE, with the path of the file.
Exit code: 0 all pages recognized; 1 some pages failed or wait, the others are in the outputs; 2 wrong usage or
configuration, nothing was sent or written.`,
};

/** The whole usage, for `--help`. */
export const usage: Bilingual = {
  zh: `用法：
  vouch invoice 路径… [--csv 文件] [--lines-csv 文件] [--xlsx 文件] [--json 文件] [--annotate 文件夹]
                      [--local] [--reader local|service|both] [--office 地址]
  vouch face 路径…    [--points] [--attributes] [--csv 文件] [--json 文件] [--annotate 文件夹]
  vouch match 清单 [--json 文件]                                        与税务局的清单比对
  vouch vouchers --rules 文件 --format kingdee|yonyou --out 文件 路径…   生成记账凭证
  vouch archive --from 日期 --to 日期 --out 文件夹或.zip                 归档
  vouch archive --check 文件夹或.zip                                     校验归档
  vouch print 路径… [--per-page 1|2|4] --out 文件.pdf                    排版打印
  vouch rename 路径… --pattern 样式 [--copy-to 文件夹] [--dry-run]       重命名
  vouch mail [--once] [--folders 名称,…] [--senders 地址,…] [--since 日期] 从邮箱取发票
  vouch serve [--address IP] [--port N]                                  供多人在浏览器中使用
  vouch worker [--concurrency N]                                         为团队识别页面
  vouch office prepare                                                   准备团队的数据库：表、角色和权限
  vouch migrate                                                          把本机数据迁入团队数据库
  vouch completion bash|zsh|fish|powershell                              命令行自动补全的脚本
  vouch version                                                          版本
  vouch --json-schema                                                    --json 的格式（JSON Schema）
各命令的说明：vouch 命令 --help，或 vouch help 命令

${paths.zh}

${optionLines('zh')}

${environment.zh}
`,
  en: `Usage:
  vouch invoice PATH… [--csv F] [--lines-csv F] [--xlsx F] [--json F] [--annotate DIR]
                      [--local] [--reader local|service|both] [--office URL]
  vouch face PATH…    [--points] [--attributes] [--csv F] [--json F] [--annotate DIR]
  vouch match LIST [--json F]                                           compare with a list of the tax bureau
  vouch vouchers --rules FILE --format kingdee|yonyou --out F PATH…     book invoices
  vouch archive --from DAY --to DAY --out DIR|FILE.zip                  archive a period
  vouch archive --check DIR|FILE.zip                                    check an archive
  vouch print PATH… [--per-page 1|2|4] --out F.pdf                      lay out for print
  vouch rename PATH… --pattern P [--copy-to DIR] [--dry-run]            rename originals
  vouch mail [--once] [--folders F,…] [--senders A,…] [--since DAY]     take invoices from a mailbox
  vouch serve [--address IP] [--port N]                                 share one ledger in browsers
  vouch worker [--concurrency N]                                        recognize pages for an office
  vouch office prepare                                                  tables, roles and rights of an office's database
  vouch migrate                                                         copy local data into an office
  vouch completion bash|zsh|fish|powershell                             script for completion in a shell
  vouch version                                                         the version
  vouch --json-schema                                                   JSON Schema of what --json writes
More about a command: vouch COMMAND --help, or vouch help COMMAND

${paths.en}

${optionLines('en')}

${environment.en}
`,
};

const recognizeUsage = (language: Language, head: string, word: ReadingWord): string =>
  `${head}\n\n${paths[language]}\n\n${optionLines(language, word)}\n\n${environment[language]}\n`;

/** The usage of the commands that read pages. */
export const readingUsage = {
  invoice: {
    zh: recognizeUsage(
      'zh',
      '用法：vouch invoice 路径… [选项]\n\n识别发票：数电发票直接读取，扫描件和照片在本机识别，或用识别服务识别。',
      'invoice',
    ),
    en: recognizeUsage(
      'en',
      'Usage: vouch invoice PATH… [OPTIONS]\n\nReads invoices: digital ones from the file itself, scans and photos on this computer or with the service.',
      'invoice',
    ),
  },
  face: {
    zh: recognizeUsage('zh', '用法：vouch face 路径… [选项]\n\n用识别服务查找人脸。', 'face'),
    en: recognizeUsage('en', 'Usage: vouch face PATH… [OPTIONS]\n\nFinds faces with the service.', 'face'),
  },
} as const satisfies Record<ReadingWord, Bilingual>;

/** The usage of the commands about the program itself. */
export const programUsage = {
  completion: {
    zh: `用法：vouch completion bash|zsh|fish|powershell

输出命令行自动补全的脚本：
  bash         eval "$(vouch completion bash)"，写入 ~/.bashrc
  zsh          source <(vouch completion zsh)，写在 ~/.zshrc 的 compinit 之后
  fish         vouch completion fish > ~/.config/fish/completions/vouch.fish
  powershell   vouch completion powershell | Out-String | Invoke-Expression，写入 $PROFILE
`,
    en: `Usage: vouch completion bash|zsh|fish|powershell

Prints the script that completes commands and options:
  bash         eval "$(vouch completion bash)", in ~/.bashrc
  zsh          source <(vouch completion zsh), in ~/.zshrc after compinit
  fish         vouch completion fish > ~/.config/fish/completions/vouch.fish
  powershell   vouch completion powershell | Out-String | Invoke-Expression, in $PROFILE
`,
  },
  version: {
    zh: `用法：vouch version（或 vouch --version、vouch -V）

显示版本。
`,
    en: `Usage: vouch version (or vouch --version, vouch -V)

Prints the version.
`,
  },
  help: {
    zh: `用法：vouch help [命令]（或 vouch 命令 --help）

显示全部命令，或一个命令的说明。
`,
    en: `Usage: vouch help [COMMAND] (or vouch COMMAND --help)

Prints all commands, or the usage of one.
`,
  },
} as const satisfies Record<string, Bilingual>;

export type Tally = {
  readonly recognized: number;
  readonly reused: number;
  /** Files of an invoice that another file has, too. */
  readonly folded: number;
  readonly failed: number;
  readonly stopped: number;
  /** Not recognized, because the batch was stopped. */
  readonly waiting: number;
  /** Recognized pages with a failed check of level error. */
  readonly unresolved: number;
};

/** The messages of the command line during a run. */
type RunTexts = {
  readonly recognized: string;
  readonly reused: (day: string) => string;
  /** Of a file with the same invoice as another one. */
  readonly folded: string;
  readonly failed: string;
  readonly stopped: string;
  /** Introduces the findings of a page. */
  readonly unresolved: string;
  /** The path that an output was written to instead. */
  readonly beside: (path: string) => string;
  readonly standardOutput: string;
  readonly sandbox: string;
  readonly faces: (count: number) => string;
  readonly skippedFiles: (count: number) => string;
  readonly nothing: string;
  /** A key of another length than the service issues. */
  readonly keyLength: (name: string, length: number) => string;
  readonly interrupted: string;
  readonly notAnnotated: string;
  readonly badTruth: (file: string, failure: string) => string;
  readonly maybePaid: (pages: number) => string;
  readonly exiting: string;
  readonly summary: (tally: Tally) => string;
  readonly session: (sid: string) => string;
  readonly colon: string;
};

const zh: RunTexts = {
  recognized: '已识别',
  reused: (day) => `已识别（${day}已识别过，未调用）`,
  folded: '与另一个文件是同一张发票，已归并',
  failed: '失败',
  stopped: '已停止',
  unresolved: '有未处理的错误',
  beside: (path) => `已改存为 ${path}`,
  standardOutput: '标准输出',
  sandbox: '演示数据',
  faces: (count) => `${count} 张人脸`,
  skippedFiles: (count) => `已跳过文件夹中 ${count} 个不支持的文件`,
  nothing: '没有可识别的文件',
  keyLength: (name, length) => `${name} 有 ${length} 个字符，平台签发的为 32 个：可能没有复制完整`,
  interrupted: '正在停止：最多等待几秒，让已发出的调用返回；已有的结果会保留（再按一次立即退出）',
  maybePaid: (pages) => `${pages} 页的调用可能已计费，但没有保留结果（JSON 中为 maybePaid）`,
  exiting: '立即退出：已发出的调用可能已计费，下次运行时会标明',
  notAnnotated: '无法解码该图片，未生成标注图片',
  badTruth: (file, failure) => `演示数据 ${file} 无法读取，已忽略：${failure}`,
  summary: ({ recognized, reused, folded, failed, waiting, stopped, unresolved }) =>
    [
      `已识别 ${recognized} 页`,
      ...(reused > 0 ? [`其中 ${reused} 页来自已有结果`] : []),
      ...(folded > 0 ? [`归并 ${folded} 个文件`] : []),
      `失败 ${failed} 页`,
      ...(waiting > 0 ? [`等待 ${waiting} 页`] : []),
      ...(stopped > 0 ? [`停止 ${stopped} 页`] : []),
      ...(unresolved > 0 ? [`${unresolved} 页有未处理的错误`] : []),
    ].join('，'),
  session: (sid) => `会话号 ${sid}`,
  colon: '：',
};

const en: RunTexts = {
  recognized: 'recognized',
  reused: (day) => `recognized (on ${day}, no call made)`,
  folded: 'same invoice as another file, merged',
  failed: 'failed',
  stopped: 'stopped',
  unresolved: 'unresolved',
  beside: (path) => `Written to ${path} instead`,
  standardOutput: 'Standard output',
  sandbox: 'demo data',
  faces: (count) => `${count} ${count === 1 ? 'face' : 'faces'}`,
  skippedFiles: (count) => `${count} unsupported ${count === 1 ? 'file' : 'files'} in folders skipped`,
  nothing: 'Nothing to recognize',
  keyLength: (name, length) => `${name} has ${length} characters instead of 32: it may be incomplete`,
  interrupted:
    'Stopping: waiting up to a few seconds for the calls in progress. Results are kept (press again to exit at once)',
  maybePaid: (pages) =>
    `${pages} ${pages === 1 ? 'page has a call' : 'pages have calls'} that may have been billed without a result (maybePaid in JSON)`,
  exiting: 'Exiting at once: calls in progress may be billed; the next run marks them',
  notAnnotated: 'The picture can’t be decoded, so it was not annotated',
  badTruth: (file, failure) => `Can’t read the demo data ${file}; it is ignored: ${failure}`,
  summary: ({ recognized, reused, folded, failed, waiting, stopped, unresolved }) =>
    [
      `${recognized} recognized`,
      ...(reused > 0 ? [`${reused} of them from earlier results`] : []),
      ...(folded > 0 ? [`${folded} merged with another file`] : []),
      `${failed} failed`,
      ...(waiting > 0 ? [`${waiting} waiting`] : []),
      ...(stopped > 0 ? [`${stopped} stopped`] : []),
      ...(unresolved > 0 ? [`${unresolved} with unresolved errors`] : []),
    ].join(', '),
  session: (sid) => `session ID ${sid}`,
  colon: ': ',
};

export const runTexts: Readonly<Record<Language, RunTexts>> = { zh, en };
