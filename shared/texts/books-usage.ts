import type { Bilingual } from '../language.ts';

const reading: Bilingual = {
  zh: `尚未识别过的文件会先识别，方式与 vouch invoice 相同：数电发票在本机读取，其余需要账号密钥（或 --sandbox）。
  --sandbox, --base-url 地址, --concurrency N, --force, --lang zh|en, --quiet   与 vouch invoice 相同`,
  en: `Vouch first recognizes each new PATH, as vouch invoice does: digital invoices on this computer, others with an
account (or --sandbox).
  --sandbox, --base-url URL, --concurrency N, --force, --lang zh|en, --quiet   as for vouch invoice`,
};

const exitCodes: Bilingual = {
  zh: '退出码：0 全部完成；1 有一部分失败，其余齐全；2 用法或配置有误，未写入任何内容。',
  en: 'Exit code: 0 all done; 1 some parts failed, the others are complete; 2 wrong usage or configuration, nothing was written.',
};

const rulesFormat: Bilingual = {
  zh: `规则文件为 JSON（UTF-8）：
{
  "own": [ { "name": "本单位名称", "taxId": "9111…" } ],    销售方是本单位时记销项
  "per": "invoice" | "batch",                               一票一证（默认）或一批一证
  "word": "记", "firstNumber": 1, "date": "2024-05-31",     凭证字、每月首号、记账日期（省略则用开票日期）；
                                                            凭证号接着当月已入账的凭证编排
  "preparer": "制单人",
  "accounts": {                                             省略的用默认科目
    "inputTax":   { "code": "22210101", "name": "应交税费_应交增值税_进项税额" },
    "outputTax":  { "code": "22210106", "name": "应交税费_应交增值税_销项税额" },
    "payable":    { "code": "2202", "name": "应付账款" },
    "receivable": { "code": "1122", "name": "应收账款" } },
  "rules": [                                                第一条符合的规则生效
    { "when": { "seller": "名称的一部分或识别号", "buyer": "…", "goods": "*餐饮服务*", "kind": "31",
                "rate": "6%", "side": "purchase" | "sale", "tag": "…" },
      "account": { "code": "660201", "name": "管理费用_业务招待费" },
      "counter": { "code": "1002", "name": "银行存款" },    对方科目，可省略
      "summary": "{seller} {goods}",                        可用 {seller} {buyer} {goods} {number} {date}
      "deductible": false } ]                               不抵扣时按价税合计入账；省略则按票种（见下）
}
除 rules 中的 account 外，各项都可省略；when 中各项也可写成数组（符合其一）。有多余或写错的项时会指出，且不写入任何内容。
没有规则适用的发票不入账，并逐张指出。只要有一张发票借贷不平或金额不符，就不写入文件。
默认抵扣：专用发票（01、08、31）、机动车发票（03）、通行费发票（14）、铁路和航空电子客票（51、61）。
客票默认抵扣，因为本单位员工的国内旅客运输可以抵扣（2019 年第 39 号公告第六条）：铁路客票未列税额时按
票价÷(1+9%)×9% 计算；非员工的行程请写 "deductible": false。餐饮、居民日常、娱乐服务依法不得抵扣，也请写 false。
普通发票默认不抵扣；员工的网约车等电子普通发票可写 true。`,
  en: `The rules are a JSON file (UTF-8):
{
  "own": [ { "name": "own company", "taxId": "9111…" } ],   if one is the seller, a sale is booked
  "per": "invoice" | "batch",                               one voucher per invoice (default) or per batch
  "word": "记", "firstNumber": 1, "date": "2024-05-31",     voucher word, first number of each month, posting date
                                                            (default: issue date);
                                                            numbers continue after the last one of a month
  "preparer": "name",
  "accounts": {                                             optional; these are the defaults
    "inputTax":   { "code": "22210101", "name": "应交税费_应交增值税_进项税额" },
    "outputTax":  { "code": "22210106", "name": "应交税费_应交增值税_销项税额" },
    "payable":    { "code": "2202", "name": "应付账款" },
    "receivable": { "code": "1122", "name": "应收账款" } },
  "rules": [                                                the first matching rule applies
    { "when": { "seller": "part of a name, or a taxpayer ID", "buyer": "…", "goods": "*餐饮服务*", "kind": "31",
                "rate": "6%", "side": "purchase" | "sale", "tag": "…" },
      "account": { "code": "660201", "name": "管理费用_业务招待费" },
      "counter": { "code": "1002", "name": "银行存款" },    the counter account; optional
      "summary": "{seller} {goods}",                        placeholders: {seller} {buyer} {goods} {number} {date}
      "deductible": false } ]                               false adds the tax to the cost; default: by kind
}
Only the account of a rule is required. Each part of "when" can be a list of alternatives. An unknown or invalid
part is reported, and nothing is written. An invoice without a matching rule is reported and not booked. If an invoice
does not balance or its amounts do not add up, the file is not written.
Deducted by default: special invoices (01, 08, 31), vehicles (03), tolls (14), rail and air e-tickets (51, 61).
Tickets are deducted because domestic travel of employees is deductible (announcement 39 of 2019, article 6). The tax
of a rail ticket that states no tax is fare / (1 + 9%) x 9%. Set "deductible": false for the travel of others. Set it
also for meals, daily services and entertainment (餐饮、居民日常、娱乐服务): their tax is not deductible by law. Ordinary
invoices are not deducted by default; set true for employees' rides (网约车).`,
};

