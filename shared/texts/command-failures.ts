import type { Bilingual } from '../language.ts';
import type { CommandFailureText } from './failure-line.ts';

/** Why a command was refused, by the failure's id. */
export const commandFailureTexts = {
  'calls-off': {
    message: { zh: '已设置不向识别服务发送', en: 'Calls to the recognition service are turned off' },
    remedy: { zh: '请在设置的“调用”中允许发送', en: 'Allow them under “Calls” in the settings' },
  },
  'paper-not-sent': {
    message: {
      zh: '该页不是增值税发票，未向识别服务发送',
      en: 'This page is no VAT invoice, so it was not sent to the recognition service',
    },
    remedy: {
      zh: '如果确实是发票，请重新扫描该页',
      en: 'If it is one, scan it again',
    },
  },
  'part-not-sent': {
    message: {
      zh: '该页上有多张发票，未向识别服务发送',
      en: 'Its page has several invoices, so it was not sent to the recognition service',
    },
    remedy: {
      zh: '请在本机识别，或将各张发票分开后重新添加',
      en: 'Read it on this computer, or add each invoice as a page of its own',
    },
  },
  'bad-request': {
    message: { zh: '请求无效', en: 'Invalid request' },
    remedy: { zh: '请重新加载窗口后重试', en: 'Reload the window and try again' },
  },
  'page-not-found': {
    message: { zh: '找不到该页', en: 'Page not found' },
    remedy: { zh: '它可能已被移除，请重新加载窗口', en: 'It may have been removed. Reload the window' },
  },
  'not-correctable': {
    message: { zh: '该项无法更正', en: 'This field can’t be corrected' },
    remedy: {
      zh: '只有已识别的发票上的字段可以更正',
      en: 'Only fields of a recognized invoice can be corrected',
    },
  },
  'not-joinable': {
    message: { zh: '这些页不能合并为一张发票', en: 'These pages can’t be joined into one invoice' },
    remedy: {
      zh: '请选择 2 至 100 页已识别的发票',
      en: 'Select 2 to 100 recognized pages',
    },
  },
  'not-split': {
    message: { zh: '不能还原为一页', en: 'The invoices can’t be shown as one page' },
    remedy: {
      zh: '请先从回收站恢复第一张，或拆分已合并的页面',
      en: 'Restore the first of them from the bin, or split joined pages first',
    },
  },
  'part-changed': {
    message: {
      zh: '第一张发票的图片已更改，不能还原为一页',
      en: 'The picture of the first invoice was changed, so the page can’t be shown as one',
    },
    remedy: {
      zh: '请先将其图片恢复为整页',
      en: 'Show the whole page on its picture again first',
    },
  },
  'not-withdrawn': {
    message: {
      zh: '已发送或已有人处理，未撤回',
      en: 'Not taken back: it was sent, or somebody worked on it',
    },
    remedy: { zh: '可将其移入回收站', en: 'Remove it to the bin instead' },
  },
  'own-change': {
    message: {
      zh: '已启用双人复核：您改过此发票，不能由您确认',
      en: 'Four eyes: you changed this invoice, so you can’t confirm it',
    },
    remedy: { zh: '请由其他审核人确认', en: 'Another approver must confirm what you changed' },
  },
  'not-reviewable': {
    message: {
      zh: '该页尚未识别，无法确认',
      en: 'A page must be recognized before it can be confirmed',
    },
    remedy: { zh: '请先识别该页', en: 'Recognize it first' },
  },
  'changed-meanwhile': {
    message: {
      zh: '此页刚被他人修改，您的更改未保存',
      en: 'Another user has just changed this page. Your change was not saved',
    },
    remedy: { zh: '请核对最新内容后重试', en: 'Check the page, then try again' },
  },
  'other-data': {
    message: {
      zh: '此页的数据与您所见的不同，未确认',
      en: 'The data of this page is not what you saw. It was not confirmed',
    },
    remedy: { zh: '请核对最新内容后再确认', en: 'Check what is shown now, then confirm' },
  },
  'no-mailbox': {
    message: { zh: '未设置邮箱', en: 'No mailbox is set' },
    remedy: {
      zh: '请在设置的“邮箱”中填写服务器、用户名和密码',
      en: 'Enter server, user and password under “Mailbox” in the settings',
    },
  },
  'mailbox-password': {
    message: {
      zh: '服务器或用户名已改，密码未沿用',
      en: 'The password was entered for another server or user',
    },
    remedy: { zh: '请重新输入密码', en: 'Enter the password again' },
  },
  'nothing-to-undo': { message: { zh: '没有可撤销的更改', en: 'Nothing to undo' }, remedy: null },
  'nothing-to-revert': {
    message: { zh: '此值已是识别结果', en: 'This is already the recognized value' },
    remedy: null,
  },
  'nothing-to-keep': {
    message: { zh: '此项没有不同的识别结果', en: 'This field has no conflicting result' },
    remedy: null,
  },
  'nothing-to-redo': { message: { zh: '没有可重做的更改', en: 'Nothing to redo' }, remedy: null },
  'no-file-dialog': {
    message: { zh: '此处无法选择文件', en: 'Can’t choose files here' },
    remedy: {
      zh: '请将文件再次拖入窗口，Vouch 会按内容认出它',
      en: 'Drop the file on the window again. Vouch identifies it by its content',
    },
  },
  'password-needed': {
    message: { zh: '该 PDF 有密码保护', en: 'The PDF is password-protected' },
    remedy: { zh: '请输入密码', en: 'Enter the password' },
  },
  'wrong-password': {
    message: { zh: '密码不正确', en: 'Wrong password' },
    remedy: { zh: '请核对密码后重新输入', en: 'Check the password and enter it again' },
  },
  'too-many-face-pictures': {
    message: { zh: '图片太多，无法一次导出', en: 'Too many pictures for one export' },
    remedy: { zh: '请选择较少的照片后再试', en: 'Choose fewer photos and try again' },
  },
  'face-gone': {
    message: { zh: '照片中已没有这张人脸', en: 'The photo no longer has this face' },
    remedy: { zh: '请重新打开照片后再试', en: 'Reopen the photo and try again' },
  },
  'backup-busy': {
    message: { zh: '正在备份或恢复', en: 'A backup or restore is in progress' },
    remedy: { zh: '请等待完成后再试', en: 'Wait until it has finished, then try again' },
  },
  'backup-gone': {
    message: { zh: '找不到该备份', en: 'Backup not found' },
    remedy: { zh: '备份可能已被移走，请重新打开设置', en: 'It may have been moved. Reopen the settings' },
  },
  'no-open-folder': {
    message: { zh: '此处无法打开文件夹', en: 'Can’t open folders from here' },
    remedy: {
      zh: '请在文件管理器中打开设置里显示的路径',
      en: 'Open the path shown in the settings in your file manager',
    },
  },
  'no-account': {
    message: { zh: '尚未设置账号密钥', en: 'No account is set up yet' },
    remedy: {
      zh: '请在设置中填写 APP ID、API Key、API Secret 和服务地址，或使用演示服务',
      en: 'Enter APP ID, API key, API secret and base URL in the settings, or use the demo',
    },
  },
  'bad-secret': {
    message: {
      zh: 'API Key 或 API Secret 中有空格或其他不应有的字符，未作更改',
      en: 'The API key or API secret contains a space or another invalid character. Nothing was changed',
    },
    remedy: { zh: '请从控制台重新复制后填写', en: 'Copy both from the console again' },
  },
  'bad-authority': {
    message: { zh: '证书无法读取，未作更改', en: 'Can’t read the certificate. Nothing was changed' },
    remedy: {
      zh: '请选择 PEM 或 DER 格式的 X.509 证书文件',
      en: 'Choose an X.509 certificate file in PEM or DER format',
    },
  },
  'nothing-to-export': {
    message: { zh: '没有可导出的内容', en: 'Nothing to export' },
    remedy: { zh: '请先识别至少一页', en: 'Recognize at least one page first' },
  },
  'nothing-settled': {
    message: {
      zh: '所有页都有未处理的问题，未导出',
      en: 'Every page has open findings. Nothing was exported',
    },
    remedy: {
      zh: '请核对并更正这些页，或改为全部导出（问题会标明）',
      en: 'Review and correct the pages, or export everything with findings marked',
    },
  },
  'export-gone': {
    message: { zh: '该导出已不再保留', en: 'This export is no longer available' },
    remedy: { zh: '请重新导出', en: 'Export again' },
  },
  'too-many-pictures': {
    message: { zh: '标注图片过多，一次下载放不下', en: 'Too many annotated pictures for one download' },
    remedy: {
      zh: '请在桌面版中导出到文件夹，或减少要导出的页',
      en: 'Export to a folder in the desktop program, or export fewer pages',
    },
  },
  cancelled: { message: { zh: '测试已取消', en: 'The test was cancelled' }, remedy: null },
  'ledger-read-only': {
    message: {
      zh: '数据文件由更新版本的 Vouch 写成，现在只能查看，不能更改',
      en: 'The ledger was written by a newer version of Vouch. You can view it but not change it',
    },
    remedy: { zh: '请更新 Vouch', en: 'Update Vouch' },
  },
} as const satisfies Record<string, CommandFailureText>;

