import type { NamedFailure } from './failure-line.ts';

/** What an office says of personal tokens: a window gets these as answers only. */
export const tokenFailures = {
  unknownToken: {
    id: 'unknown-token',
    message: { zh: '此访问令牌已撤销', en: 'This token has already been revoked' },
    remedy: { zh: '请重新打开访问令牌列表', en: 'Reopen the list of tokens' },
  },
  manyTokens: {
    id: 'many-tokens',
    message: { zh: '您的访问令牌太多，未生成新的令牌', en: 'You have too many tokens. None was created' },
    remedy: { zh: '请先撤销不再使用的令牌', en: 'Revoke one that is no longer used first' },
  },
  tokenRefused: {
    id: 'token-refused',
    message: { zh: '访问令牌无效', en: 'The token is not valid' },
    remedy: {
      zh: '请在团队窗口的“您的登录账号”中生成新的访问令牌，并设为 VOUCH_OFFICE_TOKEN',
      en: 'Create a new one in the office’s window, under “Your sign-in”, and set it as VOUCH_OFFICE_TOKEN',
    },
  },
  notForTokens: {
    id: 'not-for-tokens',
    message: { zh: '访问令牌不能用于此操作', en: 'A token can’t be used for this' },
    remedy: { zh: '请在团队的窗口中操作', en: 'Use the office’s window' },
  },
} as const satisfies Record<string, NamedFailure>;

const usage = (zh: string, en: string) => ({ message: { zh, en } });

/** Errors in a command line with `--office`, each with the correct form. */
export const deskUsageTexts = {
  notWithOffice: (flag: string) =>
    usage(
      `${flag} 不能与 --office 同时使用：由团队决定如何识别。请去掉其中之一`,
      `${flag} can’t be combined with --office: the office decides how pages are read. Remove one`,
    ),
  noPictures: usage(
    '--annotate 不能与 --office 同时使用：访问令牌不能取得图片。请在团队的窗口中导出标注图片',
    '--annotate can’t be combined with --office: a token gets no pictures. Export annotated pictures in the office’s window',
  ),
  noFaces: usage(
    'vouch face 不能与 --office 同时使用：命令行只能向团队交发票。请在团队窗口的“人脸”中添加照片并导出，或去掉 --office，用本机的账号识别',
    'vouch face can’t be combined with --office: the command line hands in invoices only. Add the photos in the office’s window, under “Faces”, and export them there, or remove --office to use this computer’s account',
  ),
  ownOfOffice: usage(
    '--own 不能与 --office 同时使用：检查使用团队设置中的“本单位”。请去掉 --own，或请管理员在“本单位”中添加该公司',
    '--own can’t be combined with --office: checks use the office’s own companies. Remove it, or ask an administrator to add the company in the settings, under “My companies”',
  ),
  wrongAddress: usage(
    '--office 应为团队服务器的地址，例如 https://vouch.example.com；仅本机可用 http://',
    '--office takes the address of an office’s server, such as https://vouch.example.com; http:// only for this computer',
  ),
  twoOffices: usage(
    '--office 与 VOUCH_DATABASE_URL 只能使用一个：请去掉其中之一',
    'Use either --office or VOUCH_DATABASE_URL, not both',
  ),
  noToken: usage(
    '缺少访问令牌：请在团队窗口的“您的登录账号”中生成，并设为 VOUCH_OFFICE_TOKEN（或将其文件路径设为 VOUCH_OFFICE_TOKEN_FILE）',
    'No token: create one in the office’s window, under “Your sign-in”, and set it as VOUCH_OFFICE_TOKEN (or the path of its file as VOUCH_OFFICE_TOKEN_FILE)',
  ),
  wrongToken: usage(
    'VOUCH_OFFICE_TOKEN 不是访问令牌：令牌以 vouch_ 开头，共 49 个字符。请重新复制，或在团队窗口中重新生成',
    'VOUCH_OFFICE_TOKEN is no token: it begins with vouch_ and has 49 characters. Copy it again, or create a new one in the office’s window',
  ),
  tooManyFiles: (most: string) =>
    usage(
      `一次最多 ${most} 个文件：请分几次运行`,
      `At most ${most} files at once: run the command several times`,
    ),
} as const;

