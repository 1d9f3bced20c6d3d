import { anyOfEn, listFormats, listZh } from '../file-formats.ts';
import type { Bilingual } from '../language.ts';
import type { CommandFailureText } from './failure-line.ts';

/** Why a list was refused. */
export type ListReason =
  | 'missing'
  | 'unreadable'
  | 'old-format'
  | 'not-a-workbook'
  | 'damaged'
  | 'too-large'
  | 'too-many-rows'
  | 'forbidden-xml'
  | 'other-list';

export const listTexts: Readonly<
  Record<ListReason, { readonly message: Bilingual; readonly remedy: Bilingual }>
> = {
  missing: {
    message: { zh: '文件不存在', en: 'File not found' },
    remedy: { zh: '请检查路径', en: 'Check the path' },
  },
  unreadable: {
    message: { zh: '文件无法读取', en: 'The file can’t be read' },
    remedy: {
      zh: '请检查文件权限，或关闭占用它的程序',
      en: 'Check its permissions, or close the program that uses it',
    },
  },
  'old-format': {
    message: {
      zh: '这是旧的 .xls 文件，或加了密码的工作簿',
      en: 'This is an old .xls file, or a workbook with a password',
    },
    remedy: {
      zh: '请在 Excel 中另存为不带密码的 .xlsx 工作簿',
      en: 'Save it in Excel as an .xlsx workbook without a password',
    },
  },
  'not-a-workbook': {
    message: {
      zh: `这不是 ${listZh(listFormats)} 文件`,
      en: `This is not a file of type ${anyOfEn(listFormats)}`,
    },
    remedy: {
      zh: '请使用从电子税务局导出的文件',
      en: 'Use the file exported by the tax bureau',
    },
  },
  damaged: {
    message: { zh: '文件已损坏', en: 'The file is damaged' },
    remedy: { zh: '请重新导出该文件', en: 'Export the file again' },
  },
  'too-large': {
    message: { zh: '工作簿解压后过大', en: 'The unpacked workbook is too large' },
    remedy: { zh: '请按月份分别导出', en: 'Export it month by month' },
  },
  'too-many-rows': {
    message: {
      zh: '文件超过 200,000 行或 256 列',
      en: 'The file has more than 200,000 rows or 256 columns',
    },
    remedy: { zh: '请按月份分别导出', en: 'Export it month by month' },
  },
  'forbidden-xml': {
    message: {
      zh: '工作簿中有文档类型声明或实体，已拒绝读取',
      en: 'The workbook declares a document type or entities, so it was refused',
    },
    remedy: {
      zh: '请使用从电子税务局直接导出的文件',
      en: 'Use the file as exported by the tax bureau',
    },
  },
  'other-list': {
    message: {
      zh: '这不是税务局的发票清单：找不到含“发票号码”或“数电发票号码”、“开票日期”、“金额”和“税额”的表头',
      en: 'This is not a tax bureau list: no row has the headers 发票号码 or 数电发票号码, 开票日期, 金额 and 税额',
    },
    remedy: {
      zh: '请导出“全量发票查询”或“用途确认”的清单',
      en: 'Export the list of the full query (全量发票查询) or of the deduction selection (用途确认)',
    },
  },
};

