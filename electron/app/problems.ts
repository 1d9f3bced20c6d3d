import type { Problem } from '../../shared/contract/commands.ts';
import { describeFailure } from '../../shared/services/catalogue.ts';
import type { Failure } from '../../shared/services/failure.ts';
import type { ServiceId } from '../../shared/services/service.ts';
import type { Bilingual } from '../../shared/language.ts';
import type { WriteFailure } from '../export/write-failure.ts';
import type { BackupFault } from '../store/sqlite/backup-format.ts';
import type { Holder } from '../store/sqlite/lock.ts';
import { baseUrlTexts, type BaseUrlRefusal } from '../../shared/texts/base-url.ts';
import type { Notice } from '../pipeline/ask-service.ts';

const problem = (id: string, message: Bilingual, remedy: Bilingual | null): Problem => ({
  id,
  message,
  remedy,
});

/** A command that no window of ours sends: a bug of ours, or someone else at the door. */
export const badRequest: Problem = problem('bad-request', { zh: '请求无效', en: 'Invalid request' }, null);

export const pageNotFound: Problem = problem(
  'page-not-found',
  { zh: '找不到该页', en: 'Page not found' },
  { zh: '它可能已被移除，请刷新列表', en: 'It may have been removed. Check the list' },
);

export const notCorrectable: Problem = problem(
  'not-correctable',
  { zh: '该项无法更正', en: 'This field can’t be corrected' },
  {
    zh: '只有已识别的发票上的字段可以更正',
    en: 'Only fields of a recognized invoice can be corrected',
  },
);

export const notReviewable: Problem = problem(
  'not-reviewable',
  {
    zh: '该页尚未识别，无法确认或搁置',
    en: 'A page must be recognized before it can be confirmed or set aside',
  },
  { zh: '请先识别该页', en: 'Recognize it first' },
);

/** Somebody else has changed the page meanwhile. */
export const changedMeanwhile: Problem = problem(
  'changed-meanwhile',
  {
    zh: '此页刚被他人更改，您的操作未生效',
    en: 'Someone else has just changed this page; your change was not applied',
  },
  { zh: '请查看最新内容后重试', en: 'Look at the page as it is now and try again' },
);

export const nothingToUndo: Problem = problem(
  'nothing-to-undo',
  { zh: '没有可撤销的更改', en: 'Nothing to undo' },
  null,
);

export const nothingToRevert: Problem = problem(
  'nothing-to-revert',
  { zh: '此项就是识别结果', en: 'This is already the recognized value' },
  null,
);

export const nothingToKeep: Problem = problem(
  'nothing-to-keep',
  { zh: '此项没有需要选择的不同结果', en: 'This field has no other result to choose from' },
  null,
);

export const nothingToRedo: Problem = problem(
  'nothing-to-redo',
  { zh: '没有可重做的更改', en: 'Nothing to redo' },
  null,
);

/** A page can't be made anew; it stays as it was. */
export const notTreatable = (service: ServiceId, failure: Failure): Problem => {
  const [zh, en] = [describeFailure(service, failure, 'zh'), describeFailure(service, failure, 'en')];
  return problem(
    'not-treatable',
    { zh: `该页未改动：${zh.message}`, en: `The page was not changed: ${en.message}` },
    { zh: zh.remedy, en: en.remedy },
  );
};

export const noFileDialog: Problem = problem(
  'no-file-dialog',
  { zh: '此处无法选择文件', en: 'Can’t choose files here' },
  {
    zh: '请将文件再次拖入窗口，Vouch 会按内容认出它',
    en: 'Drop the file on the window again. Vouch recognizes it by its content',
  },
);

export const notTheOriginal = (name: string): Problem =>
  problem(
    'not-the-original',
    {
      zh: `所选文件不是“${name}”的原件，其文件夹中也没有`,
      en: `The file is not the original of “${name}”, and its folder does not contain it`,
    },
    {
      zh: '原件按内容识别：若文件已被修改，请作为新单据添加',
      en: 'Originals are recognized by content. If the file was edited, add it as a new document',
    },
  );

