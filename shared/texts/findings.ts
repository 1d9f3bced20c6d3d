import type { Bilingual } from '../language.ts';
import { readerNames } from './names.ts';
import { joinClauses } from './phrases.ts';

/** Why the rows of the line items are uncertain. */
export const rowFindingTexts = {
  'no-positions': {
    zh: '识别结果没有给出各行的位置，各列按顺序配对',
    en: 'the response contains no positions of the lines, so the columns were paired by their order',
  },
  'no-direction': {
    zh: '文字的方向不一致，或与各行的方向不一致',
    en: 'the text has several directions, or another direction than its rows',
  },
  'upside-down': {
    zh: '识别结果中合计位于票头之上，各行的上下次序不可靠',
    en: 'the totals are above the title, so the order of the lines is unreliable',
  },
  'too-many': {
    zh: '行数过多，无法按位置核对，各列按顺序配对',
    en: 'there are too many lines to match by position, so the columns were paired by their order',
  },
  'amounts-off': {
    zh: '各行金额之和与合计不符，且有的行不完整，可能漏识别了一个金额',
    en: 'the amounts do not add up to the total and some rows are incomplete: an amount may be missing',
  },
  'no-amounts': {
    zh: '未识别到金额列，行数按其他列确定',
    en: 'no amounts were recognized, so the rows were counted in another column',
  },
  'one-place': {
    zh: '同一列有两项处在同一位置',
    en: 'two values of one column have the same position',
  },
  'left-over': {
    zh: '有的单元格与任何金额都不在同一行',
    en: 'some cells are not on a line with any amount',
  },
  ambiguous: {
    zh: '有的单元格处在两行之间，无法确定属于哪一行',
    en: 'some cells are between two rows and could belong to either',
  },
  unnamed: {
    zh: '有的行没有名称，而其他名称占了多行',
    en: 'a row has no name while other names span several lines',
  },
  gap: {
    zh: '名称的各行之间有空隙，可能漏识别了一个金额',
    en: 'a name has a gap between its lines: an amount may be missing',
  },
  'two-names': {
    zh: '一行中似乎有两个名称，可能漏识别了一个金额',
    en: 'a row seems to contain two names: an amount may be missing',
  },
  subtotal: {
    zh: '有一行似乎是小计，但金额与上面各行之和不符',
    en: 'a row looks like a subtotal but is not the sum of the rows above it',
  },
} as const satisfies Record<string, Bilingual>;

/** A message that is the same in both languages, such as an equation. */
export const same = (text: string): Bilingual => ({ zh: text, en: text });

const say = (zh: string, en: string): Bilingual => ({ zh, en });

/** An incorrect figure: the difference and its direction. */
type Off = { readonly printed: string; readonly by: string; readonly isMore: boolean };
const offZh = ({ by, isMore }: Off): string => `${isMore ? '多' : '少'} ${by}`;
const offEn = ({ by, isMore }: Off): string => `${by} ${isMore ? 'more' : 'less'}`;

/** The end of a truncated list of names. */
const more = (isCut: boolean): string => (isCut ? ' …' : '');

type Readers = readonly [keyof typeof readerNames, keyof typeof readerNames];

