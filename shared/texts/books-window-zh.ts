import type { Texts } from './window.ts';

/** What the window says of the books, in Chinese. */
export const booksZh: Texts['books'] = {
  file: {
    choose: '选择文件…',
  },
  verify: {
    title: '查验',
    notVerified: '未查验',
    stated: '{{result}}，{{day}}',
    inputs: '查验平台要求的项目',
    missing: '缺失',
    copy: '复制{{name}}',
    copyNext: '复制下一项',
    copied: '已复制：{{name}}（{{place}}/{{count}}）',
    open: '打开查验平台',
    openHint: '在浏览器中打开税务总局查验平台，验证码由您本人输入。',
    qr: '按票面信息绘制的发票二维码',
    qrHint: '可用手机上的税务 App 扫码查验。',
    result: '查验结果',
    day: '查验日期',
    keep: '保存结果',
    take: '撤回结果',
    attach: '查验结果文件（截图或 PDF）：拖到此处保存。',
    attachment: '查验结果文件：{{name}}',
    openAttachment: '另存副本…',
    badDay: '请输入日期，不得晚于今天。',
    kindUnknown: '票种不明，请先更正票种，再查看查验项目。',
  },
  state: {
    booked: '凭证 {{voucher}}，记账日期 {{day}}，会计期间 {{period}}',
    archived: '已归档 {{day}}',
  },
};
