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
  changed: {
    message: { zh: '文件已与添加时不同', en: 'The file is not what it was when it was added' },
    remedy: {
      zh: '请找回原文件，或将现在的文件作为新单据添加',
      en: 'Find the original, or add the file as it is now as a new document',
    },
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
    message: { zh: '文件不是图片或文档', en: 'The file is no picture and no document' },
    remedy: {
      zh: '请使用 jpg、png、bmp、gif、webp、tiff、avif 图片，或 PDF、zip 文件',
      en: 'Use a jpg, png, bmp, gif, webp, tiff or avif picture, a PDF or a zip',
    },
    saidAs: 'detail',
  },
  'unsupported-format': {
    message: { zh: '无法读取这种格式', en: 'This format can not be read' },
    remedy: {
      zh: '请另存为 PDF、jpg 或 png 后再添加',
      en: 'Save it as PDF, jpg or png, then add it again',
    },
    saidAs: 'detail',
  },
  heic: {
    message: { zh: '无法读取 HEIC 照片', en: 'HEIC photos can not be read' },
    remedy: {
      zh: '请在手机上将照片存为 JPEG（相机设置中的「兼容性最佳」），或导出为 jpg 后再添加',
      en: 'Let the phone take JPEG (“Most Compatible” in the camera settings), or export the photo as jpg and add that',
    },
    saidAs: 'detail',
  },
  ofd: {
    message: { zh: '无法读取 OFD 版式文件', en: 'OFD documents can not be read' },
    remedy: {
      zh: '请用 OFD 阅读器导出为 PDF 或图片，或向开票方索取 PDF',
      en: 'Export it as PDF or picture in an OFD reader, or ask the issuer for the PDF',
    },
    saidAs: 'detail',
  },
  'encrypted-pdf': {
    message: { zh: 'PDF 有密码保护', en: 'The PDF is protected by a password' },
    remedy: {
      zh: '请输入密码，或另存为没有密码的 PDF 后再添加',
      en: 'Enter its password, or save it without one and add it again',
    },
    saidAs: 'detail',
  },
  'encrypted-archive': {
    message: { zh: '压缩包中的文件有密码保护', en: 'The file in the archive is protected by a password' },
    remedy: { zh: '请先解压，再添加其中的文件', en: 'Unpack it first, then add the files in it' },
    saidAs: 'detail',
  },
  damaged: {
    message: { zh: '文件已损坏', en: 'The file is damaged' },
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
  'file-too-large': {
    message: { zh: '文件过大', en: 'The file is too large' },
    remedy: { zh: '请拆分成小一些的文件后再添加', en: 'Split it into smaller files and add those' },
    saidAs: 'detail',
  },
  'too-many-pixels': {
    message: { zh: '图片像素过多', en: 'The image has too many pixels' },
    remedy: { zh: '请降低分辨率后再添加', en: 'Lower its resolution, then add it again' },
    saidAs: 'detail',
  },
  'page-too-large': {
    message: { zh: '页面尺寸过大', en: 'The page is too large' },
    remedy: {
      zh: '请把该页缩小到常用纸张大小后再添加',
      en: 'Scale the page down to a usual paper size, then add it again',
    },
    saidAs: 'detail',
  },
  'too-many-pages': {
    message: { zh: '文件页数过多', en: 'The file has too many pages' },
    remedy: { zh: '请拆分成页数较少的文件后再添加', en: 'Split it into files of fewer pages and add those' },
    saidAs: 'detail',
  },
  'archive-too-large': {
    message: { zh: '压缩包解压后文件过多或过大', en: 'The archive unpacks to too many files or bytes' },
    remedy: { zh: '请先解压，再分批添加其中的文件', en: 'Unpack it first, then add its files in portions' },
    saidAs: 'detail',
  },
  'archive-too-deep': {
    message: { zh: '压缩包嵌套过深', en: 'The archive lies too deep in other archives' },
    remedy: { zh: '请先解压，再添加其中的文件', en: 'Unpack it first, then add the files in it' },
    saidAs: 'detail',
  },
  'archive-empty': {
    message: { zh: '压缩包中没有图片或文档', en: 'There is no picture and no document in the archive' },
    remedy: { zh: '请检查是否选对了文件', en: 'Check that it is the right file' },
    saidAs: 'detail',
  },
  'took-too-long': {
    message: { zh: '处理该页用时过长，已放弃', en: 'Making the page ready took too long and was given up' },
    remedy: {
      zh: '请将该页另存为图片后再添加',
      en: 'Save the page as a picture and add that',
    },
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
  interrupted: {
    message: { zh: '识别途中 Vouch 退出', en: 'Vouch ended while the call was under way' },
    remedy: {
      zh: '如需新的结果，请重新识别；那将是一次新的调用',
      en: 'Recognize again for a new answer; that is one more call',
    },
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
    message: {
      zh: '答复过大，无法读取（上限 64 MB）',
      en: 'The answer is too large to be read (at most 64 MB)',
    },
    remedy: {
      zh: '请检查服务地址，或把图片分成几张再识别',
      en: 'Check the base URL, or split the image and recognize its parts',
    },
    saidAs: 'detail',
  },
};
