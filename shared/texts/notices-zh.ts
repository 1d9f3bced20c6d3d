import type { noticesEn } from './notices-en.ts';
import type { Translated } from './window.ts';

/** The window's texts that the state writes into notices, in Chinese. */
export const noticesZh: Translated<typeof noticesEn> = {
  review: {
    undone: '已撤销：{{what}}（{{where}}）',
    redone: '已重做：{{what}}（{{where}}）',
    documents: '{{count}} 份单据',
    confirmed: '确认',
    aside: '搁置',
    open: '恢复为待核对',
    correct: '修改{{field}}',
    revert: '恢复{{field}}',
    keep: '保留{{field}}',
    accept: '认可{{field}}',
    lines: '修改货物明细',
    faces: '修改人脸',
    tag: '修改标签',
    note: '修改备注',
    join: '合并页面',
    split: '拆分页面',
    joinedCount: '已将 {{count}} 页合并为一张发票，按 Ctrl+Z 可撤销。',
    splitCount: '已拆分为 {{count}} 页，按 Ctrl+Z 可撤销。',
    review: '更改核对状态',
    other: '更改',
    confirmedCount: '已确认 {{count}} 份，按 Ctrl+Z 可撤销。',
    asideCount: '已搁置 {{count}} 份，按 Ctrl+Z 可撤销。',
    openCount: '已恢复为待核对：{{count}} 份',
  },
  exports: {
    saved: '已导出到 {{path}}',
    downloaded: '已导出：{{name}}',
    printed: '已发送到打印机。',
    leftOut: '（未导出 {{count}} 页）',
    smaller: '。有 {{count}} 张照片无法取得完整原图，以发送时的尺寸导出',
    uncovered: '。有 {{count}} 张人脸位置不明，未被遮盖：请为其画框后重新导出',
  },
  failure: {
    unreachable: 'Vouch 没有响应。',
    unreachableRemedy: '请确认 Vouch 仍在运行，然后重试。',
    badResponse: '无法理解 Vouch 的响应。',
    badResponseRemedy: '请重新加载窗口；若仍如此，请重新安装 Vouch。',
    tooLarge: '文件过大，无法读取。',
    tooLargeRemedy: '请拆分或缩小文件：单个文件不超过 64 MB。',
  },
};