export const passwordNeeded: Problem = problem(
  'password-needed',
  { zh: '该 PDF 有密码保护', en: 'The PDF is password-protected' },
  { zh: '请输入密码', en: 'Enter the password' },
);

export const wrongPassword: Problem = problem(
  'wrong-password',
  { zh: '密码不正确', en: 'Wrong password' },
  { zh: '请核对密码后重新输入', en: 'Check the password and enter it again' },
);

export const watchProblem = (folder: string, code: string): Problem =>
  problem(
    'watched-folder',
    {
      zh: `无法查看所监视的文件夹 ${folder}（${code}）`,
      en: `Can’t read the watched folder ${folder} (${code})`,
    },
    {
      zh: '请检查设置中的路径、权限和网络连接；恢复后会自动继续',
      en: 'Check its path in the settings, its permissions and the network. Watching resumes automatically',
    },
  );

export const tooManyFacePictures: Problem = problem(
  'too-many-face-pictures',
  { zh: '图片太多，无法一次导出', en: 'Too many pictures for one export' },
  { zh: '请选择较少的照片后再试', en: 'Choose fewer photos and try again' },
);

export const faceGone: Problem = problem(
  'face-gone',
  { zh: '照片中已没有这张人脸', en: 'The photo no longer has this face' },
  { zh: '请重新打开照片后再试', en: 'Reopen the photo and try again' },
);

export const backupBusy: Problem = problem(
  'backup-busy',
  { zh: '正在备份或恢复', en: 'A backup or restore is in progress' },
  { zh: '请等它完成后再试', en: 'Wait until it has finished, then try again' },
);

export const backupGone: Problem = problem(
  'backup-gone',
  { zh: '找不到该备份', en: 'Backup not found' },
  { zh: '它可能已被移走，请重新打开设置', en: 'It may have been moved. Reopen the settings' },
);

const backupTexts: Readonly<Record<BackupFault['reason'], Bilingual>> = {
  'not-a-backup': { zh: '该文件不是 Vouch 的备份', en: 'This is not a Vouch backup' },
  newer: { zh: '该备份由更新版本的 Vouch 写成', en: 'The backup was made by a newer version of Vouch' },
  damaged: { zh: '该备份已损坏', en: 'The backup is damaged' },
};

const backupRemedies: Readonly<Record<BackupFault['reason'], Bilingual>> = {
  'not-a-backup': {
    zh: '现有数据未改动。请选择扩展名为 .vouch 的备份文件',
    en: 'Your data was not changed. Choose a backup file that ends in .vouch',
  },
  newer: {
    zh: '现有数据未改动。请先更新 Vouch，再恢复此备份',
    en: 'Your data was not changed. Update Vouch, then restore the backup',
  },
  damaged: {
    zh: '现有数据未改动。请换用另一份备份，或重新复制此文件',
    en: 'Your data was not changed. Use another backup, or copy this file again',
  },
};

/** A backup that is not taken in. */
export const backupRefused = (reason: BackupFault['reason']): Problem =>
  problem('backup-refused', backupTexts[reason], backupRemedies[reason]);

export const noOpenFolder: Problem = problem(
  'no-open-folder',
  { zh: '此处无法打开文件夹', en: 'Can’t open folders from here' },
  {
    zh: '请在文件管理器中打开设置里显示的路径',
    en: 'Open the path shown in the settings in your file manager',
  },
);

export const noCredentials: Problem = problem(
  'no-credentials',
  { zh: '尚未设置账号', en: 'No account is set up yet' },
  {
    zh: '请在设置中填写 APP ID、APIKey、APISecret 和服务地址，或使用演示服务',
    en: 'Enter APP ID, API key, API secret and base URL in the settings, or use the demo',
  },
);

export const badBaseUrl = (refusal: BaseUrlRefusal): Problem => {
  const { message, remedy } = baseUrlTexts[refusal];
  return problem('bad-base-url', message, remedy);
};

export const badSecret: Problem = problem(
  'bad-secret',
  {
    zh: 'API Key 或 API Secret 中有空格或其他不应有的字符，未作更改',
    en: 'The API key or secret contains a space or another invalid character. Nothing was changed',
  },
  { zh: '请在控制台重新复制后再填写', en: 'Copy it from the console again and enter it' },
);