/** Why the ledger could not be opened. */
export const ledgerTexts = {
  newer: {
    message: {
      zh: '数据文件由更新版本的 Vouch 写成',
      en: 'The ledger was written by a newer version of Vouch',
    },
    remedy: { zh: '请更新 Vouch', en: 'Update Vouch' },
  },
  damaged: {
    message: { zh: '数据文件已损坏，未作改动', en: 'The ledger is damaged and was not changed' },
    remedy: {
      zh: '请从备份恢复 ledger.sqlite，或将其移走后重新启动 Vouch',
      en: 'Restore ledger.sqlite from a backup, or move it away and restart Vouch',
    },
  },
  unusable: {
    message: { zh: '无法打开数据文件', en: 'Can’t open the ledger' },
    remedy: {
      zh: '请检查数据文件夹的权限和磁盘空间',
      en: 'Check the permissions of the data folder and the free disk space',
    },
  },
} as const satisfies Record<string, CommandFailureText>;

/** Why a backup can't be restored. */
export const backupTexts = {
  'not-a-backup': {
    message: { zh: '该文件不是 Vouch 的备份', en: 'This is not a Vouch backup' },
    remedy: {
      zh: '现有数据未改动。请选择扩展名为 .vouch 的备份文件',
      en: 'Your data was not changed. Choose a backup file that ends in .vouch',
    },
  },
  newer: {
    message: {
      zh: '该备份由更新版本的 Vouch 写成',
      en: 'The backup was made by a newer version of Vouch',
    },
    remedy: {
      zh: '现有数据未改动。请先更新 Vouch，再恢复此备份',
      en: 'Your data was not changed. Update Vouch, then restore the backup',
    },
  },
  damaged: {
    message: { zh: '该备份已损坏', en: 'The backup is damaged' },
    remedy: {
      zh: '现有数据未改动。请换用另一份备份，或重新复制此文件',
      en: 'Your data was not changed. Use another backup, or copy this file again',
    },
  },
} as const satisfies Record<string, CommandFailureText>;

