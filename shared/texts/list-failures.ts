import type { Bilingual } from '../language.ts';

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
    message: { zh: '这不是 .xlsx 工作簿', en: 'This is not an .xlsx workbook' },
    remedy: {
      zh: '请使用从电子税务局导出的 .xlsx 文件',
      en: 'Use the .xlsx file exported by the tax bureau',
    },
  },
  damaged: {
    message: { zh: '工作簿已损坏', en: 'The workbook is damaged' },
    remedy: { zh: '请重新导出该文件', en: 'Export the file again' },
  },
  'too-large': {
    message: { zh: '工作簿解压后过大', en: 'The unpacked workbook is too large' },
    remedy: { zh: '请按月份分别导出', en: 'Export it month by month' },
  },
  'too-many-rows': {
    message: {
      zh: '工作簿超过 200,000 行或 256 列',
      en: 'The workbook has more than 200,000 rows or 256 columns',
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
