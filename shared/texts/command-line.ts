import type { Language } from '../language.ts';

export type Tally = {
  readonly recognized: number;
  readonly reused: number;
  /** Files of an invoice that another file has, too. */
  readonly folded: number;
  readonly failed: number;
  readonly stopped: number;
  /** Not recognized, because the batch was stopped. */
  readonly waiting: number;
  /** Recognized pages with a failed check of level error. */
  readonly unresolved: number;
};

/** The messages of the command line during a run. */
type RunTexts = {
  readonly recognized: string;
  readonly reused: (day: string) => string;
  /** Of a file with the same invoice as another one. */
  readonly folded: string;
  readonly failed: string;
  readonly stopped: string;
  /** Introduces the findings of a page. */
  readonly unresolved: string;
  /** The path that an output was written to instead. */
  readonly beside: (path: string) => string;
  readonly standardOutput: string;
  readonly sandbox: string;
  readonly faces: (count: number) => string;
  readonly skippedFiles: (count: number) => string;
  readonly nothing: string;
  /** A key of another length than the service issues. */
  readonly keyLength: (name: string, length: number) => string;
  readonly interrupted: string;
  readonly notAnnotated: string;
  readonly badTruth: (file: string, failure: string) => string;
  readonly maybePaid: (pages: number) => string;
  readonly exiting: string;
  readonly summary: (tally: Tally) => string;
  readonly session: (sid: string) => string;
  readonly colon: string;
};

const zh: RunTexts = {
  recognized: '已识别',
  reused: (day) => `已识别（${day}已识别过，未调用）`,
  folded: '与另一个文件是同一张发票，已归并',
  failed: '失败',
  stopped: '已停止',
  unresolved: '有未处理的错误',
  beside: (path) => `已改存为 ${path}`,
  standardOutput: '标准输出',
  sandbox: '演示数据',
  faces: (count) => `${count} 张人脸`,
  skippedFiles: (count) => `已跳过文件夹中 ${count} 个不支持的文件`,
  nothing: '没有可识别的文件',
  keyLength: (name, length) => `${name} 有 ${length} 个字符，平台签发的为 32 个：可能没有复制完整`,
  interrupted: '正在停止：最多等待几秒，让已发出的调用返回；已有的结果会保留（再按一次立即退出）',
  maybePaid: (pages) => `${pages} 页的调用可能已计费，但没有保留结果（JSON 中为 maybePaid）`,
  exiting: '立即退出：已发出的调用可能已计费，下次运行时会标明',
  notAnnotated: '无法解码该图片，未生成标注图片',
  badTruth: (file, failure) => `演示数据 ${file} 无法读取，已忽略：${failure}`,
  summary: ({ recognized, reused, folded, failed, waiting, stopped, unresolved }) =>
    [
      `已识别 ${recognized} 页`,
      ...(reused > 0 ? [`其中 ${reused} 页来自已有结果`] : []),
      ...(folded > 0 ? [`归并 ${folded} 个文件`] : []),
      `失败 ${failed} 页`,
      ...(waiting > 0 ? [`等待 ${waiting} 页`] : []),
      ...(stopped > 0 ? [`停止 ${stopped} 页`] : []),
      ...(unresolved > 0 ? [`${unresolved} 页有未处理的错误`] : []),
    ].join('，'),
  session: (sid) => `会话号 ${sid}`,
  colon: '：',
};

const en: RunTexts = {
  recognized: 'recognized',
  reused: (day) => `recognized (on ${day}, no call made)`,
  folded: 'same invoice as another file, merged',
  failed: 'failed',
  stopped: 'stopped',
  unresolved: 'unresolved',
  beside: (path) => `Written to ${path} instead`,
  standardOutput: 'Standard output',
  sandbox: 'demo data',
  faces: (count) => `${count} ${count === 1 ? 'face' : 'faces'}`,
  skippedFiles: (count) => `${count} unsupported ${count === 1 ? 'file' : 'files'} in folders skipped`,
  nothing: 'Nothing to recognize',
  keyLength: (name, length) => `${name} has ${length} characters instead of 32: it may be incomplete`,
  interrupted:
    'Stopping: waiting up to a few seconds for the calls in progress. Results are kept (press again to exit at once)',
  maybePaid: (pages) =>
    `${pages} ${pages === 1 ? 'page has a call' : 'pages have calls'} that may have been billed without a result (maybePaid in JSON)`,
  exiting: 'Exiting at once: calls in progress may be billed; the next run marks them',
  notAnnotated: 'The picture can’t be decoded, so it was not annotated',
  badTruth: (file, failure) => `Can’t read the demo data ${file}; it is ignored: ${failure}`,
  summary: ({ recognized, reused, folded, failed, waiting, stopped, unresolved }) =>
    [
      `${recognized} recognized`,
      ...(reused > 0 ? [`${reused} of them from earlier results`] : []),
      ...(folded > 0 ? [`${folded} merged with another file`] : []),
      `${failed} failed`,
      ...(waiting > 0 ? [`${waiting} waiting`] : []),
      ...(stopped > 0 ? [`${stopped} stopped`] : []),
      ...(unresolved > 0 ? [`${unresolved} with unresolved errors`] : []),
    ].join(', '),
  session: (sid) => `session ID ${sid}`,
  colon: ': ',
};

export const runTexts: Readonly<Record<Language, RunTexts>> = { zh, en };
