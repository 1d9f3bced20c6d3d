import type { Bilingual } from '../language.ts';
import { joinItems } from './phrases.ts';

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** The parts of an OFD that values come from. */
const ofdSourceNames = {
  attachment: say('附件数据', 'the attached data'),
  tags: say('标签指向的文字', 'the tagged text'),
  other: say('另一份附带的数据', 'other data in the file'),
  custom: say('文件属性', 'the properties of the file'),
  text: say('版面文字', 'the printed text'),
} as const;

/** The findings of readers about extracted values. Values appear as they are in the file. */
export const readerFindingTexts = {
  unreadable: (raw: string) =>
    say(`“${raw}”不符合此栏的格式，无法读取`, `“${raw}” can’t be read as a value of this field`),
  valueCut: (longest: number) =>
    say(
      `文件中的值过长，只保留了前 ${longest} 个字符`,
      `the value in the file is too long: only its first ${longest} characters were kept`,
    ),
  pagesMissing: (names: readonly string[]) =>
    say(
      `这张发票有的页没有识别结果：${joinItems(names, 'zh')}`,
      `pages of this invoice have no recognized data: ${joinItems(names, 'en')}`,
    ),
  repairedDate: (raw: string) =>
    say(
      `日期“${raw}”中的字母已按数字读取，请核对`,
      `letters in the date “${raw}” were read as digits: compare it with the picture`,
    ),

  statedTwice: (stated: readonly string[]) =>
    say(
      `文件中有不同的值：${stated.map((text) => `“${text}”`).join('、')}，均未采用`,
      `the file contains different values: ${stated.map((text) => `“${text}”`).join(', ')}; none was used`,
    ),
  redNotNegative: say(
    '标记为红字发票，价税合计却不是负数',
    'marked as a red invoice, but its total is not negative',
  ),
  blueNegative: say(
    '标记为蓝字发票，价税合计却是负数',
    'marked as a blue invoice, but its total is negative',
  ),
  kindLabels: say(
    '文件中关于发票种类的标签互相矛盾，种类留空',
    'the labels in the file contradict each other about the kind of invoice, so it is empty',
  ),
  bookingRecord: say(
    '此文件是接收方的入账信息，不是发票本身：没有明细行',
    'this file is the receiver’s booking record, not the invoice itself: it has no line items',
  ),
  damaged: say(
    '文件有部分损坏，读出的内容可能不完整，请对照原件',
    'parts of the file are damaged, so values may be missing: compare them with the original',
  ),

  ofdSource: (taken: string, source: keyof typeof ofdSourceNames, other: string) =>
    say(
      `采用“${taken}”，${ofdSourceNames[source].zh}为“${other}”`,
      `“${taken}” was used; ${ofdSourceNames[source].en} says “${other}”`,
    ),
  ofdLines: (taken: number, source: keyof typeof ofdSourceNames, other: number) =>
    say(
      `采用了 ${taken} 个明细行，${ofdSourceNames[source].zh}有 ${other} 个`,
      `${taken} line items were used; ${ofdSourceNames[source].en} has ${other}`,
    ),
  numberYear: say(
    '发票号码的前两位应是开票年份，与开票日期不符',
    'the first two digits of the number are the year of issue, but the issue date is in another year',
  ),
  pdfData: (stated: string, printed: string) =>
    say(
      `附带的数据为“${stated}”，页面上印的是“${printed}”`,
      `the embedded data says “${stated}”, but the page shows “${printed}”`,
    ),
  pdfLines: (stated: number, printed: number) =>
    say(
      `附带的数据有 ${stated} 个明细行，页面上印有 ${printed} 个`,
      `the embedded data has ${stated} line items, but the page shows ${printed}`,
    ),
  linesNotCompared: say(
    '附带数据的明细行未能与页面比对：页面上的各行无法确定',
    'the line items of the embedded data could not be compared: the rows of the page are uncertain',
  ),
  fieldsNotCompared: (fields: Bilingual, hasMore: boolean) =>
    say(
      `附带的数据与页面只有一处写明，未比对：${fields.zh}${hasMore ? '等' : ''}`,
      `only the embedded data or only the page has it, not compared: ${fields.en}${hasMore ? ' and others' : ''}`,
    ),

  dataUnread: say(
    '文件的附件过大或过多，未全部读取，未与页面比对',
    'the file has more or larger attachments than are read: not all of them were compared with the page',
  ),
  notCompared: say(
    '附带的数据未能与页面比对：页面上没有可读的文字',
    'the embedded data could not be compared with the page: the page has no readable text',
  ),
  pageShows: (stated: string, shown: string) =>
    say(
      `文件数据为“${stated}”，页面上显示的是“${shown}”`,
      `the data of the file says “${stated}”, but the page shows “${shown}”`,
    ),
  pageShowsSame: (labels: Bilingual, count: number, more: number) =>
    say(
      `在绘制的页面上读到相同的值：${labels.zh}${more > 0 ? `等 ${count} 项` : ''}`,
      `the drawn page shows the same values: ${labels.en}${more > 0 ? ` and ${more} more` : ''}`,
    ),
  pageUnclear: (fields: Bilingual, hasMore: boolean) =>
    say(
      `在绘制的页面上未能确切读出，未比对：${fields.zh}${hasMore ? '等' : ''}`,
      `not read for certain on the drawn page, not compared: ${fields.en}${hasMore ? ' and others' : ''}`,
    ),
  pageBlank: (fields: Bilingual, hasMore: boolean) =>
    say(
      `在绘制的页面上未读出任何数字，请核对原件：${fields.zh}${hasMore ? '等' : ''}`,
      `no digit could be read on the drawn page, compare with the document: ${fields.en}${hasMore ? ' and others' : ''}`,
    ),
  notVisible: (hidden: string | null, shown: string | null) =>
    say(
      `文件中此处另有页面上看不见的文字${hidden === null ? '' : `“${hidden}”`}，${
        shown === null ? '页面上没有此栏，故留空' : `页面上显示的是“${shown}”`
      }`,
      `the file has text here that the page does not show${hidden === null ? '' : `: “${hidden}”`}; ${
        shown === null ? 'the page shows no value, so it is empty' : `the page shows “${shown}”`
      }`,
    ),

  textSums: say(
    '按版面文字读出的金额勾稽不符，请核对',
    'the amounts read from the page do not add up: compare them with the page',
  ),
  textRows: say(
    '无法确定各文字属于哪一明细行，请核对',
    'the texts can’t be assigned to line items with certainty: compare them with the page',
  ),
  lineLost: say(
    '各行金额与合计不符，可能缺少明细行，请核对',
    'the lines do not add up to the total: one may be missing; compare them with the page',
  ),
  textName: say(
    '名称在字母或数字之间换行，此处可能少一个空格，请核对',
    'the name wraps between two letters: a space may be missing there',
  ),
  textProduct: say(
    '数量乘以单价不等于金额，请核对',
    'quantity × unit price is not the amount: compare them with the page',
  ),
  textSides: say(
    '版面上没有标明哪一方是购买方，请核对',
    'the page does not say which party is the buyer: compare them with the page',
  ),
  textMissing: say(
    '版面文字中没有读到此栏，请核对',
    'this field was not found in the text of the page: compare it with the page',
  ),

  severalOnPage: (numbers: readonly string[]) =>
    say(
      `此页有 ${numbers.length} 张发票：${numbers.join('、')}；只读取了第一张，请分开后再添加`,
      `this page has ${numbers.length} invoices: ${numbers.join(', ')}; only the first was read: separate them and add them again`,
    ),
  severalInResponse: (numbers: readonly string[]) =>
    say(
      `识别结果中有 ${numbers.length} 个发票号码：${numbers.join('、')}；可能混有几张发票的内容，请分别扫描`,
      `the service read ${numbers.length} invoice numbers: ${numbers.join(', ')}; these values may be a mix of several invoices: scan each by itself`,
    ),

  blankPage: say(
    '空白页，未发送识别；如非空白，请重新扫描',
    'this page is blank and was not sent: if it is not, scan it again',
  ),

  qrOnly: say('只读到了二维码，其余各栏留空', 'only the QR code was read: all other fields are empty'),
  qrDiffers: (read: string, coded: string) =>
    say(`读到“${read}”，二维码为“${coded}”`, `recognized as “${read}”, but the QR code says “${coded}”`),

  pictureScale: (width: number, height: number) =>
    say(
      `服务按 ${width} × ${height} 像素标注位置，已换算到所发送的图片`,
      `The service gave positions for ${width} × ${height} pixels; they were converted to the sent picture`,
    ),
  fieldChanged: (field: Bilingual, now: string | null, before: string | null) =>
    say(
      `${field.zh}：此次识别为“${now ?? '空'}”，此前为“${before ?? '空'}”；您的更正已保留，请选择`,
      `${field.en}: recognized as “${now ?? 'empty'}” now and as “${before ?? 'empty'}” before. Your correction is kept until you choose`,
    ),
  linesChanged: (now: number, before: number) =>
    say(
      `明细行：此次识别出 ${now} 行，此前 ${before} 行，与您的编辑不一致；您编辑的明细行已保留，请选择`,
      `Line items: ${now} recognized now, ${before} before. They conflict with your edits. Your lines are kept until you choose`,
    ),
} as const;