/** The data folder could not be read or written, by the cause that the system's error code implies. */
export const storageRemedies = {
  full: { zh: '磁盘已满，请腾出空间后重试', en: 'The disk is full. Free some space and try again' },
  damaged: {
    zh: '数据文件已损坏：请重新启动 Vouch，它会另存该文件，并恢复可读取的内容',
    en: 'The ledger is damaged. Restart Vouch: it moves the ledger away and recovers all readable data',
  },
  other: {
    zh: '请检查数据文件夹的权限和磁盘空间',
    en: 'Check the permissions of the data folder and the free disk space',
  },
} as const satisfies Record<string, Bilingual>;

/** Texts with a value in them, by the failure's id. */
export const failureSentences = {
  'not-treatable': (zh: string, en: string) => ({
    zh: `该页未改动：${zh}`,
    en: `The page was not changed: ${en}`,
  }),
  'not-the-original': (name: string) => ({
    zh: `所选文件不是“${name}”的原件，其文件夹中也没有`,
    en: `The file is not the original of “${name}”, and its folder does not contain it`,
  }),
  'watched-folder': (folder: string, code: string) => ({
    zh: `无法读取监视文件夹 ${folder}（${code}）`,
    en: `Can’t read the watched folder ${folder} (${code})`,
  }),
  'unfinished-file': (name: string) => ({
    zh: `监视文件夹中的 ${name} 已等待 10 分钟，仍不完整，未添加`,
    en: `${name} in a watched folder is still incomplete after 10 minutes, and was not added`,
  }),
  'setting-changed': (by: string | null) => ({
    zh: `${by ?? '他人'}已更改此项设置，您的更改未保存`,
    en: `${by ?? 'Somebody'} has changed this setting meanwhile. Your change was not saved`,
  }),
  'bad-truth': (file: string, reason: string) => ({
    zh: `演示数据 ${file} 无法读取，已忽略（${reason}）`,
    en: `Can’t read the demo data ${file}; it is ignored (${reason})`,
  }),
  internal: (name: string) => ({ zh: `内部错误（${name}）`, en: `Internal error (${name})` }),
  storage: (code: string) => ({
    zh: `无法读写数据文件夹（${code}）`,
    en: `Can’t read or write the data folder (${code})`,
  }),
  'folder-locked': (holder: string | null) => ({
    zh: `数据文件夹正被另一个 Vouch 使用${holder === null ? '' : `（${holder}）`}`,
    en: `Another Vouch is using the data folder${holder === null ? '' : ` (${holder})`}`,
  }),
  'ledger-missing': (pictures: number) => ({
    zh: `数据文件夹中没有任何记录，却有 ${pictures} 张此前的图片：数据文件可能已丢失或被清空`,
    en: `The data folder has ${pictures} pictures of earlier pages but no records. The ledger was probably lost or emptied`,
  }),
  'ledger-recovered': (setAside: string, pages: number, answers: number) => ({
    zh: `数据文件已损坏，已另存为 ${setAside}；已恢复 ${pages} 页和 ${answers} 次已计费的识别结果`,
    en: `The ledger was damaged. It was moved to ${setAside}. Pages recovered: ${pages}. Paid answers recovered: ${answers}`,
  }),
  'replaced-data-deleted': (days: string) => ({
    zh: `恢复备份时（${days}）被替换的数据已保留 30 天，现已删除`,
    en: `The data that a restored backup replaced (${days}) was kept for 30 days and is now deleted`,
  }),
  'clock-off': (minutes: number, slow: boolean) => ({
    zh: `本机时钟比服务器${slow ? '慢' : '快'}约 ${minutes} 分钟，已改按服务器时间签名`,
    en: `This computer’s clock is about ${minutes} min ${slow ? 'behind' : 'ahead of'} the server. Calls are signed with the server’s time`,
  }),
  'batch-stopped': (zh: string, en: string) => ({
    zh: `已停止：${zh}。其余页面没有发送`,
    en: `Stopped: ${en}. The other pages were not sent`,
  }),
} as const satisfies Record<string, (...values: never[]) => Bilingual>;

