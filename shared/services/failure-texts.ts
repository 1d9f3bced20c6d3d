import type { Bilingual } from '../language.ts';
import type { FailureReason } from './failure.ts';

/** Reasons that are described by the tables of the documents instead. */
export type TabledReason =
  | 'session-code'
  | 'service-code'
  | 'object-code'
  | 'ret'
  | 'unauthorized'
  | 'signature-unverifiable'
  | 'signature-mismatch'
  | 'clock-skew';

export type FailureText = {
  readonly message: Bilingual;
  readonly remedy: Bilingual;
  /** What `said` holds: a detail of our own finding, or words of the other side, which are quoted. */
  readonly saidAs: 'detail' | 'answer';
};

/** Failures that no table of the documents knows, each with what the user can do. */
export const failureTexts: Readonly<Record<Exclude<FailureReason, TabledReason>, FailureText>> = {
  missing: {
    message: { zh: '找不到文件', en: 'The file was not found' },
    remedy: { zh: '请检查路径，或重新添加文件', en: 'Check the path, or add the file again' },
    saidAs: 'detail',
  },
  unreadable: {
    message: { zh: '无法读取文件', en: 'The file could not be read' },
    remedy: {
      zh: '请检查文件权限，并关闭占用它的程序',
      en: 'Check its permissions, and close the program that holds it',
    },
    saidAs: 'detail',
  },
  empty: {
    message: { zh: '文件是空的', en: 'The file is empty' },
    remedy: { zh: '请重新扫描或重新复制文件', en: 'Scan it or copy it again' },
    saidAs: 'detail',
  },
  'not-an-image': {
    message: { zh: '文件不是图片', en: 'The file is not an image' },
    remedy: { zh: '请使用 jpg、png 或 bmp 图片', en: 'Use a jpg, png or bmp image' },
    saidAs: 'detail',
  },
  'unsupported-format': {
    message: { zh: '服务不接受这种格式', en: 'The services do not take this format' },
    remedy: {
      zh: '请另存为 jpg、png 或 bmp 后再添加',
      en: 'Save it as jpg, png or bmp, then add it again',
    },
    saidAs: 'detail',
  },
  damaged: {
    message: { zh: '图片已损坏', en: 'The image is damaged' },
    remedy: { zh: '请重新扫描或重新复制文件', en: 'Scan it or copy it again' },
    saidAs: 'detail',
  },
  'too-large': {
    message: {
      zh: '图片经 base64 编码后超过 4 MB（4,194,304 个字符）',
      en: 'The image is over 4 MB (4,194,304 characters) after base64',
    },
    remedy: {
      zh: '请降低分辨率或提高压缩率后再添加',
      en: 'Lower its resolution or compress it more, then add it again',
    },
    saidAs: 'detail',
  },
  'too-many-pixels': {
    message: { zh: '图片像素过多', en: 'The image has too many pixels' },
    remedy: { zh: '请降低分辨率后再添加', en: 'Lower its resolution, then add it again' },
    saidAs: 'detail',
  },
  refused: {
    message: { zh: '服务拒绝了这次请求', en: 'The service refused the request' },
    remedy: {
      zh: '请在控制台检查该应用的授权、IP 白名单和密钥',
      en: "Check the application's authorization, IP allow-list and keys in the console",
    },
    saidAs: 'answer',
  },
  'unknown-host': {
    message: { zh: '找不到服务器的域名', en: "The server's name could not be found" },
    remedy: {
      zh: '请检查网络连接和设置中的服务地址',
      en: 'Check the network connection and the base URL in the settings',
    },
    saidAs: 'detail',
  },
  unreachable: {
    message: { zh: '无法连接到服务器', en: 'The server could not be reached' },
    remedy: {
      zh: '请检查网络、防火墙、代理和服务地址',
      en: 'Check the network, the firewall, the proxy and the base URL',
    },
    saidAs: 'detail',
  },
  'connection-lost': {
    message: { zh: '连接在收到完整答复之前中断', en: 'The connection was lost before the whole answer came' },
    remedy: { zh: '请检查网络后重试', en: 'Check the network, then try again' },
    saidAs: 'detail',
  },
  'connect-timeout': {
    message: { zh: '连接服务器超时', en: 'Connecting to the server took too long' },
    remedy: { zh: '请检查网络和代理后重试', en: 'Check the network and the proxy, then try again' },
    saidAs: 'detail',
  },
  'call-timeout': {
    message: { zh: '服务未在时限内答复', en: 'The service did not answer in time' },
    remedy: { zh: '请检查网络，稍后重试', en: 'Check the network, and try again later' },
    saidAs: 'detail',
  },
  tls: {
    message: { zh: '无法建立安全连接', en: 'No secure connection could be made' },
    remedy: {
      zh: '请检查本机时间、服务地址，以及是否有代理替换了证书',
      en: "Check this computer's date, the base URL, and whether a proxy replaces the certificate",
    },
    saidAs: 'detail',
  },
  status: {
    message: { zh: '服务器返回了 HTTP 错误', en: 'The server answered with an HTTP error' },
    remedy: {
      zh: '请检查服务地址；若是临时故障，请稍后重试',
      en: 'Check the base URL; if it is a passing fault, try again later',
    },
    saidAs: 'answer',
  },
  redirect: {
    message: {
      zh: '服务器要求转到别的地址，Vouch 不会跟随',
      en: 'The server redirects elsewhere, which Vouch does not follow',
    },
    remedy: {
      zh: '请在设置中填写正确的服务地址；也可能需要先登录所在网络',
      en: 'Enter the right base URL in the settings; the network may also ask you to log in first',
    },
    saidAs: 'answer',
  },
  'proxy-page': {
    message: {
      zh: '答复的不是服务，而是一个网页（可能来自代理）',
      en: 'A web page answered instead of the service, probably from a proxy',
    },
    remedy: {
      zh: '请检查代理设置和服务地址，或先登录所在网络',
      en: 'Check the proxy settings and the base URL, or log in to the network first',
    },
    saidAs: 'answer',
  },
  'reply-not-json': {
    message: { zh: '答复不是完整的 JSON', en: 'The answer is no whole JSON' },
    remedy: {
      zh: '可能被代理截断或替换；请检查网络和代理，再重新识别',
      en: 'A proxy may have cut or replaced it: check the network and the proxy, then recognize again',
    },
    saidAs: 'answer',
  },
  'reply-member-missing': {
    message: { zh: '答复缺少必要的成员', en: 'The answer lacks a member that is needed' },
    remedy: {
      zh: '请重新识别；若仍如此，请把会话号交给服务方技术支持',
      en: 'Recognize again; if it stays so, give the session id to technical support',
    },
    saidAs: 'detail',
  },
  'reply-not-base64': {
    message: { zh: '答复中的文本不是有效的 base64', en: "The answer's text is no valid base64" },
    remedy: {
      zh: '请重新识别；若仍如此，请把会话号交给服务方技术支持',
      en: 'Recognize again; if it stays so, give the session id to technical support',
    },
    saidAs: 'answer',
  },
  'reply-text-not-json': {
    message: { zh: '答复解码后的文本不是 JSON', en: "The answer's decoded text is no JSON" },
    remedy: {
      zh: '请重新识别；若仍如此，请把会话号交给服务方技术支持',
      en: 'Recognize again; if it stays so, give the session id to technical support',
    },
    saidAs: 'answer',
  },
  'reply-too-large': {
    message: { zh: '答复超过 64 MB，已放弃接收', en: 'The answer is over 64 MB and was not taken in' },
    remedy: {
      zh: '请检查服务地址，或把图片分成几张再识别',
      en: 'Check the base URL, or split the image and recognize its parts',
    },
    saidAs: 'detail',
  },
};
