import type { Bilingual } from '../language.ts';

const name = (zh: string, en: string): Bilingual => ({ zh, en });

/** The commands that have entries in the audit log. */
export const auditCommandNames = {
  'settings.change': name('更改设置', 'Settings changed'),
  'mailbox.test': name('测试邮箱', 'Mailbox tested'),
  'mailbox.take': name('收取邮件', 'Mails taken'),
  'queue.pause': name('暂停或继续识别', 'Queue paused or resumed'),
  'pages.add': name('添加文件', 'Added'),
  'pages.addSamples': name('添加示例', 'Samples added'),
  'drops.begin': name('开始添加文件', 'Adding of files begun'),
  'drops.dismiss': name('放弃未添加的文件', 'Missing files dismissed'),
  'pages.recognize': name('重新识别', 'Recognized again'),
  'pages.compare': name('对比识别', 'Compared with another reader'),
  'pages.cancel': name('停止识别', 'Stopped'),
  'pages.continue': name('继续识别', 'Continued'),
  'pages.treat': name('旋转、裁剪或遮盖', 'Rotated, cropped or masked'),
  'pages.send': name('确认发送', 'Approved for sending'),
  'pages.unlock': name('输入文件密码', 'Password entered'),
  'pages.remove': name('移除', 'Removed'),
  'pages.withdraw': name('撤回添加', 'Taken back'),
  'pages.restore': name('恢复', 'Restored'),
  'pages.purge': name('彻底删除', 'Deleted for good'),
  'pages.correct': name('更正', 'Corrected'),
  'pages.editLines': name('修改明细', 'Lines edited'),
  'pages.revert': name('恢复识别结果', 'Reverted to the extraction'),
  'pages.keep': name('保留更正', 'Correction kept'),
  'pages.undo': name('撤销或重做', 'Undone or redone'),
  'pages.review': name('更改核对状态', 'Reviewed'),
  'pages.pair': name('与发票配对', 'Paired with an invoice'),
  'batch.review': name('批量更改核对状态', 'Several reviewed'),
  'batch.tag': name('标签', 'Tagged'),
  'batch.correct': name('批量更正', 'Several corrected'),
  'pages.note': name('备注', 'Note'),
  'pages.accept': name('认可此值', 'Value accepted'),
  'batch.join': name('合并', 'Joined'),
  'batch.split': name('拆分', 'Split'),
  'pages.unsplit': name('还原为一页', 'Invoices of a page put together'),
  'batch.undo': name('撤销或重做', 'Undone or redone'),
  'history.exportTotals': name('导出汇总', 'Totals exported'),
  'faces.edit': name('修改人脸', 'Faces edited'),
  'faces.exportPictures': name('导出人脸图片', 'Pictures of faces exported'),
  'pages.export': name('导出', 'Exported'),
  'desk.export': name('通过命令行导出', 'Exported by a command line'),
  'books.verify': name('查验', 'Verified'),
  'books.attach': name('保存查验结果', 'Verification result saved'),
  'books.attachment': name('打开查验结果', 'Verification result opened'),
  'books.exportMatch': name('导出核对结果', 'Match exported'),
  'books.exportCodes': name('导出编码', 'Codes exported'),
  'books.archive': name('归档', 'Archived'),
  'books.print': name('打印', 'Printed'),
  'books.writeVouchers': name('生成凭证', 'Vouchers written'),
  'books.resolve': name('处理未完成的文件', 'Unfinished file settled'),
  'books.exportUnverified': name('导出未查验发票', 'Unverified invoices exported'),
} as const satisfies Readonly<Record<string, Bilingual>>;

/** What was done with users, sign-ins, links and the log itself. */
const officeActionNames = {
  'signed-in': name('登录', 'Signed in'),
  'sign-in-refused': name('登录被拒绝', 'Sign-in refused'),
  'sign-in-throttled': name('登录次数过多', 'Too many sign-ins'),
  'signed-out': name('退出登录', 'Signed out'),
  'account-made': name('创建用户', 'User created'),
  'password-changed': name('更改密码', 'Password changed'),
  'user-renamed': name('区分同名用户', 'User with an unclear name renamed'),
  'session-ended': name('结束一次登录', 'Session ended'),
  'sessions-ended': name('结束全部登录', 'Sessions ended'),
  invited: name('邀请', 'Invited'),
  'password-link-made': name('生成重设密码的链接', 'Password link created'),
  'role-changed': name('更改角色', 'Role changed'),
  'account-switched': name('启用或停用用户', 'User enabled or disabled'),
  'token-made': name('生成访问令牌', 'Token created'),
  'token-first-used': name('首次使用访问令牌', 'Token used for the first time'),
  'token-revoked': name('撤销访问令牌', 'Token revoked'),
  'token-refused': name('访问令牌被拒绝', 'Token refused'),
  'lock-lifted': name('解除登录限制', 'Sign-in allowed again'),
  'administrator-link-made': name('生成管理员链接', 'Administrator link created'),
  'trail-exported': name('保存操作记录', 'Audit log saved'),
  'trail-read': name('查看操作记录', 'Audit log read'),
  'command-line-read': name('用数据库地址读取文件', 'Read by a command line with the database’s address'),
  'command-line-output': name(
    '用数据库地址输出结果',
    'Written by a command line with the database’s address',
  ),
  'picture-shown': name('向窗口发送图片', 'Picture sent to the window'),
  'not-allowed': name('无权操作', 'Not allowed'),
} as const satisfies Readonly<Record<string, Bilingual>>;

export type OfficeAction = keyof typeof officeActionNames;

const names = new Map(
  Object.entries({
    ...officeActionNames,
    ...Object.fromEntries(
      Object.entries(auditCommandNames).map(([command, its]) => [`command ${command}`, its]),
    ),
  }),
);

/** What was done, in words; an action of another version is named as it is. */
export const auditName = (action: string): Bilingual => names.get(action) ?? name(action, action);

const fieldNames = new Map(
  Object.entries({
    review: name('核对状态', 'Review'),
    tags: name('标签', 'Tags'),
    note: name('备注', 'Note'),
    page: name('页面', 'Page'),
    role: name('角色', 'Role'),
    name: name('姓名', 'Name'),
    // Changes of a review.
    accept: name('认可此值', 'Value accepted'),
    keep: name('认可此值', 'Value accepted'),
    revert: name('恢复为识别的值', 'Reverted'),
    'edit-lines': name('修改明细', 'Lines edited'),
    'edit-faces': name('修改人脸', 'Faces edited'),
    pair: name('配对的发票', 'Paired invoice'),
    join: name('合并的页面', 'Joined pages'),
    split: name('拆分', 'Split'),
    book: name('凭证', 'Voucher'),
    verify: name('查验', 'Verification'),
    archive: name('归档', 'Archive'),
    print: name('打印', 'Print'),
    undo: name('撤销一步', 'One step undone'),
    redo: name('重做一步', 'One step redone'),
  }),
);

/** A field that is no value of an invoice, in words; null for others. */
export const auditFieldName = (field: string): Bilingual | null => fieldNames.get(field) ?? null;
