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
  "own": [ { "name": "本单位名称", "taxId": "9111…" } ],    本单位：决定进项还是销项；一家都没有时不能生成凭证
  "per": "invoice" | "batch",                               一票一证（默认），或一批一证：每月一张，最多 999 张附件
  "joinMonths": true, "farmProduceRate": 9 | 10,            一批跨月合为一张；农产品的扣除率（默认 9%）
  "summaryCharacters": 60,                                  摘要最长字数（用友默认 60，其余 200）
  "word": "记", "firstNumber": 1, "date": "2024-05-31",     凭证字、每月首号、记账日期（省略则用开票日期）；
                                                            凭证号接着当月已入账的凭证编排
  "preparer": "制单人",
  "accounts": {                                             省略的用默认科目
    "inputTax":   { "code": "22210101", "name": "应交税费_应交增值税_进项税额" },
    "outputTax":  { "code": "22210106", "name": "应交税费_应交增值税_销项税额" },
    "payable":    { "code": "2202", "name": "应付账款" },
    "receivable": { "code": "1122", "name": "应收账款" },
    "traveller":  { "code": "1221", "name": "其他应收款" } },  客票的对方科目；省略则记应付账款
  "codes": [ { "kind": "supplier", "name": "…", "taxId": "…", "code": "G001" } ],
                                                            编码表；kind 为 supplier, customer, department, person, project
  "rules": [                                                第一条符合的规则生效
    { "when": { "seller": "名称的一部分或识别号", "buyer": "…", "goods": "*餐饮服务*", "kind": "31",
                "rate": "6%", "side": "purchase" | "sale", "tag": "…", "business": "toll" },
      "account": { "code": "660201", "name": "管理费用_业务招待费" },
      "counter": { "code": "1002", "name": "银行存款" },    对方科目，可省略
      "summary": "{seller} {goods}",                        可用 {seller} {buyer} {goods} {number} {date} {passenger}
      "department": "销售部", "project": "…",               成本或收入的部门、项目，可省略；编码见编码表
      "deductible": false } ]                               不抵扣时按价税合计入账；省略则按规定（见下）
}
除 rules 中的 account 外，各项都可省略；when 中各项也可写成数组（符合其一）。有多余或写错的项时会指出，且不写入任何内容。
没有规则适用、金额不符或买卖双方都不是本单位的发票不入账，并逐张指出，不影响其余发票。
business：vehicle, used-vehicle, toll, passenger-transport, farm-produce, construction, real-estate, freight,
refined-oil, difference-taxed, exempt, other。
默认抵扣：专用发票（01、03、08、31）、机动车发票、通行费发票和旅客运输发票按票面税额；铁路、航空客票按票面税额，未列
税额时按票价÷(1+9%)×9%，公路、水路客票按 3%（2019 年第 39 号公告）；自产或收购的农产品按买价的 9%。
不抵扣：普通发票、二手车、免税的批发零售，以及餐饮、居民日常、娱乐服务和国际运输（财税〔2016〕36 号）。
非员工的行程请写 "deductible": false。`,
  en: `The rules are a JSON file (UTF-8):
{
  "own": [ { "name": "own company", "taxId": "9111…" } ],   they decide between purchase and sale
  "per": "invoice" | "batch",                               one voucher per invoice (default), or per batch:
                                                            one a month, with at most 999 attachments
  "joinMonths": true, "farmProduceRate": 9 | 10,            one for all months; the rate for farm produce (default 9 %)
  "summaryCharacters": 60,                                  longest summary (default: Yonyou 60, others 200)
  "word": "记", "firstNumber": 1, "date": "2024-05-31",     voucher word, first number of each month, posting date
                                                            (default: issue date);
                                                            numbers continue after the last one of a month
  "preparer": "name",
  "accounts": {                                             optional; these are the defaults
    "inputTax":   { "code": "22210101", "name": "应交税费_应交增值税_进项税额" },
    "outputTax":  { "code": "22210106", "name": "应交税费_应交增值税_销项税额" },
    "payable":    { "code": "2202", "name": "应付账款" },
    "receivable": { "code": "1122", "name": "应收账款" },
    "traveller":  { "code": "1221", "name": "其他应收款" } },  owed for tickets; default: payable
  "codes": [ { "kind": "supplier", "name": "…", "taxId": "…", "code": "G001" } ],
                                                            codes; kind is supplier, customer, department, person, project
  "rules": [                                                the first matching rule applies
    { "when": { "seller": "part of a name, or a taxpayer ID", "buyer": "…", "goods": "*餐饮服务*", "kind": "31",
                "rate": "6%", "side": "purchase" | "sale", "tag": "…", "business": "toll" },
      "account": { "code": "660201", "name": "管理费用_业务招待费" },
      "counter": { "code": "1002", "name": "银行存款" },    the counter account; optional
      "summary": "{seller} {goods}",                        placeholders: {seller} {buyer} {goods} {number} {date} {passenger}
      "department": "…", "project": "…",                    of cost or revenue, optional; their codes are in "codes"
      "deductible": false } ]                               false adds the tax to the cost; default: by law
}
Only the account of a rule is required. Each part of "when" can be a list of alternatives. An unknown or invalid
part is reported, and nothing is written. An invoice without a matching rule, whose amounts do not add up, or with no
own company among its parties is reported and not booked; the others are.
business: vehicle, used-vehicle, toll, passenger-transport, farm-produce, construction, real-estate, freight,
refined-oil, difference-taxed, exempt, other.
Deducted by default: the printed tax of special invoices (01, 03, 08, 31), motor vehicles, tolls and passenger
transport; that of rail and air tickets, or fare / (1 + 9%) x 9% if none is printed, 3% for coach and ship (announcement
39 of 2019); 9% of the price of farm produce from its grower. Not deducted: ordinary invoices, used vehicles, exempt
wholesale, and meals, daily services, entertainment and international transport (财税〔2016〕36号). Set
"deductible": false for the travel of others than employees.`,
};

const patternFieldsText: Bilingual = {
  zh: '字段：{date} {year} {month} {day} {kind} {code} {number} {seller} {sellerTaxId} {buyer} {buyerTaxId} {net} {tax} {gross}\n      {goods} {goodsClass} {name}（原文件名）；/ 建立子文件夹，例如 {year}-{month}/{date}_{seller}_{gross}',
  en: 'Fields: {date} {year} {month} {day} {kind} {code} {number} {seller} {sellerTaxId} {buyer} {buyerTaxId} {net} {tax} {gross}\n        {goods} {goodsClass} {name} (current name); / creates folders: {year}-{month}/{date}_{seller}_{gross}',
};

/** The usage of each command of the books, for `vouch NAME --help`. */
export const booksUsage = {
  match: {
    zh: `用法：vouch match 清单 [--json 文件] [--lang zh|en] [--quiet]

