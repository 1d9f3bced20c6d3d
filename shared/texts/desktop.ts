import { documentFormats, listEn, listZh } from '../file-formats.ts';
import type { Language } from '../language.ts';

/** The texts of the desktop shell: menu and dialogs. The window has its own texts. */
type ShellTexts = {
  readonly addInvoices: string;
  readonly addPhotos: string;
  readonly dataFolder: string;
  readonly quit: string;
  readonly cut: string;
  readonly copy: string;
  readonly paste: string;
  readonly selectAll: string;
  readonly reload: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly zoomReset: string;
  readonly fullScreen: string;
  readonly about: string;
  readonly pictures: string;
  readonly allFiles: string;
  readonly saveExport: string;
  /** Titles of the dialog for a folder, by its purpose. */
  readonly chooseFolder: { readonly pictures: string; readonly archive: string; readonly copies: string };
  readonly chooseBackup: string;
  readonly findOriginal: (name: string) => string;
  readonly backups: string;
  readonly openLink: string;
  readonly open: string;
  readonly cancel: string;
  readonly cannotStart: string;
  readonly unexpected: string;
  readonly unexpectedDetail: string;
  readonly keepsCrashing: string;
  readonly keepsCrashingDetail: string;
  readonly openAgain: string;
  readonly unresponsive: string;
  readonly unresponsiveDetail: string;
  readonly wait: string;
  readonly batchDone: (total: number, failed: number) => string;
  readonly copyDiagnostics: string;
  readonly dataFolderIs: string;
  readonly close: string;
  readonly recent: string;
  readonly noRecent: string;
  readonly builtOn: (day: string) => string;
  readonly isOld: (days: number) => string;
  readonly hardwareAcceleration: string;
};

export const shellTexts: Readonly<Record<Language, ShellTexts>> = {
  zh: {
    addInvoices: '添加发票…',
    addPhotos: '添加人脸照片…',
    dataFolder: '打开数据文件夹',
    quit: '退出',
    cut: '剪切',
    copy: '复制',
    paste: '粘贴',
    selectAll: '全选',
    reload: '重新加载窗口',
    zoomIn: '放大界面',
    zoomOut: '缩小界面',
    zoomReset: '实际大小',
    fullScreen: '全屏',
    about: '关于 Vouch',
    pictures: `图片、${listZh(documentFormats)} 与压缩包`,
    allFiles: '所有文件',
    saveExport: '保存导出文件',
    chooseFolder: {
      pictures: '选择保存图片的文件夹',
      archive: '选择保存归档的文件夹',
      copies: '选择存放原件副本的文件夹',
    },
    chooseBackup: '选择要恢复的备份',
    findOriginal: (name) => `查找“${name}”的原件`,
    backups: 'Vouch 备份',
    openLink: '在浏览器中打开此链接？',
    open: '打开',
    cancel: '取消',
    cannotStart: 'Vouch 无法启动',
    unexpected: 'Vouch 内部出错',
    unexpectedDetail:
      '已识别和已更正的内容均已保存在数据文件夹中。请退出并重新启动 Vouch；如仍出现，请从“帮助”菜单复制诊断信息，并查看数据文件夹中的日志。',
    keepsCrashing: '窗口多次崩溃',
    keepsCrashingDetail:
      '已识别和已更正的内容均已保存在数据文件夹中。可以重新打开窗口，或退出后重新启动 Vouch。',
    openAgain: '重新打开',
    unresponsive: '窗口没有响应',
    unresponsiveDetail:
      '可以继续等待，或重新打开窗口。已识别和已更正的内容均已保存；未完成的输入需要重新填写。',
    wait: '继续等待',
    batchDone: (total, failed) => `识别完成：共 ${total} 页，失败 ${failed} 页`,
    copyDiagnostics: '复制诊断信息',
    dataFolderIs: '数据文件夹：',
    close: '关闭',
    recent: '最近的批次',
    noRecent: '暂无批次',
    builtOn: (day) => `构建日期：${day}`,
    isOld: (days) =>
      `此版本已有 ${days} 天，其中的 Chromium 缺少此后的安全修复。请到获取此安装包的地方获取新版本。`,
    hardwareAcceleration: '硬件加速（重启后生效）',
  },
  en: {
    addInvoices: 'Add invoices…',
    addPhotos: 'Add photos of faces…',
    dataFolder: 'Open the data folder',
    quit: 'Quit',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select all',
    reload: 'Reload the window',
    zoomIn: 'Larger interface',
    zoomOut: 'Smaller interface',
    zoomReset: 'Actual size',
    fullScreen: 'Full screen',
    about: 'About Vouch',
    pictures: `Pictures, ${listEn(documentFormats)} and archives`,
    allFiles: 'All files',
    saveExport: 'Save the export',
    chooseFolder: {
      pictures: 'Choose the folder for the pictures',
      archive: 'Choose the folder for the archive',
      copies: 'Choose the folder for the copies of originals',
    },
    chooseBackup: 'Choose the backup to restore',
    findOriginal: (name) => `Find the original of “${name}”`,
    backups: 'Vouch backups',
    openLink: 'Open this link in the browser?',
    open: 'Open',
    cancel: 'Cancel',
    cannotStart: 'Vouch could not start',
    unexpected: 'Vouch had an internal error',
    unexpectedDetail:
      'All recognized and corrected data is saved in the data folder. Restart Vouch. If the error returns, copy the diagnostics from the Help menu and see the logs in the data folder.',
    keepsCrashing: 'The window keeps crashing',
    keepsCrashingDetail:
      'All recognized and corrected data is saved in the data folder. Reopen the window, or quit and restart Vouch.',
    openAgain: 'Reopen',
    unresponsive: 'The window does not respond',
    unresponsiveDetail:
      'Wait, or reopen the window. All recognized and corrected data is saved. Text that you were typing must be typed again.',
    wait: 'Wait',
    batchDone: (total, failed) => `Recognition finished: ${total} pages, ${failed} failed`,
    copyDiagnostics: 'Copy diagnostics',
    dataFolderIs: 'Data folder:',
    close: 'Close',
    recent: 'Recent batches',
    noRecent: 'None yet',
    builtOn: (day) => `Built on ${day}`,
    isOld: (days) =>
      `This build is ${days} days old: its Chromium lacks the security fixes since then. Get a newer package from where you got this one.`,
    hardwareAcceleration: 'Hardware acceleration (after a restart)',
  },
};
