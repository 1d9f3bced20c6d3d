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
  };
  readonly stored: string;
  readonly yours: string;
  readonly nothing: string;
  readonly reordered: string;
  readonly isOn: (isOn: boolean) => string;
  readonly more: (count: number) => string;
  readonly add: string;
  readonly replace: string;
};

/** Texts of the question whose list of settings stays, which load with it. */
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
    },
    stored: '只在已保存的内容中',
    yours: '只在您的内容中',
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
    },
    stored: 'Only in what is stored',
    yours: 'Only in yours',
    nothing: '(nothing)',
    reordered: 'In another order',
    isOn: (isOn) => (isOn ? 'on' : 'off'),
    more: (count) => `${count} more`,
    add: 'Add',
    replace: 'Replace',
  },
};