/** Remedies of the failures with a value in their text, by the failure's id. */
export const commandFailureRemedies = {
  'not-the-original': {
    zh: 'Vouch 按内容认出原件。若文件已被修改，请作为新单据添加',
    en: 'Vouch identifies originals by their content. If the file was edited, add it as a new document',
  },
  'watched-folder': {
    zh: '请检查设置中的路径、文件夹权限和网络；恢复后会自动继续监视',
    en: 'Check the path in the settings, the permissions and the network. Then watching resumes automatically',
  },
  'unfinished-file': {
    zh: '请等扫描或下载完成，完成后会自动添加；若文件已损坏，请重新扫描或复制',
    en: 'Wait for the scanner or the download: it is added when complete. If it is damaged, scan or copy it again',
  },
  'setting-changed': {
    zh: '请选择替换已保存的内容；如为列表，也可以把您的内容添加进去',
    en: 'Replace what is stored with yours; if it is a list, you can add yours to it',
  },
  'bad-truth': {
    zh: '请检查 VOUCH_SANDBOX_TRUTH 文件夹',
    en: 'Check the folder named by VOUCH_SANDBOX_TRUTH',
  },
  'folder-locked': {
    zh: '请等待其结束，或将其关闭；若是窗口，也可在窗口中操作；或用 VOUCH_HOME 指定另一个数据文件夹',
    en: 'Wait until it ends, or close it, or do it in its window, or set VOUCH_HOME to another data folder',
  },
  'ledger-missing': {
    zh: '如有备份，请先从备份恢复；否则重新识别会再次计费',
    en: 'If you have a backup, restore it first. Without one, recognizing the pages again is billed again',
  },
  'ledger-recovered': {
    zh: '请检查磁盘；如有备份，请先从备份恢复：没有恢复的页面重新识别会再次计费',
    en: 'Check the disk. If you have a backup, restore it first: pages whose answers were not recovered are billed again when they are recognized',
  },
  'clock-off': {
    zh: '请打开系统的“自动设置时间”，校准本机时钟',
    en: 'Correct this computer’s clock: turn on automatic time in the system settings',
  },
} as const satisfies Record<string, Bilingual>;

