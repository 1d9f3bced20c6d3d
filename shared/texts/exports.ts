import type { Bilingual, Language } from '../language.ts';
import { kindNames } from './names.ts';

export const groupingNames = {
  month: { zh: '月份', en: 'Month' },
  seller: { zh: '销售方', en: 'Seller' },
  kind: { zh: '发票种类', en: 'Kind' },
  rate: { zh: '税率', en: 'Tax rate' },
  tag: { zh: '标签', en: 'Tag' },
} as const satisfies Record<string, Bilingual>;

type Grouping = keyof typeof groupingNames;

/** The name of the row without a key. */
const noKey: Readonly<Record<Grouping, Bilingual>> = {
  month: { zh: '无开票日期', en: 'No date' },
  seller: { zh: '销售方未知', en: 'Seller unknown' },
  kind: { zh: '种类未知', en: 'Kind unknown' },
  rate: { zh: '明细行未列明', en: 'Not in the line items' },
  tag: { zh: '无标签', en: 'No tag' },
};

export const totalsColumnNames = {
  invoices: { zh: '张数', en: 'Invoices' },
  total: { zh: '金额', en: 'Net' },
  taxTotal: { zh: '税额', en: 'Tax' },
  grossTotal: { zh: '价税合计', en: 'Gross' },
  sum: { zh: '合计', en: 'Total' },
} as const satisfies Record<string, Bilingual>;

/** A row's key as displayed. */
export const keyText = (by: Grouping, key: string | null, language: Language): string => {
  if (key === null) return noKey[by][language];
  return (by === 'kind' ? kindNames[key]?.[language] : undefined) ?? key;
};

/** Words in the cells of exports. */
export const exportWords = {
  demo: { zh: '演示数据', en: 'demo data' },
  maybePaid: { zh: '可能', en: 'maybe' },
  notRecognized: {
    zh: '尚未识别：仍在等待，或本批已停止。请在识别完成后重新导出',
    en: 'Not recognized yet: the page is waiting, or the batch was stopped. Export again after recognition',
  },
  wasCancelled: {
    zh: '未识别：已取消。请重新识别后再导出',
    en: 'Not recognized: cancelled. Recognize the page, then export again',
  },
  noFace: { zh: '未检测到人脸', en: 'no face found' },
  nothing: { zh: '未返回', en: 'nothing' },
  yes: { zh: '是', en: 'yes' },
  no: { zh: '否', en: 'no' },
  total: { zh: '合计', en: 'Total' },
  countedTotal: { zh: '合计（计入的发票）', en: 'Total of what counts' },
  derivedQuantity: {
    zh: '由金额÷单价推算，未识别票面数量',
    en: 'Derived: amount ÷ unit price; not recognized on the invoice',
  },
} as const satisfies Record<string, Bilingual>;

export const stateWords = {
  recognized: { zh: '已识别', en: 'recognized' },
  failed: { zh: '失败', en: 'failed' },
  waiting: { zh: '等待识别', en: 'waiting' },
  cancelled: { zh: '已取消', en: 'cancelled' },
} as const satisfies Record<string, Bilingual>;

export const reviewWords = {
  pending: { zh: '待核对', en: 'pending' },
  settled: { zh: '已处理', en: 'settled' },
  confirmed: { zh: '已确认', en: 'confirmed' },
  aside: { zh: '已搁置', en: 'set aside' },
} as const satisfies Record<string, Bilingual>;

export const levelWords = {
  ok: { zh: '通过', en: 'ok' },
  info: { zh: '提示', en: 'info' },
  warn: { zh: '提醒', en: 'warning' },
  error: { zh: '错误', en: 'error' },
} as const satisfies Record<string, Bilingual>;

export const sheetNames = {
  invoices: { zh: '发票', en: 'Invoices' },
  lines: { zh: '明细', en: 'Lines' },
  checks: { zh: '校验', en: 'Checks' },
  faces: { zh: '人脸', en: 'Faces' },
} as const satisfies Record<string, Bilingual>;

/** Headers of the table of findings. */
export const checkHeaders = {
  source: { zh: '文件', en: 'File' },
  page: { zh: '页', en: 'Page' },
  number: { zh: '发票号码', en: 'Invoice number' },
  level: { zh: '结果', en: 'Outcome' },
  message: { zh: '说明', en: 'Message' },
  fields: { zh: '相关栏目', en: 'Fields' },
  check: { zh: '校验项', en: 'Check' },
  sandbox: { zh: '演示数据', en: 'Demo data' },
} as const satisfies Record<string, Bilingual>;

export const faceHeaders = {
  source: { zh: '照片', en: 'Photo' },
  page: { zh: '页', en: 'Page' },
  state: { zh: '状态', en: 'State' },
  index: { zh: '人脸序号', en: 'Face' },
  score: { zh: '置信度', en: 'Score' },
  x: { zh: 'x', en: 'x' },
  y: { zh: 'y', en: 'y' },
  w: { zh: '宽', en: 'w' },
  h: { zh: '高', en: 'h' },
  byHand: { zh: '手动添加', en: 'By hand' },
  corrected: { zh: '更正前（服务的结果）', en: 'Before correction' },
  error: { zh: '错误', en: 'Error' },
  sid: { zh: '会话号', en: 'Session ID' },
  sandbox: { zh: '演示数据', en: 'Demo data' },
  'maybe-paid': { zh: '可能已计费', en: 'May have been billed' },
} as const satisfies Record<string, Bilingual>;

export const pointHeader = (ordinal: number, side: 'x' | 'y'): Bilingual => ({
  zh: `点${ordinal} ${side}`,
  en: `point ${ordinal} ${side}`,
});

/** For a table that cannot hold all points: the number of points per face. */
export const pointCountHeader = (held: number): Bilingual => ({
  zh: `特征点总数（本表只列 ${held} 个，CSV 与 JSON 含全部）`,
  en: `Total points (this table has ${held}; CSV and JSON have all)`,
});

/** What an export of an office says of the audit log, in both languages: whoever checks it may have either. */
export const auditDigestText = (digest: string): string =>
  `操作记录摘要 / audit log digest: ${digest}（vouch trail --check --since ${digest}）`;

/** What counts in all sums, with its numbers: the sentence of the window’s tables. */
export const countedRule = (unconfirmed: number, withErrors: number): Bilingual => ({
  zh: `计入：已识别、非演示、未搁置，每张发票一次；其中未确认 ${String(unconfirmed)} 张，有错误 ${String(withErrors)} 张。`,
  en: `Counted: read, no demo, not set aside, each invoice once; ${String(unconfirmed)} of them not confirmed, ${String(withErrors)} with errors.`,
});
