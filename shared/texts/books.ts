import type { Bilingual, Language } from '../language.ts';
import { formatInstant } from './format.ts';

/** Why a file of the books is refused although the user saw nothing against it. */
export type TakenReason =
  | 'being-written'
  | 'booked-meanwhile'
  | 'archived-meanwhile'
  | 'removed-meanwhile'
  | 'changed-meanwhile'
  | 'resolved-meanwhile';

/** The groups of a comparison with the tax bureau's list, also used as sheet names of the workbook. */
export const matchGroupNames = {
  'only-in-list': { zh: '清单有、账本无', en: 'Only in the list' },
  'only-in-ledger': { zh: '账本有、清单无', en: 'Only in the ledger' },
  differs: { zh: '内容不符', en: 'Differs' },
  'not-ticked': { zh: '未勾选', en: 'Not ticked' },
  voided: { zh: '已作废', en: 'Voided' },
  'turned-red': { zh: '已红冲', en: 'Reversed' },
  'partly-turned-red': { zh: '部分红冲', en: 'Partly reversed' },
  'other-status': { zh: '状态异常', en: 'Status not normal' },
  risk: { zh: '风险提示', en: 'Risk level' },
} as const satisfies Record<string, Bilingual>;

const fields: Readonly<Record<string, Bilingual>> = {
  issueDate: { zh: '开票日期', en: 'Issue date' },
  'seller.taxId': { zh: '销售方识别号', en: 'Seller taxpayer ID' },
  'buyer.taxId': { zh: '购买方识别号', en: 'Buyer taxpayer ID' },
  total: { zh: '金额', en: 'Total without tax' },
  taxTotal: { zh: '税额', en: 'Tax' },
  deductibleTax: { zh: '有效抵扣税额', en: 'Deductible tax' },
  grossTotal: { zh: '价税合计', en: 'Total with tax' },
};

export const matchFieldName = (field: string, language: Language): string =>
  fields[field]?.[language] ?? field;

type SheetTexts = Readonly<
  Record<'code' | 'number' | 'date' | 'seller' | 'gross' | 'field' | 'list' | 'ledger' | 'nothing', string>
>;

/** The columns of the comparison. */
export const matchSheetTexts: Readonly<Record<Language, SheetTexts>> = {
  zh: {
    code: '发票代码',
    number: '发票号码',
    date: '开票日期',
    seller: '销售方',
    gross: '价税合计',
    field: '项目',
    list: '清单',
    ledger: '账本',
    nothing: '全部相符',
  },
  en: {
    code: 'Code',
    number: 'Number',
    date: 'Date',
    seller: 'Seller',
    gross: 'Total with tax',
    field: 'Field',
    list: 'List',
    ledger: 'Ledger',
    nothing: 'No differences',
  },
};

/** Why an invoice was not booked. */
export const voucherReasonTexts = {
  'amount-missing': {
    zh: '缺少金额、税额或价税合计',
    en: 'the total without tax, the tax or the total with tax is missing',
  },
  'sums-differ': {
    zh: '金额与税额之和不等于价税合计',
    en: 'total without tax and tax do not add up to the total with tax',
  },
  'date-missing': { zh: '缺少开票日期', en: 'the issue date is missing' },
  'no-code': {
    zh: '规则中的部门或项目在编码表中没有编码，而用友只接受编码',
    en: 'a department or project of the rule has no code in the table, and Yonyou takes only codes',
  },
  'no-rule': { zh: '没有适用的规则', en: 'no rule matches' },
  'lines-differ': {
    zh: '各行之和与合计不符，无法分到不同科目',
    en: 'the lines do not add up to the total, so they can’t be divided among accounts',
  },
  duplicate: {
    zh: '这张发票已按另一个文件入账',
    en: 'this invoice is already booked from another file',
  },
  'side-unknown': {
    zh: '买卖双方都不是本企业',
    en: 'neither party is an own company',
  },
  'too-large': { zh: '金额过大', en: 'the amounts are too large' },
} as const satisfies Record<string, Bilingual>;

const patternTexts = {
  empty: { zh: '样式中有空的名称', en: 'the pattern contains an empty name' },
  'leaves-the-folder': { zh: '样式不能指向文件夹之外', en: 'the pattern must not leave its folder' },
  'no-field': { zh: '样式中没有字段', en: 'the pattern contains no field' },
  'unknown-field': { zh: '未知字段', en: 'unknown field' },
} as const satisfies Record<string, Bilingual>;

type PatternFailureText = { readonly reason: keyof typeof patternTexts; readonly field?: string };

export const patternFailureText = ({ reason, field }: PatternFailureText): Bilingual => {
  const { zh, en } = patternTexts[reason];
  return field === undefined ? { zh, en } : { zh: `${zh} ${field}`, en: `${en} ${field}` };
};