/**
 * Two users changed one value.
 * @param name the earlier author; null if unknown
 */
export const changedByTexts = (name: string | null, theirs: string | null, yours: string | null) => ({
  message: {
    zh: `此值刚被${name ?? '他人'}改为“${theirs ?? '空'}”，您输入的“${yours ?? '空'}”未保存`,
    en: `${name ?? 'Another user'} has just changed this value to “${theirs ?? 'empty'}”. Your value “${yours ?? 'empty'}” was not saved`,
  },
  remedy: {
    zh: '请核对后，如有需要再改一次',
    en: 'Compare both values, and enter yours again if it is correct',
  },
});

/**
 * An undo or redo that would change what another user has confirmed.
 * @param name the user who confirmed it; null if unknown
 */
export const confirmedByTexts = (name: string | null) => ({
  message: {
    zh: `此发票已由${name ?? '他人'}确认，未撤销或重做`,
    en: `${name ?? 'Another user'} has confirmed this invoice meanwhile. Nothing was undone or redone`,
  },
  remedy: {
    zh: '如需更改，请先取消确认，或直接修改该值',
    en: 'To change it, reopen it first or enter another value',
  },
});

/**
 * Another user has removed the pages.
 * @param name null if unknown
 */
export const removedByTexts = (name: string | null) => ({
  message: {
    zh: `${name ?? '他人'}已移除所选内容`,
    en: `${name ?? 'Another user'} has removed this meanwhile`,
  },
  remedy: { zh: '可在回收站中恢复', en: 'You can restore it from the bin' },
});

/**
 * Nothing of it is in the bin any more.
 * @param name the user who restored or deleted it; null if unknown
 */
export const goneFromBinTexts = (name: string | null) => ({
  message: {
    zh: `所选内容已不在回收站中：已被${name ?? ''}恢复或彻底删除`,
    en: `This is not in the bin any more: ${name === null ? 'it was restored or deleted' : `${name} has restored or deleted it`}`,
  },
  remedy: { zh: '请重新打开回收站', en: 'Reopen the bin' },
});