export const badAuthority: Problem = problem(
  'bad-authority',
  { zh: '证书无法读取，未作更改', en: 'Can’t read the certificate. Nothing was changed' },
  {
    zh: '请选择 PEM 或 DER 格式的 X.509 证书文件',
    en: 'Choose an X.509 certificate file in PEM or DER format',
  },
);

export const badTruth = (file: string, said: string): Problem =>
  problem(
    'bad-truth',
    {
      zh: `演示答案 ${file} 无法读取，已忽略（${said}）`,
      en: `Can’t read the sandbox truth ${file}; it is ignored (${said})`,
    },
    { zh: '请检查 VOUCH_SANDBOX_TRUTH 文件夹', en: 'Check the folder named by VOUCH_SANDBOX_TRUTH' },
  );

export const nothingToExport: Problem = problem(
  'nothing-to-export',
  { zh: '没有可导出的内容', en: 'Nothing to export' },
  { zh: '请先识别至少一页', en: 'Recognize at least one page first' },
);

export const nothingSettled: Problem = problem(
  'nothing-settled',
  { zh: '没有不存疑的页面可导出', en: 'Every page has open issues; nothing was exported' },
  {
    zh: '请核对并更正存疑的页面，或连同标记一起导出',
    en: 'Review and correct the pages, or export them with issues marked',
  },
);

export const exportGone: Problem = problem(
  'export-gone',
  { zh: '该导出已不再保留', en: 'This export is no longer available' },
  { zh: '请重新导出', en: 'Export again' },
);

/** More pictures than one archive holds. */
export const tooManyPictures: Problem = problem(
  'too-many-pictures',
  { zh: '标注图片过多，无法放入一个下载文件', en: 'Too many annotated pictures for one download' },
  {
    zh: '请在桌面版中导出到文件夹，或移除一部分页面',
    en: 'Export to a folder in the desktop program, or export fewer pages',
  },
);

/** An export that was not written; what stood there before still stands there. */
export const exportFailed = ({ message, remedy, said, otherPath }: WriteFailure): Problem =>
  problem(
    'export-failed',
    { zh: `${message.zh}（${said}）`, en: `${message.en} (${said})` },
    otherPath === null ? remedy : { zh: `${remedy.zh}（${otherPath}）`, en: `${remedy.en} (${otherPath})` },
  );

export const testCancelled: Problem = problem(
  'cancelled',
  { zh: '测试已取消', en: 'The test was cancelled' },
  null,
);

/** A bug: named for the user's report, without a remedy that would be a guess. */
export const internalProblem = (error: unknown): Problem => {
  const name = error instanceof Error ? error.name : typeof error;
  return problem('internal', { zh: `内部错误（${name}）`, en: `Internal error (${name})` }, null);
};

/** The file system or the ledger refused to write or read. */
export const storageProblem = (code: string): Problem =>
  problem(
    'storage',
    { zh: `无法读写数据文件夹（${code}）`, en: `Can’t read or write the data folder (${code})` },
    code === 'ENOSPC' || code === 'SQLITE_FULL'
      ? { zh: '磁盘已满，请腾出空间后重试', en: 'The disk is full. Free some space and try again' }
      : code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB'
        ? {
            zh: '数据文件已损坏：请重新启动 Vouch，它会将其另存并恢复能读出的内容',
            en: 'The ledger is damaged. Restart Vouch: it sets the ledger aside and recovers all readable data',
          }
        : {
            zh: '请检查数据文件夹的权限和磁盘空间',
            en: 'Check the permissions of the data folder and the free disk space',
          },
  );

export const folderLocked = (holder: Holder | null): Problem => {
  const who = holder ? `${holder.program}, pid ${holder.pid}, ${holder.since}` : null;
  return problem(
    'folder-locked',
    {
      zh: who === null ? '数据文件夹正被另一个 Vouch 使用' : `数据文件夹正被另一个 Vouch 使用（${who}）`,
      en: `Another Vouch is using the data folder${who === null ? '' : ` (${who})`}`,
    },
    {
      zh: '请等它结束或将其关闭，或用 VOUCH_HOME 指定另一个数据文件夹',
      en: 'Wait until it closes, close it, or set VOUCH_HOME to another data folder',
    },
  );
};