export const booksTexts = {
  line: (line: number): Bilingual => ({ zh: `第 ${line} 行`, en: `line ${line}` }),
  bookedBefore: (voucher: string, day: string): Bilingual => ({
    zh: `此前已入账（${day} ${voucher}），请勿重复导入`,
    en: `already booked (${day}, ${voucher}): do not import it twice`,
  }),
  uncodedParties: (names: readonly string[], language: Language): string => {
    const listed = names.slice(0, 20).join(language === 'zh' ? '、' : ', ') + (names.length > 20 ? '…' : '');
    return language === 'zh'
      ? `编码表中没有以下往来单位的编码，用友文件中其往来栏为空：${listed}`
      : `The table has no code for these parties, so the Yonyou file does not name them: ${listed}`;
  },
  notBooked: { zh: '未入账', en: 'not booked' },
  heldBack: (held: number, never: number): Bilingual => ({
    zh: `暂不入账 ${held} 张，不入账 ${never} 张。可用 --include warnings,errors,undated,changed,booked 放行`,
    en: `${held} held back, ${never} left out. --include warnings,errors,undated,changed,booked lets invoices through`,
  }),
  notAllBooked: { zh: '有发票未入账，见上', en: 'Some invoices are not booked: see above' },
  ownUnknown: {
    zh: '不知道本企业是哪一家，无法区分进项与销项：请用 --own 纳税人识别号 指定，或写在规则文件的 own 中',
    en: 'No own company is known, so purchases and sales can’t be told apart: name it with --own TAXID, or as own in the rules',
  },
  codesUnreadable: (path: string): Bilingual => ({
    zh: `${path}：无法读作编码表（首行应含 类别、名称或税号、编码）`,
    en: `${path}: can’t be read as a table of codes (its first row names kind, name or taxId, and code)`,
  }),
  codesWrong: (path: string, rows: string): Bilingual => ({
    zh: `${path}：第 ${rows} 行的类别或编码不可用`,
    en: `${path}: the kind or the code of these rows can’t be used: ${rows}`,
  }),
  taken: (reason: TakenReason, by: string | null, at: string | null): Bilingual => {
    if (reason === 'resolved-meanwhile')
      return {
        zh: '此文件已在别处按中断残留处理，账本没有记录，请勿使用',
        en: 'This file was resolved elsewhere as what a crash had left. It is not recorded; do not use it',
      };
    const when = {
      zh: at === null ? '' : `（${formatInstant(at, 'zh')}）`,
      en: at === null ? '' : ` (${formatInstant(at, 'en')})`,
    };
    const [zhWho, enWho] = by === null ? ['有人', 'Somebody'] : [by, by];
    const { zh, en } = {
      'being-written': {
        zh: `${zhWho}正在写入含有其中发票的文件`,
        en: `${enWho} is writing a file with some of these invoices`,
      },
      'booked-meanwhile': {
        zh: `${zhWho}刚刚已将其中的发票入账`,
        en: `${enWho} has just booked some of these invoices`,
      },
      'archived-meanwhile': {
        zh: `${zhWho}刚刚已将这一期间归档`,
        en: `${enWho} has just archived this period`,
      },
      'removed-meanwhile': {
        zh: `${zhWho}刚刚移除了其中的发票`,
        en: `${enWho} has just removed some of these invoices`,
      },
      'changed-meanwhile': {
        zh: '其中的发票在显示之后有改动',
        en: 'Some of these invoices have changed since they were shown',
      },
    }[reason];
    return { zh: `${zh}${when.zh}，未写入文件`, en: `${en}${when.en}; no file was written` };
  },
  lostCharacters: (characters: string): Bilingual => ({
    zh: `GBK 中没有这些字，文件中以 ? 代替：${characters}`,
    en: `GBK does not contain these characters, which are written as ?: ${characters}`,
  }),
  undrawn: (characters: string): Bilingual => ({
    zh: `字库中没有这些字，已画作 〓：${characters}`,
    en: `The font does not contain these characters, which are drawn as 〓: ${characters}`,
  }),
  vouchers: (count: number): Bilingual => ({ zh: `已生成 ${count} 张凭证`, en: `${count} vouchers written` }),
  nothingToBook: {
    zh: '没有可入账的发票，未写入文件',
    en: 'No invoice can be booked; no file was written',
  },
  rulesUnreadable: (path: string, why: string): Bilingual => ({
    zh: `规则文件 ${path} 无法使用：${why}。格式见 vouch vouchers --help`,
    en: `The rules ${path} can’t be used: ${why}. For the format, see vouch vouchers --help`,
  }),
  unreadableRows: (rows: string): Bilingual => ({
    zh: `清单中这些行的发票号码无法读取（可能被表格软件改为数字）：${rows}`,
    en: `The invoice number of these rows can’t be read (a spreadsheet may have rounded it): ${rows}`,
  }),
  matchSummary: (
    matched: number,
    onlyInList: number,
    onlyInLedger: number,
    differences: number,
    flags: number,
  ): Bilingual => ({
    zh: `两边都有 ${matched} 张，仅清单有 ${onlyInList} 张，仅账本有 ${onlyInLedger} 张，差异 ${differences} 处，标记 ${flags} 处`,
    en: `${matched} matched, ${onlyInList} only in the list, ${onlyInLedger} only in the ledger, ${differences} differences, ${flags} flags`,
  }),
  archiveDefect: {
    changed: { zh: '已被改动', en: 'was changed' },
    missing: { zh: '缺失', en: 'is missing' },
    added: { zh: '是后来添加的', en: 'was added' },
    unreadable: { zh: '无法读取', en: 'can’t be read' },
    'no-archive': { zh: '不存在', en: 'does not exist' },
  },
  archiveSound: (files: number): Bilingual => ({
    zh: `归档完整：${files} 个文件均未改动`,
    en: `The archive is intact: ${files} files are unchanged`,
  }),
  archiveProof: (at: string | null): Bilingual =>
    at === null
      ? {
          zh: '账本中没有这份归档的摘要：只能说明文件自写入清单以来未改动，不能排除清单被一并重写',
          en: 'The ledger does not keep its digest: no file was changed since the list was written, but the list itself may have been rewritten',
        }
      : {
          zh: `与账本中 ${at} 记下的摘要一致`,
          en: `It has the digest that the ledger noted on ${at}`,
        },
  archiveUncompared: {
    zh: '未与账本核对（这里没有账本，或正由另一个 Vouch 使用）：只能说明文件自写入清单以来未改动，不能排除清单被一并重写',
    en: 'Not compared with a ledger (there is none here, or another Vouch is using it): no file was changed since the list was written, but the list itself may have been rewritten',
  },
  archiveOther: (at: string): Bilingual => ({
    zh: `摘要与账本不符：账本记下的是 ${at} 写入的另一份归档`,
    en: `The digest differs from the ledger’s, which noted another archive of this period on ${at}`,
  }),
  archiveDigest: (digest: string): Bilingual => ({
    zh: `归档摘要（请另行留存）：${digest}`,
    en: `Digest of the archive (keep it elsewhere): ${digest}`,
  }),
  archiveDemo: (count: number): Bilingual => ({
    zh: `演示数据 ${count} 张，未归档`,
    en: `${count} of demo data, not archived`,
  }),
  archiveOtherPeriods: (count: number): Bilingual => ({
    zh: `其他期间 ${count} 张`,
    en: `${count} of other periods`,
  }),
  archiveTaken: (at: string | null): Bilingual => ({
    zh: `这一期间正在归档${at === null ? '' : `（${at}）`}，未写入`,
    en: `This period is being archived${at === null ? '' : ` (${at})`}; nothing was written`,
  }),
  archived: (invoices: number): Bilingual => ({
    zh: `已归档 ${invoices} 张发票`,
    en: `${invoices} invoices archived`,
  }),
  archiveEmpty: { zh: '期间内没有发票', en: 'No invoice was issued in this period' },
  originalMissing: {
    zh: '原件不在原处或已被改动，未归档',
    en: 'the original is missing or was changed, and was not archived',
  },
  printed: (items: number): Bilingual => ({ zh: `已排版 ${items} 页`, en: `${items} pages laid out` }),
  coverTitle: { zh: '发票粘贴单', en: 'Invoices' },
  nothingToPrint: {
    zh: '没有可打印的内容，未写入文件',
    en: 'Nothing to print; no file was written',
  },
  renamed: (count: number): Bilingual => ({ zh: `已重命名 ${count} 个文件`, en: `${count} files renamed` }),
  wouldRename: (count: number): Bilingual => ({
    zh: `将重命名 ${count} 个文件`,
    en: `${count} files would be renamed`,
  }),
  recovered: (count: number): Bilingual => ({
    zh: `上次重命名被中断，已恢复 ${count} 个文件的原名`,
    en: `The last run was interrupted. The names of ${count} files were restored`,
  }),
  nothingToUndo: { zh: '没有可撤销的重命名', en: 'Nothing to undo' },
  undone: (count: number): Bilingual => ({
    zh: `已撤销 ${count} 个文件`,
    en: `the names of ${count} files were restored`,
  }),
  missingFields: (names: string): Bilingual => ({
    zh: `缺少 ${names}，未重命名`,
    en: `${names} missing; not renamed`,
  }),
  nameTaken: (to: string): Bilingual => ({ zh: `${to} 已存在，未重命名`, en: `${to} exists; not renamed` }),
  notOneFile: {
    zh: '不是单独的文件（在压缩包中），未重命名',
    en: 'inside an archive file; not renamed',
  },
  severalInvoices: { zh: '一个文件中有多张发票，未重命名', en: 'several invoices in one file; not renamed' },
  renameFailed: (code: string): Bilingual => ({
    zh: `重命名失败（${code}）`,
    en: `renaming failed (${code})`,
  }),
  periodWrong: {
    zh: '--from 和 --to 应写成 YYYY-MM-DD，且 --from 不晚于 --to',
    en: '--from and --to must be YYYY-MM-DD, and --from must not be after --to',
  },
  missingOption: (flag: string): Bilingual => ({
    zh: `缺少选项 ${flag}：请补上`,
    en: `Missing option ${flag}: add it`,
  }),
  onePath: { zh: '请写出一个清单文件', en: 'Specify one list file' },
  noPaths: { zh: '此命令不带文件：请去掉路径', en: 'This command takes no PATH: remove it' },
} as const;