/** Why an office could not be used. */
export const officeCallFailures = {
  unreachable: {
    id: 'office-unreachable',
    message: { zh: '无法连接团队的服务器', en: 'The office’s server can’t be reached' },
    remedy: {
      zh: '请检查地址、网络和代理，然后再次运行：已交给团队的文件不会重复上传',
      en: 'Check the address, the network and the proxy, then run this again: what was handed in is not sent twice',
    },
  },
  certificate: {
    id: 'office-certificate',
    message: { zh: '不信任团队服务器的证书', en: 'The certificate of the office’s server is not trusted' },
    remedy: {
      zh: '请在设置的网络中添加单位的证书颁发机构，或设置 NODE_EXTRA_CA_CERTS',
      en: 'Add your organisation’s certificate authority in the settings (Network), or set NODE_EXTRA_CA_CERTS',
    },
  },
  proxyLogin: {
    id: 'office-proxy-login',
    message: { zh: '代理需要登录', en: 'The proxy asks for a login' },
    remedy: {
      zh: '请在 HTTPS_PROXY 中写入用户名和密码',
      en: 'Put its user and password into HTTPS_PROXY',
    },
  },
  busy: {
    id: 'office-busy',
    message: {
      zh: '团队的服务器暂时无法处理请求',
      en: 'The office’s server can’t take requests at the moment',
    },
    remedy: {
      zh: '请稍后再次运行：已交给团队的文件不会重复上传',
      en: 'Run this again later: what was handed in is not sent twice',
    },
  },
  otherVersion: {
    id: 'office-other-version',
    message: {
      zh: '该地址不是 Vouch 团队的服务器，或版本与本程序不同',
      en: 'This address is not the server of a Vouch office, or its version differs from this program’s',
    },
    remedy: {
      zh: '请检查地址，并安装与服务器相同的版本',
      en: 'Check the address, and install the version of the server',
    },
  },
  tooLarge: {
    id: 'office-answer-too-large',
    message: { zh: '结果太大，无法一次取回', en: 'The results are too large to fetch at once' },
    remedy: { zh: '请分几次运行', en: 'Run the command with fewer files' },
  },
  gone: {
    id: 'office-results-gone',
    message: {
      zh: '连接中断，未能取回结果',
      en: 'The results were lost on the way: the connection broke',
    },
    remedy: {
      zh: '请再次运行：已交给团队的文件不会重复上传',
      en: 'Run this again: what was handed in is not sent twice',
    },
  },
  pathsTooLong: {
    id: 'office-paths-too-long',
    message: {
      zh: '所有文件的路径合计太长，未上传任何文件',
      en: 'The paths of all files are too long together. Nothing was handed in',
    },
    remedy: {
      zh: '请分几次运行，或在文件所在的文件夹中使用较短的路径运行',
      en: 'Run the command with fewer files, or in their folder with shorter paths',
    },
  },
} as const satisfies Record<string, NamedFailure>;

type DeskTexts = {
  /** The office has this file already. */
  readonly known: string;
  /** The office's window has removed it. */
  readonly binned: string;
  /** Pages that wait until a user sends them. */
  readonly held: string;
  readonly stopping: string;
};

export const deskTexts: Readonly<Record<'zh' | 'en', DeskTexts>> = {
  zh: {
    known: '已识别（团队中已有，未重复上传）',
    binned: '已在团队中移除，未重新添加：请在团队的窗口中恢复',
    held: '等待有人在团队的窗口中发送',
    stopping: '正在停止：已交给团队的文件会保留，再次运行即可继续（再按一次立即退出）',
  },
  en: {
    known: 'recognized (was in the office, not sent again)',
    binned: 'was removed in the office and is not added again: restore it in the office’s window',
    held: 'waits until somebody sends it in the office’s window',
    stopping:
      'Stopping. What was handed in stays in the office, and running this again continues (press again to exit at once)',
  },
};