清单为 .xlsx，或 UTF-8、GB18030 编码的 .csv、.tsv。将税务局的清单（全量发票查询 27 列，或用途确认 16 列）与本机账本比对。列的顺序不限，多余的列忽略。
  --json 文件   结果：{ onlyInList, onlyInLedger, differences, flags }；写 - 表示标准输出（默认）
开票日期不在清单期间内的发票不报告；清单中全是取得的发票时，不报告本单位开具的，反之亦然。
flags 的 state：not-ticked 未勾选，voided 已作废，turned-red 已红冲，partly-turned-red 部分红冲，
other-status 其他非正常状态、risk 风险提示（原文在 word）。清单有号码被改坏的行时，不报告“仅账本有”。
${exitCodes.zh}
`,
    en: `Usage: vouch match LIST [--json F] [--lang zh|en] [--quiet]

Compares a list of the tax bureau (full query, 27 columns; or deduction selection, 16 columns) with the ledger. The
columns can be in any order, and other columns are ignored. LIST is .xlsx, or .csv or .tsv in UTF-8 or GB18030.
  --json F   the result: { onlyInList, onlyInLedger, differences, flags }; - for standard output (default)
Invoices issued outside the period of the list are not reported. If the list contains only received invoices, sales
are not reported, and vice versa. state in flags: not-ticked, voided, turned-red, partly-turned-red,
other-status and risk (the bureau's word is in "word"). If the number of a row can't be read, nothing is reported as only
in the ledger.
${exitCodes.en}
`,
  },
  vouchers: {
    zh: `用法：vouch vouchers --rules 文件 --format kingdee|yonyou --out 文件 [--own 税号,…] [--include 词,…] 路径…

按规则生成记账凭证：kingdee 为精斗云、KIS 云的导入表（xlsx），yonyou 为 U8、T3 的文本（GBK）。
  --own 税号       本单位的纳税人识别号；没有本单位（这里、规则或设置中）时不写入
  --codes 文件     编码表（CSV：类别, 名称, 税号, 编码），补充规则中的 codes
  --include 词     放行暂不入账的发票：warnings, errors, undated, changed, booked（booked 沿用原凭证号）
有疑问、错误、没有日期、进销不明、重复、已搁置、已入账或之后改动的发票暂不入账；演示数据永不入账。逐张列出，退出码 1。
${reading.zh}

${rulesFormat.zh}
${exitCodes.zh}
`,
    en: `Usage: vouch vouchers --rules FILE --format kingdee|yonyou --out F [--own TAXID,…] [--include WORD,…] PATH…

Books invoices by rules: kingdee is the import sheet of 精斗云 and KIS 云 (xlsx), yonyou the text of U8 and T3 (GBK).
  --own TAXID      an own company; without one (here, in the rules or in the settings) nothing is written
  --codes F        a table of codes (CSV: kind, name, taxId, code), besides those of the rules
  --include WORD   lets through what is held back: warnings, errors, undated, changed, booked (with the same number)
Held back are invoices with warnings or errors, without a date, with an unknown side, copies of others, set aside,
already booked, or changed since. Demo data is never booked. Each is named, and the exit code is 1.
${reading.en}

${rulesFormat.en}
${exitCodes.en}
`,
  },
  archive: {
    zh: `用法：
  vouch archive --from 日期 --to 日期 --out 文件夹或.zip [--replace] [--own 税号,…]
  vouch archive --check 文件夹或.zip

将开票日期在期间内（含首尾，YYYY-MM-DD）的发票归档：原件、目录、元数据（XBRL）、查验结果和摘要。不需要账号密钥。
没有日期、未能识别或已搁置的发票不在归档中：逐张列出，退出码 1。演示数据不归档。
--out 处已有文件时不写入（退出码 2）；只有加上 --replace，且是同一期间的归档、其原件全在新归档中，才替换。
--check 不需要账本：文件被改动（哪怕一个字节）、缺少或多出时，逐一报告，退出码为 1。有账本时还核对归档时记下的摘要。
${exitCodes.zh}
`,
    en: `Usage:
  vouch archive --from DAY --to DAY --out DIR|FILE.zip [--replace] [--own TAXID,…]
  vouch archive --check DIR|FILE.zip

Archives the invoices issued in a period (both days included, YYYY-MM-DD): originals, index, metadata (XBRL),
verification results and digests. Needs no account.
Invoices without a date, unread pages and invoices that are set aside are not in it: each is named, exit code 1. Demo
data is not archived. If something stands at --out, nothing is written (exit code 2), unless it is the archive of the
same period, all its originals are in the new one, and --replace is given.
--check needs no ledger. It reports every changed, missing or added file, and exits with 1. With a ledger, it also
compares the digest that was noted when the archive was written.
${exitCodes.en}
`,
  },
  print: {
    zh: `用法：vouch print 路径… [--per-page 1|2|4] [--cover] --out 文件.pdf [--own 税号,…]

将发票排在 A4 纸上，每页一张、两张（默认）或四张，带裁切线。PDF 保持矢量，JPEG 不重新压缩。
同一张发票的 XML、OFD 和 PDF 只打印一份（优先 PDF，其次 OFD）。不需要账号密钥。
  --cover   加一张封面（粘贴单），含清单、合计和签字栏；为此会先识别这些文件
${exitCodes.zh}
`,
    en: `Usage: vouch print PATH… [--per-page 1|2|4] [--cover] --out F.pdf [--own TAXID,…]

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