const patternFieldsText: Bilingual = {
  zh: '字段：{date} {year} {month} {day} {kind} {code} {number} {seller} {sellerTaxId} {buyer} {buyerTaxId} {net} {tax} {gross}\n      {goods} {goodsClass} {name}（原文件名）；/ 建立子文件夹，例如 {year}-{month}/{date}_{seller}_{gross}',
  en: 'Fields: {date} {year} {month} {day} {kind} {code} {number} {seller} {sellerTaxId} {buyer} {buyerTaxId} {net} {tax} {gross}\n        {goods} {goodsClass} {name} (current name); / creates folders: {year}-{month}/{date}_{seller}_{gross}',
};

/** The usage of each command of the books, for `vouch NAME --help`. */
export const booksUsage = {
  match: {
    zh: `用法：vouch match 清单.xlsx [--json 文件] [--lang zh|en] [--quiet]

将税务局的清单（全量发票查询 27 列，或用途确认 16 列）与本机账本比对。列的顺序不限，多余的列忽略。
  --json 文件   结果：{ onlyInList, onlyInLedger, differences, flags }；写 - 表示标准输出（默认）
开票日期不在清单期间内的发票不报告；清单中全是取得的发票时，不报告本单位开具的，反之亦然。
flags 的 state：not-ticked 未勾选，voided 已作废，turned-red 已红冲，partly-turned-red 部分红冲。
${exitCodes.zh}
`,
    en: `Usage: vouch match LIST.xlsx [--json F] [--lang zh|en] [--quiet]

Compares a list of the tax bureau (full query, 27 columns; or deduction selection, 16 columns) with the ledger. The
columns can be in any order, and other columns are ignored.
  --json F   the result: { onlyInList, onlyInLedger, differences, flags }; - for standard output (default)
Invoices issued outside the period of the list are not reported. If the list contains only received invoices, sales
are not reported, and vice versa. state in flags: not-ticked, voided, turned-red, partly-turned-red.
${exitCodes.en}
`,
  },
  vouchers: {
    zh: `用法：vouch vouchers --rules 文件 --format kingdee|yonyou --out 文件 路径…

按规则生成记账凭证：kingdee 为精斗云、KIS 云的导入表（xlsx），yonyou 为 U8、T3 的文本（GBK）。
${reading.zh}

${rulesFormat.zh}
${exitCodes.zh}
`,
    en: `Usage: vouch vouchers --rules FILE --format kingdee|yonyou --out F PATH…

Books invoices by rules: kingdee is the import sheet of 精斗云 and KIS 云 (xlsx), yonyou the text of U8 and T3 (GBK).
${reading.en}

${rulesFormat.en}
${exitCodes.en}
`,
  },
  archive: {
    zh: `用法：
  vouch archive --from 日期 --to 日期 --out 文件夹或.zip
  vouch archive --check 文件夹或.zip

将开票日期在期间内（含首尾，YYYY-MM-DD）的发票归档：原件、目录、元数据（XBRL）、查验结果和摘要。不需要账号密钥。
--check 不需要账本：文件被改动（哪怕一个字节）、缺少或多出时，逐一报告，退出码为 1。
${exitCodes.zh}
`,
    en: `Usage:
  vouch archive --from DAY --to DAY --out DIR|FILE.zip
  vouch archive --check DIR|FILE.zip

Archives the invoices issued in a period (both days included, YYYY-MM-DD): originals, index, metadata (XBRL),
verification results and digests. Needs no account.
--check needs no ledger. It reports every changed, missing or added file, and exits with 1.
${exitCodes.en}
`,
  },
  print: {
    zh: `用法：vouch print 路径… [--per-page 1|2|4] [--cover] --out 文件.pdf

将发票排在 A4 纸上，每页一张、两张（默认）或四张，带裁切线。PDF 保持矢量，JPEG 不重新压缩。
同一张发票的 XML、OFD 和 PDF 只打印一份（优先 PDF，其次 OFD）。不需要账号密钥。
  --cover   加一张封面（粘贴单），含清单、合计和签字栏；为此会先识别这些文件
${exitCodes.zh}
`,
    en: `Usage: vouch print PATH… [--per-page 1|2|4] [--cover] --out F.pdf

Lays out one, two (default) or four invoices per A4 page, with cut marks. PDF pages stay vector graphics, and JPEGs
are not recompressed. An invoice with several files is printed once: the PDF if there is one, otherwise the OFD.
Needs no account.
  --cover   adds a cover sheet (粘贴单) with list, totals and signature fields; for it, every PATH is recognized first
${exitCodes.en}
`,
  },
  rename: {
    zh: `用法：
  vouch rename 路径… --pattern 样式 [--copy-to 文件夹] [--dry-run]
  vouch rename --undo

按样式重命名原件（或复制到另一文件夹），不覆盖任何文件。--dry-run 只显示结果。--undo 撤销最近一次。
${patternFieldsText.zh}
${reading.zh}
${exitCodes.zh}
`,
    en: `Usage:
  vouch rename PATH… --pattern P [--copy-to DIR] [--dry-run]
  vouch rename --undo

Renames originals by a pattern (or copies them to another folder), and never overwrites. --dry-run only shows the
result. --undo reverts the last run.
${patternFieldsText.en}
${reading.en}
${exitCodes.en}
`,
  },
} as const satisfies Record<string, Bilingual>;
export type BooksCommandName = keyof typeof booksUsage;