/** The messages of all findings about an invoice. Amounts and dates must be formatted by the caller. */
export const findingTexts = {
  compared: {
    agree: ([one, other]: Readers) =>
      say(
        `${readerNames[one].zh}与${readerNames[other].zh}一致`,
        `${readerNames[one].en} and ${readerNames[other].en} agree`,
      ),
    differ: (
      [one, other]: Readers,
      fields: Bilingual,
      values: readonly [string, string] | null,
      isCut: boolean,
    ) =>
      values
        ? say(
            `${fields.zh}：${readerNames[one].zh}为 ${values[0]}，${readerNames[other].zh}为 ${values[1]}`,
            `${fields.en}: ${values[0]} in ${readerNames[one].en}, ${values[1]} in ${readerNames[other].en}`,
          )
        : say(
            `${readerNames[one].zh}与${readerNames[other].zh}不一致：${fields.zh}${more(isCut)}`,
            `${readerNames[one].en} and ${readerNames[other].en} differ: ${fields.en}${more(isCut)}`,
          ),
    fromFile: (field: Bilingual, stated: string | null) =>
      stated === null
        ? say(
            `${field.zh}经人工修改，与文件中的数据不一致`,
            `${field.en} changed by hand, and other than in the file`,
          )
        : say(
            `${field.zh}经人工修改，文件中为${stated === '' ? '空' : `“${stated}”`}`,
            `${field.en} changed by hand. The file says ${stated === '' ? 'nothing' : `“${stated}”`}`,
          ),
  },
  seal: {
    unchanged: (by: string, at: string) =>
      say(`${by} 于 ${at} 签章后未被改动`, `Unchanged since ${by} sealed it on ${at}`),
    changed: (reason: Bilingual) =>
      say(`签章后文件被改动：${reason.zh}`, `Changed since it was sealed: ${reason.en}`),
    unchecked: (reason: Bilingual) =>
      say(`签章无法核验：${reason.zh}`, `The seal can’t be checked: ${reason.en}`),
  },
  duplicates: {
    none: say('没有号码相同的发票', 'No other invoice has this number'),
    same: (zh: string, en: string) => say(`与 ${zh} 是同一张发票`, `Same invoice as ${en}`),
    similar: (zh: string, en: string) =>
      say(`与 ${zh} 的销售方、金额和日期相同`, `Same seller, amount and date as ${en}`),
  },
  code: {
    malformed: (code: string) =>
      say(
        `发票代码应为 10 或 12 位数字，现为 ${code}`,
        `The invoice code must have 10 or 12 digits, but is ${code}`,
      ),
    unusual: say(
      '号码为 20 位的发票通常没有发票代码',
      'An invoice with a 20-digit number usually has no invoice code',
    ),
    digits: (count: number) => say(`${count} 位数字`, `${count} digits`),
  },
  number: {
    malformed: (number: string) =>
      say(
        `发票号码应为 8 位（数电发票 20 位）数字，现为 ${number}`,
        `The invoice number must have 8 digits (20 on fully digital invoices), but is ${number}`,
      ),
    withoutCode: say(
      '号码为 8 位的发票应有发票代码，未识别到',
      'An invoice with an 8-digit number has an invoice code; none was recognized',
    ),
  },
  response: {
    contradicting: (label: Bilingual, chosen: string | null, other: string) =>
      say(
        `${label.zh}有两个不同的识别结果：${chosen ?? '（无法读取）'}、${other}，请对照原件`,
        `The service returned two values for ${label.en}: ${chosen ?? '(unreadable)'} and ${other}. Compare them with the picture`,
      ),
    incomplete: (count: number, paths: string) =>
      say(
        `响应中有 ${count} 处无法读取，已忽略（${paths}），请对照原件`,
        `${count} ${count === 1 ? 'part' : 'parts'} of the response can’t be read (${paths}). Compare the data with the picture`,
      ),
    severalInvoices: (count: number) =>
      say(
        `图片中有 ${count} 张发票，服务每次只识别一张：请拆分图片后分别识别`,
        `The picture shows ${count} invoices, but the service recognizes only one: split the picture`,
      ),
    facesIncomplete: (count: number) =>
      say(
        `${count} 张人脸没有位置或置信度`,
        `${count} ${count === 1 ? 'face has' : 'faces have'} no box or no score`,
      ),
    faceCount: (declared: number, returned: number) =>
      say(
        `服务声明 ${declared} 张人脸，实际返回 ${returned} 张`,
        `The service declared ${declared} ${declared === 1 ? 'face' : 'faces'} and returned ${returned}`,
      ),
  },
  rightSideDiffers: (left: string, right: string) =>
    say(`左侧为 ${left}，右侧为 ${right}，两处不一致`, `The left side says ${left}, the right side ${right}`),
  checkCode: {
    missing: (kind: Bilingual) =>
      say(
        `${kind.zh}印有 20 位校验码，未识别到`,
        `${kind.en}: the printed check code of 20 digits was not recognized`,
      ),
    complete: say('20 位数字', '20 digits'),
    unusual: (kind: Bilingual) => say(`${kind.zh}通常没有校验码`, `${kind.en}: usually has no check code`),
    malformed: (length: number) =>
      say(
        `校验码应为 20 位数字，现为 ${length} 位`,
        `The check code must have 20 digits, but has ${length} characters`,
      ),
  },
  issueDate: {
    invalid: (date: string) => say(`“${date}”不是有效日期`, `“${date}” is not a valid date`),
    future: (date: string, today: string) =>
      say(`开票日期 ${date} 晚于今天 ${today}`, `The issue date ${date} is after today (${today})`),
  },
  lineTax: {
    off: (formula: string, off: Off) =>
      say(
        `${formula}，税额栏为 ${off.printed}，${offZh(off)}`,
        `${formula}; the invoice says ${off.printed} (${offEn(off)})`,
      ),
    none: say('不计税', 'No tax'),
    reduced: (formula: string) => say(`减按1.5%：${formula}`, `5% reduced to 1.5%: ${formula}`),
    differential: say(
      '未印税率，按差额征税处理，税额无法验算',
      'No rate is printed: treated as differential taxation, whose tax can’t be checked',
    ),
    ofDifference: say(
      '差额征税，税额按差额计算，无法验算',
      'Taxed on a difference only, so the tax can’t be checked',
    ),
    unchecked: say(
      '未印税率，税额无法验算，也不是单行差额征税',
      'No rate is printed and the tax can’t be checked; this is not a single line of differential taxation',
    ),
  },
  taxByRates: (sum: string, off: Off, isExact: boolean) =>
    say(
      `各行金额 × 税率合计 ${sum}，合计税额栏为 ${off.printed}${isExact ? '' : `，${offZh(off)}`}`,
      `Amounts × rates add up to ${sum}; the invoice says ${off.printed}${isExact ? '' : ` (${offEn(off)})`}`,
    ),
  rates: {
    unknown: (rates: string) => say(`未知税率：${rates}`, `Unknown tax rate: ${rates}`),
    unusual: (date: string, rates: string) =>
      say(`${date} 时不常用的税率：${rates}`, `Unusual tax rate on ${date}: ${rates}`),
  },
  missing: {
    lines: say('未识别到明细行', 'No line items recognized'),
    linesAnd: (fields: Bilingual) =>
      say(`未识别到明细行和${fields.zh}`, `Not recognized: line items, ${fields.en}`),
    fields: (fields: Bilingual) => say(`未识别到：${fields.zh}`, `Not recognized: ${fields.en}`),
  },
  taxpayerId: {
    valid: say('校验位相符', 'the check digit matches'),
    unverifiable: say('旧式识别号，格式正确，没有校验位', 'older form without a check digit'),
    'check-character': say(
      '校验位不符，请与票面核对（个别真实识别号也不符）',
      'the check digit does not match; compare it with the invoice (a few real IDs fail, too)',
    ),
    malformed: say(
      '应为 15、17、18 或 20 位数字和大写字母',
      'must have 15, 17, 18 or 20 digits or capital letters',
    ),
  },
  ofId: (id: string, verdict: Bilingual) => say(`${id}：${verdict.zh}`, `${id}: ${verdict.en}`),
  ownCompany: {
    half: (company: string) =>
      say(
        `购买方名称与识别号只有一项与本单位“${company}”相符`,
        `Only one of the buyer’s name and taxpayer ID matches your company “${company}”`,
      ),
    none: (buyer: string) =>
      say(`购买方“${buyer}”不在本单位名单中`, `The buyer “${buyer}” is not one of your companies`),
  },
  codeInFile: {
    equal: say(
      '文件数据中另有一段二维码文字，与其他数据一致；两者同源，不能互相印证',
      'The data of the file also holds the text of a code, which says the same. Both are from one source, so neither proves the other',
    ),
    differs: (field: Bilingual, read: string | null, code: string) =>
      say(
        `${field.zh}为 ${read ?? '空'}，文件数据中的二维码文字为 ${code}`,
        `${field.en} is ${read ?? 'empty'}; the code in the file says ${code}`,
      ),
    otherKind: (own: Bilingual, byCode: Bilingual) =>
      say(
        `发票种类为${own.zh}，文件数据中的二维码文字为${byCode.zh}`,
        `The invoice is: ${own.en}; the code in the file says: ${byCode.en}`,
      ),
  },
  qr: {
    foreign: say(
      '图片上的二维码不是增值税发票的二维码',
      'The QR code on the picture is not the code of a VAT invoice',
    ),
    equal: (value: string) => say(`二维码：${value}`, `QR code: ${value}`),
    unread: (field: Bilingual, value: string) =>
      say(
        `未识别到${field.zh}，二维码为 ${value}`,
        `${field.en} was not recognized; the QR code says ${value}`,
      ),
    differs: (field: Bilingual, read: string, value: string) =>
      say(`${field.zh}为 ${read}，二维码为 ${value}`, `${field.en} is ${read}; the QR code says ${value}`),
    notCompared: (text: string) =>
      say(
        `二维码中的“${text}”不是金额或日期，未比对`,
        `“${text}” in the QR code is no amount or date: not compared`,
      ),
    several: (numbers: readonly string[]) =>
      say(
        `图片上有 ${numbers.length} 张发票的二维码：${numbers.join('、')}；识别结果可能混有几张发票的内容，请分别扫描`,
        `The picture shows the QR codes of ${numbers.length} invoices: ${numbers.join(', ')}. These values may be a mix of them: scan each invoice by itself`,
      ),
    kind: (byCode: Bilingual, byQr: Bilingual) =>
      say(
        `发票代码表示${byCode.zh}，二维码表示${byQr.zh}`,
        `${byCode.en} according to the invoice code, ${byQr.en} according to the QR code`,
      ),
    otherKind: (own: Bilingual, byQr: Bilingual) =>
      say(
        `发票种类为${own.zh}，二维码为${byQr.zh}`,
        `The invoice is: ${own.en}; the QR code says: ${byQr.en}`,
      ),
  },
  rows: {
    settled: (count: number) => say(`${count} 行`, count === 1 ? '1 row' : `${count} rows`),
    uncertain: (reasons: readonly Bilingual[]) =>
      say(
        `明细行有疑问：${joinClauses(
          reasons.map(({ zh }) => zh),
          'zh',
        )}`,
        `Line items are uncertain: ${joinClauses(
          reasons.map(({ en }) => en),
          'en',
        )}`,
      ),
  },
  confidence: {
    enough: (limit: string) =>
      say(`各项置信度均不低于 ${limit}`, `All values have a confidence of at least ${limit}`),
    low: (limit: string, fields: Bilingual, isCut: boolean) =>
      say(
        `识别不太有把握（低于 ${limit}），请对照原件：${fields.zh}${more(isCut)}`,
        `Confidence below ${limit}, compare with the picture: ${fields.en}${more(isCut)}`,
      ),
  },
  sums: {
    off: (left: string, off: Off) =>
      say(
        `${left}，合计栏为 ${off.printed}，${offZh(off)}`,
        `${left}; the invoice says ${off.printed} (${offEn(off)})`,
      ),
  },
  words: {
    incomplete: (words: string) =>
      say(`“${words}”不是完整的大写金额`, `“${words}” is not a complete amount in words`),
    differ: (words: string, figures: string) =>
      say(`大写为 ${words}，小写为 ${figures}`, `The amount in words is ${words}, in figures ${figures}`),
  },
} as const;
