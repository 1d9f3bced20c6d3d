import type { Language } from '../language.ts';

type Words = {
  readonly title: string;
  readonly names: {
    readonly ownCompanies: string;
    readonly trustedSigners: string;
    readonly exportLayouts: string;
    readonly voucherRules: string;
    readonly voucherLayout: string;
    readonly mailbox: string;
    readonly invoiceReader: string;
    readonly skipProvenCalls: string;
    readonly fourEyes: string;
    readonly officeBudget: string;
    readonly personBudget: string;
    readonly officeCalls: string;
    readonly confidenceLimit: string;
    readonly facePoints: string;
    readonly faceAttributes: string;
    readonly faceThreshold: string;
    readonly filePattern: string;
  };
  /** Of a list: what only one of both has. */
  readonly stored: string;
  readonly yours: string;
  readonly storedValue: string;
  readonly yourValue: string;
  readonly noLimit: string;
  readonly readers: Readonly<Record<'automatic' | 'local' | 'service' | 'both', string>>;
  readonly nothing: string;
  readonly reordered: string;
  readonly isOn: (isOn: boolean) => string;
  readonly more: (count: number) => string;
  readonly add: string;
  readonly replace: string;
};

/** Texts of the question which setting stays, which load with it. */
export const conflictWords: Readonly<Record<Language, Words>> = {
  zh: {
    title: '设置已被更改',
    names: {
      ownCompanies: '本单位',
      trustedSigners: '信任的签章者',
      exportLayouts: '导出格式',
      voucherRules: '凭证规则',
      voucherLayout: '凭证列',
      mailbox: '邮箱',
      invoiceReader: '发票扫描件和照片',
      skipProvenCalls: '本机识别结果已证实时不再调用',
      fourEyes: '双人复核',
      officeBudget: '全团队每天的次数',
      personBudget: '每人每天的次数',
      officeCalls: '同时调用数',
      confidenceLimit: '置信度下限',
      facePoints: '人脸：请求特征点',
      faceAttributes: '人脸：请求属性',
      faceThreshold: '隐藏置信度低于此值的人脸',
      filePattern: '文件命名样式',
    },
    stored: '只在已保存的内容中',
    yours: '只在您的内容中',
    storedValue: '已保存',
    yourValue: '您的修改',
    noLimit: '不限',
    readers: { automatic: '自动', local: '本机', service: '识别服务', both: '两者' },
    nothing: '（无）',
    reordered: '顺序不同',
    isOn: (isOn) => (isOn ? '开' : '关'),
    more: (count) => `另有 ${count} 项`,
    add: '添加',
    replace: '替换',
  },
  en: {
    title: 'The setting has changed',
    names: {
      ownCompanies: 'My companies',
      trustedSigners: 'Trusted signers',
      exportLayouts: 'Layouts of exports',
      voucherRules: 'Voucher rules',
      voucherLayout: 'Columns of vouchers',
      mailbox: 'Mailbox',
      invoiceReader: 'Scans and photos of invoices',
      skipProvenCalls: 'No call if what this computer has read is proven',
      fourEyes: 'Four eyes',
      officeBudget: 'Calls a day, all users',
      personBudget: 'Calls a day, each user',
      officeCalls: 'Calls at the same time',
      confidenceLimit: 'Confidence limit',
      facePoints: 'Faces: request feature points',
      faceAttributes: 'Faces: request attributes',
      faceThreshold: 'Hide faces with a score below',
      filePattern: 'Pattern of file names',
    },
    stored: 'Only in what is stored',
    yours: 'Only in yours',
    storedValue: 'Stored',
    yourValue: 'Yours',
    noLimit: 'no limit',
    readers: { automatic: 'Automatic', local: 'This computer', service: 'Service', both: 'Both' },
    nothing: '(nothing)',
    reordered: 'In another order',
    isOn: (isOn) => (isOn ? 'on' : 'off'),
    more: (count) => `${count} more`,
    add: 'Add',
    replace: 'Replace',
  },
};