/**
 * Another user has joined the pages.
 * @param name null if unknown
 */
export const joinedByTexts = (name: string | null) => ({
  message: {
    zh: `${name ?? '他人'}已合并这些页`,
    en: `${name ?? 'Another user'} has joined these pages meanwhile`,
  },
  remedy: null,
});

/**
 * Another user has split the invoice.
 * @param name null if unknown
 */
export const splitByTexts = (name: string | null) => ({
  message: {
    zh: `${name ?? '他人'}已拆分这些页`,
    en: `${name ?? 'Another user'} has split these pages meanwhile`,
  },
  remedy: null,
});

/** Another user has had the pages read again or continued: they are on their way, or done. */
export const askedByTexts = (name: string) => ({
  message: {
    zh: `${name}已提交识别，未重复提交`,
    en: `${name} has had this read meanwhile: it was not sent twice`,
  },
  remedy: null,
});

/**
 * Another user has treated the picture of a page.
 * @param name null if unknown
 */
export const treatedByTexts = (name: string | null) => ({
  message: {
    zh: `${name ?? '他人'}刚旋转、裁剪或遮盖了此页图片，您的操作未执行`,
    en: `${name ?? 'Another user'} has just rotated, cropped or masked this picture. Nothing was done`,
  },
  remedy: { zh: '请查看图片后重试', en: 'Look at the picture, then try again' },
});

/**
 * @param count the held pages of other users, among those that were to be sent
 * @param most how many of them may
 */
export const heldOfOthersTexts = (count: number, most: number) => ({
  message: {
    zh: `未发送：其中 ${count} 页由他人添加或重新识别，一次最多发送 ${most} 页`,
    en: `Nothing was sent: others added ${count} of these pages or had them recognized again, and you may send ${most} of those at once`,
  },
  remedy: { zh: '请少选一些，或请审核人发送', en: 'Send fewer, or ask an approver' },
});

/**
 * @param count the stopped pages of other users, among those that were to continue
 * @param most how many of them may
 */
export const stoppedOfOthersTexts = (count: number, most: number) => ({
  message: {
    zh: `未继续：其中 ${count} 页由他人添加或重新识别，一次最多继续 ${most} 页`,
    en: `Nothing continued: others added ${count} of these pages or had them recognized again, and you may continue ${most} of those at once`,
  },
  remedy: { zh: '请少选一些，或请审核人继续', en: 'Select fewer, or ask an approver' },
});

/** With four eyes: these of several invoices were not confirmed. */
export const ownChangesTexts = (count: number) => ({
  message: {
    zh: `已启用双人复核：${count} 张由您改过，未确认`,
    en: `Four eyes: ${count} that you changed ${count === 1 ? 'was' : 'were'} not confirmed`,
  },
  remedy: { zh: '请由其他审核人确认', en: 'Another approver must confirm what you changed' },
});

/** @param count the invoices that stand in the books, among those that were to be removed */
export const keptInBooksTexts = (count: number) => ({
  message: {
    zh: `未移除：其中 ${count} 张已入账或已归档`,
    en: `Nothing was removed: ${count} of these ${count === 1 ? 'is' : 'are'} booked or archived`,
  },
  remedy: {
    zh: '请只选择其他发票；已入账或已归档的须依法保存',
    en: 'Select the others only. What is booked or archived must be kept by law',
  },
});

/** @param count the pages of other users, among those that were to be cancelled */
export const pagesOfOthersTexts = (count: number) => ({
  message: {
    zh: `未停止：其中 ${count} 页由他人添加或重新识别`,
    en: `Nothing was stopped: others added ${count} of these pages or had ${count === 1 ? 'it' : 'them'} recognized again`,
  },
  remedy: { zh: '请只选择自己的页面，或请审核人停止', en: 'Select only your own, or ask an approver' },
});