/** Why a bookkeeping command was refused, by the failure's id. */
export const booksFailureTexts = {
  'handed-too-large': {
    message: { zh: '文件过大，未接收', en: 'The file is too large and was not accepted' },
    remedy: { zh: '请选择较小的文件', en: 'Choose a smaller file' },
  },
  'handed-unreadable': {
    message: { zh: '无法读取该文件', en: 'The file can’t be read' },
    remedy: {
      zh: '请检查文件是否仍在原处，以及是否有读取权限',
      en: 'Check that the file still exists and that you may read it',
    },
  },
  'attachment-gone': {
    message: {
      zh: '保存的查验结果已丢失或被改动',
      en: 'The saved verification result is missing or was changed',
    },
    remedy: { zh: '请重新查验并保存', en: 'Verify the invoice again and save the result' },
  },
  'nothing-unverified': {
    message: { zh: '没有未查验的发票', en: 'Every invoice is verified' },
    remedy: null,
  },
  'match-gone': {
    message: { zh: '比对结果已过期', en: 'The comparison is no longer available' },
    remedy: { zh: '请重新导入清单', en: 'Import the list again' },
  },
  'figures-wrong': {
    message: {
      zh: '有发票的金额与税额之和不等于价税合计，未写入任何凭证',
      en: 'The amounts of an invoice do not add up to its total, so no voucher was written',
    },
    remedy: { zh: '请先更正该发票', en: 'Correct that invoice first' },
  },
  'nothing-to-book': {
    message: { zh: '没有可入账的发票', en: 'No invoice can be booked' },
    remedy: { zh: '请先补充规则', en: 'Add rules first' },
  },
  'booked-before': {
    message: {
      zh: '有发票此前已入账，未写入任何凭证',
      en: 'Some invoices are already booked. No voucher was written',
    },
    remedy: {
      zh: '请先试算，并选择重复入账',
      en: 'Try the rules, then choose to book these invoices again',
    },
  },
  'characters-lost': {
    message: { zh: '凭证文件缺少部分文字', en: 'Some characters are missing from the voucher file' },
    remedy: { zh: '请在用友中改正这些摘要', en: 'Correct these summaries in Yonyou' },
  },
  undrawn: {
    message: { zh: '部分文字未能画出', en: 'Some characters were not drawn' },
    remedy: { zh: '请在粘贴单上手写这些字', en: 'Write them on the cover sheet by hand' },
  },
  'archive-empty': {
    message: { zh: '期间内没有发票', en: 'No invoice was issued in this period' },
    remedy: { zh: '请按开票日期选择期间', en: 'Choose the period by issue date' },
  },
  'originals-missing': {
    message: {
      zh: '这些原件已丢失或被改动，未归档',
      en: 'These originals are missing or changed, and were not archived',
    },
    remedy: { zh: '找回原件后可重新归档', en: 'Find the originals, then create the archive again' },
  },
  'nothing-to-print': {
    message: { zh: '没有可打印的内容', en: 'Nothing to print' },
    remedy: { zh: '请选择至少一张发票', en: 'Choose at least one invoice' },
  },
  'only-demo': {
    message: { zh: '只有演示数据，未打印', en: 'Only demo data, which is not printed' },
    remedy: { zh: '请选择自己的发票', en: 'Choose invoices of your own' },
  },
  'not-printed': {
    message: { zh: '这些文件无法打印', en: 'These files can’t be printed' },
    remedy: { zh: '请检查原件是否仍在原处', en: 'Check that the originals have not been moved or deleted' },
  },
  'print-desktop-only': {
    message: { zh: '只有桌面版可以直接打印', en: 'Only the desktop program can print' },
    remedy: { zh: '请生成 PDF 后打印', en: 'Create a PDF and print it' },
  },
  'print-failed': {
    message: { zh: '打印失败', en: 'Printing failed' },
    remedy: {
      zh: '请检查打印机后重试，或生成 PDF 后打印',
      en: 'Check the printer and try again, or create a PDF and print it',
    },
  },
  'own-unknown': {
    message: {
      zh: '不知道本企业是哪一家，无法区分进项与销项',
      en: 'No own company is known, so purchases and sales can’t be told apart',
    },
    remedy: { zh: '请先设置本企业', en: 'Set your own company first' },
  },
  'not-a-code-table': {
    message: {
      zh: '这不是编码表：找不到含“类别”“名称”（或“税号”）和“编码”的首行',
      en: 'This is not a table of codes: its first row has no 类别 (kind), 名称 (name) or 税号 (tax ID), and 编码 (code)',
    },
    remedy: {
      zh: '请先导出编码表，填入编码后再读入',
      en: 'Export the table first, fill in the codes, and read it again',
    },
  },
  'being-written': {
    message: { zh: '有人正在写其中的发票', en: 'Somebody is writing some of these' },
    remedy: {
      zh: '请稍候再试；如果是中断留下的凭证或归档，请先说明文件是否已保存',
      en: 'Try again in a moment. If a crash left vouchers or an archive, say first whether the file was saved',
    },
  },
  'booked-meanwhile': {
    message: { zh: '其中的发票刚刚已入账', en: 'Some of these invoices have just been booked' },
    remedy: { zh: '请重新试算', en: 'Try the vouchers again' },
  },
  'removed-meanwhile': {
    message: { zh: '其中的发票刚刚已被移除', en: 'Some of these invoices have just been removed' },
    remedy: { zh: '请重新试算', en: 'Try the vouchers again' },
  },
  'archived-meanwhile': {
    message: { zh: '这一期间刚刚已归档', en: 'This period has just been archived' },
    remedy: {
      zh: '如需再归档一次，请核对现在的内容，再写入',
      en: 'To archive it once more, check what is shown now, then write it',
    },
  },
  'changed-meanwhile': {
    message: { zh: '其中的发票有改动', en: 'Some of these invoices have changed' },
    remedy: { zh: '请核对现在的内容，再写入', en: 'Check what is shown now, then write it' },
  },
  'resolved-meanwhile': {
    message: {
      zh: '此文件已在别处按中断残留处理',
      en: 'This file was resolved elsewhere as what a crash had left',
    },
    remedy: { zh: '请重新写入', en: 'Write it again' },
  },
  'not-yours-to-resolve': {
    message: {
      zh: '这个文件正在写入，或还不能由您处理',
      en: 'This file is being written, or is not yours to resolve yet',
    },
    remedy: {
      zh: '写入人可以随时处理，其他人须在一小时后',
      en: 'Its author can resolve it at any time, others after an hour',
    },
  },
  'archive-in-the-way': {
    message: { zh: '此处已有别的文件', en: 'Something else is there' },
    remedy: { zh: '请换一个名称或文件夹', en: 'Choose another name or folder' },
  },
  'demo-not-verified': {
    message: { zh: '演示数据不能查验', en: 'Demo data can’t be verified' },
    remedy: null,
  },
  'names-desktop-only': {
    message: { zh: '只有桌面版可以重命名原件', en: 'Only the desktop program can rename originals' },
    remedy: {
      zh: '请使用桌面版，或在命令行使用 vouch rename',
      en: 'Use the desktop program, or vouch rename on the command line',
    },
  },
  'names-no-folder': {
    message: { zh: '尚未选择目标文件夹', en: 'No destination folder was chosen' },
    remedy: { zh: '请先选择文件夹', en: 'Choose a folder first' },
  },
  'names-pattern': {
    message: { zh: '命名样式无法使用', en: 'The pattern can’t be used' },
    remedy: { zh: '请更正样式', en: 'Correct the pattern' },
  },
  'names-failed': {
    message: { zh: '重命名失败，所有文件保持原名', en: 'Renaming failed. All files kept their names' },
    remedy: {
      zh: '请检查文件夹是否允许写入，然后重新预览',
      en: 'Check that the folder is writable, then open the preview again',
    },
  },
  'names-nothing-to-undo': {
    message: { zh: '没有可撤销的重命名', en: 'Nothing to undo' },
    remedy: null,
  },
} as const satisfies Record<string, CommandFailureText>;