const ledgerTexts = {
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
      zh: '请从备份恢复 ledger.sqlite，或将其移走后重新启动',
      en: 'Restore ledger.sqlite from a backup, or move it away and restart',
    },
  },
  unusable: {
    message: { zh: '无法打开数据文件', en: 'Can’t open the ledger' },
    remedy: {
      zh: '请检查数据文件夹的权限和磁盘空间',
      en: 'Check the permissions of the data folder and the free disk space',
    },
  },
} as const satisfies Record<string, { message: Bilingual; remedy: Bilingual }>;

/** A newer program's ledger: shown, and left alone. */
export const ledgerReadOnly: Problem = problem(
  'ledger-read-only',
  {
    zh: '数据文件由更新版本的 Vouch 写成，现在只能查看，不能更改',
    en: 'The ledger was written by a newer version of Vouch. You can view it but not change it',
  },
  { zh: '请更新 Vouch', en: 'Update Vouch' },
);

export const ledgerMissing = (pictures: number): Problem =>
  problem(
    'ledger-missing',
    {
      zh: `数据文件夹中没有任何记录，却有 ${pictures} 张已处理页面的图片：数据文件可能丢失或被清空`,
      en: `The data folder has no records, but ${pictures} pictures of earlier pages: the ledger was probably lost or emptied`,
    },
    {
      zh: '如有备份，请先从备份恢复；否则重新识别会再次计费',
      en: 'If you have a backup, restore it first. Otherwise pages that are recognized again are billed again',
    },
  );

export const ledgerRecovered = (setAside: string, pages: number): Problem =>
  problem(
    'ledger-recovered',
    {
      zh: `数据文件已损坏，已另存为 ${setAside}；能读出的 ${pages} 页已恢复`,
      en: `The ledger was damaged and set aside as ${setAside}. ${pages} readable pages were recovered`,
    },
    {
      zh: '请检查磁盘；如有备份，可从备份恢复',
      en: 'Check the disk. If you have a backup, restore it',
    },
  );

export const ledgerProblem = (reason: keyof typeof ledgerTexts, said: string): Problem => {
  const { message, remedy } = ledgerTexts[reason];
  return problem(
    `ledger-${reason}`,
    { zh: `${message.zh}（${said}）`, en: `${message.en} (${said})` },
    remedy,
  );
};

const minutesOff = (offsetMs: number): number => Math.max(1, Math.round(Math.abs(offsetMs) / 60_000));

/** This computer's clock differs from the server's; the calls are signed by the server's. */
export const clockOff = (offsetMs: number): Problem => {
  const minutes = minutesOff(offsetMs);
  const slow = offsetMs > 0;
  return problem(
    'clock-off',
    {
      zh: `本机时钟比服务器${slow ? '慢' : '快'}约 ${minutes} 分钟，本次已按服务器时间签名`,
      en: `This computer's clock is about ${minutes} min ${slow ? 'behind' : 'ahead of'} the server. Calls are signed with the server’s time`,
    },
    {
      zh: '请打开系统的“自动设置时间”，校准本机时钟',
      en: 'Correct this computer’s clock: turn on automatic time in the system settings',
    },
  );
};

/** What concerns a whole batch, said once; null for what needs no word. */
export const noticeProblem = (notice: Notice): Problem | null => {
  if (notice.kind === 'clock') return notice.offsetMs === 0 ? null : clockOff(notice.offsetMs);
  if (notice.kind !== 'halted') return null;
  const { service, failure } = notice;
  const zh = describeFailure(service, failure, 'zh');
  const en = describeFailure(service, failure, 'en');
  return problem(
    'batch-stopped',
    {
      zh: `已停止：${zh.message}。其余页面没有发送`,
      en: `Stopped: ${en.message}. The other pages were not sent`,
    },
    { zh: zh.remedy, en: en.remedy },
  );
};
