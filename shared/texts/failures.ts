import {
  anyOfEn,
  archiveFormats,
  documentFormats,
  listZh,
  mailFormats,
  pictureFormats,
} from '../file-formats.ts';
import type { Bilingual } from '../language.ts';

export type FailureText = {
  readonly message: Bilingual;
  readonly remedy: Bilingual;
  /** The contents of `failure.detail`: a detail from Vouch, or the server's words, which are quoted. */
  readonly detailFrom: 'detail' | 'answer';
};

/** Failures that are not in the documents' tables, each with its remedy. */
export const failureTexts = {
  missing: {
    message: { zh: '找不到文件', en: 'File not found' },
    remedy: { zh: '请检查路径，或重新添加文件', en: 'Check the path, or add the file again' },
    detailFrom: 'detail',
  },
  changed: {
    message: { zh: '文件已与添加时不同', en: 'The file has changed since it was added' },
    remedy: {
      zh: '请找回原文件，或将现在的文件作为新单据添加',
      en: 'Find the original, or add the changed file as a new document',
    },
    detailFrom: 'detail',
  },
  unreadable: {
    message: { zh: '无法读取文件', en: 'The file can’t be read' },
    remedy: {
      zh: '请检查文件权限，并关闭占用它的程序',
      en: 'Check its permissions, and close the program that uses it',
    },
    detailFrom: 'detail',
  },
  empty: {
    message: { zh: '文件是空的', en: 'The file is empty' },
    remedy: {
      zh: '如果文件在网盘中，请先下载到本机；否则请重新扫描或复制',
      en: 'If it lies in a cloud folder, download it first. Otherwise scan or copy it again',
    },
    detailFrom: 'detail',
  },
  'not-downloaded': {
    message: {
      zh: '文件没有内容，或尚未下载到本机',
      en: 'The file has no content, or is not downloaded yet',
    },
    remedy: {
      zh: '请在网盘中将它保存到本机，或等下载完成后再添加；也可以重新复制',
      en: 'Have the cloud folder keep it on this computer, or wait for the download, then add it again. Or copy it again',
    },
    detailFrom: 'detail',
  },
  'not-an-image': {
    message: { zh: '不支持的文件类型', en: 'Unsupported file type' },
    remedy: {
      zh: `请使用图片（${listZh(pictureFormats)}），或 ${listZh({ ...documentFormats, ...archiveFormats, ...mailFormats })} 文件`,
      en: `Use a picture (${anyOfEn(pictureFormats)}), or a file of type ${anyOfEn({ ...documentFormats, ...archiveFormats, ...mailFormats })}`,
    },
    detailFrom: 'detail',
  },
  'unsupported-format': {
    message: { zh: '不支持这种格式', en: 'This format is not supported' },
    remedy: {
      zh: '请另存为 PDF、jpg 或 png 后再添加',
      en: 'Save it as PDF, jpg or png, then add it again',
    },
    detailFrom: 'detail',
  },
  'other-archive': {
    message: { zh: '不能打开这种压缩包', en: 'Archives of this kind can’t be opened' },
    remedy: {
      zh: '请先解压，再添加其中的文件或文件夹；也可以改存为 ZIP',
      en: 'Unpack it, then add its files or the folder. Or save it as ZIP',
    },
    detailFrom: 'detail',
  },
  heic: {
    message: { zh: '无法读取这张 HEIC 照片', en: 'This HEIC photo can’t be read' },
    remedy: {
      zh: '请在手机上将照片存为 JPEG（相机设置中的「兼容性最佳」），或导出为 jpg 后再添加',
      en: 'Set the phone’s camera to JPEG (“Most Compatible”), or export the photo as jpg',
    },
    detailFrom: 'detail',
  },
  ofd: {
    message: { zh: '无法读取该 OFD 文件', en: 'The OFD file can’t be read' },
    remedy: {
      zh: '请用 OFD 阅读器导出为 PDF 或图片，或向开票方索取 PDF',
      en: 'Export it as PDF or picture in an OFD reader, or ask the issuer for the PDF',
    },
    detailFrom: 'detail',
  },
  'encrypted-pdf': {
    message: { zh: 'PDF 有密码保护', en: 'The PDF is password-protected' },
    remedy: {
      zh: '请输入密码，或另存为没有密码的 PDF 后再添加',
      en: 'Enter its password, or save it without one and add it again',
    },
    detailFrom: 'detail',
  },
  'encrypted-archive': {
    message: { zh: '压缩包中的文件有密码保护', en: 'The file in the archive is password-protected' },
    remedy: { zh: '请先解压，再添加其中的文件', en: 'Unpack the archive, then add its files' },
    detailFrom: 'detail',
  },
  'xml-doctype': {
    message: {
      zh: 'XML 文件含有 DOCTYPE 声明（发票文件中不会有），出于安全考虑未读取',
      en: 'The XML file has a DOCTYPE, which no invoice has. For safety, Vouch does not read it',
    },
    remedy: { zh: '请向开票方重新索取发票文件', en: 'Ask the issuer for the invoice again' },
    detailFrom: 'detail',
  },
  'no-invoice-data': {
    message: { zh: '文件中没有可读取的发票数据', en: 'The file contains no readable invoice data' },
    remedy: {
      zh: '请添加发票的 PDF、OFD 或图片，或税务局下载的 XML',
      en: 'Add the invoice as PDF, OFD or picture, or the XML from the tax bureau',
    },
    detailFrom: 'detail',
  },
  'calls-off': {
    message: {
      zh: '已设置不向识别服务发送，而此页没有可在本机读取的数据',
      en: 'Calls are turned off, and this page has no data that Vouch can read on this computer',
    },
    remedy: {
      zh: '请在设置中允许发送（命令行去掉 --local），或改用 XML、OFD、PDF 原文件',
      en: 'Allow calls in the settings (or omit --local), or use the original XML, OFD or PDF',
    },
    detailFrom: 'detail',
  },
  'no-account': {
    message: {
      zh: '此页需要识别服务，而没有账号密钥',
      en: 'This page needs the recognition service, but there is no account',
    },
    remedy: {
      zh: '请设置 VOUCH_APP_ID、VOUCH_API_KEY、VOUCH_API_SECRET 和 VOUCH_BASE_URL，或用 --sandbox 试用',
      en: 'Set VOUCH_APP_ID, VOUCH_API_KEY, VOUCH_API_SECRET and VOUCH_BASE_URL, or try --sandbox',
    },
    detailFrom: 'detail',
  },
  damaged: {
    message: { zh: '文件已损坏', en: 'The file is damaged' },
    remedy: { zh: '请重新扫描或重新复制文件', en: 'Scan or copy it again' },
    detailFrom: 'detail',
  },
  'too-large': {
    message: {
      zh: '图片经 base64 编码后超过 4 MB（4,194,304 个字符）',
      en: 'The picture is over 4 MB (4,194,304 characters) after base64',
    },
    remedy: {
      zh: '请降低分辨率或提高压缩率后再添加',
      en: 'Reduce its resolution or compress it more, then add it again',
    },
    detailFrom: 'detail',
  },
  'file-too-large': {
    message: { zh: '文件过大', en: 'The file is too large' },
    remedy: { zh: '请拆分成小一些的文件后再添加', en: 'Split it into smaller files, then add them' },
    detailFrom: 'detail',
  },
  'too-many-pixels': {
    message: { zh: '图片像素过多', en: 'The picture has too many pixels' },
    remedy: {
      zh: '请在扫描仪上选 300 dpi（黑白可选 600 dpi），重新扫描后再添加',
      en: 'Set the scanner to 300 dpi (black and white: up to 600 dpi), scan it again, then add it',
    },
    detailFrom: 'detail',
  },
  'page-too-large': {
    message: { zh: '页面尺寸过大', en: 'The page is too large' },
    remedy: {
      zh: '请把该页缩小到常用纸张大小后再添加',
      en: 'Scale the page to a usual paper size, then add it again',
    },
    detailFrom: 'detail',
  },
  'too-many-pages': {
    message: { zh: '文件页数过多', en: 'The file has too many pages' },
    remedy: {
      zh: '请拆分成页数较少的文件后再添加',
      en: 'Split it into files with fewer pages, then add them',
    },
    detailFrom: 'detail',
  },
  'archive-too-large': {
    message: { zh: '压缩包解压后文件过多或过大', en: 'The archive contains too many files or too much data' },
    remedy: { zh: '请先解压，再分批添加其中的文件', en: 'Unpack it, then add its files in batches' },
    detailFrom: 'detail',
  },
  'archive-too-deep': {
    message: { zh: '压缩包嵌套过深', en: 'The archive contains archives at too many levels' },
    remedy: { zh: '请先解压，再添加其中的文件', en: 'Unpack them, then add the files' },
    detailFrom: 'detail',
  },
  'archive-empty': {
    message: { zh: '压缩包中没有图片或文档', en: 'The archive contains no picture or document' },
    remedy: { zh: '请检查是否选对了文件', en: 'Check that you chose the right file' },
    detailFrom: 'detail',
  },
  'mail-empty': {
    message: { zh: '邮件中没有图片或文档附件', en: 'The mail has no picture or document attached' },
    remedy: { zh: '请检查是否选对了邮件', en: 'Check that you chose the right mail' },
    detailFrom: 'detail',
  },
  'mail-links': {
    message: { zh: '邮件中没有附件，只有链接', en: 'The mail has no invoice attached, only links' },
    remedy: {
      zh: 'Vouch 不打开链接。请在浏览器中下载发票，再添加下载的文件',
      en: 'Vouch opens no links. Download the invoice in your browser, then add the file',
    },
    detailFrom: 'detail',
  },
  'mail-encrypted': {
    message: {
      zh: '邮件已加密，不能读取其附件',
      en: 'The mail is encrypted, so its attachments can’t be read',
    },
    remedy: {
      zh: '请在邮件程序中打开该邮件，保存附件，再添加附件',
      en: 'Open it in your mail program, save its attachments, then add them',
    },
    detailFrom: 'detail',
  },
  'old-office': {
    message: { zh: '不能打开旧版 Office 文件', en: 'Old Office files can’t be opened' },
    remedy: { zh: '请另存为 PDF 后再添加', en: 'Save it as PDF, then add it again' },
    detailFrom: 'detail',
  },
  spreadsheet: {
    message: { zh: '这是表格，不是发票', en: 'This is a spreadsheet, not an invoice' },
    remedy: {
      zh: '税务局的发票清单请用 vouch match 与账本比对；其他表格请另存为 PDF 后再添加',
      en: 'Compare a list of the tax bureau with vouch match. Save any other spreadsheet as PDF, then add it again',
    },
    detailFrom: 'detail',
  },
  'old-spreadsheet': {
    message: { zh: '这是旧版 Excel 表格，不是发票', en: 'This is an old Excel file, not an invoice' },
    remedy: {
      zh: '税务局的发票清单请先在 Excel 中另存为 .xlsx，再用 vouch match 与账本比对；其他表格请另存为 PDF 后再添加',
      en: 'Save a list of the tax bureau as .xlsx in Excel, then compare it with vouch match. Save any other spreadsheet as PDF, then add it again',
    },
    detailFrom: 'detail',
  },
  'too-small-for-faces': {
    message: {
      zh: '图片小于 30×30 像素，服务无法从中检测人脸',
      en: 'The picture is smaller than 30×30 pixels, so the service can’t find a face in it',
    },
    remedy: {
      zh: '请使用更大的照片：人脸不小于 30×30 像素',
      en: 'Use a larger photo: faces need at least 30×30 pixels',
    },
    detailFrom: 'detail',
  },
  'decoder-died': {
    message: { zh: '解析该文件的进程两次异常退出', en: 'The process that decodes this file crashed twice' },
    remedy: {
      zh: '文件可能已损坏或过于庞大：请用其他程序打开并另存为图片后再添加',
      en: 'The file may be damaged or too large. Open it in another program, save it as a picture and add the picture',
    },
    detailFrom: 'detail',
  },
  'office-budget': {
    message: {
      zh: '等待：团队今天的付费调用次数已用完',
      en: 'Waiting: the office’s paid calls for today are used up',
    },
    remedy: {
      zh: '北京时间零点后，或管理员提高上限后，会自动继续',
      en: 'It goes on by itself after midnight in Shanghai, or when an administrator raises the budget',
    },
    detailFrom: 'detail',
  },
  'person-budget': {
    message: {
      zh: '等待：该用户今天的付费调用次数已用完',
      en: 'Waiting: this user’s paid calls for today are used up',
    },
    remedy: {
      zh: '北京时间零点后，或管理员提高上限后，会自动继续',
      en: 'It goes on by itself after midnight in Shanghai, or when an administrator raises the budget',
    },
    detailFrom: 'detail',
  },
  'died-preparing': {
    message: {
      zh: 'Vouch 在准备该页时两次异常退出，因此没有自动重试',
      en: 'Vouch crashed twice while preparing this page, so it did not try again',
    },
    remedy: {
      zh: '如需再试，请重新识别；否则请移除该文件',
      en: 'To try once more, recognize the page again. Otherwise remove the file',
    },
    detailFrom: 'detail',
  },
  'reader-files-changed': {
    message: {
      zh: '本机识别所需的模型文件缺失或已被改动，因此未使用',
      en: 'The files for reading scans on this computer are missing or were changed, so Vouch did not use them',
    },
    remedy: {
      zh: '请重新安装 Vouch（从源代码运行时，请重新执行 npm ci），然后重新识别',
      en: 'Install Vouch again (from its sources: run npm ci again), then recognize the page again',
    },
    detailFrom: 'detail',
  },
  'reader-unavailable': {
    message: {
      zh: '这台电脑不支持在本机识别扫描件和照片',
      en: 'Scans and photos can’t be read on this computer: its system is not supported',
    },
    remedy: {
      zh: '请在设置中填写账号密钥，改用识别服务；数电票的 XML、OFD、PDF 文件仍在本机读取',
      en: 'Add an account in the settings to use the recognition service. XML, OFD and PDF invoices are still read here',
    },
    detailFrom: 'detail',
  },
  'reader-too-slow': {
    message: {
      zh: '在本机识别该页用时超过一分钟，已停止',
      en: 'Reading this page on this computer took more than a minute, so Vouch stopped',
    },
    remedy: {
      zh: '页面文字可能过多：请裁剪成几部分后再添加，或改用识别服务',
      en: 'It may have too much text. Crop it into parts and add those, or use the recognition service',
    },
    detailFrom: 'detail',
  },
  'invoice-illegible': {
    message: {
      zh: '本机识别在该页上读到发票的字样，但未能读出票面',
      en: 'Vouch read words of an invoice on this page on this computer, but not its form',
    },
    remedy: {
      zh: '请重新扫描或拍得更清晰、更完整，或改用识别服务；如果不是发票，请移除该页',
      en: 'Scan or photograph it whole and more clearly, or use the recognition service. If it is no invoice, remove it',
    },
    detailFrom: 'detail',
  },
  'no-invoice-found': {
    message: {
      zh: '本机识别未在该页上找到发票',
      en: 'Vouch read this page on this computer and found no invoice on it',
    },
    remedy: {
      zh: '如果该页是发票，请重新扫描或拍得更清晰、更完整，或改用识别服务；否则请移除该页',
      en: 'If it is an invoice, scan or photograph it whole and more clearly, or use the recognition service. Otherwise remove it',
    },
    detailFrom: 'detail',
  },
  'reader-died': {
    message: {
      zh: '在本机识别该页的进程两次异常退出',
      en: 'The process that reads this page on this computer crashed twice',
    },
    remedy: {
      zh: '请将该页裁剪或另存为较小的图片后再添加，或改用识别服务',
      en: 'Crop the page or save it as a smaller picture and add that, or use the recognition service',
    },
    detailFrom: 'detail',
  },
  internal: {
    message: {
      zh: '处理该页时 Vouch 出错，未发出任何请求',
      en: 'Vouch failed to process this page; nothing was sent',
    },
    remedy: {
      zh: '请重试；如再次出现，请在设置中复制诊断信息并反馈',
      en: 'Try again. If it fails again, copy the diagnostics in the settings and report the error',
    },
    detailFrom: 'detail',
  },
  'took-too-long': {
    message: { zh: '处理该页超时', en: 'Processing this page timed out' },
    remedy: {
      zh: '请将该页另存为图片后再添加',
      en: 'Save the page as a picture, then add the picture',
    },
    detailFrom: 'detail',
  },
  refused: {
    message: { zh: '服务拒绝了这次请求', en: 'The service refused the request' },
    remedy: {
      zh: '请在控制台检查该应用的授权、IP 白名单和密钥',
      en: 'Check the authorization, IP allow-list and keys of your application in the console',
    },
    detailFrom: 'answer',
  },
  'unknown-host': {
    message: { zh: '找不到服务器的域名', en: 'The server’s name can’t be found' },
    remedy: {
      zh: '请检查网络连接和设置中的服务地址',
      en: 'Check the network connection and the base URL in the settings',
    },
    detailFrom: 'detail',
  },
  unreachable: {
    message: { zh: '无法连接到服务器', en: 'Can’t connect to the server' },
    remedy: {
      zh: '请检查网络、防火墙、代理和服务地址',
      en: 'Check the network, the firewall, the proxy and the base URL',
    },
    detailFrom: 'detail',
  },
  'connection-lost': {
    message: {
      zh: '连接在收到完整响应前中断',
      en: 'The connection was lost before the response was complete',
    },
    remedy: { zh: '请检查网络后重试', en: 'Check the network, then try again' },
    detailFrom: 'detail',
  },
  'connect-timeout': {
    message: { zh: '连接服务器超时', en: 'Connecting to the server timed out' },
    remedy: { zh: '请检查网络和代理后重试', en: 'Check the network and the proxy, then try again' },
    detailFrom: 'detail',
  },
  'call-timeout': {
    message: { zh: '服务未在时限内响应', en: 'The service did not respond in time' },
    remedy: { zh: '请检查网络，稍后重试', en: 'Check the network, and try again later' },
    detailFrom: 'detail',
  },
  interrupted: {
    message: { zh: '识别途中 Vouch 退出', en: 'Vouch closed during the call' },
    remedy: {
      zh: '如需结果，请重新识别（将再次调用服务）',
      en: 'To get a result, recognize the page again. This makes another call',
    },
    detailFrom: 'detail',
  },
  tls: {
    message: { zh: '无法建立安全连接', en: 'Can’t establish a secure connection' },
    remedy: {
      zh: '请检查本机时间、服务地址，以及是否有代理替换了证书',
      en: 'Check this computer’s clock, the base URL, and whether a proxy replaces the certificate',
    },
    detailFrom: 'detail',
  },
  status: {
    message: { zh: '服务器返回了 HTTP 错误', en: 'The server returned an HTTP error' },
    remedy: {
      zh: '请检查服务地址；若是临时故障，请稍后重试',
      en: 'Check the base URL. If the error is temporary, try again later',
    },
    detailFrom: 'answer',
  },
  redirect: {
    message: {
      zh: '服务器要求转到别的地址，Vouch 不会跟随',
      en: 'The server redirects to another address, which Vouch does not follow',
    },
    remedy: {
      zh: '请在设置中填写正确的服务地址，或先登录所在网络',
      en: 'Enter the correct base URL in the settings, or sign in to your network first',
    },
    detailFrom: 'answer',
  },
  'proxy-page': {
    message: {
      zh: '收到的是网页，不是服务的响应（可能来自代理）',
      en: 'Received a web page instead of a response from the service, probably from a proxy',
    },
    remedy: {
      zh: '请检查代理设置和服务地址，或先登录所在网络',
      en: 'Check the proxy and the base URL in the settings, or sign in to your network first',
    },
    detailFrom: 'answer',
  },
  'row-damaged': {
    message: {
      zh: '此页在数据文件夹中的记录已损坏',
      en: 'The record of this page in the data folder is damaged',
    },
    remedy: {
      zh: '请重新启动 Vouch 以修复该记录，再重新识别此页；如经常出现，请检查磁盘',
      en: 'Restart Vouch to repair the record, then recognize the page again. If this happens often, check the disk',
    },
    detailFrom: 'detail',
  },
  'reply-lost': {
    message: { zh: '已保存的响应已损坏或丢失', en: 'The saved response is damaged or missing' },
    remedy: {
      zh: '请重新识别此页（命令行用 --force），这会再次调用服务；如经常出现，请检查磁盘',
      en: 'Recognize the page again (--force on the command line). This makes another call. If it happens often, check the disk',
    },
    detailFrom: 'detail',
  },
  'reply-not-json': {
    message: { zh: '响应不是完整的 JSON', en: 'The response is incomplete or not valid JSON' },
    remedy: {
      zh: '可能被代理截断或替换；请检查网络和代理，再重新识别',
      en: 'A proxy may have truncated or replaced it. Check the network and the proxy, then recognize again',
    },
    detailFrom: 'answer',
  },
  'reply-member-missing': {
    message: { zh: '响应缺少必要的内容', en: 'The response lacks required data' },
    remedy: {
      zh: '请重新识别；若仍如此，请把会话号交给服务方技术支持',
      en: 'Recognize again. If the problem persists, give the session ID to technical support',
    },
    detailFrom: 'detail',
  },
  'reply-not-base64': {
    message: { zh: '响应中的文本不是有效的 base64', en: 'The text in the response is not valid base64' },
    remedy: {
      zh: '请重新识别；若仍如此，请把会话号交给服务方技术支持',
      en: 'Recognize again. If the problem persists, give the session ID to technical support',
    },
    detailFrom: 'answer',
  },
  'reply-text-not-json': {
    message: { zh: '响应解码后的文本不是 JSON', en: 'The decoded text in the response is not valid JSON' },
    remedy: {
      zh: '请重新识别；若仍如此，请把会话号交给服务方技术支持',
      en: 'Recognize again. If the problem persists, give the session ID to technical support',
    },
    detailFrom: 'answer',
  },
  'reply-too-large': {
    message: {
      zh: '响应超过 64 MB，无法读取',
      en: 'The response is over 64 MB, which is too large to read',
    },
    remedy: {
      zh: '请检查服务地址，或把图片分成几张再识别',
      en: 'Check the base URL, or split the picture and recognize the parts',
    },
    detailFrom: 'detail',
  },
} as const satisfies Record<string, FailureText>;

/** The connection test succeeded. */
export const connectionAccepted: Bilingual = {
  zh: '连接正常：服务接受了密钥和签名',
  en: 'The connection works: the service accepted the key and the signature',
};
